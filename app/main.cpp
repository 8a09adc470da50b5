// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/desktopcommand.h"
#include "core/catalog/meantid.h"
#include "resources/catalogs.h"
#include "resources/memorysteps.h"
#include "ui/files/hubcache.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/startup.h"
#include "ui/theme.h"
#include "ui/workshop/lessonfiles.h"
#include "ui/zoom.h"

#include <QApplication>
#include <QIcon>
#include <QProcessEnvironment>
#include <QScreen>

#include <cstdio>

namespace shardscope {

namespace {

void nameApplication()
{
    QApplication::setOrganizationName(QStringLiteral("shardscope"));
    QApplication::setApplicationName(QStringLiteral("shardscope"));
    QApplication::setApplicationDisplayName(QStringLiteral("Shardscope"));
    QApplication::setApplicationVersion(QStringLiteral(SHARDSCOPE_VERSION));
    QApplication::setDesktopFileName(QStringLiteral(SHARDSCOPE_APP_ID));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/" SHARDSCOPE_APP_ID ".svg")));
}

int runWindow(QApplication &application, const DesktopCommand &command)
{
    Settings settings;
    Translations translations;
    translations.use(settings.language());
    applyTheme(application, settings.theme());
    zoomLetters(100, settings.zoom());

    CatalogReading reading;
    Catalog catalog = reading.entries();
    const std::vector<Error> catalogErrors = addUserCatalogs(catalog, userCatalogFolder());
    Session session(std::move(catalog), Session::AwaitsRuns());
    MainWindow window({session, settings, translations},
        {.hubCache = hubCacheFolder(QProcessEnvironment::systemEnvironment())});
    session.takeRuns(reading.runs());
    // Where title bar and window would not both fit, all of the screen.
    const QSize room = window.screen()->availableSize();
    if (window.width() >= room.width() || window.height() > firstSize(room).height())
        window.showMaximized();
    else
        window.show();
    for (const Error &error : catalogErrors)
        window.showError(error);

    QStringList files;
    for (const std::string &file : command.files)
        files.append(QString::fromStdString(file));
    begin(window.documents(), window.lessons(), files, !command.lesson.empty());
    Scenario scenario = session.scenario();
    for (const Setting &setting : command.settings) {
        if (const Status applied = applySetting(scenario, setting); !applied)
            window.showError(applied.error());
    }
    settleIds(scenario, session.catalog());
    session.edit(
        QApplication::translate("main", "Command line"), QStringLiteral("--set"), scenario);
    if (!command.lesson.empty())
        window.present(QString::fromStdString(command.lesson));
    return QApplication::exec();
}

/// Windows and macOS have a display always; drawing without it, Qt would find no letters on
/// Windows.
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
constexpr bool mayLackDisplay = true;
#else
constexpr bool mayLackDisplay = false;
#endif

bool hasDisplay()
{
    return !mayLackDisplay || qEnvironmentVariableIsSet("QT_QPA_PLATFORM")
        || !qEnvironmentVariableIsEmpty("DISPLAY")
        || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY");
}

/// Standard error belongs to our own one-line errors: Qt's remarks on the surroundings stay out.
void dropRemarks(QtMsgType type, const QMessageLogContext & /*context*/, const QString &text)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qPrintable(text));
}

constexpr const char *ProgramName = "shardscope";

int run(int argc, char **argv)
{
    const bool canShow = hasDisplay();
    if (!canShow || needsNoDisplay(argc, argv)) {
        qInstallMessageHandler(dropRemarks);
        if (mayLackDisplay && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
            qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    QApplication application(argc, argv);
    nameApplication();
    const auto read = readDesktopCommand(QApplication::arguments());
    if (const Outcome *outcome = std::get_if<Outcome>(&read))
        return finish(*outcome, ProgramName);
    const auto &command = std::get<DesktopCommand>(read);
    if (command.exports.empty()) {
        if (!canShow)
            return finish(
                wrongUsage(
                    "there is no display here; --export needs none, nor does shardscope-cli"),
                ProgramName);
        return runWindow(application, command);
    }

    // Whoever exports from a script wants the same words everywhere.
    Translations translations;
    translations.use(QStringLiteral("en"));
    Catalog catalog = builtInCatalog();
    for (const Error &error : addUserCatalogs(catalog, userCatalogFolder()))
        return finish(badInput(error), ProgramName);
    return finish(runExports(command, catalog), ProgramName);
}

} // namespace

} // namespace shardscope

int main(int argc, char **argv)
{
    shardscope::prepareStreams();
    shardscope::takeMemoryInLargeSteps();
    return shardscope::run(argc, argv);
}
