// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"

#include "core/allocator/detailed.h"
#include "core/engines/steprecord.h"
#include "core/estimate/overhead.h"
#include "core/estimate/run.h"
#include "core/estimate/traffic.h"
#include "core/estimate/worksheet.h"
#include "core/judge/confidence.h"
#include "core/judge/findings.h"
#include "core/planner/reserving.h"
#include "core/step/workload.h"

namespace shardscope {

namespace {

Result<Plan> planWith(const Scenario &scenario, const Catalog &catalog, Reserving reserving,
    std::span<const PlayedShare> alike)
{
    const Result<Resolved> found = resolve(scenario, catalog);
    if (!found)
        return found.error();
    const Resolved &resolved = *found;
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;

    const Workload work = makeWorkload(scenario, resolved);
    const StepModules modules(work.layerSettings());

    Plan plan;
    plan.scenario = scenario;
    plan.stage.layers = static_cast<int>(resolved.spec.layers);
    plan.model = {.name = resolved.modelName,
        .spec = resolved.spec,
        .parameters = resolved.count.total,
        .activeParameters = resolved.count.active,
        .trainableParameters = work.trainable,
        .isScaled = resolved.isScaled};
    if (worksheet) {
        plan.model.parameters = worksheetParameters(scenario, resolved);
        if (resolved.isScaled)
            plan.model.activeParameters = plan.model.parameters;
        plan.model.trainableParameters = worksheetTrainable(scenario, resolved);
    }
    const StepRecord step = recordStep(work, modules, Ledger::Detail::Parts);
    plan.memory = worksheet ? worksheetMemory(scenario, resolved)
                            : detailedMemory(work, step.ledger, reserving, alike);
    if (const Status possible = checkCorrection(scenario.hardware, plan.memory.peak); !possible)
        return possible.error();
    if (!worksheet)
        plan.memory.confidence
            = confidenceIn(plan.memory.peak, setupOf(work), {catalog.runs, catalog.measuredRuns},
                plan.memory.confidence.reserving, omissionsOf(scenario, resolved));
    plan.memory.verdict = judge(plan.memory, plan.memory.verdict.capacity);
    plan.traffic = worksheet ? worksheetTraffic(scenario, resolved) : trafficOf(work, step.wire);
    plan.time = stepTime(work, modules, plan.traffic);
    plan.run = runPlan(work, plan.time);
    plan.findings = findingsOf(plan, work, modules);
    return plan;
}

} // namespace

Result<Plan> makePlan(const Scenario &scenario, const Catalog &catalog, Reserving reserving)
{
    return planWith(scenario, catalog, reserving, {});
}

Result<Plan> makePlanLike(
    std::span<const Plan> played, const Scenario &scenario, const Catalog &catalog)
{
    return planWith(scenario, catalog, Reserving::Estimated, playedSharesOf(played));
}

} // namespace shardscope
