// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of inputs are made when somebody comes to see them.
#include "resources/catalogs.h"
#include "ui/fields/fieldrow.h"
#include "ui/panels/fieldgroup.h"
#include "ui/panels/parameterpanel.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

using namespace shardscope;

namespace {

QComboBox *listOf(const ParameterPanel &panel, const QString &key)
{
    return panel.row(key)->findChild<QComboBox *>();
}

} // namespace

class TestFieldGroup : public QObject
{
    Q_OBJECT

private slots:
    void foldedRowsAreMadeWhenTheyAreWanted()
    {
        Session session{builtInCatalog()};
        ParameterPanel panel(session);
        panel.show();
        FieldGroup *advanced = panel.groups().at(5);
        FieldGroup *run = panel.groups().at(8);
        FieldGroup *framework = panel.groups().at(9);
        QVERIFY(advanced->rows().empty() && run->rows().empty() && framework->rows().empty());
        Scenario changed = session.scenario();
        changed.training.loss = Loss::Chunked;
        session.edit("loss", "loss", changed);
        QCOMPARE(advanced->findChild<QToolButton *>()->text(), "Advanced (1 changed)");

        advanced->setExpanded(true);
        QVERIFY(panel.row("training.loss")->isVisible());
        QCOMPARE(listOf(panel, "training.loss")->currentText(), displayName(Loss::Chunked));
        panel.findChild<QLineEdit *>()->setText("price");
        QVERIFY(panel.row("run.price_per_gpu_hour")->isVisible());
        QVERIFY(framework->rows().empty());
        panel.focusControl("parallel.reduce_bucket");
        QVERIFY(panel.row("parallel.reduce_bucket")->isVisible());
    }

    void whatHasNoEffectIsMadeWhenItComesToCount()
    {
        Session session{builtInCatalog()};
        ParameterPanel panel(session);
        panel.show();
        FieldGroup *method = panel.groups().at(3);
        const std::size_t before = method->rows().size();
        QVERIFY(before > 0 && before < method->fields().size());
        Scenario adapted = session.scenario();
        adapted.training.method = Method::Lora;
        session.edit("method", "method", adapted);
        QVERIFY(method->rows().size() > before);
        // They stand in the order of the inputs, and the Tab key goes by it.
        int last = 0;
        for (const FieldRow *row : method->rows()) {
            if (!row->isVisible())
                continue;
            QVERIFY(row->y() >= last);
            last = row->y();
        }
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        panel.row("training.method")->control()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(panel.row("training.lora_rank")->isAncestorOf(QApplication::focusWidget()));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab);
        QCOMPARE(QApplication::focusWidget(), panel.row("training.method")->control());
    }

    void theTabKeyEntersRowsThatCameLate()
    {
        Session session{builtInCatalog()};
        ParameterPanel panel(session);
        panel.show();
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        FieldGroup *advanced = panel.groups().at(5);
        advanced->setExpanded(true);
        advanced->findChild<QToolButton *>()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), panel.row("estimator")->control());
        panel.row("hardware.reserve_gib")->control()->setFocus();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), advanced->findChild<QToolButton *>("without-effect"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QCOMPARE(QApplication::focusWidget(), panel.groups().at(6)->findChild<QToolButton *>());
    }
};

QTEST_MAIN(TestFieldGroup)
#include "tst_fieldgroup.moc"
