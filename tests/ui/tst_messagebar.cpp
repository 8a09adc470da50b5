// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/messagebar.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

using namespace shardscope;

namespace {

const Error CannotRead{.code = ErrorCode::Unreadable, .file = "/runs/a.shardscope"};

/// Takes Esc for itself while there is something to take back.
struct Box : QLineEdit
{
    bool hasTyped = false;

    void keyPressEvent(QKeyEvent *event) override
    {
        event->ignore();
        if (event->key() == Qt::Key_Escape && std::exchange(hasTyped, false))
            event->accept();
    }
};

struct Bench
{
    QWidget window;
    MessageBar *bar = new MessageBar(&window);
    Box *box = new Box;
    QTimer &timer = *bar->findChild<QTimer *>();

    Bench()
    {
        auto *layout = new QVBoxLayout(&window);
        layout->addWidget(bar);
        layout->addWidget(box);
        window.resize(400, 200);
        window.show();
        box->setFocus();
    }
    void elapse() const { QMetaObject::invokeMethod(&timer, "timeout"); }
};

} // namespace

class TestMessageBar : public QObject
{
    Q_OBJECT

private slots:
    void isOutOfTheWayUntilSomethingIsSaid()
    {
        const Bench bench;
        QVERIFY(bench.bar->isHidden());
        QCOMPARE(bench.bar->message(), QString());
    }

    void saysWhatWentWrong()
    {
        const Bench bench;
        bench.bar->showError(CannotRead);
        QVERIFY(bench.bar->isVisible());
        QVERIFY(bench.bar->message().startsWith("Error: /runs/a.shardscope"));
        bench.bar->showNote("Saved.");
        QCOMPARE(bench.bar->message(), "Note: Saved.");
    }

    void markupInAFileNameIsText()
    {
        const Bench bench;
        bench.bar->showError(QString("<b>a</b>"));
        const QList<QLabel *> labels = bench.bar->findChildren<QLabel *>();
        for (const QLabel *label : labels)
            QVERIFY(label->text().isEmpty() || label->textFormat() == Qt::PlainText);
    }

    void notesGoAndErrorsStay()
    {
        const Bench bench;
        bench.bar->showNote("Saved.");
        QVERIFY(bench.timer.isActive());
        bench.elapse();
        QVERIFY(bench.bar->isHidden());
        bench.bar->showNote("Saved.");
        bench.bar->showError(CannotRead);
        QVERIFY(!bench.timer.isActive());
        QVERIFY(bench.bar->isVisible());
    }

    void theTextOfADocumentStays()
    {
        const Bench bench;
        bench.bar->showText("Rings & <trees>", "Drag <a href=\"parallel.gpus\">GPUs</a>.");
        QVERIFY(!bench.timer.isActive());
        QCOMPARE(bench.bar->message(), "Rings & <trees>: Drag GPUs.");
        bench.bar->showNote("Saved.");
        QCOMPARE(bench.bar->message(), "Note: Saved.");
    }

    void aNoteWaitsWhileItsButtonHasTheFocus()
    {
        const Bench bench;
        QVERIFY(QTest::qWaitForWindowActive(const_cast<QWidget *>(&bench.window)));
        bench.bar->showNote("Saved.");
        bench.bar->findChild<QToolButton *>()->setFocus();
        bench.elapse();
        QVERIFY(bench.bar->isVisible());
    }

    void closesWithItsButton()
    {
        const Bench bench;
        bench.bar->showError(CannotRead);
        bench.bar->findChild<QToolButton *>()->click();
        QVERIFY(bench.bar->isHidden());
    }

    void escapeFirstTakesBackWhatWasTyped()
    {
        const Bench bench;
        bench.bar->showError(CannotRead);
        bench.box->hasTyped = true;
        QTest::keyClick(bench.box, Qt::Key_Escape);
        QVERIFY(bench.bar->isVisible());
        QTest::keyClick(bench.box, Qt::Key_Escape);
        QVERIFY(bench.bar->isHidden());
    }

    void assistiveToolsReadTheWholeMessage()
    {
        const Bench bench;
        bench.bar->showError(CannotRead);
        const QAccessibleInterface *read = QAccessible::queryAccessibleInterface(bench.bar);
        QCOMPARE(read->text(QAccessible::Name), bench.bar->message());
    }

    void wrapsLongSentences()
    {
        const Bench bench;
        bench.bar->showError(QString("x"));
        const int oneLine = bench.bar->heightForWidth(400);
        bench.bar->showError(QString("Donaudampfschifffahrtsgesellschaft ").repeated(8));
        QVERIFY(bench.bar->heightForWidth(400) > 2 * oneLine);
        QVERIFY(bench.bar->minimumSizeHint().width() <= 400);
    }

    void aTextFoldsToOneLineAndOpensAgain()
    {
        const Bench bench;
        const QString html
            = QStringLiteral("Drag <a href=\"parallel.gpus\">GPUs</a>. ").repeated(40);
        bench.bar->showText("How many GPUs", html);
        QCoreApplication::processEvents();
        const auto height = [&bench] {
            const QLayout &layout = *bench.bar->layout();
            return layout.hasHeightForWidth() ? layout.totalHeightForWidth(bench.bar->width())
                                              : layout.totalSizeHint().height();
        };
        const int whole = height();
        bench.bar->setBrief(true);
        QTest::qWait(10);
        QVERIFY(height() < whole / 2);
        QVERIFY(bench.bar->message().contains("Drag GPUs. Drag GPUs."));
        QToolButton *more = nullptr;
        for (auto *button : bench.bar->findChildren<QToolButton *>())
            more = button->isCheckable() ? button : more;
        QVERIFY(more && more->isVisible() && !more->accessibleName().isEmpty());
        QTest::mouseClick(more, Qt::LeftButton);
        QTest::qWait(10);
        QVERIFY(height() >= whole);
        bench.bar->showNote("Written");
        QVERIFY(!more->isVisible());
    }

    void followsThePalette()
    {
        const Bench bench;
        bench.bar->showError(CannotRead);
        const QColor light = bench.bar->grab().toImage().pixelColor(200, 2);
        QPalette dark;
        dark.setColor(QPalette::Window, Qt::black);
        dark.setColor(QPalette::Base, Qt::black);
        const_cast<QWidget &>(bench.window).setPalette(dark);
        QVERIFY(bench.bar->grab().toImage().pixelColor(200, 2).lightness() < light.lightness());
    }
};

QTEST_MAIN(TestMessageBar)
#include "tst_messagebar.moc"
