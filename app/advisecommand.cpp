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
    const Result<ScenarioDocument> document = documentFrom(arguments.operands, arguments.sets);
    if (!document)
        return badInput(document.error());
    Evaluator evaluator(catalog);
    const Result<Advice> advice = adviceFor(document->scenario, catalog, evaluator);
    if (!advice)
        return badInput(advice.error());
    Outcome outcome{.output
        = format == "json" ? writeJson(adviceToJson(*advice)) + "\n" : adviceToText(*advice),
        .errors = notesOn(*document)};
    if (arguments.has("--check") && !canFit(*advice))
        outcome.exit = ExitCode::DoesNotFit;
    return outcome;
}

} // namespace shardscope
