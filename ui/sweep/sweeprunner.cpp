// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweeprunner.h"

#include "core/base/parallel.h"

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
    , m_job([this](SweepRun &) { end(); }, static_cast<int>(coreCount()))
{
    connect(&m_clock, &QTimer::timeout, this, &SweepRunner::look);
}

SweepRunner::~SweepRunner() = default;

void SweepRunner::start(Sweep sweep)
{
    m_seen = 0;
    m_run = std::make_shared<SweepRun>(std::move(sweep), m_catalog);
    m_job.start(m_run);
    m_clock.start(m_run->sweep().points() > manyPoints ? seldomGlance : glance);
}

void SweepRunner::cancel()
{
    if (!isRunning())
        return;
    m_job.cancel();
    end();
}

void SweepRunner::end()
{
    m_clock.stop();
    look();
    emit finished();
}

void SweepRunner::look()
{
    assert(m_run);
    const std::size_t done = m_run->done();
    if (std::exchange(m_seen, done) != done)
        emit progressed();
}

} // namespace shardscope
