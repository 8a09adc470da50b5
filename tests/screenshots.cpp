// SPDX-License-Identifier: GPL-3.0-or-later
// Draws the pictures of the README and the software centres with the program itself:
// shardscope_screenshots FOLDER. To look at others: names after it, and --help.
#include "core/scenario/keys.h"
#include "resources/catalogs.h"
#include "resources/examples.h"
#include "ui/advisor.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/fields/fitgrooves.h"
#include "ui/language.h"
#include "ui/mainwindow.h"
#include "ui/palette/commandpalette.h"
#include "ui/recommend/recommenddialog.h"
#include "ui/results/pages.h"
#include "ui/results/runpage.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/sweep/axispicker.h"
#include "ui/sweep/sweeppage.h"
#include "ui/theme.h"
#include "ui/workspace.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QDir>
#include <QEventLoop>
#include <QLineEdit>
#include <QMenuBar>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>

#include <cstdio>
#include <filesystem>

using namespace shardscope;

namespace {

using Inputs = std::vector<std::pair<std::string_view, std::string_view>>;

struct Picture
{
    std::string name;
    std::string example; ///< in resources/examples
    ThemeChoice theme = ThemeChoice::Light;
    const char *language = "en";
    int tab = 0;
    MemoryPage::View view = MemoryPage::ByStrategy;
    TrafficPage::View traffic = TrafficPage::ByLink;
    TimelinePage::View timeline = TimelinePage::ByEvent;
    RunPage::View run = RunPage::Numbers;
    const char *part = nullptr; ///< selected and explained
    Inputs settings{}; ///< beyond the example
    std::vector<Inputs> pins{}; ///< what is pinned, beyond the example
    Inputs edit{}; ///< made and told of when the window stands
    bool isPeeking = false;
    bool isDragging = false; ///< the edit goes on
    QSize size{1280, 800};
    const char *measured = nullptr; ///< pasted into the calibration dialog, which is then drawn
    struct
    {
        const char *across = "training.sequence_length";
        const char *up = "parallel.gpus"; ///< null: a curve
        Metric metric = Metric::Fit;
        int count = 0; ///< 0: round numbers
    } sweep{};
    const char *typed = nullptr; ///< into the command palette
    bool isRecommending = false; ///< the dialog of recommendations is drawn
    bool isContrast = false; ///< white on black, as a system may ask for
    bool isOpened = false; ///< the example as the menu opens it, with pins, sweep and chart
    bool isPublished = true; ///< else drawn only when asked for by name
};

const std::vector<Picture> pictures = {
    {.name = "window-light", .example = "llama-3-8b-zero3", .part = "optimizer"},
    {.name = "window-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .part = "activations"},
    {.name = "dragging",
        .example = "llama-3-8b-zero3",
        .edit = {{"training.micro_batch", "2"}},
        .isDragging = true,
        .isPublished = false},
    {.name = "paused",
        .example = "llama-3-8b-zero3",
        .edit = {{"training.micro_batch", "2"}},
        .isPublished = false},
    {.name = "dragging-german",
        .example = "qwen2.5-7b-qlora-4090",
        .language = "de",
        .edit = {{"training.micro_batch", "2"}},
        .isDragging = true,
        .isPublished = false},
    {.name = "paused-german",
        .example = "qwen2.5-7b-qlora-4090",
        .language = "de",
        .edit = {{"training.micro_batch", "2"}},
        .isPublished = false},
    {.name = "paused-dark",
        .example = "llama-2-70b-full-on-8",
        .theme = ThemeChoice::Dark,
        .edit = {{"parallel.gpus", "32"}},
        .isPublished = false},
    {.name = "window-german", .example = "llama-3-8b-zero3", .language = "de", .part = "logits"},
    {.name = "window-chinese",
        .example = "qwen2.5-7b-qlora-4090",
        .language = "zh_CN",
        .part = "weights"},
    {.name = "does-not-fit", .example = "llama-2-70b-full-on-8", .part = "optimizer"},
    {.name = "traffic", .example = "llama-3-8b-zero3", .tab = 1},
    {.name = "timeline", .example = "llama-3-8b-zero3", .tab = 2, .part = "activations"},
    {.name = "table", .example = "llama-3-8b-zero3", .tab = 4},
    {.name = "traffic-dark", .example = "llama-3-8b-zero3", .theme = ThemeChoice::Dark, .tab = 1},
    {.name = "timeline-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .tab = 2,
        .settings = {{"parallel.strategy", "ddp"}, {"training.method", "lora"}},
        .isPublished = false},
    {.name = "frameworks",
        .example = "llama-3-8b-zero3",
        .view = MemoryPage::ByFramework,
        .part = "gathered"},
    {.name = "frameworks-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .view = MemoryPage::ByFramework,
        .size = {1280, 720},
        .isPublished = false},
    {.name = "offload",
        .example = "llama-3-8b-zero3",
        .part = "optimizer",
        .settings = {{"parallel.offload", "optimizer"}, {"hardware.host_gib", "1024"}}},
    {.name = "calibration",
        .example = "llama-3-8b-zero3",
        .measured
        = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 3.91 GiB. GPU 0 has a "
          "total capacity of 39.39 GiB of which 1.03 GiB is free. Including non-PyTorch memory, "
          "this process has 38.35 GiB memory in use. Of the allocated memory 34.97 GiB is "
          "allocated by PyTorch, and 2.11 GiB is reserved by PyTorch but unallocated."},
    {.name = "palette", .example = "llama-3-8b-zero3", .typed = "seq 16k", .isPublished = false},
    {.name = "recommend", .example = "llama-3-8b-zero3", .isRecommending = true},
    {.name = "recommend-dark",
        .example = "llama-2-70b-full-on-8",
        .theme = ThemeChoice::Dark,
        .settings = {{"parallel.gpus", "32"}},
        .isRecommending = true,
        .isPublished = false},
    {.name = "recommend-german",
        .example = "qwen2.5-7b-qlora-4090",
        .language = "de",
        .isRecommending = true,
        .isPublished = false},
    {.name = "step", .example = "llama-3-8b-zero3", .tab = 2, .timeline = TimelinePage::InSeconds},
    {.name = "step-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .tab = 2,
        .timeline = TimelinePage::InSeconds},
    {.name = "run",
        .example = "llama-3-8b-zero3",
        .tab = 3,
        .settings = {{"run.tokens", "15B"}, {"run.disk_gb_s", "2"}}},
    {.name = "run-spending",
        .example = "llama-3-8b-zero3",
        .tab = 3,
        .run = RunPage::Spending,
        .settings = {{"run.tokens", "15B"}, {"run.price_per_gpu_hour", "2.5"}}},
    {.name = "run-spending-waits",
        .example = "llama-3-8b-zero3",
        .tab = 3,
        .run = RunPage::Spending,
        .settings = {{"run.tokens", "15B"}, {"run.price_per_gpu_hour", "2.5"},
            {"parallel.gpus", "32"}, {"hardware.link", "ethernet-100"},
            {"parallel.offload", "optimizer"}, {"hardware.host_gib", "1024"}},
        .isPublished = false},
    {.name = "step-slow-link",
        .example = "llama-3-8b-zero3",
        .tab = 2,
        .timeline = TimelinePage::InSeconds,
        .settings = {{"hardware.link", "pcie4"}, {"training.sequence_length", "2048"},
            {"training.accumulation", "1"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "step-german",
        .example = "llama-3-8b-zero3",
        .language = "de",
        .tab = 2,
        .timeline = TimelinePage::InSeconds,
        .size = {1280, 720},
        .isPublished = false},
    {.name = "traffic-nodes",
        .example = "llama-3-8b-zero3",
        .tab = 1,
        .settings = {{"parallel.gpus", "32"}},
        .isPublished = false},
    {.name = "traffic-ethernet",
        .example = "llama-3-8b-zero3",
        .tab = 1,
        .settings = {{"parallel.gpus", "16"}, {"hardware.link", "ethernet-100"}},
        .isPublished = false},
    {.name = "strategies-ethernet",
        .example = "llama-3-8b-zero3",
        .tab = 1,
        .traffic = TrafficPage::ByStrategy,
        .settings = {{"parallel.gpus", "16"}, {"hardware.link", "ethernet-100"}},
        .isPublished = false},
    {.name = "worksheet",
        .example = "llama-3-8b-zero3",
        .settings = {{"estimator", "worksheet"}},
        .isPublished = false},
    {.name = "traffic-slow-link",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .tab = 1,
        .settings = {{"hardware.link", "pcie4"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "traffic-over-gpus",
        .example = "llama-3-8b-zero3",
        .tab = 1,
        .traffic = TrafficPage::ByGpuCount},
    {.name = "sweep", .example = "llama-2-70b-full-on-8", .tab = 5},
    {.name = "sweep-dark",
        .example = "llama-2-70b-full-on-8",
        .theme = ThemeChoice::Dark,
        .tab = 5,
        .isPublished = false},
    {.name = "sweep-speed",
        .example = "llama-3-8b-zero3",
        .tab = 5,
        .sweep = {.up = "training.micro_batch", .metric = Metric::TokensPerSecondPerGpu},
        .isPublished = false},
    {.name = "sweep-fine",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .tab = 5,
        .size = {1280, 720},
        .sweep = {.up = "model.parameters", .metric = Metric::Peak, .count = 50},
        .isPublished = false},
    {.name = "sweep-choices",
        .example = "llama-3-8b-zero3",
        .language = "de",
        .tab = 5,
        .size = {1280, 720},
        .sweep = {.across = "hardware.gpu", .up = "parallel.strategy"},
        .isPublished = false},
    {.name = "sweep-curve",
        .example = "llama-3-8b-zero3",
        .tab = 5,
        .sweep = {.up = nullptr},
        .isPublished = false},
    {.name = "sweep-curve-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .tab = 5,
        .sweep = {.across = "parallel.strategy", .up = nullptr, .metric = Metric::Peak},
        .isPublished = false},
    {.name = "sweep-refused",
        .example = "llama-3-8b-zero3",
        .tab = 5,
        .sweep = {.across = "training.lora_rank"},
        .isPublished = false},
    {.name = "compare",
        .example = "llama-3-8b-zero3",
        .view = MemoryPage::ByPin,
        .pins = {{{"parallel.strategy", "zero1"}}, {{"parallel.strategy", "zero2"}}},
        .edit = {{"training.micro_batch", "2"}}},
    {.name = "compare-gpus-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .view = MemoryPage::ByPin,
        .pins = {{{"hardware.gpu", "a100-sxm-40"}, {"parallel.gpus", "16"}},
            {{"parallel.strategy", "zero2"}},
            {{"training.sequence_length", "4096"}, {"training.micro_batch", "4"}},
            {{"hardware.gpu", "h200"}, {"training.optimizer", "adamw-8bit"}}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "outline",
        .example = "llama-3-8b-zero3",
        .pins = {{{"parallel.strategy", "zero1"}, {"parallel.framework", "deepspeed"}}},
        .edit = {{"parallel.strategy", "zero2"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "outline-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .pins = {{}},
        .edit = {{"training.micro_batch", "8"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "outline-per-gpu",
        .example = "llama-3-8b-zero3",
        .view = MemoryPage::ByGpu,
        .pins = {{{"training.micro_batch", "2"}}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "outline-german",
        .example = "llama-3-8b-zero3",
        .language = "de",
        .tab = 1,
        .pins = {{}},
        .edit = {{"parallel.gpus", "16"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "compare-traffic",
        .example = "llama-3-8b-zero3",
        .tab = 1,
        .traffic = TrafficPage::ByPin,
        .pins = {{{"parallel.strategy", "zero1"}}, {{"parallel.gpus", "32"}}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "compare-table",
        .example = "llama-3-8b-zero3",
        .tab = 4,
        .pins = {{{"parallel.strategy", "zero1"}}, {{"parallel.gpus", "16"}}},
        .isPublished = false},
    {.name = "compare-table-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .tab = 4,
        .pins = {{{"parallel.strategy", "zero1"}}},
        .isPublished = false},
    {.name = "peek",
        .example = "llama-3-8b-zero3",
        .pins = {{{"parallel.strategy", "zero1"}}},
        .isPeeking = true,
        .size = {1280, 720},
        .isPublished = false},
    {.name = "peek-dark",
        .example = "llama-3-8b-zero3",
        .theme = ThemeChoice::Dark,
        .pins = {{{"parallel.strategy", "zero1"}}},
        .isPeeking = true,
        .size = {1280, 720},
        .isPublished = false},
    {.name = "small",
        .example = "llama-3-8b-zero3",
        .part = "logits",
        .size = {1280, 720},
        .isPublished = false},
    {.name = "advice",
        .example = "llama-3-8b-zero3",
        .settings = {{"training.micro_batch", "8"}, {"parallel.gpus", "4"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "advice-dark",
        .example = "llama-2-70b-full-on-8",
        .theme = ThemeChoice::Dark,
        .size = {1280, 720},
        .isPublished = false},
    {.name = "advice-german",
        .example = "llama-3-8b-zero3",
        .language = "de",
        .settings = {{"training.micro_batch", "8"}, {"parallel.gpus", "4"}},
        .size = {1280, 720},
        .isPublished = false},
    {.name = "pseudo",
        .example = "llama-3-8b-zero3",
        .language = "pseudo",
        .part = "logits",
        .size = {1280, 720},
        .isPublished = false},
};

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

Scenario withInputs(Scenario scenario, const Inputs &inputs)
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
    for (const Inputs &pin : picture.pins)
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
    if (!picture.isOpened)
        window.workspace().showTab(picture.tab);
    compare(session, picture);
    auto *sweep = window.findChild<SweepPage *>(); // made when its tab is seen
    if (sweep && !picture.isOpened)
        showSweep(*sweep, picture);
    if (sweep)
        waitFor(*sweep);
    if (auto *memory = window.findChild<MemoryPage *>(); memory && !picture.isOpened)
        memory->setView(picture.view);
    if (auto *traffic = window.findChild<TrafficPage *>(); traffic && !picture.isOpened)
        traffic->setView(picture.traffic);
    if (auto *timeline = window.findChild<TimelinePage *>(); timeline && !picture.isOpened)
        timeline->setView(picture.timeline);
    if (auto *run = window.findChild<RunPage *>(); run && !picture.isOpened)
        run->setView(picture.run);
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
