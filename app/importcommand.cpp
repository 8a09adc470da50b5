// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/importcommand.h"

#include "app/inputs.h"
#include "core/interchange/importtext.h"

namespace shardscope {

Outcome runImport(const Arguments &arguments, const Catalog &catalog)
{
    const std::string format = arguments.value("--format", "table");
    if (format != "table" && format != "json")
        return wrongUsage("unknown format: " + format + "; import writes table or json");
    if (arguments.operands.empty())
        return wrongUsage("import needs the files of a run");
    const Result<ImportedRun> run = importFiles(arguments.operands, catalog);
    if (!run)
        return badInput(run.error());
    std::vector<Error> problems = run->problems;
    if (run->missingModel)
        problems.push_back(*run->missingModel);
    Outcome outcome = problems.empty() ? Outcome{} : badInput(problems);
    outcome.output = format == "json" ? writeJson(importToJson(*run)) + "\n" : importToText(*run);
    return outcome;
}

} // namespace shardscope
