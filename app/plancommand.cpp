// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/plancommand.h"

#include "app/inputs.h"
#include "core/advice/advice.h"
#include "core/allocator/reservation.h"
#include "core/plan.h"
#include "core/plantext.h"

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
std::optional<std::string> written(const Plan &plan, std::string_view format)
{
    if (format == "json")
        return writeJson(planToJson(plan)) + "\n";
    for (const Format &known : textFormats) {
        if (known.name == format)
            return planToText(plan, known.table);
    }
    return std::nullopt;
}

} // namespace

Outcome runPlan(const Arguments &arguments, const Catalog &catalog)
{
    const Result<ScenarioDocument> document = documentFrom(arguments.operands, arguments.sets);
    if (!document)
        return badInput(document.error());
    Result<Plan> plan = makePlan(document->scenario, catalog);
    if (!plan)
        return badInput(plan.error());
    if (document->scenario.estimator == EstimatorKind::Detailed)
        plan->memory.reservation = *reservationOf(document->scenario, catalog);
    addFixes(*plan, catalog);
    const std::string format = arguments.value("--format", "table");
    std::optional<std::string> text = written(*plan, format);
    if (!text)
        return wrongUsage("unknown format: " + format + "; plan writes table, json, csv or md");
    Outcome outcome{.output = *std::move(text)};
    if (arguments.has("--check") && !plan->memory.verdict.fits())
        outcome.exit = ExitCode::DoesNotFit;
    return outcome;
}

} // namespace shardscope
