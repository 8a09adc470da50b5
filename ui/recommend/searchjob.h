// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/recommend.h"

#include <QObject>
#include <QThreadPool>

#include <memory>

namespace shardscope {

/// A search beside the event loop, on all cores but one. A new one replaces the one under way.
class SearchJob : public QObject
{
    Q_OBJECT

public:
    explicit SearchJob(QObject *parent = nullptr);
    ~SearchJob() override;

    void start(SearchSpace space, const Catalog &catalog);
    void cancel();
    bool isRunning() const { return m_run != nullptr; }
    double progress() const; ///< 0..1

signals:
    void finished(const shardscope::Recommendations &found);

private:
    struct Run;
    void work(const std::shared_ptr<Run> &run);

    std::shared_ptr<Run> m_run;
    QThreadPool m_pool; ///< last: goes first, and waits for its threads
};

} // namespace shardscope
