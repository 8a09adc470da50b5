// SPDX-License-Identifier: GPL-3.0-or-later
// What screen readers are told by itself, and what they call the window.
#include "resources/examples.h"
#include "tests/ui/testwindow.h"
#include "ui/announce.h"
#include "ui/dialogs/messagebar.h"
#include "ui/fields/fieldrow.h"
#include "ui/panels/parameterpanel.h"
#include "ui/workspace.h"

#include <QAccessible>
#include <QApplication>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace shardscope;

namespace {

/// Hears what assistive technology is told to say, as long as it lives.
class Listener : public QObject
{
public:
    Listener() { qApp->installEventFilter(this); }

    const QStringList &heard() const { return m_heard; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == AnnouncementEvent::kind())
            m_heard += static_cast<AnnouncementEvent *>(event)->text();
        return QObject::eventFilter(watched, event);
    }

private:
    QStringList m_heard;
};

/// A window whose plan has settled, away from the user's own files.
struct Fixture : TestWindow
{
    Fixture()
    {
        session.settle();
        QApplication::processEvents();
    }
};

} // namespace

class TestAnnouncements : public QObject
{
    Q_OBJECT

private slots:
    void anEditIsReadOutOnce_data()
    {
        QTest::addColumn<QList<QString>>("batches");
        QTest::newRow("an edit") << QList<QString>{"2"};
        QTest::newRow("a drag over several values") << QList<QString>{"2", "3", "4", "5"};
        QTest::newRow("one after which it no longer fits") << QList<QString>{"64"};
    }

    void anEditIsReadOutOnce()
    {
        QFETCH(const QList<QString>, batches);
        Fixture f;
        const Listener listener;
        for (const QString &batch : batches) {
            f.session.edit("Micro-batch", "training.micro_batch",
                scenarioWith(
                    {{"training.micro_batch", batch.toStdString()}}, f.session.scenario()));
            QApplication::processEvents();
        }
        QCOMPARE(listener.heard().size(), qsizetype{0}); // until it settles
        f.session.endGesture();
        f.session.settle();
        QTRY_COMPARE(listener.heard().size(), qsizetype{1});
        QTest::qWait(800); // longer than any pause after which something might be said
        QCOMPARE(listener.heard().size(), qsizetype{1});
    }

    void whatCannotBePlannedIsReadOutOnce()
    {
        Fixture f;
        const Listener listener;
        f.session.editAtOnce("Targets", "training.lora_targets",
            scenarioWith({{"training.method", "lora"}, {"training.lora_targets", "no_such_proj"}},
                f.session.scenario()));
        QTRY_COMPARE(listener.heard().size(), qsizetype{1});
        QTest::qWait(800);
        QCOMPARE(listener.heard().size(), qsizetype{1});
    }

    void aRejectedTextIsReadOutOnce()
    {
        Fixture f;
        f.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        auto *line = f.window.parameters().row("parallel.gpus")->findChild<QLineEdit *>();
        line->setFocus();
        line->selectAll();
        const Listener listener;
        QTest::keyClicks(line, "none");
        QTest::keyClick(line, Qt::Key_Tab);
        QTRY_COMPARE(listener.heard().size(), qsizetype{1});
        QVERIFY(listener.heard().first().contains("“none” was not taken."));
    }

    void whatIsOpenedIsReadOutOnce()
    {
        Fixture f;
        const Listener listener;
        f.session.load({scenarioWith({{"parallel.gpus", "16"}}), {}});
        f.session.settle();
        QTRY_COMPARE(listener.heard().size(), qsizetype{1});
        QVERIFY(listener.heard().first().startsWith("Fits on "));
        QTest::qWait(800);
        QCOMPARE(listener.heard().size(), qsizetype{1});
    }

    void theWindowIsCalledByItsTitle()
    {
        Fixture f;
        f.window.documents().openExample(builtInExamples().front().document);
        QTRY_VERIFY(f.window.workspace().about().isVisible());
        const auto nameOf = [](QWidget *widget) {
            return QAccessible::queryAccessibleInterface(widget)->text(QAccessible::Name);
        };
        QCOMPARE(nameOf(&f.window), f.window.windowTitle().remove("[*]"));
        // What an example says is long: its title is the name, the rest a description.
        QVERIFY(nameOf(&f.window.workspace().about()).size() < 80);
        QVERIFY(f.window.workspace().about().accessibleDescription().size() > 80);
    }
};

QTEST_MAIN(TestAnnouncements)
#include "tst_announcements.moc"
