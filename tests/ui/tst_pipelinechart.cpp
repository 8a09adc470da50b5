// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelineschedule.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/testwindow.h"
#include "ui/charts/chartview.h"
#include "ui/charts/drawingview.h"
#include "ui/charts/passcolour.h"
#include "ui/charts/pipelinechart.h"
#include "ui/files/exporter.h"
#include "ui/files/tabletext.h"
#include "ui/results/pages.h"
#include "ui/workspace.h"

#include <QAccessible>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B on 64 GPUs: tensor 4, pipeline 4.
Scenario meshed(Settings settings = {})
{
    Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.precision", "bf16-master"}, {"training.sequence_length", "4096"},
        {"training.accumulation", "8"}, {"training.checkpointing", "none"},
        {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}, {"parallel.gpus", "64"},
        {"parallel.tensor", "4"}, {"parallel.pipeline", "4"}, {"hardware.gpu", "h100-sxm"}});
    return scenarioWith(settings, base);
}

/// Under torchtitan, with passes for weights of their own.
Scenario split(Settings settings = {})
{
    Scenario base
        = scenarioWith({{"parallel.framework", "fsdp2"}, {"parallel.strategy", "fsdp"},
                           {"training.modules", "torchtitan"}, {"parallel.tensor", "1"},
                           {"parallel.virtual_stages", "2"}, {"parallel.schedule", "zero-bubble"}},
            meshed());
    return scenarioWith(settings, base);
}

Plan planWith(Settings settings = {})
{
    return planOf(meshed(settings), builtInCatalog());
}

std::unique_ptr<DrawingView> shownDrawing(const Plan &plan, QSize size = {900, 500})
{
    auto view = std::make_unique<DrawingView>();
    view->resize(size);
    view->setDrawing(pipelineChart(plan));
    view->show();
    view->activateWindow();
    view->setFocus();
    return QTest::qWaitForWindowActive(view.get()) ? std::move(view) : nullptr;
}

QRadioButton *switchNamed(const QWidget &widget, const char *name)
{
    for (QRadioButton *button : widget.findChildren<QRadioButton *>()) {
        if (button->text() == QLatin1String(name))
            return button;
    }
    return nullptr;
}

QString nameAt(const DrawingView &view)
{
    return view.place() < 0 ? QString() : view.drawing()->nameOf(view.place());
}

} // namespace

class TestPipelineChart : public QObject
{
    Q_OBJECT

private slots:
    void eachPassHasItsPlace_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::newRow("four stages") << meshed();
        QTest::newRow("interleaved") << meshed({{"parallel.virtual_stages", "2"}});
        QTest::newRow("many micro-batches, torn") << meshed({{"training.accumulation", "64"}});
        QTest::newRow("zero bubble") << split();
        QTest::newRow("zero bubble in a V, torn")
            << split({{"parallel.schedule", "zero-bubble-v"}, {"training.accumulation", "64"}});
        QTest::newRow("sixteen stages")
            << meshed({{"parallel.pipeline", "16"}, {"parallel.gpus", "128"}});
    }
    void eachPassHasItsPlace()
    {
        QFETCH(Scenario, scenario);
        const auto view = shownDrawing(planOf(scenario, builtInCatalog()));
        QVERIFY(view);
        const int count = view->drawing()->count();
        QVERIFY(count > 8 * 4 * 2);
        const QRectF whole(view->rect());
        for (int place = 0; place < count; ++place) {
            const QRectF rect = view->placeRect(place);
            QVERIFY(whole.contains(rect));
            if (rect.width() >= 1)
                QCOMPARE(view->placeAt(rect.center()), place);
        }
    }

    void aPassSaysWhatItIs()
    {
        const auto drawing = pipelineChart(planWith());
        QCOMPARE(drawing->nameOf(0), "Stage 1: forward of micro-batch 1");
        const QString reading = drawing->readingOf(0);
        QVERIFY(reading.startsWith(drawing->nameOf(0)));
        QVERIFY(reading.contains("layers 1 to 8"));
        QVERIFY(reading.contains("Begins at"));
        QVERIFY(reading.contains("Exposed communication")); // tensor parallelism
        QCOMPARE(drawing->barOf(0), "stage-1");
        const auto interleaved = pipelineChart(planWith({{"parallel.virtual_stages", "2"}}));
        QCOMPARE(interleaved->nameOf(4), "Stage 1, chunk 2: forward of micro-batch 1");
        QVERIFY(interleaved->summary().contains("Interleaved"));
    }

    void aPassForWeightsHasALookOfItsOwn()
    {
        const Plan plan = planOf(split(), builtInCatalog());
        const auto drawing = pipelineChart(plan);
        QVERIFY(drawing->summary().contains("passes of their own"));
        int weights = 0;
        for (int place = 0; place < drawing->count(); ++place)
            weights += drawing->nameOf(place).contains("gradients of weights alone") ? 1 : 0;
        QCOMPARE(weights, 4 * 2 * 8); // of each chunk, for each micro-batch
        QVERIFY(passColour(Pass::Backward, BackwardPart::Weights, 0, 2)
            != passColour(Pass::Backward, BackwardPart::Inputs, 0, 2));
        QCOMPARE(passColour(Pass::Backward, BackwardPart::Inputs, 0, 2),
            passColour(Pass::Backward, BackwardPart::Whole, 0, 2));
        QVERIFY(pipelineCsv(plan).contains("backward-weights"));
    }

    void withoutAPipelineASentenceSaysSo()
    {
        const auto drawing
            = pipelineChart(planWith({{"parallel.pipeline", "1"}, {"parallel.gpus", "16"}}));
        QCOMPARE(drawing->count(), 0);
        QVERIFY(drawing->title().startsWith("There is no pipeline"));
        DrawingView view;
        view.setDrawing(drawing);
        QVERIFY(!view.grab().isNull()); // and can be painted
        QCOMPARE(view.placeAt({100, 100}), -1);
    }

    void whatCannotBeLaidOutSaysSo()
    {
        const auto drawing = pipelineChart(planWith({{"parallel.pipeline", "8"},
            {"parallel.virtual_stages", "2"}, {"training.accumulation", "12"}}));
        QCOMPARE(drawing->count(), 0);
        QVERIFY(drawing->title().contains("cannot go through"));
    }

    void keysWalkAlongAStageAndAcross()
    {
        const auto view = shownDrawing(planWith());
        QVERIFY(view);
        QTest::keyClick(view.get(), Qt::Key_Right);
        QCOMPARE(nameAt(*view), "Stage 1: forward of micro-batch 1");
        QTest::keyClick(view.get(), Qt::Key_Right);
        QCOMPARE(nameAt(*view), "Stage 1: forward of micro-batch 2");
        QTest::keyClick(view.get(), Qt::Key_Down);
        QVERIFY(nameAt(*view).startsWith("Stage 2: forward of micro-batch 1"));
        QTest::keyClick(view.get(), Qt::Key_Up);
        QVERIFY(nameAt(*view).startsWith("Stage 1"));
        QTest::keyClick(view.get(), Qt::Key_End);
        QCOMPARE(nameAt(*view), "Stage 1, optimizer step");
        QTest::keyClick(view.get(), Qt::Key_PageDown);
        QCOMPARE(nameAt(*view), "Stage 4, optimizer step");
        QTest::keyClick(view.get(), Qt::Key_Home);
        QCOMPARE(nameAt(*view), "Stage 4: forward of micro-batch 1");
        QSignalSpy chosen(view.get(), &DrawingView::placeActivated);
        QTest::keyClick(view.get(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 1);
        QTest::keyClick(view.get(), Qt::Key_Escape);
        QCOMPARE(view->place(), -1);
    }

    void assistiveTechnologyReadsThePasses()
    {
        const auto view = shownDrawing(planWith());
        QVERIFY(view);
        QAccessibleInterface *chart = QAccessible::queryAccessibleInterface(view.get());
        QVERIFY(chart);
        QCOMPARE(chart->role(), QAccessible::Chart);
        QCOMPARE(chart->text(QAccessible::Name), view->drawing()->title());
        QCOMPARE(chart->text(QAccessible::Description), view->drawing()->summary());
        QCOMPARE(chart->childCount(), view->drawing()->count());
        QAccessibleInterface *child = chart->child(1);
        QCOMPARE(child->text(QAccessible::Name), "Stage 1: forward of micro-batch 2");
        QCOMPARE(chart->indexOfChild(child), 1);
        view->select(1);
        QCOMPARE(chart->focusChild(), child);
        QVERIFY(child->state().selected);
        const QPoint middle = child->rect().center();
        QCOMPARE(chart->childAt(middle.x(), middle.y()), child);
    }

    void theViewIsOfferedWhereThereAreStages()
    {
        TestWindow bench;
        bench.session.load({meshed(), {}});
        bench.session.settle();
        Workspace &workspace = bench.window.workspace();
        workspace.showChart(ChartKind::Pipeline);
        QCOMPARE(workspace.currentChart(), ChartKind::Pipeline);
        auto *page = workspace.findChild<TimelinePage *>();
        QVERIFY(page && page->drawing()->isVisible() && !page->chart()->isVisible());
        QVERIFY(switchNamed(*page, "Pipeline")->isVisible());
        // Who looks at it is told; who looks elsewhere is not offered it.
        bench.session.edit("Edit", {}, meshed({{"parallel.pipeline", "1"}}));
        bench.session.settle();
        QVERIFY(page->drawing()->isVisible());
        QVERIFY(page->drawing()->drawing()->title().startsWith("There is no pipeline"));
        workspace.showChart(ChartKind::Step);
        QVERIFY(page->chart()->isVisible() && !page->drawing()->isVisible());
        QVERIFY(!switchNamed(*page, "Pipeline")->isVisible());
    }

    void aStageIsSelectedInAllCharts()
    {
        TestWindow bench;
        bench.session.load({meshed(), {}});
        bench.session.settle();
        Workspace &workspace = bench.window.workspace();
        workspace.showChart(ChartKind::MemoryPerGpu);
        workspace.showChart(ChartKind::Pipeline);
        auto *timeline = workspace.findChild<TimelinePage *>();
        auto *memory = workspace.findChild<MemoryPage *>();
        DrawingView *view = timeline->drawing();
        int place = 0;
        QVERIFY(view->drawing());
        while (place < view->drawing()->count() && view->drawing()->barOf(place) != "stage-3")
            ++place;
        QTest::mouseClick(view, Qt::LeftButton, {}, view->placeRect(place).center().toPoint());
        QCOMPARE(view->place(), place);
        const std::optional<ChartSegment> bar = memory->chart()->selection();
        QVERIFY(bar);
        QCOMPARE(memory->chart()->data().categories[bar->category].id, "stage-3");
        workspace.selectBar("stage-2");
        QCOMPARE(view->drawing()->barOf(view->place()), "stage-2");
    }

    void picturesAndNumbersAreExported_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QByteArray>("holds");
        QTest::newRow("PNG") << "png" << QByteArray("PNG");
        QTest::newRow("PDF") << "pdf" << QByteArray("%PDF");
        QTest::newRow("SVG, text stays text") << "svg" << QByteArray("Stage 4");
        QTest::newRow("CSV") << "csv" << QByteArray("stage,pass,micro_batch,chunk,begin_s");
    }
    void picturesAndNumbersAreExported()
    {
        QFETCH(QString, suffix);
        QFETCH(QByteArray, holds);
        const QTemporaryDir folder;
        const QString path = folder.filePath("pipeline." + suffix);
        const Status status = exportPlan(planWith(), builtInCatalog(), {.scenario = meshed()},
            {.path = path, .chart = ChartKind::Pipeline});
        QVERIFY(status);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(holds));
    }

    void allPassesAreInTheNumbers()
    {
        const QString csv = chartCsv(planWith({{"training.accumulation", "64"}}), builtInCatalog(),
            {.chart = ChartKind::Pipeline});
        QCOMPARE(csv.count('\n'), 1 + 4 * (2 * 64 + 1)); // nothing is left out
    }

    void withoutAPipelineThereIsNothingToExport()
    {
        const Scenario scenario = meshed({{"parallel.pipeline", "1"}});
        const QTemporaryDir folder;
        const Status status = exportPlan(planOf(scenario, builtInCatalog()), builtInCatalog(),
            {.scenario = scenario},
            {.path = folder.filePath("none.svg"), .chart = ChartKind::Pipeline});
        QVERIFY(!status);
        QCOMPARE(status.error().code, ErrorCode::Inconsistent);
    }
};

QTEST_MAIN(TestPipelineChart)
#include "tst_pipelinechart.moc"
