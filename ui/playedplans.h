// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/playedshare.h"
#include "core/plan/plan.h"
#include "ui/job.h"

#include <QTimer>

#include <optional>
#include <vector>

namespace shardscope {

/// Plays the allocator for a scenario, and for what charts set beside it, beside the event loop. It
/// begins when nothing has changed for a moment; what an edit has overtaken is given up.
class PlayedPlans : public QObject
{
    Q_OBJECT

public:
    /// `catalog` must outlive it.
    explicit PlayedPlans(const Catalog &catalog, QObject *parent = nullptr);
    ~PlayedPlans() override;

    /// How long nothing must change; tests have no time to lose, or want none to pass.
    void setPause(int milliseconds) { m_pause.setInterval(milliseconds); }

    void play(const Scenario &scenario);
    void giveUp();
    /// Now, while the caller waits.
    void finish();

    /// Of the scenario that was played last; one must have been.
    const Plan &newest() const { return m_plans.front(); }
    /// Shares that were played on the way to advice on the present scenario.
    void learn(const std::vector<PlayedShare> &shares);
    /// All that is known of what is reserved: of the newest plans, and what was learnt of them.
    const std::vector<PlayedShare> &shares() const { return m_shares; }

    bool isFor(const Scenario &scenario) const;
    /// Played if known, else with the share of one like it, else estimated. Errors: as makePlan.
    Result<Plan> planOf(const Scenario &scenario) const;

signals:
    void played();
    void learnt();

private:
    struct Playing;

    void start();
    void take(Playing &playing);

    const Catalog &m_catalog;
    QTimer m_pause;
    std::optional<Scenario> m_due; ///< to be played after the pause
    std::vector<Plan> m_plans; ///< the one that was asked for first
    std::vector<PlayedShare> m_shares;
    Job<Playing> m_job;
};

} // namespace shardscope
