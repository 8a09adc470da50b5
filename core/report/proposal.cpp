// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/proposal.h"

#include "core/base/texttable.h"
#include "core/explore/search/facts.h"
#include "core/explore/search/recommendtexts.h"
#include "core/judge/findingtext.h"
#include "core/report/report.h"
#include "core/report/sources.h"
#include "core/report/summary.h"
#include "core/scenario/framework.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::size_t mostRows = 20; // more than a page has room for is for programs

std::string paragraph(const std::string &text)
{
    return text.empty() ? text : text + "\n\n";
}

std::string bullets(const std::vector<Phrase> &phrases, const ReportFrame &frame)
{
    std::string text;
    for (const Phrase &phrase : phrases)
        text += "- " + frame.say(phrase) + "\n";
    return paragraph(text.empty() ? text : text.substr(0, text.size() - 1));
}

std::string heading(Text text, const ReportFrame &frame)
{
    return "## " + frame.say(text) + "\n\n";
}

std::string tableOf(const std::vector<Recommendation> &rows, const ReportFrame &frame)
{
    TextTable table;
    std::vector<RecommendationFact> facts;
    for (std::size_t i = 0; i < factCount; ++i) {
        const auto fact = static_cast<RecommendationFact>(i);
        const bool isOfFrontier = fact == RecommendationFact::Role && rows.front().roles.empty();
        if (isSameInAll(fact, rows) || isOfFrontier)
            continue;
        facts.push_back(fact);
        table.columns.push_back({frame.say(titleOf(fact, rows.front())), isNumber(fact)});
    }
    for (const Recommendation &row : rows) {
        std::vector<std::string> cells;
        for (const RecommendationFact fact : facts)
            cells.push_back(frame.say(factOf(fact, row)));
        table.rows.push_back(std::move(cells));
    }
    return renderTable(table, TableFormat::Markdown) + "\n";
}

std::string reasonsOf(const Recommendation &row, const ReportFrame &frame)
{
    std::vector<Phrase> reasons;
    for (const Reason &reason : row.reasons)
        reasons.push_back(phraseOf(reason, row));
    if (reasons.empty())
        return {};
    const Phrase name{english("report", "%1: %2", "role, sharding"),
        {nested(rolesOf(row)), nested(shardingOf(row.scenario))}};
    return "**" + frame.say(name) + "**\n\n" + bullets(reasons, frame);
}

bool marksHostTime(const std::vector<Recommendation> &rows)
{
    return std::any_of(rows.begin(), rows.end(),
        [](const Recommendation &row) { return updatesOnHost(row.scenario); });
}

std::string foundText(const Recommendations &found, const ReportFrame &frame)
{
    std::string text = tableOf(found.best, frame);
    for (const Recommendation &row : found.best)
        text += reasonsOf(row, frame);
    std::vector<Recommendation> rest = found.frontier;
    rest.resize(std::min(rest.size(), mostRows));
    if (!rest.empty())
        text += heading(english("report", "The rest of the frontier of memory and speed"), frame)
            + tableOf(rest, frame);
    if (marksHostTime(found.best) || marksHostTime(rest))
        text += paragraph(frame.say(hostTimeNote));
    return text;
}

} // namespace

std::string sayInEnglish(const Phrase &phrase)
{
    return englishText(phrase);
}

std::string closingText(
    const Plan &plan, const ReportFrame &frame, const std::vector<Scenario> &others)
{
    std::vector<Phrase> assumptions{assumptionsSentence(plan)};
    if (const Phrase doubt = confidenceSentence(plan.memory.confidence); !doubt.isEmpty())
        assumptions.push_back(doubt);
    return heading(english("report", "Assumptions"), frame) + bullets(assumptions, frame)
        + heading(english("report", "Sources"), frame)
        + bullets(sourcesOf(plan, frame.catalog, others), frame)
        + frame.say(imprintSentence(frame.origin)) + "\n";
}

std::string reportText(const Report &report, const Plan &plan, const ReportFrame &frame)
{
    std::string text = "# " + frame.say(report.heading) + "\n\n";
    for (std::size_t i = 0; i < report.verdict.size(); ++i) {
        const std::string said = frame.say(report.verdict[i]);
        text += paragraph(i == 0 ? "**" + said + "**" : said);
    }
    if (!frame.chart.empty())
        text += "![" + frame.say(report.heading) + "](<" + frame.chart + ">)\n\n";
    return text + report.body + closingText(plan, frame, report.scenarios);
}

Report recommendationReport(
    const Recommendations &found, const Plan &present, const ReportFrame &frame)
{
    Report report{.heading = english("report", "Recommended configurations"),
        .verdict = {heldOf(present.scenario, frame.catalog), summaryOf(found),
            presentOf(found, present.scenario)}};
    if (found.obstacle) {
        report.verdict.insert(report.verdict.begin(),
            {english("recommend", "Nothing can be run: %1", "a sentence"),
                {nested(phraseOf(*found.obstacle, present))}});
    } else if (found.nearest) {
        report.verdict.insert(report.verdict.begin(), nothingFits);
        report.body = tableOf({*found.nearest}, frame);
    } else if (!found.best.empty()) {
        const Recommendation &first = found.best.front();
        report.verdict.insert(report.verdict.begin(),
            {english("report", "%1: %2.", "role, sharding"),
                {nested(rolesOf(first)), nested(shardingOf(first.scenario))}});
        report.body = foundText(found, frame);
        for (const Recommendation &row : found.best)
            report.scenarios.push_back(row.scenario);
    }
    return report;
}

Report sweepReport(const SweepRun &run, const ReportFrame &frame)
{
    const Sweep &sweep = run.sweep();
    double counts[namesOf<Fit>.size()] = {};
    double others = 0;
    for (std::size_t point = 0; point < sweep.points(); ++point) {
        if (run.state(point) == PointState::Done && !run.at(point).memory.obstacle)
            ++counts[static_cast<std::size_t>(run.at(point).memory.verdict.fit)];
        else
            ++others;
    }
    const auto input = [](const Axis &axis) { return Named{Named::What::Key, axis.key}; };
    const Phrase heading = sweep.y
        ? Phrase(
            english("report", "Sweep over %1 and %2", "inputs"), {input(sweep.x), input(*sweep.y)})
        : Phrase(english("report", "Sweep over %1", "input"), {input(sweep.x)});
    return {.heading = heading,
        .verdict
        = {{english("report", "%1 points: %2 fit, %3 are at risk, %4 do not fit, %5 cannot run."),
            {Amount::whole(static_cast<double>(sweep.points())), Amount::whole(counts[0]),
                Amount::whole(counts[1]), Amount::whole(counts[2]), Amount::whole(others)}}},
        .body = sweepToText(run, TableFormat::Markdown, frame.sweep) + "\n"};
}

} // namespace shardscope
