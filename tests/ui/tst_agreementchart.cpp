// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/agreementchart.h"

#include <QTest>

using namespace shardscope;

namespace {

AgreementChart sample()
{
    return {.title = "Peak memory",
        .xLabel = "measured",
        .yLabel = "predicted",
        .groups = {{"followed", {{1, 1}, {20, 21}}}, {"a GPU", {{40, 35}}}}};
}

QByteArray svg(const AgreementChart &chart, ChartThemeKind theme = ChartThemeKind::Light)
{
    return agreementSvg(chart, {400, 400}, chartTheme(theme, QFont("DejaVu Sans", 10)));
}

} // namespace

class TestAgreementChart : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatItShows()
    {
        const QByteArray text = svg(sample());
        for (const char *word : {"Peak memory", "measured", "predicted", "followed", "a GPU"})
            QVERIFY2(text.contains(word), word);
    }

    void drawsEachPoint()
    {
        AgreementChart fewer = sample();
        fewer.groups[0].points.pop_back();
        QCOMPARE(svg(sample()).count("<circle"), svg(fewer).count("<circle") + 1);
    }

    void isTheSameEachTime() { QCOMPARE(svg(sample()), svg(sample())); }

    void followsTheTheme()
    {
        QVERIFY(svg(sample(), ChartThemeKind::Dark) != svg(sample(), ChartThemeKind::Light));
    }

    void nothingIsDrawnToo() { QVERIFY(svg({.title = "Empty"}).contains("Empty")); }
};

QTEST_MAIN(TestAgreementChart)
#include "tst_agreementchart.moc"
