// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testcatalog.h"
#include "ui/session.h"

#include <QSignalSpy>
#include <QTest>

using namespace shardscope;

namespace {

Scenario withGpus(Scenario scenario, int gpus)
{
    scenario.parallel.gpus = gpus;
    return scenario;
}

void drag(Session &session, int from, int to)
{
    for (int gpus = from; gpus != to; gpus += from < to ? 1 : -1)
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), gpus));
    session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), to));
    session.endGesture();
}

constexpr int never = 1'000'000'000; // ms

/// A session that plays when it is told to.
struct Desk
{
    Desk() { session.playedPlans().setPause(never); }

    void edit(std::initializer_list<std::pair<std::string_view, std::string_view>> settings)
    {
        session.edit("Edit", "edit", scenarioWith(settings, session.scenario()));
        session.endGesture();
        session.evaluateNow();
    }
    const Memory &memory() const { return session.plan()->memory; }
    double share() const
    {
        const std::optional<Reservation> &played = memory().reservation;
        const Bytes ahead = played ? played->ahead : Bytes(0);
        return (memory().footprint.reserved - ahead) / memory().footprint.allocated;
    }

    Session session{builtInCatalog()};
};

} // namespace

class TestSession : public QObject
{
    Q_OBJECT

private slots:
    void oneDragIsOneStep()
    {
        Session session{{}};
        drag(session, 9, 64);
        QCOMPARE(session.undoStack()->count(), 1);
        drag(session, 63, 32);
        QCOMPARE(session.undoStack()->count(), 2);
        session.undoStack()->undo();
        QCOMPARE(session.scenario().parallel.gpus, 64);
        session.undoStack()->undo();
        QCOMPARE(session.scenario(), Scenario{});
        session.undoStack()->redo();
        QCOMPARE(session.scenario().parallel.gpus, 64);
    }

    // A window that stays open for days does not fill the memory with its steps.
    void theWayBackHasAnEnd()
    {
        Session session{{}};
        for (int i = 1; i <= 1200; ++i) {
            Scenario next = session.scenario();
            next.training.sequenceLength = 1024 + i;
            session.edit(QStringLiteral("edit %1").arg(i), {}, next);
            session.endGesture();
        }
        QCOMPARE(session.scenario().training.sequenceLength, 1024 + 1200);
        QVERIFY(session.undoStack()->count() >= 100 && session.undoStack()->count() < 1200);
        session.undoStack()->undo();
        QCOMPARE(session.scenario().training.sequenceLength, 1024 + 1199);
    }

    void backToTheStartIsNoStep()
    {
        Session session{{}};
        drag(session, 9, 20);
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), 30));
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), 20));
        QCOMPARE(session.undoStack()->count(), 1);
    }

    void anEditAfterUndoIsAStepOfItsOwn()
    {
        Session session{{}};
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), 16));
        session.endGesture();
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), 32));
        session.undoStack()->undo();
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), 64));
        QCOMPARE(session.undoStack()->count(), 2);
        session.undoStack()->undo();
        QCOMPARE(session.scenario().parallel.gpus, 16);
    }

    void anEqualScenarioIsNoEdit()
    {
        Session session{{}};
        QSignalSpy changed(&session, &Session::scenarioChanged);
        session.edit("GPUs", "parallel.gpus", session.scenario());
        QCOMPARE(changed.count(), 0);
        QCOMPARE(session.undoStack()->count(), 0);
    }

    void hundredEditsAreOneEvaluation()
    {
        Session session{{}};
        const int before = session.evaluationCount();
        QSignalSpy planned(&session, &Session::planChanged);
        drag(session, 9, 109);
        QCOMPARE(planned.count(), 0);
        QTRY_COMPARE(planned.count(), 1);
        QCOMPARE(session.evaluationCount(), before + 1);
    }

    void loadingForgetsTheWayBack()
    {
        Session session{{}};
        drag(session, 9, 20);
        ScenarioDocument document;
        document.scenario.parallel.gpus = 3;
        session.load(document);
        QCOMPARE(session.scenario().parallel.gpus, 3);
        QVERIFY(session.undoStack()->isClean());
        QVERIFY(!session.undoStack()->canUndo());
    }

    void whenNothingChangesTheAllocatorIsPlayed()
    {
        Session session{builtInCatalog()};
        session.playedPlans().setPause(0);
        session.edit("GPUs", "parallel.gpus", withGpus(session.scenario(), 16));
        session.evaluateNow();
        QVERIFY(!session.isSettled());
        QCOMPARE(session.plan()->memory.reserving(), Reserving::Estimated);
        QSignalSpy planned(&session, &Session::planChanged);
        QTRY_VERIFY(session.isSettled());
        QCOMPARE(planned.count(), 1);
        QCOMPARE(*session.plan(), planOf(session.scenario(), session.catalog(), Reserving::Played));
    }

    void whatIsOvertakenIsNeverShown()
    {
        Desk desk;
        QSignalSpy played(&desk.session.playedPlans(), &PlayedPlans::played);
        for (const char *gpus : {"16", "24", "32"})
            desk.edit({{"parallel.gpus", gpus}});
        desk.session.settle();
        QCOMPARE(played.count(), 1);
        QCOMPARE(desk.session.plan()->scenario.parallel.gpus, 32);
        QVERIFY(desk.session.isSettled());
        desk.edit({{"parallel.gpus", "40"}});
        desk.session.playedPlans().giveUp();
        desk.session.settle();
        QCOMPARE(played.count(), 1);
        QVERIFY(!desk.session.isSettled());
    }

    // Given up while it is worked on.
    void aPlayThatComesTooLateIsDropped()
    {
        const Catalog catalog = builtInCatalog();
        PlayedPlans plans(catalog);
        plans.setPause(0);
        QSignalSpy played(&plans, &PlayedPlans::played);
        plans.play({});
        QCoreApplication::processEvents(); // it begins
        plans.play(withGpus({}, 24));
        plans.finish();
        QCOMPARE(played.count(), 1);
        QVERIFY(plans.isFor(withGpus({}, 24)));
        QCoreApplication::processEvents();
        QCOMPARE(played.count(), 1);
    }

    void aDragGoesOnWithTheShareThatWasPlayed()
    {
        Desk desk;
        const double estimated = desk.share();
        desk.session.settle();
        const double played = desk.share();
        QVERIFY(std::abs(played - estimated) > 1e-3);
        desk.edit({{"training.sequence_length", "5120"}});
        QVERIFY(!desk.session.isSettled());
        QVERIFY(std::abs(desk.share() - played) < 1e-9);
        desk.edit({{"training.method", "lora"}}); // nothing like it was played
        QVERIFY(std::abs(desk.share() - estimated) < 1e-9);
    }

    void whatIsShownBesideItIsPlayedToo()
    {
        Desk desk;
        desk.session.settle();
        desk.edit({{"parallel.strategy", "zero2"}});
        QVERIFY(desk.session.isSettled());
        QCOMPARE(*desk.session.plan(),
            planOf(desk.session.scenario(), desk.session.catalog(), Reserving::Played));
    }

    void whatCannotBePlayedIsSettled_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("the worksheet") << QByteArray("estimator") << QByteArray("worksheet");
        QTest::newRow("a share by hand")
            << QByteArray("hardware.fragmentation_percent") << QByteArray("4");
        QTest::newRow("a GPU that there is not")
            << QByteArray("hardware.gpu") << QByteArray("abacus");
    }

    void whatCannotBePlayedIsSettled()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, value);
        Desk desk;
        desk.edit({{key.constData(), value.constData()}});
        QVERIFY(desk.session.isSettled());
    }
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
