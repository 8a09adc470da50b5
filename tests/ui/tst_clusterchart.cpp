// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"
#include "tests/ui/testwindow.h"
#include "ui/charts/chartview.h"
#include "ui/charts/clusterchart.h"
#include "ui/charts/clusterlayout.h"
#include "ui/charts/drawingview.h"
#include "ui/files/exporter.h"
#include "ui/results/pages.h"
#include "ui/workspace.h"

#include <QAccessible>
#include <QComboBox>
#include <QPainter>
#include <QPicture>
#include <QTest>

#include <set>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// Llama 3 8B on 32 GPUs: tensor 4, pipeline 2, and four replicas.
Scenario meshed(Settings settings = {})
{
    Scenario base = scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"},
        {"training.precision", "bf16-master"}, {"training.sequence_length", "4096"},
        {"training.accumulation", "8"}, {"training.checkpointing", "none"},
        {"parallel.framework", "megatron"}, {"parallel.strategy", "zero1"}, {"parallel.gpus", "32"},
        {"parallel.tensor", "4"}, {"parallel.pipeline", "2"}, {"hardware.gpu", "h100-sxm"}});
    return scenarioWith(settings, base);
}

Scenario llama405b()
{
    return meshed({{"model.id", "meta-llama/Llama-3.1-405B"}, {"parallel.gpus", "16384"},
        {"parallel.tensor", "8"}, {"parallel.pipeline", "16"}, {"parallel.layers_first_stage", "7"},
        {"parallel.layers_last_stage", "7"}, {"training.accumulation", "16"}});
}

std::shared_ptr<const Drawing> clusterOf(
    const Scenario &scenario, std::optional<MeshAxis> axis = {})
{
    return clusterChart(planOf(scenario, builtInCatalog()), builtInCatalog(), axis);
}

std::unique_ptr<DrawingView> shown(std::shared_ptr<const Drawing> drawing)
{
    auto view = std::make_unique<DrawingView>();
    view->resize(900, 500);
    view->setDrawing(std::move(drawing));
    view->show();
    view->activateWindow();
    view->setFocus();
    return QTest::qWaitForWindowActive(view.get()) ? std::move(view) : nullptr;
}

} // namespace

class TestClusterChart : public QObject
{
    Q_OBJECT

private slots:
    void eachGpuHasItsPlace_data()
    {
        QTest::addColumn<Scenario>("scenario");
        QTest::addColumn<int>("gpus");
        QTest::newRow("four nodes") << meshed() << 32;
        QTest::newRow("data parallelism alone") << meshed({{"parallel.framework", "deepspeed"},
            {"parallel.strategy", "zero3"}, {"parallel.gpus", "16"}})
                                                << 16;
        QTest::newRow("a node that is not full")
            << meshed({{"parallel.gpus", "12"}, {"parallel.tensor", "2"}}) << 12;
        QTest::newRow("one GPU") << meshed(
            {{"parallel.framework", "auto"}, {"parallel.gpus", "1"}, {"parallel.tensor", "1"}})
                                 << 1;
        QTest::newRow("one copy of 128") << llama405b() << 128;
    }
    void eachGpuHasItsPlace()
    {
        QFETCH(Scenario, scenario);
        QFETCH(int, gpus);
        const auto view = shown(clusterOf(scenario));
        QVERIFY(view);
        QCOMPARE(view->drawing()->count(), gpus);
        const QRectF whole(view->rect());
        for (int place = 0; place < gpus; ++place) {
            QVERIFY(whole.contains(view->placeRect(place)));
            QCOMPARE(view->placeAt(view->placeRect(place).center()), place);
        }
    }

    void aGpuSaysWhatItHoldsAndSends()
    {
        const auto drawing = clusterOf(meshed(), MeshAxis::Pipeline);
        QCOMPARE(drawing->nameOf(17), "GPU 17 (Node 3, stage 2): group 2 along Pipeline");
        const QString reading = drawing->readingOf(17);
        for (const char *said : {"Layers 17 to 32", "of the model", "Tensor: ", "NVLink",
                 "(number 2 of 4)", "Data: ", "Pipeline: ", "(number 2 of 2)"})
            QVERIFY2(reading.contains(QLatin1String(said)), said);
        // With whom, along the axis that is shown.
        QCOMPARE(drawing->placesAlike(17), std::vector<int>{1});
        QCOMPARE(
            clusterOf(meshed(), MeshAxis::Tensor)->placesAlike(17), (std::vector<int>{16, 18, 19}));
        QCOMPARE(drawing->barOf(17), "stage-2");
    }

    void whatIsSaidIsThePlans()
    {
        const Plan plan = planOf(meshed(), builtInCatalog());
        const QString summary = clusterChart(plan, builtInCatalog())->summary();
        QVERIFY(summary.contains("Tensor: "));
        QVERIFY(summary.contains("inside the node, NVLink 4"));
        QVERIFY(summary.contains("between nodes, InfiniBand 400"));
    }

    void manyNodesAreOneCopyOfTheModel_data()
    {
        QTest::addColumn<MeshAxis>("axis");
        QTest::addColumn<std::vector<int>>("nodes");
        std::vector<int> copy;
        for (int stage = 0; stage < 16; ++stage)
            copy.push_back(128 * stage);
        QTest::newRow("tensor") << MeshAxis::Tensor << copy;
        QTest::newRow("pipeline") << MeshAxis::Pipeline << copy;
        std::vector<int> replicas;
        for (int node = 0; node < 32; ++node)
            replicas.push_back(node);
        QTest::newRow("data: replicas of the first stage") << MeshAxis::Data << replicas;
    }
    void manyNodesAreOneCopyOfTheModel()
    {
        QFETCH(MeshAxis, axis);
        QFETCH(std::vector<int>, nodes);
        QCOMPARE(shownNodes(Ranks(meshOf(llama405b()), llama405b().parallel), axis), nodes);
    }

    /// All copies of the model are alike: 128 of them take as much paint as eight.
    void whatIsPaintedDoesNotGrowWithCopies()
    {
        const auto painted = [](std::string_view gpus) {
            QPicture picture;
            QPainter painter(&picture);
            clusterOf(scenarioWith({{"parallel.gpus", gpus}}, llama405b()))
                ->paint(
                    painter, {chartTheme(ChartThemeKind::Light, QFont()), QRectF(0, 0, 1280, 720)});
            painter.end();
            return picture.size();
        };
        QVERIFY(painted("1024") > 0);
        QVERIFY(painted("16384") < 1.1 * painted("1024"));
    }

    void keysWalkOverTheGpus()
    {
        const auto view = shown(clusterOf(meshed()));
        QVERIFY(view);
        QTest::keyClick(view.get(), Qt::Key_Right);
        QCOMPARE(view->place(), 0);
        QTest::keyClick(view.get(), Qt::Key_Right);
        QCOMPARE(view->place(), 1);
        const QPointF from = view->placeRect(1).center();
        QTest::keyClick(view.get(), Qt::Key_Down);
        const QPointF below = view->placeRect(view->place()).center();
        QVERIFY(below.y() > from.y() && qAbs(below.x() - from.x()) < 1);
        QTest::keyClick(view.get(), Qt::Key_Up);
        QCOMPARE(view->place(), 1);
        QTest::keyClick(view.get(), Qt::Key_End);
        QCOMPARE(view->place(), 31);
        QTest::keyClick(view.get(), Qt::Key_Home);
        QCOMPARE(view->place(), 0);
    }

    void assistiveTechnologyReadsTheGpus()
    {
        const auto view = shown(clusterOf(meshed()));
        QVERIFY(view);
        QAccessibleInterface *chart = QAccessible::queryAccessibleInterface(view.get());
        QVERIFY(chart);
        QCOMPARE(chart->childCount(), 32);
        QVERIFY(chart->child(5)->text(QAccessible::Name).startsWith("GPU 5 (Node 1"));
        QVERIFY(chart->text(QAccessible::Description).contains("Tensor: "));
    }

    void theAxesAreThoseOfTheRun()
    {
        TestWindow bench;
        bench.session.load({meshed(), {}});
        bench.session.settle();
        Workspace &workspace = bench.window.workspace();
        workspace.showChart(ChartKind::Cluster);
        QCOMPARE(workspace.currentChart(), ChartKind::Cluster);
        auto *page = workspace.findChild<TrafficPage *>();
        QVERIFY(page && page->drawing()->isVisible());
        QComboBox *axes = nullptr;
        for (QComboBox *box : page->findChildren<QComboBox *>()) {
            if (box->accessibleName() == "Axis")
                axes = box;
        }
        QVERIFY(axes && axes->isVisible());
        QCOMPARE(axes->count(), 3); // tensor, data, pipeline
        page->setAxis(MeshAxis::Pipeline);
        QVERIFY(page->drawing()->drawing()->title().contains("Pipeline"));
        QCOMPARE(workspace.axis(), MeshAxis::Pipeline);
        bench.session.edit("Edit", {}, meshed({{"parallel.tensor", "2"}}));
        bench.session.settle();
        QCOMPARE(page->axis(), MeshAxis::Pipeline); // stays
        bench.session.edit("Edit", {}, meshed({{"parallel.pipeline", "1"}}));
        bench.session.settle();
        QCOMPARE(axes->count(), 2);
        QVERIFY(page->drawing()->drawing()->title().contains("Tensor"));
        workspace.showChart(ChartKind::TrafficByLink);
        QVERIFY(!axes->isVisible() && page->chart()->isVisible());
    }

    void picturesAndNumbersAreExported_data()
    {
        QTest::addColumn<QString>("suffix");
        QTest::addColumn<QByteArray>("holds");
        QTest::newRow("PNG") << "png" << QByteArray("PNG");
        QTest::newRow("PDF") << "pdf" << QByteArray("%PDF");
        QTest::newRow("SVG, text stays text") << "svg" << QByteArray("Node 4, stage 2");
        QTest::newRow("CSV") << "csv" << QByteArray("rank,node,tensor,data,pipeline\n");
    }
    void picturesAndNumbersAreExported()
    {
        QFETCH(QString, suffix);
        QFETCH(QByteArray, holds);
        const QTemporaryDir folder;
        const QString path = folder.filePath("cluster." + suffix);
        QVERIFY(exportPlan(planOf(meshed(), builtInCatalog()), builtInCatalog(),
            {.scenario = meshed()}, {.path = path, .chart = ChartKind::Cluster}));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains(holds));
    }

    void allGpusAreInTheNumbers()
    {
        const QString csv = chartCsv(
            planOf(llama405b(), builtInCatalog()), builtInCatalog(), {.chart = ChartKind::Cluster});
        QCOMPARE(csv.count('\n'), 1 + 16384);
        QVERIFY(csv.contains("\n1030,128,6,0,1\n"));
    }
};

QTEST_MAIN(TestClusterChart)
#include "tst_clusterchart.moc"
