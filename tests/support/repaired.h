// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/findings.h"
#include "core/judge/runnable.h"
#include "core/planner/outlook.h"
#include "core/scenario/move.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>

namespace shardscope {

inline bool canRun(const Plan &plan)
{
    const std::optional<FindingId> obstacle = obstacleIn(plan.findings);
    return !obstacle || !stopsRun(*obstacle);
}

/// Checks that a finding stops the run, and that its repair lets it go.
inline void refusedAndRepaired(const Scenario &scenario, FindingId finding, const Catalog &catalog)
{
    const Plan made = planOf(scenario, catalog);
    const auto found = std::find_if(made.findings.begin(), made.findings.end(),
        [finding](const Finding &one) { return one.id == finding; });
    QVERIFY(found != made.findings.end());
    QVERIFY(!canRun(made));
    QVERIFY(!found->repair.isEmpty());
    const Result<Scenario> mended = applied(scenario, found->repair.settings);
    QVERIFY(mended);
    QVERIFY(canRun(planOf(*mended, catalog)));
}

} // namespace shardscope
