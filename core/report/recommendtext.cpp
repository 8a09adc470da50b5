// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/recommendtext.h"

#include "core/base/texttable.h"
#include "core/document/document.h"
#include "core/explore/search/recommendtexts.h"
#include "core/judge/findingtext.h"
#include "core/plan/plantexts.h"
#include "core/report/planjson.h"
#include "core/scenario/framework.h"

namespace shardscope {

namespace {

/// A number of a column, in the unit of its heading.
std::string numberText(Bytes bytes, const AmountUnit &unit)
{
    return fixedText(bytes.value() / unit.size, 1);
}

std::string memoryText(const Scenario &scenario, Bytes bytes)
{
    return englishText(memoryOf(scenario, bytes));
}

std::string word(std::string_view name)
{
    return std::string(name);
}

std::string countText(std::size_t number)
{
    return formatCount(static_cast<double>(number));
}

TextTable table(const std::vector<Recommendation> &rows, const AmountUnit &unit, std::size_t first)
{
    TextTable table{
        .columns = {{"No.", true}, {"Sharding"}, {"GPUs", true}, {"Batch", true}, {"Checkpointing"},
            {"Offload"}, {"Loss"}, {"Attention"}, {"Peak " + word(unit.symbol), true},
            {"Spare", true}, {"Step s", true}, {"Tokens/s/GPU", true}, {"Verdict"}}};
    for (const Recommendation &row : rows) {
        const Training &training = row.scenario.training;
        const Parallel &parallel = row.scenario.parallel;
        table.rows.push_back({std::to_string(first++), englishText(shardingOf(row.scenario)),
            std::to_string(parallel.gpus),
            std::to_string(training.microBatch) + " x " + std::to_string(training.accumulation),
            word(nameOf(training.checkpointing)), word(nameOf(parallel.offload)),
            word(nameOf(training.loss)), word(nameOf(training.attention)),
            numberText(row.memory.peak, unit), numberText(row.memory.verdict.spare, unit),
            fixedText(row.speed.step.value(), 2) + (updatesOnHost(row.scenario) ? "+" : ""),
            formatCount(row.speed.tokensPerSecondPerGpu), word(nameOf(row.memory.verdict.fit))});
    }
    return table;
}

std::string reasonLines(const std::vector<Recommendation> &rows)
{
    std::string text;
    std::size_t number = 0;
    for (const Recommendation &row : rows) {
        text += "\n" + std::to_string(++number) + ". " + englishText(rolesOf(row)) + "\n";
        for (const Reason &reason : row.reasons)
            text += "   - " + englishText(phraseOf(reason, row)) + "\n";
        if (row.memory.host > Bytes(0))
            text += "   - " + memoryText(row.scenario, row.memory.host)
                + " of host memory in each node\n";
    }
    return text;
}

/// What was tried, and what the command line says besides.
std::string summary(const Recommendations &found, const Scenario &present)
{
    return englishText(summaryOf(found)) + "\nEach has " + formatNumber(found.batch)
        + (found.batch == 1 ? " sequence of " : " sequences of ")
        + formatCount(present.training.sequenceLength) + " tokens in each step; left out: "
        + countText(found.impossible) + " combinations that cannot be run.\n";
}

/// More than a screen is for programs: JSON has all.
std::string frontierText(const Recommendations &found, const AmountUnit &unit)
{
    constexpr std::size_t most = 20;
    if (found.frontier.empty())
        return {};
    std::vector<Recommendation> rows = found.frontier;
    const bool isCut = rows.size() > most;
    if (isCut)
        rows.resize(most);
    return "\nThe rest of the frontier of memory and speed"
        + (isCut ? ", the first " + countText(most) + " of " + countText(found.frontier.size())
                 : std::string())
        + "\n\n" + renderTable(table(rows, unit, found.best.size() + 1), TableFormat::Text);
}

std::string presentLine(const Recommendations &found, const Scenario &present)
{
    const Verdict &verdict = found.presentMemory.verdict;
    return "As it is: " + word(verdictWord(found.presentMemory)) + ", "
        + memoryText(present, found.presentMemory.peak) + " of "
        + memoryText(present, verdict.capacity) + ", "
        + formatCount(found.presentSpeed.tokensPerSecondPerGpu) + " tokens/s/GPU\n";
}

bool anyLeavesOutHostTime(const Recommendations &found)
{
    const auto guesses = [](const Recommendation &row) { return updatesOnHost(row.scenario); };
    return std::any_of(found.best.begin(), found.best.end(), guesses)
        || std::any_of(found.frontier.begin(), found.frontier.end(), guesses);
}

/// The inputs that differ, as they would be typed.
Json changesToJson(const Scenario &scenario, const Scenario &present)
{
    Json::Object object;
    for (const Key &key : keys()) {
        const std::optional<Json> value = key.get(scenario);
        if (value && !(value == key.get(present)))
            object.emplace_back(std::string(key.id), *value);
    }
    return object;
}

Json reasonToJson(const Reason &reason, const Scenario &own)
{
    return Json::Object{{"id", nameOf(reason.id)}, {"dimension", nameOf(reason.dimension)},
        {"other", changesToJson(reason.other, own)}, {"more_bytes", reason.more.value()},
        {"missing_bytes", reason.missing.value()}, {"slower", reason.slower}};
}

Json toJson(const Recommendation &row, const Scenario &present)
{
    const MemoryOutlook &memory = row.memory;
    const SpeedOutlook &speed = row.speed;
    return Json::Object{
        {"roles", Json::list(row.roles, [](Role role) { return Json(nameOf(role)); })},
        {"set", changesToJson(row.scenario, present)}, {"changes", row.changes},
        {"verdict", nameOf(memory.verdict.fit)}, {"peak_bytes", memory.peak.value()},
        {"low_bytes", memory.low.value()}, {"high_bytes", memory.high.value()},
        {"capacity_bytes", memory.verdict.capacity.value()},
        {"spare_bytes", memory.verdict.spare.value()}, {"host_bytes", memory.host.value()},
        {"step_seconds", speed.step.value()}, {"tokens_per_second", speed.tokensPerSecond},
        {"tokens_per_second_per_gpu", speed.tokensPerSecondPerGpu}, {"mfu", speed.mfu},
        {"guesses_host_time", updatesOnHost(row.scenario)}, {"on_frontier", row.isOnFrontier},
        {"reasons", Json::list(row.reasons, [&row](const Reason &reason) {
             return reasonToJson(reason, row.scenario);
         })}};
}

} // namespace

std::string recommendationsToText(const Recommendations &found, const Plan &plan)
{
    const Scenario &present = plan.scenario;
    const AmountUnit unit = unitOf(memoryOf(present, {}));
    std::string text = summary(found, present) + presentLine(found, present);
    if (found.obstacle)
        return text + "Nothing can be run: " + std::string(nameOf(*found.obstacle)) + ": "
            + englishText(phraseOf(*found.obstacle, plan))
            + " shardscope-cli plan says what ends it.\n";
    if (found.nearest)
        return text + std::string(nothingFits) + "\n\n"
            + renderTable(table({*found.nearest}, unit, 1), TableFormat::Text);
    text += "\n" + renderTable(table(found.best, unit, 1), TableFormat::Text)
        + reasonLines(found.best);
    text += frontierText(found, unit);
    if (anyLeavesOutHostTime(found))
        text += "\n+ the CPU runs the optimizer as well; its time is estimated, not measured\n";
    return text;
}

Json recommendationsToJson(const Recommendations &found, const Scenario &present)
{
    const auto row = [&present](const Recommendation &one) { return toJson(one, present); };
    return Json::Object{{"schema", ReportSchema}, {"scenario", scenarioToJson(present)},
        {"sequences_per_step", found.batch}, {"tried", static_cast<double>(found.tried)},
        {"fits", static_cast<double>(found.fits)}, {"at_risk", static_cast<double>(found.atRisk)},
        {"impossible", static_cast<double>(found.impossible)},
        {"obstacle", found.obstacle ? Json(nameOf(*found.obstacle)) : Json()},
        {"present",
            Json::Object{{"verdict", verdictWord(found.presentMemory)},
                {"peak_bytes", found.presentMemory.peak.value()},
                {"tokens_per_second", found.presentSpeed.tokensPerSecond}}},
        {"best", Json::list(found.best, row)}, {"frontier", Json::list(found.frontier, row)},
        {"nearest", found.nearest ? row(*found.nearest) : Json()}};
}

} // namespace shardscope
