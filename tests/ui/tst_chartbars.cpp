// SPDX-License-Identifier: GPL-3.0-or-later
// Where numbers and whiskers lie beside each other.
#include "ui/charts/chartbars.h"
#include "ui/charts/chartranges.h"

#include <QTest>
#include <qcustomplot.h>

using namespace shardscope;

namespace {

/// Four bars of thin parts, each with a whisker; the last is the chosen one.
ChartData fourBars()
{
    ChartData data{.unit = {"GiB", GiB.value()}};
    const double g = GiB.value();
    for (const char *id : {"ddp", "zero1", "zero2", "zero3"})
        data.categories.push_back({.id = id, .label = id, .low = 20 * g, .high = 60 * g});
    data.categories.back().isChosen = true;
    for (const double part : {0.31, 0.29, 11.7, 0.27, 24.9})
        data.series.push_back({.id = QString::number(part),
            .label = "Part",
            .values = std::vector<double>(4, part * g),
            .details = std::vector<QString>(4)});
    return data;
}

} // namespace

class TestChartBars : public QObject
{
    Q_OBJECT

private slots:
    void numbersBesideABarLeaveTheWhiskerBeforeItAlone_data()
    {
        QTest::addColumn<int>("points");
        QTest::addColumn<int>("width");
        for (const int points : {9, 11, 14}) {
            for (const int width : {560, 780, 1100})
                QTest::addRow("%d pt, %d pixels", points, width) << points << width;
        }
    }
    void numbersBesideABarLeaveTheWhiskerBeforeItAlone()
    {
        QFETCH(int, points);
        QFETCH(int, width);
        QFont font;
        font.setPointSize(points);
        QCustomPlot plot;
        ChartScene scene(plot);
        const ChartContent content{fourBars(), chartTheme(ChartThemeKind::Light, font)};
        plot.setViewport({0, 0, width, 400});
        scene.show(content);
        plot.replot();
        const QRectF whisker = rangeRect(*plot.axisRect(), content, 2);
        const std::vector<SideNumber> numbers = sideNumbers(*plot.axisRect(), content, 3);
        QVERIFY(!whisker.isEmpty() && !numbers.empty());
        for (const SideNumber &number : numbers)
            QVERIFY2(number.rect.left() >= whisker.right() + 2,
                qPrintable(QString::number(number.rect.left() - whisker.right())));
    }
};

QTEST_MAIN(TestChartBars)
#include "tst_chartbars.moc"
