// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/summary.h"
#include "tests/support/samples.h"
#include "tests/support/testcatalog.h"
#include "tests/ui/inwords.h"
#include "ui/dialogs/aboutdialog.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/printing.h"
#include "ui/dialogs/shortcutsdialog.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QAction>
#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QGuiApplication>
#include <QLabel>
#include <QPdfWriter>
#include <QPushButton>
#include <QTest>
#include <QTextDocument>
#include <QTreeWidget>

using namespace shardscope;

namespace {

QStringList shownKeys(const QList<QAction *> &actions)
{
    ShortcutsDialog dialog(actions);
    QStringList lines;
    for (QTreeWidgetItemIterator it(dialog.findChild<QTreeWidget *>()); *it; ++it)
        lines += QString("%1|%2").arg((*it)->text(0), (*it)->text(1));
    return lines;
}

QString labelTexts(const QWidget &dialog)
{
    QString texts;
    for (const QLabel *label : dialog.findChildren<QLabel *>())
        texts += label->text();
    return texts;
}

} // namespace

class TestDialogs : public QObject
{
    Q_OBJECT

private slots:
    void calibrationTakesTheDifferenceOver()
    {
        Session session(builtInCatalog());
        session.settle();
        const double device = session.plan()->memory.footprint.device / GiB;
        CalibrationDialog dialog(session);
        auto *apply = dialog.findChildren<QPushButton *>().first();
        for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->text().contains("Apply"))
                apply = button;
        }
        QVERIFY(!apply->isEnabled());
        dialog.setText("what is this?");
        QVERIFY(labelTexts(dialog).contains("No amount of memory"));
        QVERIFY(!apply->isEnabled());
        dialog.setText(QString("nvidia-smi: %1 GiB").arg(device + 2, 0, 'f', 6));
        QVERIFY(labelTexts(dialog).contains("More was in use"));
        QVERIFY(apply->isEnabled());
        apply->click();
        QCOMPARE(session.scenario().hardware.correctionGib, 2.0);
        QCOMPARE(session.undoStack()->count(), 1);
        session.undoStack()->undo();
        QCOMPARE(session.scenario().hardware.correctionGib, 0.0);
    }

    void calibrationAsksWhereTheTextDoesNotSay()
    {
        Session session(builtInCatalog());
        CalibrationDialog dialog(session);
        const auto *question = dialog.findChild<QComboBox *>();
        dialog.setText("61.3 GiB");
        QVERIFY(question->isEnabled());
        dialog.setText("max_memory_reserved: 65817411584");
        QVERIFY(!question->isEnabled());
        QCOMPARE(question->currentIndex(), static_cast<int>(MemoryQuestion::Reserved));
        const auto *table = dialog.findChild<QTreeWidget *>();
        QCOMPARE(table->topLevelItemCount(), 1);
        QCOMPARE(table->topLevelItem(0)->text(0), "reserved by PyTorch");
    }

    void calibrationKnowsAnotherGpu()
    {
        Session session(builtInCatalog());
        CalibrationDialog dialog(session);
        dialog.setText("61440MiB / 81559MiB");
        QVERIFY(!labelTexts(dialog).contains("That GPU has"));
        dialog.setText("20000MiB / 24576MiB");
        QVERIFY(labelTexts(dialog).contains("That GPU has"));
    }

    void theInmostDifferenceIsExplained()
    {
        Session session(builtInCatalog());
        CalibrationDialog dialog(session);
        dialog.setText("allocated 900 GiB\nreserved 950 GiB\nnvidia-smi 990 GiB");
        QVERIFY(labelTexts(dialog).contains("More was allocated"));
    }

    void aReportIsOnePage_data()
    {
        QTest::addColumn<QSizeF>("size");
        QTest::newRow("A4") << QSizeF(680, 1009);
        QTest::newRow("Letter") << QSizeF(702, 942);
        QTest::newRow("A3 on its side") << QSizeF(1473, 1009);
    }
    void aReportIsOnePage()
    {
        QFETCH(const QSizeF, size);
        const auto report = reportDocument(samples::plan(), samples::catalog(), size);
        QCOMPARE(report->pageCount(), 1);
        QCOMPARE(report->pageSize(), size);
    }

    void aReportSaysWhatIsDifferent()
    {
        Plan before = samples::plan();
        before.memory.phases[2].parts[1].bytes = 3.8 * GiB;
        const Compared pins{{{"Before", std::make_shared<const Plan>(before)}}, 0};
        const auto report = reportDocument(samples::plan(), samples::catalog(), {680, 1009}, pins);
        const QString text = report->toPlainText();
        QVERIFY(text.contains("Difference from Before"));
        QVERIFY(text.contains(QString::fromUtf8("−1.90 GiB")));
        QCOMPARE(report->pageCount(), 1);
    }

    void aReportSaysEverything()
    {
        const Plan plan = samples::plan();
        const Catalog catalog = samples::catalog();
        const auto report = reportDocument(plan, catalog, {680, 1009});
        const QString text = report->toPlainText();
        QVERIFY(text.contains(inWords(verdictHeadline(plan), catalog)));
        // A document gives its no-break spaces back as spaces.
        const auto spaced = [](QString words) { return words.replace(QChar::Nbsp, u' '); };
        QVERIFY(text.contains(spaced(translated(verdictDetail(plan)))));
        QVERIFY(text.contains(spaced(translated(assumptionsSentence(plan), &catalog))));
        for (const Part &part : plan.memory.atPeak().parts)
            QVERIFY2(text.contains(displayName(part.id)), qPrintable(displayName(part.id)));
        const QVariant chart = report->resource(QTextDocument::ImageResource, QUrl("report:chart"));
        QVERIFY(chart.value<QImage>().width() > 2000); // sharp on paper
    }

    void aReportPrints()
    {
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        {
            QPdfWriter writer(&buffer);
            writer.setPageSize(QPageSize(QPageSize::A4));
            reportDocument(samples::plan(), samples::catalog(), {680, 1009})->print(&writer);
        }
        QCOMPARE(buffer.data().count("/Type /Page\n"), 1);
    }

    void aboutNamesTheLicences()
    {
        const AboutDialog dialog;
        const QString text = labelTexts(dialog);
        for (const char *name : {"GPL-3.0-or-later", "QCustomPlot", "LGPL", "nlohmann", "MIT"})
            QVERIFY2(text.contains(name), name);
    }

    void diagnosticsAreCopied()
    {
        const AboutDialog dialog;
        for (QPushButton *button : dialog.findChildren<QPushButton *>()) {
            if (button->text().contains("Diagnostics"))
                button->click();
        }
        const QString copied = QGuiApplication::clipboard()->text();
        QCOMPARE(copied, diagnostics());
        QVERIFY(copied.contains(qVersion()));
        QVERIFY(!copied.contains(QDir::homePath() + '/'));
    }

    void shortcutsOfActionsAreListed()
    {
        QAction save("&Save...");
        save.setShortcut(QKeySequence("Ctrl+S"));
        QAction silent("Silent");
        QAction redo("Redo");
        redo.setShortcuts({QKeySequence("Ctrl+Y"), QKeySequence("Ctrl+Shift+Z")});
        const QStringList lines = shownKeys({&save, &silent, &redo});
        QVERIFY(lines.contains("Save|Ctrl+S"));
        QVERIFY(lines.contains("Redo|Ctrl+Y, Ctrl+Shift+Z"));
        QVERIFY(lines.filter("Silent").isEmpty());
    }

    void keysOfChartsAndInputsAreListed()
    {
        const QStringList lines = shownKeys({});
        QVERIFY(!lines.contains("Menus|"));
        QVERIFY(lines.contains("Chart|"));
        QVERIFY(lines.contains("Set a slider back to the default|Backspace"));
    }
};

QTEST_MAIN(TestDialogs)
#include "tst_dialogs.moc"
