// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/advisecommand.h"
#include "app/clioptions.h"
#include "app/comparecommand.h"
#include "app/exportcommand.h"
#include "app/importcommand.h"
#include "app/outcome.h"
#include "app/plancommand.h"
#include "app/recommendcommand.h"
#include "app/sharecommand.h"
#include "app/sweepcommand.h"
#include "app/validatecommand.h"
#include "core/catalog/catalogtext.h"
#include "core/report/plantext.h"
#include "core/scenario/keytext.h"
#include "resources/catalogs.h"
#include "resources/memorysteps.h"

namespace shardscope {

namespace {

Outcome runCatalog(const Arguments &arguments, const Catalog &catalog)
{
    if (arguments.operands.size() != 1)
        return wrongUsage("catalog needs one of gpus, models, links");
    const std::string &word = arguments.operands.front();
    const std::optional<CatalogKind> kind = fromName<CatalogKind>(word);
    if (!kind)
        return wrongUsage("unknown catalogue: " + word + "; there are gpus, models, links");
    const std::string format = arguments.value("--format", "table");
    if (format == "json")
        return {.output = writeJson(catalogToJson(catalog, *kind)) + "\n"};
    if (format == "table")
        return {.output = catalogToText(catalog, *kind)};
    return wrongUsage("unknown format: " + format + "; catalog writes table or json");
}

Outcome runKeys(const Arguments &arguments)
{
    if (!arguments.operands.empty())
        return wrongUsage("keys takes no arguments");
    return {.output = keysToText()};
}

/// The commands that need the catalogue refuse to go on without the user's part of it: a plan for
/// the wrong GPU would be worse than none.
Outcome runWithCatalog(const Arguments &arguments, Catalog &catalog)
{
    catalog = builtInCatalog();
    const std::vector<Error> errors = addUserCatalogs(catalog, userCatalogFolder());
    if (!errors.empty()) {
        Outcome outcome{.exit = ExitCode::BadInput};
        for (const Error &error : errors)
            outcome.errors.push_back(describe(error));
        return outcome;
    }
    using Run = Outcome (*)(const Arguments &, const Catalog &);
    constexpr std::array<std::pair<std::string_view, Run>, 10> commands{{
        {"plan", runPlan},
        {"share", runShare},
        {"import", runImport},
        {"export", runExport},
        {"sweep", runSweep},
        {"advise", runAdvise},
        {"compare", runCompare},
        {"recommend", runRecommend},
        {"validate", runValidate},
        {"catalog", runCatalog},
    }};
    const auto named = std::find_if(commands.begin(), commands.end(),
        [&arguments](const auto &each) { return each.first == arguments.command->name; });
    return named->second(arguments, catalog);
}

/// `catalog` is filled where the command needs it, and must outlive what is given back.
Outcome run(std::span<const std::string> words, Catalog &catalog)
{
    const std::variant<Arguments, std::string> parsed = parseArguments(words);
    if (const std::string *problem = std::get_if<std::string>(&parsed))
        return wrongUsage(*problem);
    const auto &arguments = std::get<Arguments>(parsed);
    if (arguments.has("--help"))
        return {.output = helpText()};
    if (arguments.has("--version"))
        return {.output = versionText()};
    if (arguments.command->name == "keys")
        return runKeys(arguments);
    return runWithCatalog(arguments, catalog);
}

} // namespace

} // namespace shardscope

int main(int argc, char **argv)
{
    shardscope::takeMemoryInLargeSteps();
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    shardscope::prepareStreams();
    shardscope::Catalog catalog;
    return shardscope::finish(shardscope::run(words, catalog), "shardscope-cli");
}
