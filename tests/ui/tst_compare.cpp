// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"
#include "tests/support/samples.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/chartpicture.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/tierchart.h"
#include "ui/charts/trafficchart.h"
#include "ui/compare/comparedcharts.h"
#include "ui/compare/comparedtable.h"
#include "ui/compare/outlines.h"
#include "ui/files/tabletext.h"
#include "ui/results/planmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

namespace {

QString plain(QString text)
{
    return text.replace(QChar::Nbsp, ' ');
}

Scenario sharded(Strategy strategy, int gpus = 8)
{
    Scenario scenario;
    scenario.parallel.strategy = strategy;
    scenario.parallel.gpus = gpus;
    return scenario;
}

/// The sample plan with other gradients and without one of its collectives, as a pin.
PinnedPlan samplePin(const QString &name = "Before", double gradientsGib = 3.8)
{
    Plan plan = samples::plan();
    plan.memory.phases[2].parts[1].bytes = gradientsGib * GiB;
    plan.memory.peak += (gradientsGib - 1.9) * GiB;
    plan.memory.phases[2].peak = plan.memory.peak;
    plan.traffic.collectives.pop_back();
    return {name, std::make_shared<const Plan>(plan)};
}

Compared samplePins()
{
    return {{samplePin()}, 0};
}

const ComparedRow &rowOf(const std::vector<ComparedRow> &rows, const QString &id)
{
    for (const ComparedRow &row : rows) {
        if (row.row.id == id)
            return row;
    }
    qFatal("no row %s", qPrintable(id));
}

} // namespace

class TestCompare : public QObject
{
    Q_OBJECT

private slots:
    void thePresentBarIsOutlined()
    {
        const Plan plan = samples::plan();
        ChartData data = memoryByStrategy(plan, samples::catalog());
        const ChartData before = data;
        outlineMemory(data, {});
        QCOMPARE(data, before);
        outlineMemory(data, samplePins());
        const int chosen = chosenCategory(data);
        for (std::size_t i = 0; i < data.categories.size(); ++i) {
            const bool isPresent = static_cast<int>(i) == chosen;
            QCOMPARE(data.categories[i].outline > 0, isPresent);
            QCOMPARE(data.categories[i].notes.isEmpty(), !isPresent);
        }
        const ChartCategory &bar = data.categories[static_cast<std::size_t>(chosen)];
        QCOMPARE(bar.outline, samplePin().plan->memory.peak.value());
        QCOMPARE(plain(bar.notes.first()), QString::fromUtf8("−1.90 GiB (−6.8 %)"));
        QCOMPARE(data.outlineLabel, "Baseline: Before");
        QVERIFY(plain(data.summary).contains("Baseline, Before: 27.8 GiB"));
        QVERIFY(plain(bar.detail).contains("Baseline, Before: 27.8 GiB"));
    }

    void everyGpuIsOutlined()
    {
        ChartData data = memoryByGpu(samples::plan(), samples::catalog());
        outlineMemory(data, samplePins());
        for (const ChartCategory &bar : data.categories) {
            QVERIFY(bar.outline > 0);
            QCOMPARE(plain(bar.notes.last()), QString::fromUtf8("−1.90 GiB")); // little room
        }
        QCOMPARE(data.summary.count("Baseline"), 1);
    }

    void linksAreOutlinedOneByOne()
    {
        const Catalog catalog = samples::catalog();
        const auto planOf = [&catalog](int gpus) {
            Scenario scenario = sharded(Strategy::Zero3, gpus);
            return *makePlan(scenario, catalog);
        };
        const Plan oneNode = planOf(8);
        ChartData data = trafficByTier(planOf(16), catalog);
        QCOMPARE(data.categories.size(), std::size_t{2});
        outlineTiers(data, {{{"One node", std::make_shared<const Plan>(oneNode)}}, 0}, catalog);
        QVERIFY(data.categories[0].outline > 0);
        QCOMPARE(data.categories[1].outline, 0.0); // nothing went between nodes
        QVERIFY(data.categories[1].notes.last().startsWith('+'));
    }

    void anOutlineHasRoomOnTheAxis()
    {
        ChartData data = memoryByGpu(samples::plan(), {});
        data.lines.clear();
        const double before = axisMaximum(data);
        data.categories[0].outline = 2 * before;
        QVERIFY(axisMaximum(data) > 2 * before);
        data.categories[0].outline = 0;
        data.categories[0].limit = 5 * totalOf(data, 0); // nor does a limit cut bars off
        data.categories[0].isChosen = true;
        QVERIFY(axisMaximum(data) > data.categories[0].limit);
        data.categories[0].limit = 0;
        data.categories[0].outline = 100 * before; // would make slivers of the bars
        QCOMPARE(axisMaximum(data), before);
    }

    void outlinesArePainted()
    {
        ChartData data = memoryByGpu(samples::plan(), {});
        const ChartTheme theme = chartTheme(ChartThemeKind::Light, QFont());
        const QSize size(640, 480);
        const auto paint = [&] {
            return pictureImage({.content = {data, theme}, .size = size, .caption = {}}, 1);
        };
        const QImage bare = paint();
        data.categories[0].outline = 0.5 * totalOf(data, 0);
        const QImage outlined = paint();
        QVERIFY(bare != outlined);
        data.outlineLabel = "Baseline";
        QVERIFY(paint() != outlined); // the legend says what it is
    }

    void pinsStandSideBySide()
    {
        const Plan plan = samples::plan();
        const Compared pins{{samplePin("Before"), samplePin("Other", 1.0)}, 0};
        const ChartData data = memoryCompared(plan, samples::catalog(), pins);
        QCOMPARE(data.categories.size(), std::size_t{3});
        QVERIFY(data.categories[0].isChosen);
        QCOMPARE(data.categories[1].label, "Before");
        QCOMPARE(totalOf(data, 1), pins.pins[0].plan->memory.peak.value());
        QCOMPARE(plain(data.categories[0].notes.first()), QString::fromUtf8("−1.90 GiB (−6.8 %)"));
        QCOMPARE(data.categories[1].notes.first(), "Baseline");
        QVERIFY(data.summary.contains("Other beside the baseline Before"));
        QVERIFY(!data.lines.empty());
        QCOMPARE(data.categories[0].limit, 0.0);

        const ChartData traffic = trafficCompared(plan, samples::catalog(), pins);
        QCOMPARE(
            plain(traffic.categories[0].notes.first()), QString::fromUtf8("+28.0 GB (+200.0 %)"));
    }

    void eachBarHasTheCapacityOfItsGpu()
    {
        Plan other = *samplePin().plan;
        other.scenario.hardware.gpu = "a100-40";
        other.memory.verdict = judge(other.memory.peak, 39.4 * GiB);
        const Compared pins{{{"Small", std::make_shared<const Plan>(other)}}, 0};
        const ChartData data = memoryCompared(samples::plan(), samples::catalog(), pins);
        QVERIFY(data.lines.empty());
        QCOMPARE(data.categories[0].limit, 79.1 * GiB.value());
        QCOMPARE(data.categories[1].limit, 39.4 * GiB.value());
        QCOMPARE(plain(data.categories[1].notes.last()), "A100 40GB: 39.4 GiB");
    }

    void longNamesBreakAtACommaInAllBars()
    {
        const Compared pins{
            {samplePin("ZeRO-2, 8 GPUs, Sequence length 8,192"), samplePin("Short")}, 1};
        const ChartData data = memoryCompared(samples::plan(), samples::catalog(), pins);
        QCOMPARE(data.categories[1].label, "ZeRO-2, 8 GPUs");
        QCOMPARE(data.categories[1].notes.first(), "Sequence length 8,192");
        QVERIFY(data.categories[1].detail.startsWith("ZeRO-2, 8 GPUs, Sequence"));
        for (const ChartCategory &bar : data.categories)
            QCOMPARE(bar.notes.size(), 2);
    }

    void rowsHaveDifferences()
    {
        const std::vector<ComparedRow> rows = comparedRows(samples::plan(), samplePins());
        const ComparedRow &gradients = rowOf(rows, "gradients");
        QCOMPARE(plain(gradients.difference), QString::fromUtf8("−1.90 GiB"));
        QCOMPARE(plain(gradients.percent), QString::fromUtf8("−50.0 %"));
        QCOMPARE(plain(gradients.pins.first()), "3.80 GiB");
        QCOMPARE(plain(rowOf(rows, "weights").difference), "0.00 GiB");
        const ComparedRow &fresh = rowOf(rows, "weight-all-gather");
        QCOMPARE(plain(fresh.difference), "+28.0 GB");
        QCOMPARE(fresh.percent, QString::fromUtf8("–"));
        QCOMPARE(fresh.pins.first(), QString::fromUtf8("–"));
        for (const ComparedRow &row : comparedRows(samples::plan(), {}))
            QVERIFY(row.difference.isEmpty());
    }

    void rowsThatOnlyPinsHaveAreThere()
    {
        const Compared pins{{{"Full", std::make_shared<const Plan>(samples::plan())}}, 0};
        const std::vector<ComparedRow> rows = comparedRows(*samplePin().plan, pins);
        const ComparedRow &gone = rowOf(rows, "weight-all-gather");
        QCOMPARE(plain(gone.difference), QString::fromUtf8("−28.0 GB"));
        QCOMPARE(gone.row.amount, QString::fromUtf8("–"));
        QCOMPARE(rows.size(), comparedRows(samples::plan(), pins).size());
        for (std::size_t i = 1; i < rows.size(); ++i)
            QVERIFY(rows[i - 1].row.kind <= rows[i].row.kind); // in its section

        Plan without = samples::plan();
        without.memory.phases[2].parts.erase(without.memory.phases[2].parts.begin() + 1);
        QCOMPARE(comparedRows(without, pins)[1].row.id, "gradients"); // in its place
    }

    void theTableGainsColumns()
    {
        const Plan plan = samples::plan();
        PlanModel model;
        const QAbstractItemModelTester tester(
            &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setPlan(&plan);
        const int before = model.columnCount();
        const Compared pins{{samplePin("Before"), samplePin("Other", 1.0)}, 1};
        model.setPlan(&plan, pins);
        QCOMPARE(model.columnCount(), before + 4);
        const auto title = [&model](int column) {
            return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        };
        QCOMPARE(title(3), "Difference");
        QCOMPARE(title(5), "Before");
        QCOMPARE(title(6), "Other (baseline)");
        const int row = model.rowOf("gradients");
        QCOMPARE(plain(model.index(row, 3).data().toString()), "+0.90 GiB");
        QCOMPARE(plain(model.index(row, 4).data().toString()), "+90.0 %");
        for (int column = 3; column < 7; ++column)
            QVERIFY(model.index(row, column).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
        model.setPlan(&plan, pins);
        QCOMPARE(reset.count(), 0); // selection and scroll position stay
        model.setPlan(&plan);
        QCOMPARE(model.columnCount(), before);
    }

    void tablesAsTextHaveThemToo()
    {
        const Plan plan = samples::plan();
        const Compared pins{{samplePin("Before, then")}, 0};
        const QString csv = tableCsv(plan, pins);
        QVERIFY(csv.startsWith(
            "section,id,value,unit,formula,source,baseline,difference,\"Before, then\"\n"));
        const double gradients = 3.8 * GiB.value();
        const QString line = csv.section('\n', 2, 2);
        QVERIFY2(line.startsWith("part,gradients,"), qPrintable(line));
        QCOMPARE(line.section(',', -1).toDouble(), gradients);
        QCOMPARE(line.section(',', -2, -2).toDouble(), -gradients / 2);
        const QString markdown = plain(tableMarkdown(plan, pins));
        QVERIFY(markdown.contains("| Item | Amount | Difference from Before, then | Percent |"));
        QVERIFY(markdown.contains(
            QString::fromUtf8("| Gradients | 1.90 GiB | −1.90 GiB | −50.0 % | 3.80 GiB |")));
        QVERIFY(plain(tableHtml(plan, pins)).contains(QString::fromUtf8("<td>−1.90 GiB</td>")));
        QCOMPARE(tableTsv(plan, pins).section('\n', 0, 0).count('\t'), 8);
        QCOMPARE(tableCsv(plan, {}), tableCsv(plan));
    }
};

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
