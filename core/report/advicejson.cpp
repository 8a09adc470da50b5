// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "core/explore/advice/advice.h"
#include "core/report/planjson.h"
#include "core/scenario/settings.h"

namespace shardscope {

namespace {

Json proposalToJson(const Proposal &proposal)
{
    const auto changeToJson = [](ChangeId id) { return Json(nameOf(id)); };
    return Json::Object{{"changes", Json::list(proposal.changes, changeToJson)},
        {"settings", settingsToJson(proposal.repair)}, {"effect", nameOf(proposal.effect)},
        {"verdict", nameOf(proposal.fit)}, {"peak_bytes", proposal.peak.value()},
        {"saved_bytes", proposal.saved.value()}, {"spare_bytes", proposal.spare.value()},
        {"time_factor", proposal.time}, {"gpu_time_factor", proposal.gpuTime},
        {"traffic_bytes_per_gpu", proposal.traffic.value()}, {"batch_factor", proposal.batch},
        {"host_bytes_per_node", proposal.host.value()},
        {"updates_on_host", proposal.updatesOnHost}};
}

Json limitToJson(const Limit &limit)
{
    Json::Object object{{"id", nameOf(limit.id)}, {"found", limit.isFound()}};
    if (!limit.isFound())
        return object;
    if (limit.value > 0)
        object.emplace_back("value", limit.value);
    if (!limit.name.empty())
        object.emplace_back("name", limit.name);
    object.emplace_back("limited_by", nameOf(limit.by));
    object.emplace_back("settings", settingsToJson(limit.repair));
    return object;
}

} // namespace

Json adviceToJson(const Advice &advice)
{
    const MemoryOutlook &memory = advice.memory;
    return Json::Object{{"schema", ReportSchema}, {"scenario", scenarioToJson(advice.scenario)},
        {"memory",
            Json::Object{{"peak_bytes", memory.peak.value()},
                {"capacity_bytes", memory.verdict.capacity.value()},
                {"verdict", verdictWord(memory)}}},
        {"fixes", Json::list(advice.fixes.shown, proposalToJson)},
        {"fixes_found", static_cast<double>(advice.fixes.fitting)},
        {"at_risk_found", static_cast<double>(advice.fixes.atRisk)},
        {"give_backs", Json::list(advice.giveBacks, proposalToJson)},
        {"limits", Json::list(advice.limits, limitToJson)}};
}

} // namespace shardscope
