// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flowlayout.h"

#include <QLabel>
#include <QTest>

#include <memory>

using namespace shardscope;

namespace {

constexpr int gap = 10;

/// Boxes of 100 by 20 pixels that flow.
struct Boxes
{
    QWidget page;
    FlowLayout *flow = new FlowLayout(gap, &page);
    QList<QLabel *> labels;

    explicit Boxes(int count)
    {
        for (int i = 0; i < count; ++i) {
            labels += new QLabel;
            labels.last()->setFixedSize(100, 20);
            flow->addWidget(labels.last());
        }
        page.resize(400, 200);
        page.show();
        flow->activate();
    }
};

} // namespace

class TestFlowLayout : public QObject
{
    Q_OBJECT

private slots:
    void wrapsWhereARowIsFull_data()
    {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::newRow("all in a row") << 320 << 20;
        QTest::newRow("a pixel too narrow") << 319 << 20 + gap / 2 + 20;
        QTest::newRow("one below the other") << 150 << 3 * 20 + gap;
        QTest::newRow("narrower than any") << 50 << 3 * 20 + gap;
    }
    void wrapsWhereARowIsFull()
    {
        QFETCH(int, width);
        QFETCH(int, height);
        const Boxes boxes(3);
        QCOMPARE(boxes.flow->heightForWidth(width), height);
        QCOMPARE(boxes.flow->sizeHint(), QSize(320, 20));
        QCOMPARE(boxes.flow->minimumSize(), QSize(100, 20));
    }

    void whatIsHiddenTakesNoRoom()
    {
        const Boxes boxes(3);
        boxes.labels[1]->hide();
        QCOMPARE(boxes.flow->sizeHint(), QSize(210, 20));
        boxes.flow->setGeometry({0, 0, 400, 20});
        QCOMPARE(boxes.labels[2]->x(), 110);
    }

    void rightToLeftBeginsAtTheRight()
    {
        Boxes boxes(2);
        boxes.page.setLayoutDirection(Qt::RightToLeft);
        boxes.flow->setGeometry({0, 0, 400, 20});
        QCOMPARE(boxes.labels[0]->x(), 300);
        QCOMPARE(boxes.labels[1]->x(), 190);
    }

    void takesBackWhatItGave()
    {
        const Boxes boxes(2);
        const std::unique_ptr<QLayoutItem> item(boxes.flow->takeAt(0));
        QCOMPARE(item->widget(), boxes.labels[0]);
        QCOMPARE(boxes.flow->count(), 1);
        QVERIFY(!boxes.flow->takeAt(1));
        QVERIFY(!boxes.flow->itemAt(-1));
    }
};

QTEST_MAIN(TestFlowLayout)
#include "tst_flowlayout.moc"
