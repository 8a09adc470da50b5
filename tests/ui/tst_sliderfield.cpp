// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/choicefield.h"
#include "ui/fields/quantityedit.h"
#include "ui/fields/scaleslider.h"
#include "ui/fields/sliderfield.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace shardscope;

namespace {

/// A panel on the screen, and one of its sliders.
struct Desk
{
    explicit Desk(const QString &key)
    {
        panel.resize(320, 900);
        panel.show();
        row = panel.row(key);
        slider = row->findChild<ScaleSlider *>();
        panel.focusControl(key);
    }

    int steps() { return session.undoStack()->count(); }
    QPoint at(double share) const { return {int(share * slider->width()), slider->height() / 2}; }
    void wheel() const
    {
        QWheelEvent event(QPointF(5, 5), slider->mapToGlobal(QPointF(5, 5)), {}, {0, 120},
            Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(slider, &event);
    }
    void move(QPoint to, Qt::KeyboardModifiers modifiers = {}) const
    {
        QMouseEvent event(QEvent::MouseMove, to, slider->mapToGlobal(to), Qt::NoButton,
            Qt::LeftButton, modifiers);
        QCoreApplication::sendEvent(slider, &event);
    }

    Session session{{}};
    ParameterPanel panel{session};
    FieldRow *row = nullptr;
    ScaleSlider *slider = nullptr;
};

} // namespace

class TestSliderField : public QObject
{
    Q_OBJECT

private slots:
    void oneDragIsOneStep()
    {
        Desk desk("model.parameters");
        QTest::mousePress(desk.slider, Qt::LeftButton, {}, desk.at(0.5));
        for (double share = 0.5; share < 0.9; share += 0.02)
            desk.move(desk.at(share));
        QTest::mouseRelease(desk.slider, Qt::LeftButton, {}, desk.at(0.9));
        QCOMPARE(desk.steps(), 1);
        QVERIFY(desk.session.scenario().model.parameters > 100e9);
        QTest::mouseClick(desk.slider, Qt::LeftButton, {}, desk.at(0.2));
        QCOMPARE(desk.steps(), 2);
        desk.session.undoStack()->undo();
        desk.session.undoStack()->undo();
        QCOMPARE(desk.session.scenario(), Scenario{});
        QCOMPARE(desk.slider->quantity(), 7e9);
        QCOMPARE(desk.row->findChild<QuantityEdit *>()->value(), 7e9);
    }

    void backToTheStartIsNoStep()
    {
        Desk desk("training.micro_batch");
        QTest::mousePress(desk.slider, Qt::LeftButton, {}, {0, desk.slider->height() / 2});
        desk.move(desk.at(0.7));
        QCOMPARE(desk.steps(), 1);
        desk.move({0, desk.slider->height() / 2});
        QTest::mouseRelease(desk.slider, Qt::LeftButton, {}, {0, desk.slider->height() / 2});
        QCOMPARE(desk.steps(), 0);
    }

    void hundredMovesAreOneEvaluation()
    {
        Desk desk("training.sequence_length");
        QCoreApplication::processEvents();
        const int before = desk.session.evaluationCount();
        QSignalSpy planned(&desk.session, &Session::planChanged);
        QTest::mousePress(desk.slider, Qt::LeftButton, {}, desk.at(0.5));
        for (int i = 0; i < 100; ++i)
            desk.move({i * desk.slider->width() / 100, 10});
        QTRY_COMPARE(planned.count(), 1);
        QCOMPARE(desk.session.evaluationCount(), before + 1);
        QTest::mouseRelease(desk.slider, Qt::LeftButton);
    }

    void clickOnTheGrooveJumpsThere()
    {
        Desk desk("training.sequence_length");
        QTest::mouseClick(
            desk.slider, Qt::LeftButton, {}, {desk.slider->width() - 1, desk.slider->height() / 2});
        QCOMPARE(desk.session.scenario().training.sequenceLength, 1 << 20);
    }

    void marksPullUnlessAlt()
    {
        Desk desk("training.sequence_length");
        QTest::mousePress(desk.slider, Qt::LeftButton, {}, desk.at(0.5));
        bool metOthers = false;
        for (int x = 20; x < 280; ++x) {
            desk.move({x, 10}, Qt::AltModifier);
            const int length = desk.session.scenario().training.sequenceLength;
            metOthers |= (length & (length - 1)) != 0;
        }
        QVERIFY(metOthers);
        // A pixel off the mark still hits it.
        const double mark = desk.slider->scale().positionOf(8192);
        const double fraction = mark / desk.slider->maximum();
        const int handle = desk.slider->style()->pixelMetric(QStyle::PM_SliderLength);
        const double pixel = handle / 2.0 + fraction * (desk.slider->width() - handle);
        QTest::mouseRelease(desk.slider, Qt::LeftButton);
        QTest::mouseClick(desk.slider, Qt::LeftButton, {}, desk.at(0.9));
        QTest::mouseClick(
            desk.slider, Qt::LeftButton, {}, {int(std::lround(pixel)), desk.slider->height() / 2});
        QCOMPARE(desk.session.scenario().training.sequenceLength, 8192);
    }

    void shiftIsTenTimesFiner()
    {
        Desk desk("model.parameters");
        const QPoint start = desk.at(0.5);
        const auto travel = [&](Qt::KeyboardModifiers modifiers) {
            QTest::mouseClick(desk.slider, Qt::LeftButton, Qt::AltModifier, start);
            QTest::mousePress(desk.slider, Qt::LeftButton, modifiers, start);
            const double before = desk.slider->scale().positionOf(desk.slider->quantity());
            desk.move(start + QPoint(50, 0), modifiers);
            QTest::mouseRelease(desk.slider, Qt::LeftButton, modifiers);
            return desk.slider->scale().positionOf(desk.slider->quantity()) - before;
        };
        const double coarse = travel(Qt::AltModifier);
        const double fine = travel(Qt::AltModifier | Qt::ShiftModifier);
        QVERIFY(std::abs(coarse - 10 * fine) < 0.1 * coarse);
    }

    void keysMove()
    {
        Desk desk("parallel.gpus");
        const auto gpusAfter = [&](Qt::Key key) {
            QTest::keyClick(desk.slider, key);
            return desk.session.scenario().parallel.gpus;
        };
        QCOMPARE(gpusAfter(Qt::Key_Right), 16);
        QCOMPARE(gpusAfter(Qt::Key_Up), 24);
        QCOMPARE(gpusAfter(Qt::Key_Left), 16);
        QCOMPARE(gpusAfter(Qt::Key_PageUp), 32);
        QCOMPARE(gpusAfter(Qt::Key_PageDown), 16);
        QCOMPARE(gpusAfter(Qt::Key_Home), 1);
        QCOMPARE(gpusAfter(Qt::Key_End), 16384);
        QCOMPARE(gpusAfter(Qt::Key_Backspace), 8);
    }

    void mirroredFromRightToLeft()
    {
        Desk desk("parallel.gpus");
        desk.panel.setLayoutDirection(Qt::RightToLeft);
        QTest::keyClick(desk.slider, Qt::Key_Left);
        QCOMPARE(desk.session.scenario().parallel.gpus, 16);
        QTest::mouseClick(desk.slider, Qt::LeftButton, {}, {0, desk.slider->height() / 2});
        QCOMPARE(desk.session.scenario().parallel.gpus, 16384);
    }

    void wheelOnlyWithFocus()
    {
        Desk desk("parallel.gpus");
        QVERIFY(QTest::qWaitForWindowActive(&desk.panel));
        desk.panel.focusFilter();
        desk.wheel();
        QCOMPARE(desk.session.scenario(), Scenario{});
        desk.slider->setFocus();
        desk.wheel();
        QCOMPARE(desk.session.scenario().parallel.gpus, 16);
    }

    void resets_data()
    {
        QTest::addColumn<int>("way");
        QTest::newRow("button") << 0;
        QTest::newRow("double click on the label") << 1;
        QTest::newRow("Backspace") << 2;
    }

    void resets()
    {
        QFETCH(int, way);
        Desk desk("training.micro_batch");
        auto *button = desk.row->findChild<QToolButton *>();
        QVERIFY(!button->isVisible());
        QTest::keyClick(desk.slider, Qt::Key_End);
        QVERIFY(button->isVisible());
        QVERIFY(desk.row->isChanged());
        if (way == 0)
            QTest::mouseClick(button, Qt::LeftButton);
        else if (way == 1)
            QTest::mouseDClick(desk.row->findChild<QLabel *>("label"), Qt::LeftButton);
        else
            QTest::keyClick(desk.slider, Qt::Key_Backspace);
        QCOMPARE(desk.session.scenario(), Scenario{});
        QVERIFY(!button->isVisible());
        QVERIFY(!desk.row->isChanged());
    }

    void typingReachesTheSession()
    {
        Desk desk("model.parameters");
        auto *box = desk.row->findChild<QuantityEdit *>();
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "70B");
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(desk.session.scenario().model.parameters, 70e9);
        QCOMPARE(desk.slider->quantity(), 70e9);
        QCOMPARE(desk.steps(), 1);
    }

    void beyondTheSliderCanBeTyped()
    {
        Desk desk("parallel.gpus");
        auto *box = desk.row->findChild<QuantityEdit *>();
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "20000");
        QCOMPARE(desk.session.scenario().parallel.gpus, 20000);
        QCOMPARE(desk.slider->value(), desk.slider->maximum());
        QTest::keyClick(desk.slider, Qt::Key_Right);
        QCOMPARE(desk.session.scenario().parallel.gpus, 20000);
    }

    void namedSteps()
    {
        Desk desk("parallel.strategy");
        auto *list = desk.row->findChild<QComboBox *>();
        QTest::keyClick(desk.slider, Qt::Key_Left);
        QCOMPARE(desk.session.scenario().parallel.strategy, Strategy::Zero2);
        QCOMPARE(list->currentText(), "ZeRO-2");
        QVERIFY(desk.slider->toolTip().contains("SHARD_GRAD_OP"));
        QTest::keyClick(list, Qt::Key_Home);
        QCOMPARE(desk.session.scenario().parallel.strategy, Strategy::Ddp);
        QCOMPARE(desk.slider->value(), 0);
        QCOMPARE(desk.steps(), 1);
    }

    void readsOutRealUnits()
    {
        Desk desk("training.sequence_length");
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(desk.slider);
        QVERIFY(accessible);
        QCOMPARE(accessible->role(), QAccessible::Slider);
        QCOMPARE(accessible->text(QAccessible::Name), "Sequence length");
        QCOMPARE(accessible->text(QAccessible::Value), "4,096 tokens");
        QVERIFY(accessible->text(QAccessible::Description).contains("tokens"));
        QAccessibleValueInterface *value = accessible->valueInterface();
        QVERIFY(value);
        QCOMPARE(value->currentValue().toDouble(), 4096.0);
        QCOMPARE(value->minimumValue().toDouble(), 128.0);
        QCOMPARE(value->maximumValue().toDouble(), 1048576.0);
        value->setCurrentValue(8192);
        QCOMPARE(desk.session.scenario().training.sequenceLength, 8192);
    }

    void nonsenseIsSaidBelowAndAloud()
    {
        Desk desk("parallel.gpus");
        auto *box = desk.row->findChild<QuantityEdit *>();
        const auto *note = desk.row->findChild<QLabel *>("note");
        QVERIFY(!note->isVisible());
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, "many");
        QVERIFY(note->isVisible());
        QVERIFY(note->text().contains("Enter a whole number from 1 to"));
        QVERIFY(box->accessibleDescription().contains("Enter a whole number"));
        QTest::keyClick(box, Qt::Key_Escape);
        QVERIFY(!note->isVisible());
        QVERIFY(box->accessibleDescription().contains("GPUs in all"));
    }

    void focusCanBeSeen()
    {
        Desk desk("parallel.gpus");
        QVERIFY(QTest::qWaitForWindowActive(&desk.panel));
        desk.slider->setFocus();
        const QImage focused = desk.slider->grab().toImage();
        desk.panel.focusFilter();
        QVERIFY(desk.slider->grab().toImage() != focused);
    }

    void readsOutTheNameOfAStep()
    {
        Desk desk("training.precision");
        QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(desk.slider);
        QCOMPARE(accessible->text(QAccessible::Value), "BF16 with FP32 master");
    }
};

QTEST_MAIN(TestSliderField)
#include "tst_sliderfield.moc"
