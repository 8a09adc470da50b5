// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plancommand.h"

#include "app/inputs.h"
#include "app/reportframe.h"
#include "core/explore/advice/advice.h"
#include "core/judge/findingtext.h"
#include "core/judge/runnable.h"
#include "core/planner/makeplan.h"
#include "core/report/plantext.h"

#include <array>

namespace shardscope {

namespace {

struct Format
{
    std::string_view name;
    TableFormat table;
};
constexpr std::array<Format, 3> textFormats{{
    {"table", TableFormat::Text},
    {"csv", TableFormat::Csv},
    {"md", TableFormat::Markdown},
}};

/// Nothing for a format that there is not.
std::optional<std::string> written(
    const Plan &plan, std::string_view format, const Catalog &catalog)
{
    if (format == "json")
        return writeJson(planToJson(plan)) + "\n";
    for (const Format &known : textFormats) {
        if (known.name == format)
            return planToText(plan, known.table)
                + (known.table == TableFormat::Markdown
                        ? "\n" + closingText(plan, frameFor(catalog))
                        : "");
    }
    return std::nullopt;
}

std::string gib(Bytes bytes)
{
    return fixedText(bytes / GiB, 2) + " GiB";
}

/// What the exit status tells a script, in words for who reads its log.
void check(Outcome &outcome, const Plan &plan, bool isStrict)
{
    const Memory &memory = plan.memory;
    const Verdict &verdict = memory.verdict;
    for (const Finding &finding : plan.findings) {
        if (!stopsRun(finding.id))
            continue;
        outcome.errors.push_back("cannot run: " + describe(finding, plan));
        outcome.exit = ExitCode::DoesNotFit;
    }
    if (!verdict.fits())
        outcome.errors.push_back("does not fit: short by " + gib(-verdict.spare) + " on each GPU");
    else if (verdict.fit != Fit::Fits)
        outcome.errors.push_back("at risk: may reach " + gib(memory.confidence.high) + " of "
            + gib(verdict.capacity) + " on each GPU");
    if (const Bytes missing = memory.host.missing(); missing > Bytes(0))
        outcome.errors.push_back("does not fit: short by " + gib(missing) + " on each host");
    if (!memory.fits() || (isStrict && verdict.fit != Fit::Fits))
        outcome.exit = ExitCode::DoesNotFit;
}

} // namespace

Outcome runPlan(const Arguments &arguments, const Catalog &catalog)
{
    Inputs inputs;
    if (std::optional<Outcome> bad
        = openInputs(inputs, arguments.operands, arguments.sets, catalog))
        return *std::move(bad);
    Result<Plan> plan = makePlan(inputs.document.scenario, catalog, Reserving::Played);
    if (!plan)
        return badInput(plan.error());
    addFixes(*plan, catalog);
    const std::string format = arguments.value("--format", "table");
    std::optional<std::string> text = written(*plan, format, catalog);
    if (!text)
        return wrongUsage("unknown format: " + format + "; plan writes table, json, csv or md");
    Outcome outcome{.output = *std::move(text), .errors = inputs.notes};
    if (arguments.has("--check") || arguments.has("--strict"))
        check(outcome, *plan, arguments.has("--strict"));
    return outcome;
}

} // namespace shardscope
