// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep/sweeptexts.h"
#include "core/scenario/keys.h"
#include "tests/support/testcatalog.h"
#include "ui/charts/sweepview.h"
#include "ui/files/exporter.h"
#include "ui/session.h"
#include "ui/sweep/axispicker.h"
#include "ui/sweep/sweepchart.h"
#include "ui/sweep/sweepinputs.h"
#include "ui/sweep/sweeppage.h"
#include "ui/text/names.h"

#include <QLabel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <set>

using namespace shardscope;

namespace {

/// A page that is seen, and has worked out its first sweep.
struct Fixture
{
    Session session{builtInCatalog()};
    SweepPage page{session};

    Fixture()
    {
        page.resize(900, 600);
        page.show();
        settle();
    }

    /// Waits for the pause after a change, and for all points.
    void settle()
    {
        QTest::qWait(250);
        QVERIFY(QTest::qWaitFor([this] { return !page.runner().isRunning(); }, 60000));
        QCoreApplication::processEvents();
    }

    const SweepMap &map() const { return page.view()->map(); }
    AxisChoice range(const char *key, double from, double to, int count = 0) const
    {
        return {.key = key, .from = from, .to = to, .count = count};
    }
    void click(int column, int row)
    {
        const std::size_t point
            = static_cast<std::size_t>(row) * static_cast<std::size_t>(map().columns())
            + static_cast<std::size_t>(column);
        QTest::mouseClick(
            page.view(), Qt::LeftButton, {}, page.view()->cellRect(point).center().toPoint());
    }
};

SweepMap smallMap(Metric metric, bool isCurve)
{
    SweepMap map{.title = "a sweep",
        .x = {"across", {"1", "2", "3"}},
        .metric = metric,
        .valueTitle = "values",
        .unit = {"GiB", GiB.value()}};
    if (!isCurve)
        map.y = {"up", {"a", "b"}};
    const std::size_t count = isCurve ? 3 : 6;
    for (std::size_t i = 0; i < count; ++i)
        map.cells.push_back({.value = static_cast<float>(20e9 * static_cast<double>(i + 1)),
            .low = static_cast<float>(18e9 * static_cast<double>(i + 1)),
            .high = static_cast<float>(25e9 * static_cast<double>(i + 1)),
            .capacity = 80e9F,
            .state = SweepCell::State::Known,
            .fit = static_cast<Fit>(i % 3)});
    map.present = QPointF(0.5, 0.5);
    return map;
}

QImage painted(const SweepMap &map, const ChartTheme &theme)
{
    QImage image(600, 400, QImage::Format_RGB32);
    image.fill(theme.background);
    QPainter painter(&image);
    paintSweep(painter, map, theme, QRectF(image.rect()));
    return image;
}

} // namespace

class TestSweepPage : public QObject
{
    Q_OBJECT

private slots:
    void theLeastHeightFollowsTheLetters()
    {
        Session session{builtInCatalog()};
        SweepPage page(session);
        page.show();
        const int lines = page.view()->minimumHeight() / page.fontMetrics().height();
        const int before = page.view()->minimumHeight();
        QFont larger = page.font();
        larger.setPointSizeF(1.5 * larger.pointSizeF());
        page.setFont(larger);
        QVERIFY(page.view()->minimumHeight() > before);
        QCOMPARE(page.view()->minimumHeight(), lines * page.fontMetrics().height());
    }

    void everyMetricHasWords()
    {
        std::set<QString> names;
        for (std::size_t i = 0; i < namesOf<Metric>.size(); ++i) {
            QVERIFY(names.insert(displayName(static_cast<Metric>(i))).second);
            QVERIFY(!displayHint(static_cast<Metric>(i)).isEmpty());
        }
    }

    /// As everything else of the worksheet: decimal, against what is printed on the GPU.
    void worksheetsAreSweptInTheirOwnUnit()
    {
        const Catalog catalog = builtInCatalog();
        const auto mapOf = [&catalog](const char *estimator) {
            const Scenario scenario
                = scenarioWith({{"estimator", estimator}, {"hardware.gpu", "a100-sxm-80"}});
            const SweepChoice choice{
                .across = {.key = "parallel.gpus", .from = 8, .to = 16}, .metric = Metric::Peak};
            return sweepMapOf(
                *finishedRun(*sweepOf(choice, scenario, catalog), catalog), scenario, catalog);
        };
        const auto lineOf = [](const SweepMap &map) {
            const auto chosen = std::find_if(map.lines.begin(), map.lines.end(),
                [](const ChartLine &line) { return line.isChosen; });
            return chosen->value;
        };
        const SweepMap rules = mapOf("worksheet");
        QCOMPARE(rules.unit.symbol, "GB");
        QCOMPARE(lineOf(rules), 80e9);
        const SweepMap detailed = mapOf("detailed");
        QCOMPARE(detailed.unit.symbol, "GiB");
        QCOMPARE(lineOf(detailed), catalog.findGpu("a100-sxm-80")->usable().value());
    }

    void whatAHostCannotHoldDoesNotFit()
    {
        const Catalog catalog = builtInCatalog();
        const Scenario scenario = scenarioWith({{"parallel.strategy", "zero3"},
            {"parallel.offload", "optimizer"}, {"hardware.host_gib", "64"}});
        const SweepChoice choice{
            .across = {.key = "training.sequence_length", .from = 1024, .to = 2048},
            .up = AxisChoice{.key = "parallel.gpus", .from = 8, .to = 64},
            .metric = Metric::Fit};
        const auto run = finishedRun(*sweepOf(choice, scenario, catalog), catalog);
        const SweepMap map = sweepMapOf(*run, scenario, catalog);
        QCOMPARE(run->at(0).memory.verdict.fit, Fit::Fits); // on the GPUs
        QCOMPARE(map.at(0, 0).fit, Fit::DoesNotFit);
        QCOMPARE(map.at(0, 0).value, static_cast<float>(-run->at(0).memory.hostMissing.value()));
        QVERIFY(pointReading(*run, 0, catalog).contains("Does not fit, each host short by "));
        QCOMPARE(map.at(0, map.rows() - 1).fit, Fit::Fits); // spread over eight hosts
    }

    /// Whoever adds an input gets its axis without another line.
    void everyInputHasAnAxis_data()
    {
        QTest::addColumn<QString>("id");
        for (const std::string_view key : sweptKeys())
            QTest::newRow(std::string(key).c_str()) << QString::fromStdString(std::string(key));
    }
    void everyInputHasAnAxis()
    {
        QFETCH(QString, id);
        const Catalog catalog = builtInCatalog();
        const Result<Axis> axis = axisOf(standardChoice(id.toStdString()), {}, catalog);
        QVERIFY2(axis, axis ? "" : describe(axis.error()).c_str());
        QVERIFY(axis->size() > 1);
        QVERIFY(axis->size() < 500);
        for (const Json &value : axis->values)
            QVERIFY(!axisLabel(axis->key, value, catalog).isEmpty());
    }

    void labelsAreShort_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("label");
        const auto row = [](const char *key, const char *value, const char *label) {
            QTest::newRow(label) << key << value << label;
        };
        row("training.sequence_length", "32768", "32k");
        row("training.sequence_length", "1500", "1500");
        row("model.parameters", "70B", "70 B");
        row("parallel.strategy", "zero3", "ZeRO-3");
        row("hardware.reserve_gib", "0.5", "0.50");
    }
    void labelsAreShort()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, label);
        const Result<Axis> axis = readAxis((key + "=" + value).toStdString());
        QString shown = axisLabel(axis->key, axis->values.front(), builtInCatalog());
        shown.remove(',');
        QCOMPARE(shown.replace(QChar::Nbsp, ' '), label);
    }

    void cellsAreFoundWhereTheyLie()
    {
        const SweepMap map = smallMap(Metric::Fit, false);
        const ChartTheme theme = chartTheme(ChartThemeKind::Light, QFont());
        const SweepLayout layout = sweepLayout(map, theme, QRectF(0, 0, 600, 400));
        for (int row = 0; row < 2; ++row) {
            for (int column = 0; column < 3; ++column)
                QCOMPARE(layout.cellAt(layout.cellRect(column, row).center()),
                    std::size_t(row * 3 + column));
        }
        QVERIFY(layout.cellRect(0, 1).top() < layout.cellRect(0, 0).top());
        QVERIFY(!layout.cellAt(QPointF(0, 0)));
    }

    void ticksAreRound()
    {
        QCOMPARE(roundTicks(0, 100, 5), (std::vector<double>{0, 20, 40, 60, 80, 100}));
        QCOMPARE(roundTicks(-3, 3, 3), (std::vector<double>{-2, 0, 2}));
        QVERIFY(roundTicks(1, 1, 5).empty());
    }

    /// Without colours, too: the three verdicts are told apart by stripes.
    void verdictsDifferWithoutColour()
    {
        for (const ChartThemeKind kind :
            {ChartThemeKind::Light, ChartThemeKind::Dark, ChartThemeKind::Print}) {
            const ChartTheme theme = chartTheme(kind, QFont());
            std::set<std::vector<uchar>> patterns;
            for (const Fit fit : {Fit::Fits, Fit::AtRisk, Fit::DoesNotFit}) {
                QImage cell(16, 16, QImage::Format_RGB32);
                cell.fill(Qt::gray);
                QPainter painter(&cell);
                paintStripes(painter, QRectF(cell.rect()), fit, theme);
                painter.end();
                const QImage grey = cell.convertToFormat(QImage::Format_Grayscale8);
                patterns.insert(
                    std::vector<uchar>(grey.constBits(), grey.constBits() + grey.sizeInBytes()));
            }
            QCOMPARE(patterns.size(), std::size_t(3));
        }
    }

    void coloursGoFromDarkToLight()
    {
        double last = -1;
        for (int i = 0; i <= 20; ++i) {
            const QColor colour = sweepColour(i / 20.0);
            const double lightness
                = 0.2126 * colour.redF() + 0.7152 * colour.greenF() + 0.0722 * colour.blueF();
            QVERIFY(lightness > last);
            last = lightness;
        }
    }

    void paintsEverySortOfPicture_data()
    {
        QTest::addColumn<Metric>("metric");
        QTest::addColumn<bool>("isCurve");
        for (const Metric metric : {Metric::Fit, Metric::Peak, Metric::TokensPerSecond}) {
            for (const bool isCurve : {false, true})
                QTest::addRow("%s, %s", namesOf<Metric>[static_cast<std::size_t>(metric)].data(),
                    isCurve ? "curve" : "map")
                    << metric << isCurve;
        }
    }
    void paintsEverySortOfPicture()
    {
        QFETCH(Metric, metric);
        QFETCH(bool, isCurve);
        const ChartTheme theme = chartTheme(ChartThemeKind::Dark, QFont());
        SweepMap map = smallMap(metric, isCurve);
        const QImage whole = painted(map, theme);
        SweepMap moved = map;
        moved.present.reset();
        QVERIFY(painted(moved, theme) != whole);
        map.cells[1].state = SweepCell::State::Pending; // still to come
        QVERIFY(painted(map, theme) != whole);
        for (SweepCell &cell : map.cells)
            cell.state = SweepCell::State::Failed;
        QVERIFY(!painted(map, theme).isNull());
        QVERIFY(!painted({}, theme).isNull());
    }

    void showsAMapAtOnce()
    {
        const Fixture f;
        QVERIFY(!f.map().isCurve());
        QCOMPARE(f.map().x.labels.front(), "1k");
        QVERIFY(std::all_of(f.map().cells.begin(), f.map().cells.end(),
            [](const SweepCell &cell) { return cell.isKnown(); }));
        QVERIFY(f.map().present); // 4096 tokens, 8 GPUs
        QCOMPARE(*f.map().present, QPointF(2.5, 3.5));
        QVERIFY(f.map().summary.contains("Arrow keys"));
        QVERIFY(f.page.problem().isEmpty());
    }

    void aClickGoesThere()
    {
        Fixture f;
        const auto run = f.page.runner().run();
        f.click(1, 4);
        QCOMPARE(f.session.scenario().training.sequenceLength, 2048);
        QCOMPARE(f.session.scenario().parallel.gpus, 16);
        f.settle();
        QCOMPARE(f.page.runner().run(), run); // the same points: nothing to be worked out anew
        QCOMPARE(*f.map().present, QPointF(1.5, 4.5));
        f.session.undoStack()->undo(); // one step
        QCOMPARE(f.session.scenario(), Scenario{});
    }

    void theKeyboardReadsAndGoes()
    {
        Fixture f;
        QSignalSpy read(f.page.view(), &SweepView::pointRead);
        f.page.view()->setFocus();
        QTest::keyClick(f.page.view(), Qt::Key_Right); // to where the scenario is
        QTest::keyClick(f.page.view(), Qt::Key_Right);
        QTest::keyClick(f.page.view(), Qt::Key_Up);
        QVERIFY(read.last().first().toString().contains("8k"));
        QVERIFY(read.last().first().toString().contains("16"));
        QTest::keyClick(f.page.view(), Qt::Key_Return);
        QCOMPARE(f.session.scenario().training.sequenceLength, 8192);
        QCOMPARE(f.session.scenario().parallel.gpus, 16);
        QTest::keyClick(f.page.view(), Qt::Key_Home);
        QTest::keyClick(f.page.view(), Qt::Key_PageDown);
        QCOMPARE(f.page.view()->currentCell(), std::size_t(0));
        QTest::keyClick(f.page.view(), Qt::Key_Escape);
        QVERIFY(!f.page.view()->currentCell());
    }

    void oneInputIsACurve()
    {
        Fixture f;
        f.page.up()->setChoice(std::nullopt);
        f.settle();
        QVERIFY(f.map().isCurve());
        QVERIFY(!f.map().lines.empty());
        QCOMPARE(f.map().metric, Metric::Fit);
        const Catalog &catalog = f.session.catalog();
        const Plan plan = planOf(
            scenarioWith({{"training.sequence_length", "1024"}}), catalog, Reserving::Played);
        QCOMPARE(f.map().cells.front().value, static_cast<float>(plan.memory.peak.value()));
    }

    void choicesAreGoneThrough()
    {
        Fixture f;
        f.page.across()->setChoice(standardChoice("parallel.strategy"));
        f.page.setMetric(Metric::TokensPerSecond);
        f.settle();
        QCOMPARE(f.map().columns(), 7);
        QVERIFY(f.map().x.isNamed);
        QVERIFY(f.map().cells.front().value > 0);
    }

    void saysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::addColumn<QString>("says");
        QTest::newRow("empty range") << "training.micro_batch" << 64.0 << 1.0 << "from 64 to 1";
        QTest::newRow("nothing changes")
            << "training.lora_rank" << 4.0 << 64.0 << "Expected: “Method” LoRA or QLoRA";
        QTest::newRow("two equal axes") << "parallel.gpus" << 1.0 << 8.0 << "two different inputs";
    }
    void saysWhatIsWrong()
    {
        QFETCH(QString, key);
        QFETCH(double, from);
        QFETCH(double, to);
        QFETCH(QString, says);
        Fixture f;
        f.page.across()->setChoice(f.range(qPrintable(key), from, to));
        f.settle();
        QVERIFY2(f.page.problem().contains(says), qPrintable(f.page.problem()));
        f.page.across()->setChoice(standardChoice("training.sequence_length"));
        f.settle();
        QCOMPARE(f.page.problem(), QString());
    }

    void followsTheScenario()
    {
        Fixture f;
        const SweepMap before = f.map();
        Scenario next = f.session.scenario();
        next.training.microBatch = 4;
        f.session.edit("edit", "gesture", next);
        f.settle();
        QVERIFY(f.map().cells != before.cells);
        f.page.hide();
        const auto run = f.page.runner().run();
        next.training.microBatch = 8;
        f.session.edit("edit", "gesture", next);
        f.settle();
        QCOMPARE(f.page.runner().run(), run); // nobody is looking
        f.page.show();
        f.settle();
        QVERIFY(f.page.runner().run() != run);
    }

    /// More points than there is room for: some stand for their neighbours, and are what is gone
    /// to.
    void manyPointsAreThinnedOut()
    {
        Fixture f;
        f.page.across()->setChoice(f.range("training.sequence_length", 1024, 131072, 1000));
        f.page.up()->setChoice(f.range("training.micro_batch", 1, 4));
        f.settle();
        QCOMPARE(f.page.runner().run()->sweep().columns(), std::size_t(1000));
        QVERIFY(f.map().columns() < 400);
        QCOMPARE(f.map().cells.size(), f.map().points.size());
        const std::size_t point = f.map().pointOf(static_cast<std::size_t>(f.map().columns()) + 7);
        f.click(7, 1);
        QCOMPARE(f.session.scenario(),
            scenarioAt(f.page.runner().run()->sweep(), point)); // the cell says what it stands for
    }

    void stopsWhenAsked()
    {
        Fixture f;
        f.page.across()->setChoice(f.range("training.sequence_length", 1024, 131072, 1000));
        f.page.up()->setChoice(f.range("model.parameters", 1e9, 4e11, 1000));
        QVERIFY(QTest::qWaitFor([&f] { return f.page.runner().isRunning(); }, 5000));
        auto *stop = f.page.findChild<QToolButton *>();
        QVERIFY(stop->isVisible());
        stop->click();
        QVERIFY(!f.page.runner().isRunning());
        QVERIFY(!f.page.runner().run()->isComplete());
        QVERIFY(!stop->isVisible());
    }

    void theChoiceBelongsToTheDocument()
    {
        Fixture f;
        QVERIFY(!f.session.sweepChoice()); // nobody has chosen
        f.page.across()->setChoice(f.range("training.micro_batch", 4, 31, 28));
        f.page.up()->setChoice(std::nullopt);
        f.page.setMetric(Metric::Peak);
        const SweepChoice chosen{
            .across = {"training.micro_batch", 4, 31, 28}, .metric = Metric::Peak};
        QCOMPARE(f.session.sweepChoice(), chosen);
        QVERIFY(f.session.isModified());
        QVERIFY(!f.session.undoStack()->canUndo());
        const ScenarioDocument document = f.session.document();
        f.session.load({});
        QCOMPARE(f.page.across()->choice()->key, std::string("training.sequence_length"));
        QCOMPARE(f.page.shownMetric(), Metric::Fit);
        QVERIFY(!f.session.isModified());
        f.session.load(document);
        QCOMPARE(f.page.across()->choice(), chosen.across);
        QVERIFY(!f.page.up()->choice());
        QCOMPARE(f.page.shownMetric(), Metric::Peak);
        f.settle();
        QCOMPARE(f.page.problem(), QString());
        QCOMPARE(f.map().columns(), 28);
        SweepPage another(f.session); // as after a change of the language
        QCOMPARE(another.across()->choice(), chosen.across);
    }

    void anInputThatTheWindowDoesNotOfferIsSweptAllTheSame()
    {
        Fixture f;
        f.session.load({.sweep = SweepChoice{.across = {.key = "hardware.link"}}});
        f.settle();
        QCOMPARE(f.page.across()->choice()->key, std::string("hardware.link"));
        QVERIFY(f.page.runner().run()->sweep().x.size() > 3);
    }
};

QTEST_MAIN(TestSweepPage)
#include "tst_sweeppage.moc"
