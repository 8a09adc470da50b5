// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/job.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <optional>
#include <vector>

using namespace shardscope;

namespace {

/// What tasks have done, and when they may go on.
struct Bench
{
    QSemaphore started;
    QSemaphore mayEnd;
    std::atomic<int> worked = 0; ///< calls of `work` that have come back
    std::atomic<int> cancelled = 0; ///< of those, the ones that were told to end
};

/// Works until it may end, or is cancelled.
struct Errand : Cancellation
{
    Errand(Bench &at, int which)
        : bench(at)
        , number(which)
    { }

    void work()
    {
        bench.started.release();
        while (!isCancelled() && !bench.mayEnd.tryAcquire(1, 1)) { }
        if (isCancelled())
            ++bench.cancelled;
        else
            answer = 10 * number;
        thread = QThread::currentThread();
        ++bench.worked;
    }

    Bench &bench;
    int number;
    std::optional<int> answer{}; ///< nothing: it could not be done
    QThread *thread = nullptr;
};

struct Desk
{
    explicit Desk(int threads = 1)
        : job(
            [this](Errand &errand) {
                answers.push_back(errand.answer.value_or(-1));
                const QThread *here = QCoreApplication::instance()->thread();
                isToldHere = QThread::currentThread() == here && errand.thread != here;
            },
            threads)
    { }

    void start(int number) { job.start(std::make_shared<Errand>(bench, number)); }

    Bench bench;
    std::vector<int> answers;
    bool isToldHere = false;
    Job<Errand> job;
};

} // namespace

class TestJob : public QObject
{
    Q_OBJECT

private slots:
    void theAnswerComesToTheThreadThatAsked()
    {
        Desk desk;
        QVERIFY(!desk.job.isRunning());
        desk.start(1);
        QVERIFY(desk.job.isRunning());
        QCOMPARE(desk.job.task()->number, 1);
        desk.bench.mayEnd.release();
        QTRY_COMPARE(desk.answers, std::vector{10});
        QVERIFY(desk.isToldHere);
        QVERIFY(!desk.job.isRunning());
        QVERIFY(!desk.job.task());
    }

    void theLatestWins()
    {
        Desk desk;
        for (int number = 1; number <= 5; ++number)
            desk.start(number);
        desk.bench.mayEnd.release();
        desk.job.finish();
        QCOMPARE(desk.answers, std::vector{50});
        QCOMPARE(desk.bench.worked.load(), 5);
        QCOMPARE(desk.bench.cancelled.load(), 4);
    }

    void whatIsCancelledIsNeverToldOf()
    {
        Desk desk;
        desk.start(1);
        desk.bench.started.acquire();
        desk.job.cancel();
        QVERIFY(!desk.job.isRunning());
        desk.job.finish();
        QVERIFY(desk.answers.empty());
        QCOMPARE(desk.bench.cancelled.load(), 1);
        desk.job.cancel(); // nothing is under way
    }

    void whatIsCancelledAfterItsWorkIsNotToldOf()
    {
        Desk desk;
        desk.start(1);
        desk.bench.mayEnd.release();
        while (desk.bench.worked == 0)
            QThread::msleep(1);
        desk.job.cancel();
        desk.job.finish();
        QVERIFY(desk.answers.empty());
    }

    void itIsDestroyedOnlyWhenItsThreadsAreBack()
    {
        Bench bench;
        bool isTold = false;
        {
            Job<Errand> job([&isTold](Errand &) { isTold = true; }, 2);
            job.start(std::make_shared<Errand>(bench, 1));
            bench.started.acquire(2);
        }
        QCOMPARE(bench.worked.load(), 2);
        QCoreApplication::processEvents();
        QVERIFY(!isTold);
    }

    void anAnswerThatWasPostedDiesWithItsJob()
    {
        Bench bench;
        bool isTold = false;
        {
            Job<Errand> job([&isTold](Errand &) { isTold = true; });
            job.start(std::make_shared<Errand>(bench, 1));
            bench.mayEnd.release();
            while (bench.worked == 0)
                QThread::msleep(1);
        }
        QCoreApplication::processEvents();
        QVERIFY(!isTold);
    }

    void manyThreadsWorkOnOneTaskAndAreToldOfOnce()
    {
        Desk desk(3);
        desk.start(1);
        desk.bench.started.acquire(3); // all at once
        desk.bench.mayEnd.release(2);
        QTRY_COMPARE(desk.bench.worked.load(), 2);
        QCoreApplication::processEvents();
        QVERIFY(desk.answers.empty());
        desk.bench.mayEnd.release();
        desk.job.finish();
        QCOMPARE(desk.answers, std::vector{10});
    }

    void aTaskCanBeStartedWhenAnotherIsToldOf()
    {
        Bench bench;
        std::vector<int> answers;
        Job<Errand> *self = nullptr;
        Job<Errand> job([&](Errand &errand) {
            answers.push_back(*errand.answer);
            if (errand.number < 3)
                self->start(std::make_shared<Errand>(bench, errand.number + 1));
        });
        self = &job;
        bench.mayEnd.release(3);
        job.start(std::make_shared<Errand>(bench, 1));
        QTRY_COMPARE(answers, (std::vector{10, 20, 30}));
    }

    /// What cannot be done is an answer like any other: nothing is thrown between threads.
    void aFailureIsAnAnswer()
    {
        struct Failing : Cancellation
        {
            void work() { problem = QStringLiteral("no such file"); }
            QString problem;
        };
        QString problem;
        Job<Failing> job([&problem](Failing &task) { problem = task.problem; });
        job.start(std::make_shared<Failing>());
        job.finish();
        QCOMPARE(problem, "no such file");
    }
};

QTEST_GUILESS_MAIN(TestJob)
#include "tst_job.moc"
