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

/// Memory and traffic of one stage: what its GPUs hold and send.
struct Estimate
{
    Memory memory{};
    Traffic traffic{};
};

Estimate detailedEstimate(const Workload &work, const StepModules &modules, const Catalog &catalog,
    Reserving reserving, std::span<const PlayedShare> alike)
{
    const StepRecord step = recordStep(work, modules, Ledger::Detail::Parts);
    Memory memory = detailedMemory(work, step.ledger, reserving, alike);
    memory.confidence
        = confidenceIn(memory.peak, setupOf(work), {catalog.runs, catalog.measuredRuns},
            memory.confidence.reserving, omissionsOf(work.scenario, work.resolved));
    return {.memory = std::move(memory), .traffic = trafficOf(work, step.wire)};
}

ResolvedModel modelOf(const Workload &work)
{
    const Resolved &resolved = work.resolved;
    ResolvedModel model{.name = resolved.modelName,
        .spec = resolved.spec,
        .parameters = resolved.count.total,
        .activeParameters = resolved.count.active,
        .trainableParameters = work.trainable,
        .isScaled = resolved.isScaled};
    if (work.scenario.estimator == EstimatorKind::Worksheet) {
        model.parameters = worksheetParameters(work.scenario, resolved);
        if (resolved.isScaled)
            model.activeParameters = model.parameters;
        model.trainableParameters = worksheetTrainable(work.scenario, resolved);
    }
    return model;
}

Result<Plan> planWith(const Scenario &scenario, const Catalog &catalog, Reserving reserving,
    std::span<const PlayedShare> alike)
{
    const Result<Resolved> resolved = resolve(scenario, catalog);
    if (!resolved)
        return resolved.error();
    const Workload work = makeWorkload(scenario, *resolved);
    const StepModules modules(work.layerSettings());

    Estimate estimate = scenario.estimator == EstimatorKind::Worksheet
        ? Estimate{worksheetMemory(scenario, *resolved), worksheetTraffic(scenario, *resolved)}
        : detailedEstimate(work, modules, catalog, reserving, alike);
    if (const Status possible = checkCorrection(scenario.hardware, estimate.memory.peak); !possible)
        return possible.error();

    Plan plan;
    plan.scenario = scenario;
    plan.stage.layers = static_cast<int>(resolved->spec.layers);
    plan.model = modelOf(work);
    plan.memory = std::move(estimate.memory);
    plan.memory.verdict = judge(plan.memory, plan.memory.verdict.capacity);
    plan.traffic = std::move(estimate.traffic);
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
    std::span<const PlayedShare> played, const Scenario &scenario, const Catalog &catalog)
{
    return planWith(scenario, catalog, Reserving::Estimated, played);
}

} // namespace shardscope
