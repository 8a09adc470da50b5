// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"
#include "tests/ui/answers.h"
#include "ui/compare/pins.h"
#include "ui/dialogs/messagebar.h"
#include "ui/dialogs/reporting.h"
#include "ui/dialogs/reportmenu.h"
#include "ui/files/exporter.h"
#include "ui/session.h"
#include "ui/settings.h"
#include "ui/sweep/sweepinputs.h"

#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

using namespace shardscope;

namespace {

const QSizeF paper(680, 1009); // A4 between margins of 15 mm

Compared pinned(const Catalog &catalog)
{
    Pins pins(catalog);
    [[maybe_unused]] const auto pin = pins.pin(scenarioWith({{"parallel.strategy", "ddp"}}));
    return pins.all();
}

std::shared_ptr<const SweepRun> sweepIn(const Catalog &catalog)
{
    return finishedRun(*sweepOf(standardSweepChoice(), {}, catalog), catalog);
}

struct Pages
{
    Catalog catalog = builtInCatalog();
    Plan plan = *makePlan(scenarioWith({{"model.id", "meta-llama/Meta-Llama-3-8B"}}), catalog);
    ReportPage ofPlan = planPage(plan, catalog);
    ReportPage besidePins = comparisonPage(plan, catalog, pinned(catalog));
    ReportPage ofSweep = sweepPage(plan, catalog, sweepIn(catalog));
};

const Pages &pages()
{
    static const Pages made;
    return made;
}

QTextImageFormat pictureOf(const QTextDocument &document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            if (at.fragment().charFormat().isImageFormat())
                return at.fragment().charFormat().toImageFormat();
        }
    }
    return {};
}

} // namespace

class TestReports : public QObject
{
    Q_OBJECT

private slots:
    void saysWhatAProposalNeeds_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("heading");
        QTest::newRow("plan") << pages().ofPlan.markdown << "# Plan of a training run\n";
        QTest::newRow("beside pins") << pages().besidePins.markdown << "# Comparison with ";
        QTest::newRow("sweep") << pages().ofSweep.markdown << "# Sweep over ";
    }
    void saysWhatAProposalNeeds()
    {
        QFETCH(const QString, text);
        QFETCH(const QString, heading);
        QVERIFY2(text.startsWith(heading), qPrintable(text.left(200)));
        qsizetype at = 0;
        for (const char *next :
            {"\n\n**", "](<chart>)", "| ---", "## Assumptions\n\n- Llama 3 8B; ",
                "8 × H100 80GB in one node", "## Sources\n\n- Memory and communication follow",
                "measured runs", "Model meta-llama/Meta-Llama-3-8B: ", "Memory of H100 80GB: ",
                "An estimate made with "}) {
            const QString ruler = QString(next).replace("| ---", "---");
            at = text.indexOf(ruler, at);
            QVERIFY2(at >= 0, next);
        }
        QVERIFY(text.trimmed().endsWith(QDate::currentDate().toString(Qt::ISODate) + "."));
    }

    void theTableOfASweepSpeaksAsTheWindowDoes_data()
    {
        QTest::addColumn<SweepChoice>("choice");
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QStringList>("ids");
        QTest::newRow("two inputs") << SweepChoice{.across = standardChoice("parallel.strategy"),
            .up = standardChoice("parallel.gpus"),
            .metric = Metric::Peak}
                                    << QStringList{"Peak memory per GPU (GiB); down: GPUs",
                                           "across: Sharding", "| ZeRO-3 |"}
                                    << QStringList{"parallel.", "zero3", "peak [GiB]"};
        QTest::newRow("one input")
            << SweepChoice{.across = standardChoice("training.precision"),
                   .up = std::nullopt,
                   .metric = Metric::StepSeconds}
            << QStringList{"| Precision ", "| Does it fit? ", "BF16 with FP32 master", "Fits",
                   "Time of a step (s)"}
            << QStringList{"training.", "bf16-master", "fit |", "step-seconds"};
        QTest::newRow("what cannot run")
            << SweepChoice{.across = standardChoice("model.hidden_size"),
                   .up = std::nullopt,
                   .metric = Metric::Fit}
            << QStringList{"Cannot run"} << QStringList{"uneven-heads"};
    }
    void theTableOfASweepSpeaksAsTheWindowDoes()
    {
        QFETCH(SweepChoice, choice);
        QFETCH(QStringList, words);
        QFETCH(QStringList, ids);
        const Catalog &catalog = pages().catalog;
        const Result<Sweep> sweep = sweepOf(choice, {}, catalog);
        QVERIFY(sweep);
        const QString report
            = sweepPage(pages().plan, catalog, finishedRun(*sweep, catalog)).markdown;
        const QString table = report.left(report.indexOf("## Assumptions"));
        for (const QString &word : words)
            QVERIFY2(table.contains(word), qPrintable(table.left(1500)));
        for (const QString &id : ids)
            QVERIFY2(!table.contains(id), qPrintable(id));
    }

    void theChartIsAsWideAsThePage()
    {
        const auto document = pageDocument(pages().ofPlan, paper);
        const QTextImageFormat picture = pictureOf(*document);
        QCOMPARE(picture.width(), paper.width());
        const QImage &chart = pages().ofPlan.chart;
        QVERIFY(chart.width() > 2000); // sharp on paper
        QCOMPARE(picture.height(), paper.width() * chart.height() / chart.width());
        QVERIFY(!document->resource(QTextDocument::ImageResource, QUrl("chart"))
                     .value<QImage>()
                     .isNull());
    }

    void tablesAreTables()
    {
        const auto document = pageDocument(pages().besidePins, paper);
        int tables = 0;
        for (QTextFrame *frame : document->rootFrame()->childFrames())
            tables += qobject_cast<QTextTable *>(frame) != nullptr;
        QVERIFY(tables > 0);
        QVERIFY(!document->toPlainText().contains("|"));
        QVERIFY(document->size().width() <= paper.width() + 1);
    }

    void emptyCellsStayWhereTheyAre()
    {
        const auto document = pageDocument(
            {.markdown = "# Title\n\n| a | b | c |\n|---|---:|---|\n|  |  | last |\n"}, paper);
        const auto *table = document->rootFrame()->childFrames().isEmpty()
            ? nullptr
            : qobject_cast<QTextTable *>(document->rootFrame()->childFrames().front());
        QVERIFY(table);
        const auto block = [table](int row, int column) {
            return table->cellAt(row, column).firstCursorPosition();
        };
        QCOMPARE(block(1, 2).block().text(), "last");
        QVERIFY(block(0, 1).blockFormat().alignment().testFlag(Qt::AlignRight));
    }

    void writesAPdf()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.pdf");
        QVERIFY(writeReport(path, pages().ofSweep));
        QVERIFY(readTestFile(path).startsWith("%PDF"));
        QCOMPARE(reportFiles(path), QStringList{path});
    }

    void markdownNamesThePictureBesideIt()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("Llama 3.1 sweep.md");
        QVERIFY(writeReport(path, pages().ofSweep));
        QVERIFY(readTestFile(path).contains("](<Llama 3.1 sweep.png>)"));
        QCOMPARE(
            QImage(folder.filePath("Llama 3.1 sweep.png")).size(), pages().ofSweep.chart.size());
    }

    void refusesAndWritesNothing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<ErrorCode>("code");
        QTest::newRow("no such kind") << "a.docx" << ErrorCode::UnknownChoice;
        QTest::newRow("no suffix") << "a" << ErrorCode::UnknownChoice;
        QTest::newRow("no such folder") << "none/a.pdf" << ErrorCode::Unwritable;
        QTest::newRow("no such folder for Markdown") << "none/a.md" << ErrorCode::Unwritable;
    }
    void refusesAndWritesNothing()
    {
        QFETCH(const QString, name);
        QFETCH(const ErrorCode, code);
        const QTemporaryDir folder;
        const Status written = writeReport(folder.filePath(name), pages().ofPlan);
        QVERIFY(!written);
        QCOMPARE(written.error().code, code);
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void aPictureThatNobodyNamedIsNotReplacedUnasked()
    {
        const QTemporaryDir folder;
        writeTestFile(folder.filePath("a.png"), "old");
        DialogAnswers answers;
        answers.fileToSave = folder.filePath("a.md");
        answers.mayReplace = false;
        const auto none = saveReport(nullptr, answers, {}, pages().ofPlan);
        QVERIFY(none && none->isEmpty());
        QCOMPARE(answers.replaced, QStringList{"a.png"});
        QCOMPARE(readTestFile(folder.filePath("a.png")), "old");
        answers.mayReplace = true;
        QCOMPARE(saveReport(nullptr, answers, {}, pages().ofPlan)->size(), 2);
    }

    void isNamedAfterTheDocument()
    {
        QCOMPARE(
            reportPath("/runs/Llama-3.1-8B.shardscope", "sweep"), "/runs/Llama-3.1-8B-sweep.pdf");
    }

    void theMenuOffersWhatThereIs()
    {
        const QTemporaryDir folder;
        Settings settings(folder.filePath("settings.ini"));
        Session session(builtInCatalog());
        auto *answers = new DialogAnswers;
        QWidget window;
        Documents documents(
            session, window, settings, {std::unique_ptr<FileDialogs>(answers), folder.path()});
        std::shared_ptr<const SweepRun> sweep;
        MessageBar messages;
        ReportMenu menu({session, documents, messages, [&sweep] { return sweep; }}, &window);
        const auto isOffered = [&menu](const char *kind) {
            emit menu.aboutToShow();
            return menu.findChild<QAction *>(kind)->isEnabled();
        };
        QVERIFY(isOffered("plan"));
        QVERIFY(!isOffered("compared"));
        QVERIFY(!isOffered("sweep"));
        QVERIFY(session.pins().pin(session.scenario()));
        sweep = sweepIn(session.catalog());
        QVERIFY(isOffered("compared"));
        QVERIFY(isOffered("sweep"));
        for (const char *kind : {"plan", "compared", "sweep"}) {
            answers->fileToSave = folder.filePath(QString(kind) + ".pdf");
            menu.findChild<QAction *>(kind)->trigger();
            QVERIFY(answers->suggestion.endsWith(QString("-%1.pdf").arg(kind)));
            QVERIFY(readTestFile(answers->fileToSave).startsWith("%PDF"));
            QVERIFY(messages.message().endsWith("Written: " + answers->fileToSave));
        }
        answers->fileToSave = folder.filePath("none/a.pdf");
        menu.findChild<QAction *>("plan")->trigger();
        QVERIFY(messages.message().startsWith("Error: "));
    }
};

QTEST_MAIN(TestReports)
#include "tst_reports.moc"
