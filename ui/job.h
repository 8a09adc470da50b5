// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QObject>
#include <QThread>
#include <QThreadPool>

#include <atomic>
#include <cassert>
#include <functional>
#include <memory>
#include <utility>

namespace shardscope {

/// What a task asks, between two pieces of its work, to learn whether its answer is still wanted.
class Cancellation
{
public:
    void cancel() { m_isCancelled = true; }
    bool isCancelled() const { return m_isCancelled; }

private:
    std::atomic<bool> m_isCancelled = false;
};

/// Works on tasks beside the event loop, with low priority. One at a time: a new task cancels the
/// one under way, whose answer is then never told of.
///
/// A Task has `void work()`, which every thread of the job calls, and `void cancel()`, after which
/// `work` returns soon. Neither throws: what goes wrong is part of the answer, which the task
/// keeps. All members are called in the thread that made the job.
template <class Task>
class Job
{
public:
    /// Called by the event loop when all threads have come back from `work`.
    using Done = std::function<void(Task &task)>;

    explicit Job(Done done, int threads = 1)
        : m_done(std::move(done))
    {
        assert(m_done);
        assert(threads > 0);
        m_pool.setMaxThreadCount(threads);
        m_pool.setThreadPriority(QThread::LowPriority);
    }

    /// Waits for the tasks that were cancelled, this one among them.
    ~Job()
    {
        cancel();
        m_pool.waitForDone();
    }

    Job(const Job &) = delete;
    Job &operator=(const Job &) = delete;

    void start(std::shared_ptr<Task> task)
    {
        assert(task);
        cancel();
        m_task = std::move(task);
        const auto left = std::make_shared<std::atomic<int>>(m_pool.maxThreadCount());
        for (int i = 0; i < m_pool.maxThreadCount(); ++i) {
            m_pool.start([this, task = m_task, left] {
                task->work();
                if (--*left == 0)
                    QMetaObject::invokeMethod(
                        &m_receiver, [this, task] { take(*task); }, Qt::QueuedConnection);
            });
        }
    }

    void cancel()
    {
        if (m_task)
            m_task->cancel();
        m_task.reset();
    }

    /// The caller waits for the answer, and has it when this returns.
    void finish()
    {
        m_pool.waitForDone();
        QCoreApplication::sendPostedEvents(&m_receiver);
    }

    bool isRunning() const { return m_task != nullptr; }
    /// The one under way; null where there is none.
    const Task *task() const { return m_task.get(); }

private:
    void take(Task &task)
    {
        if (&task != m_task.get())
            return; // cancelled after its last thread had come back
        const std::shared_ptr<Task> kept = std::exchange(m_task, nullptr);
        m_done(*kept);
    }

    Done m_done;
    std::shared_ptr<Task> m_task;
    QObject m_receiver; ///< of what other threads post; with it their posts go
    QThreadPool m_pool;
};

} // namespace shardscope
