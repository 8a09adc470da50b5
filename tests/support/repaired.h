// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/findings.h"
#include "core/judge/objectivefindings.h"
#include "core/judge/runnable.h"
#include "core/planner/outlook.h"
#include "core/scenario/move.h"
#include "tests/support/testcatalog.h"

#include <QTest>

#include <algorithm>
#include <optional>
#include <string_view>

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

/// The same of a finding that names the input in the way.
inline void refusedFor(
    const Scenario &scenario, FindingId id, const QString &key, const Catalog &catalog)
{
    const Plan made = planOf(scenario, catalog);
    const Finding *finding = findingOf(made, id);
    QVERIFY(finding);
    QCOMPARE(QString::fromStdString(finding->what), key);
    refusedAndRepaired(scenario, id, catalog);
}

/// Checks that the input is in the objective's way, and that one repair takes all that is.
inline void objectiveIsFreed(const Plan &made, const QString &key)
{
    const Finding *finding = findingOf(made, FindingId::ObjectiveNotPlanned);
    QVERIFY(finding);
    QCOMPARE(QString::fromStdString(finding->what), key);
    QVERIFY(!finding->repair.isEmpty());
    const Result<Scenario> repaired = applied(made.scenario, finding->repair.settings);
    QVERIFY(repaired);
    const std::optional<std::string_view> next = objectiveObstacle(*repaired, made.model.spec);
    QVERIFY2(!next, next ? next->data() : "");
}

} // namespace shardscope
