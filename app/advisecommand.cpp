// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advisecommand.h"

#include "app/inputs.h"
#include "core/explore/advice/advice.h"

namespace shardscope {

namespace {

/// Whether it fits as plan --check has it, or some change makes it.
bool canFit(const Advice &advice)
{
    return advice.memory.fits() || advice.fixes.fitting > 0;
}

} // namespace

Outcome runAdvise(const Arguments &arguments, const Catalog &catalog)
{
    const std::string format = arguments.value("--format", "table");
    if (format != "table" && format != "json")
        return wrongUsage("unknown format: " + format + "; advise writes table or json");
    Inputs inputs;
    if (std::optional<Outcome> bad
        = openInputs(inputs, arguments.operands, arguments.sets, catalog))
        return *std::move(bad);
    Evaluator evaluator(catalog);
    const Result<Advice> advice = adviceFor(inputs.document.scenario, catalog, evaluator);
    if (!advice)
        return badInput(advice.error());
    Outcome outcome{.output
        = format == "json" ? writeJson(adviceToJson(*advice)) + "\n" : adviceToText(*advice),
        .errors = inputs.notes};
    if (arguments.has("--check") && !canFit(*advice))
        outcome.exit = ExitCode::DoesNotFit;
    return outcome;
}

} // namespace shardscope
