// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/feasibility.h"
#include "tests/support/testcatalog.h"
#include "ui/fields/fieldrow.h"
#include "ui/fields/fitgrooves.h"
#include "ui/fields/scaleslider.h"
#include "ui/panels/inputs.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QAccessible>
#include <QComboBox>
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

using namespace shardscope;

namespace {

/// Counts how often a widget paints.
class PaintCounter : public QObject
{
public:
    explicit PaintCounter(QWidget &widget) { widget.installEventFilter(this); }

    int count = 0;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        count += event->type() == QEvent::Paint ? 1 : 0;
        return QObject::eventFilter(watched, event);
    }
};

constexpr int never = 1'000'000'000; // ms

/// A panel whose grooves are up to date.
struct Desk
{
    explicit Desk(
        const Scenario &scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}}))
    {
        session.playedPlans().setPause(never);
        session.load({.scenario = scenario});
        panel.resize(320, 900);
        panel.show();
        settle();
    }

    void settle()
    {
        session.evaluateNow();
        finishGrooves();
    }
    /// The same with the allocator played.
    void play()
    {
        session.settle();
        finishGrooves();
    }
    void finishGrooves()
    {
        while (!grooves->isUpToDate())
            QCoreApplication::processEvents();
    }
    void edit(std::string_view key, std::string_view value)
    {
        session.edit("Edit", toText(key), scenarioWith({{key, value}}, session.scenario()));
        session.endGesture();
    }
    static QString toText(std::string_view text)
    {
        return QString::fromUtf8(text.data(), qsizetype(text.size()));
    }
    ScaleSlider &slider(const char *key) const
    {
        return *panel.row(QString::fromLatin1(key))->findChild<ScaleSlider *>();
    }

    Session session{builtInCatalog()};
    ParameterPanel panel{session};
    FitGrooves *grooves = panel.findChild<FitGrooves *>();
};

QString tipOf(ScaleSlider &slider)
{
    const QPoint centre = slider.rect().center();
    QHelpEvent event(QEvent::ToolTip, centre, slider.mapToGlobal(centre));
    QCoreApplication::sendEvent(&slider, &event);
    return QToolTip::text();
}

} // namespace

class TestFitGrooves : public QObject
{
    Q_OBJECT

private slots:
    void gridsHaveFewSamplesWithEveryMark_data()
    {
        QTest::addColumn<Scale>("scale");
        for (const InputGroup &group : inputGroups()) {
            for (const Field &field : group.fields) {
                if (field.hasSlider && field.scale)
                    QTest::addRow("%s", std::string(field.key).c_str()) << field.scale(Scenario{});
            }
        }
        QTest::newRow("named steps") << Scale::steps(7);
    }

    void gridsHaveFewSamplesWithEveryMark()
    {
        QFETCH(Scale, scale);
        const ValueGrid grid = gridOf(scale);
        QVERIFY(grid.samples.size() <= 24);
        QCOMPARE(grid.values.front(), scale.minimum());
        QCOMPARE(grid.values.back(), scale.maximum());
        QCOMPARE(grid.samples.front(), std::size_t(0));
        QCOMPARE(grid.samples.back(), grid.values.size() - 1);
        QVERIFY(std::is_sorted(grid.values.begin(), grid.values.end()));
        for (const double snap : scale.snaps()) {
            QVERIFY(std::any_of(grid.samples.begin(), grid.samples.end(),
                [&](std::size_t sample) { return grid.values[sample] == snap; }));
        }
        for (int position = 0; position <= scale.positions(); position += 7)
            QVERIFY(std::binary_search(
                grid.values.begin(), grid.values.end(), scale.valueAt(position)));
    }

    /// A window is there sooner, and its grooves a moment later.
    void nothingIsAskedBeforeSlidersArePainted()
    {
        Session session(builtInCatalog());
        session.playedPlans().setPause(never);
        ParameterPanel panel(session);
        const auto *grooves = panel.findChild<FitGrooves *>();
        session.load({});
        for (int turn = 0; turn < 20; ++turn)
            QCoreApplication::processEvents();
        QCOMPARE(grooves->scanCount(), 0);
        QVERIFY(!grooves->isUpToDate());
        panel.resize(320, 900);
        panel.show();
        QTRY_VERIFY(grooves->isUpToDate());
        QVERIFY(grooves->scanCount() > 0);
    }

    void everySliderHasAGroove()
    {
        const Desk desk;
        const QList<ScaleSlider *> sliders = desk.panel.findChildren<ScaleSlider *>();
        QVERIFY(sliders.size() >= 7);
        for (const ScaleSlider *slider : sliders) {
            QVERIFY(!slider->feasibility().empty());
            QCOMPARE(slider->feasibility().front().first, slider->scale().minimum());
            QCOMPARE(slider->feasibility().back().last, slider->scale().maximum());
        }
    }

    void theHandleStandsOnTheVerdictOfThePlan()
    {
        const Desk desk;
        const Fit fit = desk.session.plan()->memory.verdict.fit;
        for (const char *key : {"parallel.gpus", "parallel.strategy", "training.sequence_length",
                 "training.micro_batch", "training.accumulation", "training.precision"}) {
            const ScaleSlider &slider = desk.slider(key);
            QVERIFY2(fitAt(slider.feasibility(), slider.quantity()) == fit, key);
        }
    }

    // At every strategy what its bar says.
    void groovesStandOnWhatIsPlayed_data()
    {
        QTest::addColumn<double>("reserve");
        QTest::newRow("with much to spare") << 0.0;
        QTest::newRow("at the edge") << 27.0;
        QTest::newRow("with much missing") << 60.0;
    }

    void groovesStandOnWhatIsPlayed()
    {
        QFETCH(double, reserve);
        Scenario scenario = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}});
        scenario.hardware.reserveGib = reserve;
        Desk desk(scenario);
        desk.play();
        const Memory &memory = desk.session.plan()->memory;
        QCOMPARE(memory.reserving(), Reserving::Played);
        for (const char *key : {"parallel.gpus", "parallel.strategy", "training.sequence_length",
                 "training.micro_batch", "training.accumulation", "training.precision"}) {
            const ScaleSlider &slider = desk.slider(key);
            QVERIFY2(fitAt(slider.feasibility(), slider.quantity()) == memory.verdict.fit, key);
        }
        for (const Strategy strategy : {Strategy::Ddp, Strategy::Zero1, Strategy::Zero2}) {
            scenario.parallel.strategy = strategy;
            const Plan plan = *desk.session.playedPlans().planOf(scenario);
            QCOMPARE(plan.memory.reserving(), Reserving::Played);
            QCOMPARE(fitAt(desk.slider("parallel.strategy").feasibility(),
                         static_cast<double>(strategy)),
                std::optional<Fit>(plan.memory.verdict.fit));
        }
    }

    // So that nothing jumps while a slider moves.
    void aDragGoesOnWithTheShareThatWasPlayed()
    {
        Desk desk;
        desk.play();
        const int before = desk.grooves->scanCount();
        desk.edit("training.micro_batch", "2");
        desk.settle();
        const int sliders = int(desk.panel.findChildren<ScaleSlider *>().size());
        QCOMPARE(desk.grooves->scanCount(), before + sliders - 1);
        const Memory &memory = desk.session.plan()->memory;
        QCOMPARE(memory.reserving(), Reserving::Estimated);
        const ScaleSlider &slider = desk.slider("training.micro_batch");
        QVERIFY(fitAt(slider.feasibility(), slider.quantity()) == memory.verdict.fit);
        desk.play();
        QCOMPARE(desk.session.plan()->memory.reserving(), Reserving::Played);
        QCOMPARE(desk.grooves->scanCount(), before + 2 * sliders - 1);
    }

    void hoveringReadsTheFlips()
    {
        const Desk desk;
        ScaleSlider &slider = desk.slider("training.sequence_length");
        const Feasibility &spans = slider.feasibility();
        QCOMPARE(spans.size(), std::size_t(3));
        const QLocale locale;
        const QStringList lines = tipOf(slider).split(u'\n');
        QCOMPARE(lines.value(0), "Fits: up to " + locale.toString(int(spans[0].last)) + " tokens");
        QCOMPARE(lines.value(1),
            "At risk: " + locale.toString(int(spans[1].first)) + " to "
                + locale.toString(int(spans[1].last)) + " tokens");
        QCOMPARE(lines.value(2),
            "Does not fit: from " + locale.toString(int(spans[2].first)) + " tokens");
        QVERIFY(lines.last().contains("Tokens per sequence"));
    }

    void namedStepsAreListed()
    {
        const Desk desk;
        const QStringList lines = tipOf(desk.slider("parallel.strategy")).split(u'\n');
        QVERIFY(lines.value(0).startsWith("Fits: "));
        QVERIFY(lines.value(0).contains("ZeRO-3"));
        QVERIFY(lines.filter("Does not fit: ").value(0).contains("DDP"));
    }

    void aDescriptionReadsTheFlips()
    {
        const Desk desk;
        ScaleSlider &slider = desk.slider("parallel.gpus");
        const QString description
            = QAccessible::queryAccessibleInterface(&slider)->text(QAccessible::Description);
        QVERIFY(description.startsWith("Fits: from 4 GPUs. At risk: 2 GPUs. Does not fit: 1. "));
        QVERIFY(description.contains("GPUs in all"));
    }

    void linesAreShortAndInOrder_data()
    {
        QTest::addColumn<Feasibility>("feasibility");
        QTest::addColumn<QStringList>("lines");
        const auto span = [](double first, double last, std::optional<Fit> fit) {
            return FitSpan{.first = first, .last = last, .fit = fit};
        };
        QTest::newRow("all of them")
            << Feasibility{span(1, 9, Fit::AtRisk)} << QStringList{"At risk: every value"};
        QTest::newRow("better from below") << Feasibility{span(1, 3, Fit::DoesNotFit),
            span(4, 9, Fit::Fits)} << QStringList{"Fits: from 4 s", "Does not fit: up to 3 s"};
        QTest::newRow("one value at each end")
            << Feasibility{span(1, 1, Fit::DoesNotFit), span(2, 8, Fit::Fits), span(9, 9, {})}
            << QStringList{"Fits: 2 to 8 s", "Does not fit: 1 s", "Not possible: 9 s"};
        QTest::newRow("one value in between")
            << Feasibility{span(1, 3, Fit::Fits), span(4, 4, Fit::AtRisk), span(5, 9, {})}
            << QStringList{"Fits: up to 3 s", "At risk: 4 s", "Not possible: from 5 s"};
        Feasibility many;
        for (int i = 0; i < 12; ++i)
            many.push_back(span(i, i, i % 2 == 0 ? Fit::Fits : Fit::AtRisk));
        QTest::newRow("to and fro")
            << many << QStringList{"Fits: 0 s, 2 s, 4 s, \u2026", "At risk: 1 s, 3 s, 5 s, \u2026"};
        QTest::newRow("nothing known") << Feasibility{} << QStringList{};
    }

    void linesAreShortAndInOrder()
    {
        QFETCH(Feasibility, feasibility);
        QFETCH(QStringList, lines);
        QCOMPARE(feasibilityLines(feasibility,
                     {.spoken = [](double value) { return QString::number(value) + " s"; },
                         .bare = [](double value) { return QString::number(value); }}),
            lines);
    }

    void keysJumpToFlips()
    {
        const Desk desk;
        ScaleSlider &slider = desk.slider("training.sequence_length");
        const std::vector<double> stops = flips(slider.feasibility());
        QCOMPARE(stops.size(), std::size_t(2));
        const auto lengthAfter = [&](Qt::Key key) {
            QTest::keyClick(&slider, key, Qt::ControlModifier);
            return double(desk.session.scenario().training.sequenceLength);
        };
        QCOMPARE(lengthAfter(Qt::Key_Right), stops[0]);
        QCOMPARE(lengthAfter(Qt::Key_Right), stops[1]);
        QCOMPARE(lengthAfter(Qt::Key_Right), stops[1]); // there is no other
        QCOMPARE(lengthAfter(Qt::Key_Left), stops[0]);
        slider.setLayoutDirection(Qt::RightToLeft);
        QCOMPARE(lengthAfter(Qt::Key_Left), stops[1]);
        slider.setLayoutDirection(Qt::LeftToRight);
        QTest::keyClick(&slider, Qt::Key_Right); // a step, without Ctrl
        QVERIFY(desk.session.scenario().training.sequenceLength > stops[1]);
    }

    void theSliderThatIsDraggedKeepsItsGroove()
    {
        Desk desk;
        const int before = desk.grooves->scanCount();
        const Feasibility shown = desk.slider("training.micro_batch").feasibility();
        desk.edit("training.micro_batch", "2");
        desk.settle();
        const int sliders = int(desk.panel.findChildren<ScaleSlider *>().size());
        QCOMPARE(desk.grooves->scanCount(), before + sliders - 1);
        QCOMPARE(desk.slider("training.micro_batch").feasibility(), shown);
        QVERIFY(desk.slider("training.sequence_length").feasibility() != shown);
    }

    void whatTheRunCostsIsNoReasonToAskAgain()
    {
        Desk desk;
        const int before = desk.grooves->scanCount();
        desk.edit("run.price_per_gpu_hour", "2");
        desk.settle();
        QCOMPARE(desk.grooves->scanCount(), before);
    }

    void openListsMarkWhatFits_data()
    {
        QTest::addColumn<QString>("key");
        QTest::newRow("choice") << "training.method";
        QTest::newRow("GPU") << "hardware.gpu";
        QTest::newRow("model") << "model.id";
    }

    void openListsMarkWhatFits()
    {
        QFETCH(QString, key);
        Desk desk;
        auto &list = *desk.panel.row(key)->findChild<QComboBox *>();
        const int last = list.count() - 1;
        QVERIFY(list.itemIcon(last).isNull());
        list.showPopup();
        QTRY_VERIFY(!list.itemIcon(last).isNull());
        for (int entry = 0; entry <= last; ++entry) {
            const std::string word = list.itemData(entry).toString().toStdString();
            if (word.empty())
                continue;
            const Plan plan
                = planOf(scenarioWith({{key.toStdString(), word}}, desk.session.scenario()),
                    desk.session.catalog());
            QCOMPARE(list.itemData(entry, Qt::AccessibleDescriptionRole).toString(),
                displayName(plan.memory.verdict.fit));
        }
        list.hidePopup();
        QVERIFY(list.itemIcon(last).isNull());
    }

    void paintsOnlyWhatChanged()
    {
        ScaleSlider slider;
        slider.setScale(Scale::steps(11));
        const Feasibility first{{.first = 0, .last = 10, .fit = Fit::Fits}};
        slider.setFeasibility(first);
        slider.show();
        QVERIFY(QTest::qWaitForWindowExposed(&slider));
        QCoreApplication::processEvents();
        PaintCounter paints(slider);
        slider.setFeasibility(first);
        QCoreApplication::processEvents();
        QCOMPARE(paints.count, 0);
        slider.setFeasibility({{.first = 0, .last = 10, .fit = Fit::AtRisk}});
        QTRY_COMPARE(paints.count, 1);
    }

    void whatAnEditOvertookIsNotShown()
    {
        Desk desk;
        const Feasibility first = desk.slider("training.micro_batch").feasibility();
        desk.edit("training.sequence_length", "16384");
        desk.session.evaluateNow(); // now the scans are due
        QVERIFY(!desk.grooves->isUpToDate());
        desk.session.undoStack()->undo();
        QVERIFY(desk.grooves->isUpToDate()); // dropped until there is a plan
        desk.settle();
        QCOMPARE(desk.slider("training.micro_batch").feasibility(), first);
    }

    void manyEditsAreOneScan()
    {
        Desk desk;
        const int before = desk.grooves->scanCount();
        for (int length = 256; length <= 8192; length += 256)
            desk.edit("training.sequence_length", std::to_string(length));
        QCOMPARE(desk.grooves->scanCount(), before);
        desk.settle();
        QVERIFY(desk.grooves->scanCount() < before + 8);
    }

    void anotherNodeSizeMovesTheGridOfGpus()
    {
        Desk desk;
        desk.edit("parallel.gpus_per_node", "4");
        desk.settle();
        const ScaleSlider &slider = desk.slider("parallel.gpus");
        Evaluator evaluator(desk.session.catalog());
        QCOMPARE(slider.feasibility(),
            feasibilityOf(evaluator, desk.session.scenario(), *findKey("parallel.gpus"),
                gridOf(Scale::gpuCounts(4))));
    }

    void answersLookUnlike()
    {
        ScaleSlider slider;
        slider.resize(200, 24);
        slider.setScale(Scale::steps(2));
        std::vector<QImage> pictures{slider.grab().toImage()};
        for (const std::optional<Fit> fit : {std::optional(Fit::Fits), std::optional(Fit::AtRisk),
                 std::optional(Fit::DoesNotFit), std::optional<Fit>()}) {
            slider.setFeasibility({{.first = 0, .last = 1, .fit = fit}});
            // Not by colour alone.
            const QImage grey = slider.grab().toImage().convertToFormat(QImage::Format_Grayscale8);
            for (const QImage &picture : pictures)
                QVERIFY(picture != grey);
            pictures.push_back(grey);
        }
    }

    void mirroredFromRightToLeft()
    {
        ScaleSlider slider;
        slider.resize(200, 24);
        slider.setScale(Scale::steps(11));
        slider.setFeasibility(
            {{.first = 0, .last = 2, .fit = Fit::Fits}, {.first = 3, .last = 10}});
        const auto colourAt = [&](int x) { return slider.grab().toImage().pixelColor(x, 12); };
        const QColor left = colourAt(30);
        const QColor right = colourAt(170);
        QVERIFY(left != right);
        slider.setLayoutDirection(Qt::RightToLeft);
        QCOMPARE(colourAt(170), left);
        QCOMPARE(colourAt(30), right);
    }
};

QTEST_MAIN(TestFitGrooves)
#include "tst_fitgrooves.moc"
