// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/exportcommand.h"

#include "app/inputs.h"
#include "app/reportframe.h"
#include "core/interchange/saveback.h"
#include "core/interchange/writerun.h"
#include "core/planner/makeplan.h"
#include "core/report/caption.h"
#include "resources/readfile.h"
#include "resources/writefile.h"

namespace shardscope {

namespace {

constexpr std::string_view themselves = "files";

std::string targetNames()
{
    std::string names;
    for (const RunTarget &target : runTargets())
        names += std::string(target.id) + ", ";
    return names + std::string(themselves);
}

Outcome exportAs(const RunTarget &target, const Inputs &inputs, const Arguments &arguments,
    const Catalog &catalog)
{
    const Result<Plan> plan = makePlan(inputs.document.scenario, catalog, Reserving::Played);
    if (!plan)
        return badInput(plan.error());
    const WrittenRun run = writeRun(
        target, inputs.document.scenario, catalog, headingOf(*plan, frameFor(catalog).origin));
    return delivered(run.text, arguments.value("--output", ""), inputs.notes);
}

/// What --set changes, as a diff; with --write into the files.
Outcome editFiles(const Inputs &inputs, const Arguments &arguments, const Catalog &catalog)
{
    if (!inputs.run)
        return wrongUsage("export --as files needs the files of a run");
    const SavedBack saved = saveBack(
        inputs.run->files, inputs.run->scenario, inputs.document.scenario, catalog, surroundings());
    Outcome outcome{.output = diffText(saved.edits)};
    for (const std::string &key : saved.unsaid)
        outcome.errors.push_back(key + ": none of the files can say this");
    if (!arguments.has("--write"))
        return outcome;
    for (const RunFile &file : saved.files) {
        if (const Status status = replaceFile(pathNamed(file.name), file.text); !status)
            return badInput(status.error());
    }
    return outcome;
}

} // namespace

Outcome runExport(const Arguments &arguments, const Catalog &catalog)
{
    const std::string format = arguments.value("--as", "");
    const RunTarget *target = findRunTarget(format);
    if (!target && format != themselves)
        return wrongUsage(
            (format.empty() ? std::string("export needs --as FORMAT") : "unknown format: " + format)
            + "; there are " + targetNames());
    Inputs inputs;
    if (std::optional<Outcome> bad
        = openInputs(inputs, arguments.operands, arguments.sets, catalog))
        return *std::move(bad);
    return target ? exportAs(*target, inputs, arguments, catalog)
                  : editFiles(inputs, arguments, catalog);
}

} // namespace shardscope
