// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/sweep/run.h"
#include "ui/job.h"

#include <QTimer>

namespace shardscope {

/// Evaluates one sweep at a time on all cores, and tells the window how far it is.
class SweepRunner : public QObject
{
    Q_OBJECT

public:
    /// `catalog` must outlive it.
    explicit SweepRunner(const Catalog &catalog, QObject *parent = nullptr);
    ~SweepRunner() override;

    /// Of a checked sweep. What was running before ends.
    void start(Sweep sweep);
    void cancel();
    bool isRunning() const { return m_job.isRunning(); }

    /// The newest sweep, finished or not; null before the first.
    std::shared_ptr<const SweepRun> run() const { return m_run; }

signals:
    void progressed(); ///< there are new points
    void finished(); ///< all of them, or cancelled

private:
    void look();
    void end();

    const Catalog &m_catalog;
    std::shared_ptr<SweepRun> m_run;
    QTimer m_clock;
    std::size_t m_seen = 0; ///< points that listeners know of
    Job<SweepRun> m_job;
};

} // namespace shardscope
