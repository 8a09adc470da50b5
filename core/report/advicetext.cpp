// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/base/texttable.h"
#include "core/explore/advice/advicetexts.h"
#include "core/judge/runnable.h"
#include "core/judge/runverdict.h"

namespace shardscope {

namespace {

/// The worksheet speaks decimal GB, as everywhere.
struct SizeUnit
{
    std::string name;
    Bytes size;

    std::string operator()(Bytes bytes) const { return fixedText(bytes / size, 2); }
};

SizeUnit unitOf(const Advice &advice)
{
    if (advice.scenario.estimator == EstimatorKind::Worksheet)
        return {"GB", GB};
    return {"GiB", GiB};
}

std::string moveTable(const std::vector<WeighedMove> &moves, const SizeUnit &unit)
{
    TextTable table{
        .columns = {{"Change"}, {"Peak " + unit.name, true}, {"Spare " + unit.name, true},
            {"Time x", true}, {"GPU-time x", true}, {"GB sent", true}, {"Touches"}}};
    for (const WeighedMove &weighed : moves) {
        table.rows.push_back({settingsText(weighed.move.settings), unit(weighed.peak),
            unit(weighed.spare), fixedText(weighed.time, 2), fixedText(weighed.gpuTime, 2),
            signedText(weighed.traffic / GB, 2), englishText(listOf(remarksOn(weighed)))});
    }
    return renderTable(table, TableFormat::Text)
        + "Time x: what the same tokens take, as a multiple of today's; GPU-time x: the same in "
          "GPU-hours;\nGB sent: by each GPU for the tokens of today's step, more or less than "
          "today\n";
}

std::string limitTable(const std::vector<Limit> &limits)
{
    TextTable table{.columns = {{"Limit"}, {"Value", true}, {"Why there"}, {"Setting"}}};
    for (const Limit &limit : limits)
        table.rows.push_back({std::string(textOf(limit.id)), englishText(valueOf(limit)),
            englishText(reasonFor(limit)), settingsText(limit.move.settings)});
    return renderTable(table, TableFormat::Text);
}

std::string headline(const MemoryOutlook &memory, const SizeUnit &unit)
{
    const std::string peak = unit(memory.peak) + " " + unit.name + " of "
        + unit(memory.verdict.capacity) + " " + unit.name + " per GPU\n";
    if (memory.obstacle && stopsRun(*memory.obstacle))
        return std::string(textOf(verdictFor(*memory.obstacle))) + " ("
            + std::string(nameOf(*memory.obstacle))
            + "; shardscope-cli plan says what ends it): " + peak;
    switch (memory.fit()) {
    case Fit::Fits:
        return "Fits: " + peak;
    case Fit::AtRisk:
        return "At risk: " + peak;
    case Fit::DoesNotFit:
        break;
    }
    return "Does not fit: " + peak;
}

std::string waysText(const Fixes &fixes)
{
    std::string text = formatCount(static_cast<double>(fixes.fitting)) + " found";
    if (fixes.shown.size() < fixes.fitting)
        text += ", the best " + formatCount(static_cast<double>(fixes.shown.size())) + " shown";
    if (fixes.atRisk > 0)
        text += ", " + formatCount(static_cast<double>(fixes.atRisk)) + " more at risk";
    return text;
}

std::string fixesText(const Fixes &fixes, const SizeUnit &unit)
{
    if (fixes.shown.empty())
        return "\n" + std::string(noFixText) + "\n";
    const std::string found = fixes.fitting > 0
        ? "What to change, the cheapest first (" + waysText(fixes) + ")"
        : "Nothing makes it fit for sure; this comes nearest";
    return "\n" + found + "\n" + moveTable(fixes.shown, unit);
}

} // namespace

std::string adviceToText(const Advice &advice)
{
    const SizeUnit unit = unitOf(advice);
    std::string text = headline(advice.memory, unit);
    if (!advice.isPlanned)
        return text;
    if (advice.memory.verdict.fit != Fit::Fits)
        text += fixesText(advice.fixes, unit);
    else if (!advice.giveBacks.empty())
        text += "\nWhat could be given back, the largest gain first\n"
            + moveTable(advice.giveBacks, unit);
    return text + "\n" + limitTable(advice.limits);
}

} // namespace shardscope
