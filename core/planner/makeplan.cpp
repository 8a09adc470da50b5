// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/makeplan.h"

#include "core/allocator/detailed.h"
#include "core/engines/steprecord.h"
#include "core/estimate/overhead.h"
#include "core/estimate/pipelineschedule.h"
#include "core/estimate/run.h"
#include "core/estimate/traffic.h"
#include "core/estimate/worksheet.h"
#include "core/judge/confidence.h"
#include "core/judge/findings.h"
#include "core/planner/reserving.h"
#include "core/step/workload.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace shardscope {

namespace {

/// One stage, with what it was worked out from.
struct StageEstimate
{
    Workload work;
    StepModules modules;
    StagePlan plan{};
};

/// The standing of a set-up, for all stages that share it.
struct SharedStanding
{
    Setup<std::string_view> setup;
    Reserving reserving = Reserving::Estimated;
    Standing standing;
};

Confidence confidenceOf(const Memory &memory, const Workload &work, const Catalog &catalog,
    std::optional<SharedStanding> &shared)
{
    const Setup<std::string_view> setup = setupOf(work);
    const Reserving reserving = memory.confidence.reserving;
    if (!shared || shared->setup != setup || shared->reserving != reserving)
        shared.emplace(SharedStanding{setup, reserving,
            Standing(setup, {catalog.runs, catalog.measuredRuns}, reserving,
                omissionsOf(work.scenario, work.resolved))});
    return shared->standing.of(memory.peak);
}

void estimateInDetail(StageEstimate &stage, const Catalog &catalog, Reserving reserving,
    std::span<const PlayedShare> alike, std::optional<SharedStanding> &shared)
{
    const Workload &work = stage.work;
    const StepRecord step = recordStep(work, stage.modules, Ledger::Detail::Parts);
    Memory memory = detailedMemory(work, step.ledger, reserving, alike);
    memory.confidence = confidenceOf(memory, work, catalog, shared);
    stage.plan.memory = std::move(memory);
    stage.plan.traffic = trafficOf(work, step.wire);
}

StageEstimate estimate(const Scenario &scenario, const Resolved &resolved, int index,
    const Catalog &catalog, Reserving reserving, std::span<const PlayedShare> alike,
    std::optional<SharedStanding> &shared)
{
    const Workload whole = makeWorkload(scenario, resolved, index);
    StepModules modules(whole.layerSettings());
    StageEstimate stage{onRank(whole, modules.tapes()), std::move(modules)};
    stage.plan.stage = stage.work.stage;
    if (scenario.estimator == EstimatorKind::Worksheet) {
        stage.plan.memory = worksheetMemory(scenario, resolved);
        stage.plan.traffic = worksheetTraffic(scenario, resolved);
    } else {
        estimateInDetail(stage, catalog, reserving, alike, shared);
    }
    Memory &memory = stage.plan.memory;
    memory.verdict = judge(memory, memory.verdict.capacity);
    stage.plan.time = stepTime(stage.work, stage.modules, stage.plan.traffic);
    return stage;
}

/// Of the stages, the one that needs most memory.
std::size_t fullestOf(std::span<const StageEstimate> stages)
{
    const auto fullest = std::max_element(
        stages.begin(), stages.end(), [](const StageEstimate &a, const StageEstimate &b) {
            return a.plan.memory.peak < b.plan.memory.peak;
        });
    return static_cast<std::size_t>(fullest - stages.begin());
}

void keepPace(std::span<StageEstimate> stages)
{
    if (stages.size() < 2)
        return;
    const Workload &first = stages.front().work;
    const int microSteps = first.training().accumulation;
    std::vector<StagePace> paces;
    for (const StageEstimate &stage : stages)
        paces.push_back(paceOf(stage.plan, microSteps));
    const Seconds step = pipelineStep(paces, pipelineOrder(first.scenario, first.mesh));
    for (StageEstimate &stage : stages)
        stage.plan.time = inPipeline(stage.plan.time, step, stage.work);
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
    const int count = makeWorkload(scenario, *resolved).mesh.pipeline;
    std::vector<StageEstimate> stages;
    std::optional<SharedStanding> shared;
    for (int i = 0; i < count; ++i)
        stages.push_back(estimate(scenario, *resolved, i, catalog, reserving, alike, shared));
    keepPace(stages);
    const StageEstimate &deciding = stages[fullestOf(stages)];
    if (const Status possible = checkCorrection(scenario.hardware, deciding.plan.memory.peak);
        !possible)
        return possible.error();

    Plan plan;
    static_cast<StagePlan &>(plan) = deciding.plan;
    plan.scenario = scenario;
    plan.model = modelOf(deciding.work);
    plan.run = runPlan(deciding.work, plan.time);
    plan.findings = findingsOf(plan, deciding.work, deciding.modules);
    for (StageEstimate &stage : stages) {
        if (count > 1)
            plan.stages.push_back(stage.plan);
    }
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
