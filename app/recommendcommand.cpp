// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recommendcommand.h"

#include "app/inputs.h"
#include "app/progress.h"
#include "app/reportframe.h"
#include "core/base/parallel.h"
#include "core/planner/makeplan.h"
#include "core/report/recommendtext.h"

#include <cmath>
#include <optional>
#include <variant>

namespace shardscope {

namespace {

/// A whole number of an option; 0 where it is not given, nothing where it is no such number.
std::optional<double> count(const Arguments &arguments, std::string_view option)
{
    const std::string text = arguments.value(option, "");
    if (text.empty())
        return 0;
    constexpr double most = 1 << 20; // as for parallel.gpus
    const std::optional<double> number = parseNumber(text);
    if (!number || *number < 1 || *number > most || *number != std::floor(*number))
        return std::nullopt;
    return number;
}

bool hold(SearchFreedom &freedom, std::string_view word)
{
    const std::optional<Dimension> dimension = fromName<Dimension>(word);
    bool *const isFree = dimension ? freedomOf(freedom, *dimension) : nullptr;
    if (isFree)
        *isFree = false;
    return isFree != nullptr;
}

/// What may change, or a sentence that says what is wrong with the options.
std::variant<SearchFreedom, std::string> freedomFrom(const Arguments &arguments)
{
    SearchFreedom freedom;
    const std::optional<double> gpus = count(arguments, "--gpus-at-most");
    const std::optional<double> batch = count(arguments, "--batch");
    if (!gpus || !batch)
        return std::string(gpus ? "--batch" : "--gpus-at-most") + " needs a whole number from 1";
    freedom.gpusAtMost = static_cast<int>(*gpus);
    freedom.batch = *batch;
    std::string words = arguments.value("--hold", "");
    while (!words.empty()) {
        const std::size_t comma = std::min(words.find(','), words.size());
        const std::string word = words.substr(0, comma);
        if (!hold(freedom, word))
            return "--hold does not know " + word
                + "; there are strategy, framework, micro-batch, checkpointing, offload, loss, "
                  "attention, tensor, pipeline, context, expert, chunks, schedule, rank-order";
        words.erase(0, comma + 1);
    }
    return freedom;
}

std::string written(
    const Recommendations &found, const Plan &plan, std::string_view format, const Catalog &catalog)
{
    if (format == "json")
        return writeJson(recommendationsToJson(found, plan.scenario)) + "\n";
    if (format == "text")
        return recommendationsToText(found, plan);
    const ReportFrame frame = frameFor(catalog);
    return reportText(recommendationReport(found, plan, frame), plan, frame);
}

} // namespace

Outcome runRecommend(const Arguments &arguments, const Catalog &catalog)
{
    const std::string format = arguments.value("--format", "text");
    if (format != "text" && format != "json" && format != "md")
        return wrongUsage("unknown format: " + format + "; recommend writes text, json or md");
    const std::variant<SearchFreedom, std::string> freedom = freedomFrom(arguments);
    if (const std::string *problem = std::get_if<std::string>(&freedom))
        return wrongUsage(*problem);
    Inputs inputs;
    if (std::optional<Outcome> bad
        = openInputs(inputs, arguments.operands, arguments.sets, catalog))
        return *std::move(bad);
    Result<SearchSpace> space
        = searchSpace(inputs.document.scenario, std::get<SearchFreedom>(freedom), catalog);
    if (!space)
        return badInput(space.error());
    const Result<Plan> plan = makePlan(inputs.document.scenario, catalog);
    if (!plan)
        return badInput(plan.error());
    Search search(*std::move(space), catalog);
    {
        const Progress progress(search.space().size(), [&search] { return search.done(); });
        onThreads(coreCount(), [&search] { search.work(); });
    }
    const Recommendations found = recommendationsOf(search);
    Outcome outcome{.output = written(found, *plan, format, catalog), .errors = inputs.notes};
    if (arguments.has("--check") && found.fits == 0)
        outcome.exit = ExitCode::DoesNotFit;
    return outcome;
}

} // namespace shardscope
