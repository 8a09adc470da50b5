// SPDX-License-Identifier: GPL-3.0-or-later
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
};

QTEST_GUILESS_MAIN(TestSession)
#include "tst_session.moc"
