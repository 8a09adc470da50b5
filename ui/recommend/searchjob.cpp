// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/recommend/searchjob.h"

#include <QThread>

#include <algorithm>
#include <atomic>

namespace shardscope {

struct SearchJob::Run
{
    Run(SearchSpace space, const Catalog &catalog, int threads)
        : search(std::move(space), catalog)
        , workers(threads)
    { }

    Search search;
    std::atomic<int> workers;
};

SearchJob::SearchJob(QObject *parent)
    : QObject(parent)
{
    m_pool.setMaxThreadCount(std::max(1, QThread::idealThreadCount() - 1));
}

SearchJob::~SearchJob()
{
    cancel();
}

void SearchJob::start(SearchSpace space, const Catalog &catalog)
{
    cancel();
    const int threads = m_pool.maxThreadCount();
    m_run = std::make_shared<Run>(std::move(space), catalog, threads);
    for (int i = 0; i < threads; ++i)
        m_pool.start([this, run = m_run] { work(run); });
}

void SearchJob::cancel()
{
    if (m_run)
        m_run->search.cancel();
    m_run.reset();
}

double SearchJob::progress() const
{
    if (!m_run)
        return 1;
    const Search &search = m_run->search;
    return static_cast<double>(search.done()) / static_cast<double>(search.space().size());
}

/// The last to finish sums up.
void SearchJob::work(const std::shared_ptr<Run> &run)
{
    run->search.work();
    if (--run->workers > 0 || run->search.isCancelled())
        return;
    const auto found = std::make_shared<const Recommendations>(recommendationsOf(run->search));
    const auto tell = [this, run, found] {
        if (run != m_run)
            return; // cancelled, or replaced
        m_run.reset();
        emit finished(*found);
    };
    QMetaObject::invokeMethod(this, tell, Qt::QueuedConnection);
}

} // namespace shardscope
