// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"
#include "ui/compare/narrationtext.h"
#include "ui/compare/narrator.h"
#include "ui/session.h"
#include "ui/statusline.h"

#include <QAccessible>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTest>

using namespace shardscope;

namespace {

using Settings = std::initializer_list<std::pair<std::string_view, std::string_view>>;

QString plain(QString text)
{
    return text.replace(QChar::Nbsp, ' ');
}

/// Facts about an edit of the strategy.
Narration facts()
{
    const Scenario before = scenarioWith({{"parallel.strategy", "zero1"}});
    const Scenario after = scenarioWith({{"parallel.strategy", "zero2"}});
    return {.inputs = inputDifferences(before, after),
        .parts = {{PartId::Gradients, 15 * GiB, 1.87 * GiB}},
        .peakBefore = 40 * GiB,
        .peakAfter = 26.9 * GiB,
        .trafficBefore = 42 * GB,
        .trafficAfter = 42 * GB,
        .isForOneMicroStep = true,
        .stepBefore = Seconds(1.2),
        .stepAfter = Seconds(1.2)};
}

QString sentenceOf(const Narration &narration)
{
    static const Catalog catalog = builtInCatalog();
    return plain(narrationSentence(narration, Plan{}, catalog));
}

void edit(Session &session, Settings settings)
{
    session.edit("Edit", "edit", scenarioWith(settings, session.scenario()));
}

} // namespace

class TestNarrator : public QObject
{
    Q_OBJECT

private slots:
    void aSentenceTellsWhatItDid()
    {
        QCOMPARE(sentenceOf(facts()),
            "ZeRO-1 to ZeRO-2: gradients 15.0 to 1.87 GiB, peak 40.0 to 26.9 GiB, traffic "
            "unchanged "
            "while there is one micro-step, step time unchanged.");
    }

    void theSentenceFollowsTheFacts_data()
    {
        QTest::addColumn<Narration>("narration");
        QTest::addColumn<QString>("words");
        Narration narration = facts();
        narration.isForOneMicroStep = false;
        QTest::newRow("the same traffic") << narration << "traffic unchanged, ";
        narration.trafficAfter = 70 * GB;
        QTest::newRow("more traffic") << narration << "traffic 42.0 to 70.0 GB";
        narration.stepAfter = Seconds(0.95);
        QTest::newRow("other units") << narration << "step time 1.20 s to 950.0 ms.";
        narration.fitAfter = Fit::DoesNotFit;
        QTest::newRow("no longer fits")
            << narration << "ZeRO-1 to ZeRO-2: no longer fits on H100 80GB, gradients";
        narration.fitBefore = Fit::AtRisk;
        narration.fitAfter = Fit::Fits;
        QTest::newRow("now fits") << narration << "now fits on H100 80GB";
        narration.parts.clear();
        narration.peakAfter = narration.peakBefore;
        QTest::newRow("the same memory") << narration << "peak unchanged";
        narration.inputs = inputDifferences({}, scenarioWith({{"training.micro_batch", "2"}}));
        QTest::newRow("a number") << narration << "Micro-batch 1 to 2: ";
        narration.inputs = inputDifferences({}, scenarioWith({{"model.id", "gpt2"}}));
        QTest::newRow("another model") << narration << "Model GPT-2: ";
    }
    void theSentenceFollowsTheFacts()
    {
        QFETCH(Narration, narration);
        QFETCH(QString, words);
        const QString sentence = sentenceOf(narration);
        QVERIFY2(sentence.contains(words), qPrintable(sentence));
    }

    void theClauseSaysWhatMattersMost_data()
    {
        QTest::addColumn<Narration>("narration");
        QTest::addColumn<QString>("clause");
        Narration narration = facts();
        QTest::newRow("memory") << narration << "ZeRO-1 to ZeRO-2: peak 40.0 to 26.9 GiB";
        narration.stepAfter = Seconds(0.6);
        QTest::newRow("memory before time")
            << narration << "ZeRO-1 to ZeRO-2: peak 40.0 to 26.9 GiB";
        narration.fitAfter = Fit::DoesNotFit;
        QTest::newRow("the fit before memory")
            << narration << "ZeRO-1 to ZeRO-2: no longer fits on H100 80GB";
        narration.fitAfter = narration.fitBefore;
        narration.peakAfter = narration.peakBefore;
        QTest::newRow("time, where memory stays")
            << narration << "ZeRO-1 to ZeRO-2: step time 1.20 s to 600.0 ms";
        narration.stepAfter = narration.stepBefore;
        narration.trafficAfter = 70 * GB;
        QTest::newRow("traffic, where time stays")
            << narration << "ZeRO-1 to ZeRO-2: traffic 42.0 to 70.0 GB";
        narration.trafficAfter = narration.trafficBefore;
        QTest::newRow("nothing") << narration << "ZeRO-1 to ZeRO-2: peak unchanged";
    }
    void theClauseSaysWhatMattersMost()
    {
        QFETCH(Narration, narration);
        static const Catalog catalog = builtInCatalog();
        QTEST(plain(narrationClause(narration, Plan{}, catalog)), "clause");
    }

    void whatIsNotThereIsNotTold()
    {
        Narration narration = facts();
        narration.trafficBefore = narration.trafficAfter = Bytes(0);
        narration.stepBefore = narration.stepAfter = Seconds(0);
        QVERIFY(!sentenceOf(narration).contains("traffic"));
        QVERIFY(!sentenceOf(narration).contains("step time"));
        narration.inputs.clear();
        QCOMPARE(sentenceOf(narration), QString());
    }

    void anEditIsToldOfWhenItIsOver()
    {
        Session session{builtInCatalog()};
        const Narrator narrator(session);
        QSignalSpy told(&narrator, &Narrator::told);
        for (const char *batch : {"2", "3", "4"})
            edit(session, {{"training.micro_batch", batch}});
        session.evaluateNow();
        QCOMPARE(told.count(), 0); // somebody may still drag
        session.endGesture();
        QTRY_COMPARE(told.count(), 1);
        QVERIFY2(narrator.sentence().startsWith("Micro-batch 1 to 4: "),
            qPrintable(narrator.sentence()));
    }

    void aPlanThatComesLaterIsToldOf()
    {
        Session session{builtInCatalog()};
        const Narrator narrator(session);
        edit(session, {{"training.micro_batch", "2"}});
        session.endGesture();
        QVERIFY(narrator.sentence().isEmpty()); // not evaluated yet
        QTRY_VERIFY(narrator.sentence().startsWith("Micro-batch 1 to 2: "));
    }

    void aPauseEndsAnEdit()
    {
        Session session{builtInCatalog()};
        const Narrator narrator(session);
        edit(session, {{"training.micro_batch", "2"}});
        QTRY_VERIFY(narrator.sentence().startsWith("Micro-batch 1 to 2: "));
    }

    void undoAndRedoAreToldOf()
    {
        Session session{builtInCatalog()};
        const Narrator narrator(session);
        edit(session, {{"parallel.gpus", "16"}});
        session.endGesture();
        QTRY_VERIFY(narrator.sentence().startsWith("GPUs 8 to 16: "));
        session.undoStack()->undo();
        QTRY_VERIFY(narrator.sentence().startsWith("GPUs 16 to 8: "));
        session.undoStack()->redo();
        QTRY_VERIFY(narrator.sentence().startsWith("GPUs 8 to 16: "));
    }

    void openingIsNoEdit()
    {
        Session session{builtInCatalog()};
        const Narrator narrator(session);
        edit(session, {{"parallel.gpus", "16"}});
        session.endGesture();
        QTRY_VERIFY(!narrator.sentence().isEmpty());
        session.load({});
        session.evaluateNow();
        QCoreApplication::processEvents();
        QCOMPARE(narrator.sentence(), QString());
    }

    void whatCannotBePlannedIsNotToldOf()
    {
        Session session{builtInCatalog()};
        const Narrator narrator(session);
        edit(session, {{"hardware.gpu", "no-such-gpu"}});
        session.endGesture();
        session.evaluateNow();
        QCoreApplication::processEvents();
        QVERIFY(narrator.sentence().isEmpty());
        edit(session, {{"hardware.gpu", "h200"}});
        session.endGesture();
        QTRY_VERIFY2(
            narrator.sentence().startsWith("H100 80GB to H200"), qPrintable(narrator.sentence()));
    }

    void theStatusLineSaysIt()
    {
        Session session{builtInCatalog()};
        const std::unique_ptr<QStatusBar> bar(makeStatusLine(session));
        const auto *label = bar->findChild<QLabel *>("narration");
        QVERIFY(label->text().isEmpty());
        session.pins().pin(session.scenario());
        QVERIFY(label->text().startsWith("Pinned: ZeRO-3"));
        edit(session, {{"parallel.gpus", "16"}});
        session.endGesture();
        QTRY_VERIFY(label->text().startsWith("GPUs 8 to 16: "));
        QVERIFY2(!label->text().contains(", "), qPrintable(label->text())); // one clause
        QVERIFY(label->toolTip().contains(", step time ")); // all of it
        QAccessibleInterface *accessible
            = QAccessible::queryAccessibleInterface(const_cast<QLabel *>(label));
        QCOMPARE(accessible->text(QAccessible::Name), label->text());
    }
};

QTEST_MAIN(TestNarrator)
#include "tst_narrator.moc"
