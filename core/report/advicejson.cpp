// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/document.h"
#include "core/explore/advice/advice.h"
#include "core/report/planjson.h"

namespace shardscope {

namespace {

Json moveToJson(const WeighedMove &weighed)
{
    const auto changeToJson = [](ChangeId id) { return Json(nameOf(id)); };
    return Json::Object{{"changes", Json::list(weighed.move.changes, changeToJson)},
        {"settings", settingsToJson(weighed.move.settings)},
        {"effect", nameOf(weighed.move.effect)}, {"verdict", nameOf(weighed.fit)},
        {"peak_bytes", weighed.peak.value()}, {"saved_bytes", weighed.saved.value()},
        {"spare_bytes", weighed.spare.value()}, {"time_factor", weighed.time},
        {"gpu_time_factor", weighed.gpuTime}, {"traffic_bytes_per_gpu", weighed.traffic.value()},
        {"batch_factor", weighed.batch}, {"host_bytes_per_node", weighed.host.value()},
        {"updates_on_host", weighed.updatesOnHost}};
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
    if (limit.context > 0)
        object.emplace_back("model_context", static_cast<double>(limit.context));
    object.emplace_back("settings", settingsToJson(limit.move.settings));
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
        {"fixes", Json::list(advice.fixes.shown, moveToJson)},
        {"fixes_found", static_cast<double>(advice.fixes.fitting)},
        {"at_risk_found", static_cast<double>(advice.fixes.atRisk)},
        {"give_backs", Json::list(advice.giveBacks, moveToJson)},
        {"limits", Json::list(advice.limits, limitToJson)}};
}

} // namespace shardscope
