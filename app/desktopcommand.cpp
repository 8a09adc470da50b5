// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktopcommand.h"

#include "app/desktopoptions.h"
#include "app/inputoptions.h"
#include "core/planner/makeplan.h"
#include "ui/compare/pins.h"
#include "ui/sweep/sweepinputs.h"
#include "ui/text/names.h"

#include <QCommandLineParser>
#include <QRegularExpression>
#include <QUrl>

#include <algorithm>

namespace shardscope {

namespace {

/// Qt's parser wants names without dashes.
QString bareName(const Option &option)
{
    return toText(option.name.substr(2));
}

void addOptions(QCommandLineParser &parser)
{
    for (const Option &option : desktopOptions())
        parser.addOption({bareName(option), toText(option.meaning), toText(option.argument)});
    for (const Option &option : inputOptions())
        parser.addOption({bareName(option), toText(option.meaning), toText(option.argument)});
    parser.addPositionalArgument(QStringLiteral("FILE"),
        QStringLiteral(
            "scenario or its code, config.json, a folder that holds one, or an exported picture"),
        QStringLiteral("[FILE...]"));
    parser.setApplicationDescription(
        QStringLiteral("Plans the memory, traffic and time of training large models."));
}

/// The word of an option as the enumerator that it names, or a sentence.
template <class E>
std::variant<E, std::string> choiceOf(const QString &option, const std::string &word)
{
    if (const std::optional<E> value = fromName<E>(word))
        return *value;
    std::string problem = "unknown " + option.toStdString() + ": " + word + "; there are";
    for (const std::string_view name : namesOf<E>)
        problem.append(" ").append(name);
    return problemWith(problem, nearest(word, namesOf<E>));
}

std::variant<ExportOptions, std::string> readStyle(const QCommandLineParser &parser)
{
    ExportOptions options;
    std::string problem;
    const auto read = [&](const QString &option, auto &choice) {
        if (!parser.isSet(option) || !problem.empty())
            return;
        const auto kind
            = choiceOf<std::decay_t<decltype(choice)>>(option, parser.value(option).toStdString());
        if (const std::string *wrong = std::get_if<std::string>(&kind))
            problem = *wrong;
        else
            choice = std::get<0>(kind);
    };
    read(QStringLiteral("chart"), options.chart);
    read(QStringLiteral("theme"), options.theme);
    if (!problem.empty())
        return problem;
    options.title = parser.value(QStringLiteral("title"));
    options.caption = parser.value(QStringLiteral("caption"));
    options.date = today();
    const QString size = QStringLiteral("size");
    if (parser.isSet(size)) {
        static const QRegularExpression form(QStringLiteral("^(\\d{1,6})[xX](\\d{1,6})$"));
        const QRegularExpressionMatch match = form.match(parser.value(size));
        if (!match.hasMatch())
            return "--size needs WIDTHxHEIGHT, not " + parser.value(size).toStdString();
        options.size = {match.captured(1).toInt(), match.captured(2).toInt()};
    }
    const QString scale = QStringLiteral("scale");
    if (parser.isSet(scale)) {
        bool isNumber = false;
        options.scale = parser.value(scale).toDouble(&isNumber);
        if (!isNumber)
            return "--scale needs a number from 1 to 4, not " + parser.value(scale).toStdString();
    }
    return options;
}

/// Desktops hand over what was clicked as an address.
std::string fileNamed(const QString &word)
{
    const QUrl address(word);
    return (address.isLocalFile() ? address.toLocalFile() : word).toStdString();
}

std::variant<std::vector<Setting>, std::string> readSettings(const QCommandLineParser &parser)
{
    std::vector<Setting> settings;
    for (const QString &word : parser.values(QStringLiteral("set"))) {
        const qsizetype equals = word.indexOf(u'=');
        if (equals < 1)
            return "--set needs KEY=VALUE, not " + word.toStdString();
        settings.emplace_back(word.left(equals).toStdString(), word.mid(equals + 1).toStdString());
    }
    for (const Option &option : inputOptions()) {
        if (parser.isSet(bareName(option)))
            settings.emplace_back(option.key, parser.value(bareName(option)).toStdString());
    }
    return settings;
}

} // namespace

std::variant<DesktopCommand, Outcome> readDesktopCommand(const QStringList &words)
{
    QCommandLineParser parser;
    addOptions(parser);
    if (!parser.parse(words))
        return wrongUsage(parser.errorText().toStdString());
    if (parser.isSet(QStringLiteral("help")))
        return Outcome{.output = parser.helpText().toStdString()};
    if (parser.isSet(QStringLiteral("version")))
        return Outcome{.output = "shardscope " SHARDSCOPE_VERSION "\n"};

    const auto style = readStyle(parser);
    if (const std::string *problem = std::get_if<std::string>(&style))
        return wrongUsage(*problem);
    auto settings = readSettings(parser);
    if (const std::string *problem = std::get_if<std::string>(&settings))
        return wrongUsage(*problem);

    DesktopCommand command{.settings = std::get<std::vector<Setting>>(std::move(settings))};
    command.lesson = parser.value(QStringLiteral("workshop")).toStdString();
    for (const QString &file : parser.positionalArguments())
        command.files.push_back(fileNamed(file));
    for (const QString &path : parser.values(QStringLiteral("export"))) {
        command.exports.push_back(std::get<ExportOptions>(style));
        command.exports.back().path = path;
    }
    return command;
}

bool needsNoDisplay(int argc, char **argv)
{
    return std::any_of(argv, argv + argc, [](std::string_view word) {
        return word.starts_with("--export") || word == "--help" || word == "--version";
    });
}

Outcome runExports(const DesktopCommand &command, const Catalog &catalog)
{
    Inputs inputs;
    if (std::optional<Outcome> bad = openInputs(inputs, command.files, command.settings, catalog))
        return *std::move(bad);
    const ScenarioDocument &document = inputs.document;
    const Result<Plan> plan = makePlan(document.scenario, catalog, Reserving::Played);
    if (!plan)
        return badInput(plan.error());
    Pins pins(catalog);
    pins.restore(document.pins);
    for (ExportOptions options : command.exports) {
        options.compared = pins.all();
        if (options.chart == ChartKind::Sweep && document.sweep) {
            Result<Sweep> sweep = sweepOf(*document.sweep, document.scenario, catalog);
            if (!sweep)
                return badInput(sweep.error());
            options.sweep = finishedRun(*std::move(sweep), catalog);
        }
        const Status written = exportPlan(*plan, catalog, document, options);
        if (!written)
            return badInput(written.error());
    }
    return {};
}

} // namespace shardscope
