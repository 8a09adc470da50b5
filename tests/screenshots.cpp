// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of the README and the software centres with the program itself:
// shardscope_screenshots FOLDER. To look at others: names after it, and --help.
#include "core/scenario/keys.h"
#include "resources/catalogs.h"
#include "resources/examples.h"
#include "tests/support/pictures.h"
#include "ui/advisor.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/runfiledialog.h"
#include "ui/fields/fitgrooves.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/palette/commandpalette.h"
#include "ui/recommend/recommenddialog.h"
#include "ui/results/pages.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/sweep/axispicker.h"
#include "ui/sweep/sweeppage.h"
#include "ui/theme.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QDragEnterEvent>
#include <QEventLoop>
#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QMimeData>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>
#include <QUrl>

#include <cstdio>
#include <filesystem>

using namespace shardscope;

namespace {

/// Each example as it is opened.
std::vector<Picture> examplePictures()
{
    std::vector<Picture> all;
    for (const Example &example : builtInExamples()) {
        const std::string name = std::filesystem::path(example.name).stem().string();
        all.push_back({.name = "example-" + name,
            .example = name,
            .size = {1280, 720},
            .isOpened = true,
            .isPublished = false});
    }
    return all;
}

Scenario withInputs(Scenario scenario, const InputValues &inputs)
{
    for (const auto &[key, value] : inputs) {
        if (!setKeyText(scenario, key, value))
            qFatal("%s: a wrong setting", std::string(key).c_str());
    }
    return scenario;
}

void compare(Session &session, const Picture &picture)
{
    const Scenario present = session.scenario();
    for (const InputValues &pin : picture.pins)
        session.pins().pin(withInputs(present, pin));
    QApplication::processEvents();
    session.settle();
    session.edit(QStringLiteral("Edit"), {}, withInputs(present, picture.edit));
    session.endGesture();
    QApplication::processEvents();
    if (!picture.isDragging)
        session.settle();
    session.pins().setPeeking(picture.isPeeking);
}

void showSweep(SweepPage &page, const Picture &picture)
{
    const auto choiceOf = [&picture](const char *key) {
        AxisChoice choice = standardChoice(key);
        choice.count = hasRange(key) ? picture.sweep.count : 0;
        return choice;
    };
    page.across()->setChoice(choiceOf(picture.sweep.across));
    page.up()->setChoice(
        picture.sweep.up ? std::optional(choiceOf(picture.sweep.up)) : std::nullopt);
    page.setMetric(picture.sweep.metric);
}

void waitFor(SweepPage &page)
{
    QEventLoop wait;
    QTimer::singleShot(400, &wait, &QEventLoop::quit); // it waits for the end of a drag
    wait.exec();
    while (page.runner().isRunning())
        QApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

QPalette contrastPalette()
{
    QPalette palette(Qt::white, Qt::black, Qt::white, Qt::gray, Qt::gray, Qt::white, Qt::black);
    palette.setColor(QPalette::Window, Qt::black);
    palette.setColor(QPalette::Button, Qt::black);
    palette.setColor(QPalette::ButtonText, Qt::white);
    palette.setColor(QPalette::AlternateBase, Qt::black);
    palette.setColor(QPalette::Highlight, Qt::cyan);
    palette.setColor(QPalette::HighlightedText, Qt::black);
    palette.setColor(QPalette::Link, Qt::yellow);
    palette.setColor(QPalette::PlaceholderText, Qt::lightGray);
    return palette;
}

/// No language of ours is written from right to left: our own words stand as if they were.
class RightToLeftTranslator : public QTranslator
{
public:
    bool isEmpty() const override { return false; }
    QString translate(const char * /*context*/, const char *source, const char * /*comment*/,
        int /*n*/) const override
    {
        return QChar(0x200F) + QString::fromUtf8(source) + QChar(0x200F);
    }
};

void showEvidence(Workspace &workspace, const Picture &picture)
{
    if (picture.isOpened) // at what the example shows
        return;
    if (picture.tab >= 0)
        workspace.showTab(picture.tab);
    else
        workspace.showChart(picture.chart);
}

/// Writes the files of a run and opens them together.
void import(Documents &documents, const Picture &picture, const QTemporaryDir &scratch)
{
    QStringList paths;
    for (const auto &[name, text] : picture.runFiles) {
        paths += scratch.filePath(QString::fromLatin1(name));
        QFile file(paths.last());
        if (!file.open(QIODevice::WriteOnly) || file.write(text) < 0)
            qFatal("%s cannot be written", name);
    }
    if (!paths.isEmpty())
        documents.open(paths);
}

bool draw(const Picture &picture, const QDir &folder, const QTemporaryDir &scratch)
{
    Settings settings(scratch.filePath(QStringLiteral("settings.ini")));
    Translations translations;
    translations.use(QString::fromLatin1(picture.language));
    applyTheme(*qApp, picture.theme);
    if (picture.isContrast) {
        QApplication::setPalette(contrastPalette());
        setFieldPalette(contrastPalette());
    }
    RightToLeftTranslator mirrored;
    if (QApplication::isRightToLeft())
        QApplication::installTranslator(&mirrored);
    Session session(builtInCatalog());
    session.playedPlans().setPause(1'000'000'000); // when it is told to
    MainWindow window({session, settings, translations}, {.backupFolder = scratch.path()});
    window.resize(picture.size);
    for (const Example &example : builtInExamples()) {
        if (example.name != "examples/" + picture.example + ".shardscope")
            continue;
        if (picture.isOpened)
            window.documents().openExample(example.document);
        else
            session.load({withInputs(example.document.scenario, picture.settings), {}});
    }
    window.show();
    showEvidence(window.workspace(), picture);
    import(window.documents(), picture, scratch);
    compare(session, picture);
    showEvidence(window.workspace(), picture); // the pins are there by now
    if (auto *sweep = window.findChild<SweepPage *>()) { // made when its tab is seen
        if (!picture.isOpened)
            showSweep(*sweep, picture);
        waitFor(*sweep);
    }
    if (picture.axis)
        window.findChild<TrafficPage *>()->setAxis(*picture.axis);
    QApplication::processEvents();
    if (picture.part)
        emit window.workspace().partActivated(QString::fromLatin1(picture.part));
    window.workspace().advisor().waitForAdvice();
    const auto *grooves = window.findChild<FitGrooves *>();
    for (int turn = 0; turn < 5 || !grooves->isUpToDate(); ++turn)
        QApplication::processEvents();
    const QString file
        = folder.filePath(QString::fromStdString(picture.name) + QStringLiteral(".png"));
    if (picture.measured) {
        CalibrationDialog dialog(session);
        dialog.setText(QString::fromLatin1(picture.measured));
        dialog.show();
        QApplication::processEvents();
        return dialog.grab().save(file);
    }
    if (picture.typed) {
        CommandPalette::toggle(
            {session, *window.menuBar(), window.parameters()}, settings, &window);
        window.findChild<CommandPalette *>()->edit()->setText(QString::fromLatin1(picture.typed));
        QApplication::processEvents();
    }
    if (picture.isRecommending) {
        RecommendDialog dialog(session);
        dialog.show();
        while (dialog.isSearching())
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QApplication::processEvents();
        return dialog.grab().save(file);
    }
    if (picture.runTarget) {
        RunFileDialog dialog(session, window.documents().dialogs(), {});
        dialog.choose(QString::fromLatin1(picture.runTarget));
        dialog.show();
        QApplication::processEvents();
        return dialog.grab().save(file);
    }
    if (picture.isDropping) {
        QMimeData files;
        files.setUrls({QUrl::fromLocalFile(scratch.filePath(QStringLiteral("recipe.yaml")))});
        QDragEnterEvent drag(
            window.rect().center(), Qt::CopyAction, &files, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &drag);
    }
    return window.grab().save(file);
}

/// How all pictures are drawn instead, to see whether the window stands it.
struct Look
{
    std::optional<ThemeChoice> theme{};
    bool isContrast = false;
    QByteArray language{};
    QSize size{};
    QStringList names{};
};

void addLookOptions(QCommandLineParser &parser)
{
    parser.addHelpOption();
    parser.addOptions({{QStringLiteral("theme"), QStringLiteral("light or dark"),
                           QStringLiteral("name")},
        {QStringLiteral("contrast"), QStringLiteral("white on black, as a system may ask for")},
        {QStringLiteral("language"), QStringLiteral("de, zh_CN, pseudo"), QStringLiteral("code")},
        {QStringLiteral("size"), QStringLiteral("of the window"), QStringLiteral("WxH")},
        {QStringLiteral("points"), QStringLiteral("size of the letters"),
            QStringLiteral("number")}});
    parser.addPositionalArgument(QStringLiteral("folder"), QStringLiteral("where they go"));
    parser.addPositionalArgument(
        QStringLiteral("names"), QStringLiteral("of pictures; none: those that are published"));
}

Look lookOf(const QCommandLineParser &parser)
{
    Look look{.language = parser.value(QStringLiteral("language")).toLatin1(),
        .names = parser.positionalArguments().mid(1)};
    look.theme = fromName<ThemeChoice>(parser.value(QStringLiteral("theme")).toStdString());
    look.isContrast = parser.isSet(QStringLiteral("contrast"));
    if (look.isContrast)
        look.theme = ThemeChoice::System;
    const QStringList sides = parser.value(QStringLiteral("size")).split(u'x');
    if (sides.size() == 2)
        look.size = QSize(sides[0].toInt(), sides[1].toInt());
    if (const int points = parser.value(QStringLiteral("points")).toInt(); points > 0) {
        QFont font = QApplication::font();
        font.setPointSize(points);
        QApplication::setFont(font);
    }
    return look;
}

Picture seen(Picture picture, const Look &look)
{
    picture.theme = look.theme.value_or(picture.theme);
    picture.isContrast = look.isContrast;
    if (!look.language.isEmpty())
        picture.language = look.language.constData();
    if (look.size.isValid())
        picture.size = look.size;
    return picture;
}

bool isWanted(const Picture &picture, const QStringList &names)
{
    return names.isEmpty() ? picture.isPublished
                           : names.contains(QString::fromStdString(picture.name));
}

} // namespace

int main(int argc, char **argv)
{
    QStandardPaths::setTestModeEnabled(true);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    QCommandLineParser parser;
    addLookOptions(parser);
    parser.process(application);
    if (parser.positionalArguments().isEmpty())
        parser.showHelp(1);
    const Look look = lookOf(parser);
    const QDir folder(parser.positionalArguments().first());
    const QTemporaryDir scratch;
    std::vector<Picture> all = pictures;
    for (Picture &picture : examplePictures())
        all.push_back(std::move(picture));
    for (const Picture &picture : all) {
        if (!isWanted(picture, look.names))
            continue;
        if (!folder.mkpath(QStringLiteral(".")) || !draw(seen(picture, look), folder, scratch)) {
            std::fprintf(stderr, "%s cannot be written\n", picture.name.c_str());
            return 2;
        }
    }
    return 0;
}
