// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweeprunner.h"

#include "core/base/parallel.h"

#include <QThread>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr int glance = 40; // ms
// To show so many takes longer than a frame: shown seldom enough for sliders to stay live.
constexpr std::size_t manyPoints = 50'000;
constexpr int seldomGlance = 400; // ms

} // namespace

SweepRunner::SweepRunner(const Catalog &catalog, QObject *parent)
    : QObject(parent)
    , m_catalog(catalog)
{
    connect(&m_clock, &QTimer::timeout, this, &SweepRunner::look);
}

SweepRunner::~SweepRunner()
{
    if (m_run)
        m_run->cancel();
    end();
}

void SweepRunner::start(Sweep sweep)
{
    if (m_run)
        m_run->cancel();
    end();
    m_seen = 0;
    m_run = std::make_shared<SweepRun>(std::move(sweep), m_catalog);
    for (unsigned i = 0; i < coreCount(); ++i) {
        m_threads.emplace_back(QThread::create([run = m_run.get()] { run->work(); }));
        m_threads.back()->start(QThread::LowestPriority);
    }
    m_clock.start(m_run->sweep().points() > manyPoints ? seldomGlance : glance);
}

void SweepRunner::cancel()
{
    if (!isRunning())
        return;
    m_run->cancel();
    look();
}

/// Threads that were told to stop do so after their present point.
void SweepRunner::end()
{
    for (const std::unique_ptr<QThread> &thread : m_threads)
        thread->wait();
    m_threads.clear();
    m_clock.stop();
}

void SweepRunner::look()
{
    if (!isRunning())
        return;
    const bool isOver = m_run->isCancelled()
        || std::all_of(m_threads.begin(), m_threads.end(),
            [](const std::unique_ptr<QThread> &thread) { return thread->isFinished(); });
    if (isOver)
        end();
    if (std::exchange(m_seen, m_run->done()) != m_run->done() || isOver)
        emit progressed();
    if (isOver)
        emit finished();
}

} // namespace shardscope
