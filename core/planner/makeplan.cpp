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
#include "core/judge/runnable.h"
#include "core/judge/runverdict.h"
#include "core/planner/reserving.h"
#include "core/scenario/spacing.h"
#include "core/step/workload.h"

#include <algorithm>
#include <optional>
#include <utility>
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

/// Estimates the stages of a plan, one after the other. Most are like the one before: they have its
/// modules, and its time and traffic where neighbours are as near, and hold other micro-batches in
/// flight. Where a set-up stands among the measured runs is looked up again only for another one.
class StageEstimator
{
public:
    StageEstimator(const Catalog &catalog, Reserving reserving, std::span<const PlayedShare> alike)
        : m_catalog(catalog)
        , m_reserving(reserving)
        , m_alike(alike)
    { }

    StageEstimate estimate(const Scenario &scenario, const Resolved &resolved, int index)
    {
        const Workload whole = makeWorkload(scenario, resolved, index);
        StepModules modules(whole.layerSettings());
        StageEstimate stage{onRank(whole, modules.tapes()), std::move(modules)};
        if (scenario.estimator == EstimatorKind::Worksheet) {
            stage.plan.memory = worksheetMemory(scenario, resolved);
            stage.plan.traffic = worksheetTraffic(scenario, resolved);
        } else {
            StepRecord step = record(stage);
            stage.plan.memory = memoryOf(stage.work, step.ledger);
            stage.plan.traffic = trafficOf(stage.work, step.wire);
        }
        complete(stage);
        stage.plan.time = stepTime(stage.work, stage.modules, stage.plan.traffic);
        return stage;
    }

    StageEstimate estimateLike(const StageEstimate &before, int index)
    {
        const Workload &other = before.work;
        Workload work = makeWorkload(other.scenario, other.resolved, index);
        StageEstimate stage{
            onRank(work, before.modules.tapes()), before.modules.onStage(work.stage)};
        StepRecord step = record(stage);
        stage.plan.memory = memoryOf(stage.work, step.ledger);
        complete(stage);
        const int perNode = other.scenario.parallel.gpusPerNode;
        if (sendAlike(work.mesh, index, before.work.stage.index, perNode)) {
            stage.plan.traffic = before.plan.traffic;
            stage.plan.time = before.plan.time;
        } else {
            stage.plan.traffic = trafficOf(stage.work, step.wire);
            stage.plan.time = stepTime(stage.work, stage.modules, stage.plan.traffic);
        }
        return stage;
    }

private:
    struct Place
    {
        Setup<std::string_view> setup;
        Reserving reserving = Reserving::Estimated;
        Standing standing;
    };

    static StepRecord record(const StageEstimate &stage)
    {
        return recordStep(stage.work, stage.modules, Ledger::Detail::Parts);
    }

    Memory memoryOf(const Workload &work, Ledger &ledger)
    {
        Memory memory = detailedMemory(work, ledger, m_reserving, m_alike);
        memory.timeline = ledger.takeTimeline();
        memory.confidence = confidenceOf(memory, work);
        return memory;
    }

    static void complete(StageEstimate &stage)
    {
        stage.plan.stage = stage.work.stage;
        Memory &memory = stage.plan.memory;
        memory.verdict = judge(memory, memory.verdict.capacity);
    }

    Confidence confidenceOf(const Memory &memory, const Workload &work)
    {
        const Setup<std::string_view> setup = setupOf(work);
        const Reserving reserving = memory.confidence.reserving;
        if (!m_last || m_last->setup != setup || m_last->reserving != reserving)
            m_last.emplace(Place{setup, reserving,
                Standing(
                    setup, m_catalog.runs, reserving, omissionsOf(work.scenario, work.resolved))});
        return m_last->standing.of(memory.peak);
    }

    const Catalog &m_catalog;
    Reserving m_reserving;
    std::span<const PlayedShare> m_alike;
    std::optional<Place> m_last;
};

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
        .trainableParameters = work.trainable - work.values, // a value model is another one
        .isScaled = resolved.isScaled};
    if (work.scenario.estimator == EstimatorKind::Worksheet) {
        model.parameters = worksheetParameters(work.scenario, resolved);
        if (resolved.isScaled)
            model.activeParameters = model.parameters;
        model.trainableParameters = worksheetTrainable(work.scenario, resolved);
    }
    return model;
}

/// Of what is not planned no measured run tells a range, and no change is known to mend a shortage.
void leaveUnjudged(Plan &plan)
{
    const auto judgeAlone = [](Memory &memory) {
        memory.confidence
            = {.low = memory.peak, .high = memory.peak, .isValidated = false, .isComplete = false};
        memory.verdict = judge(memory, memory.verdict.capacity);
    };
    judgeAlone(plan.memory);
    for (StagePlan &stage : plan.stages)
        judgeAlone(stage.memory);
    std::erase_if(plan.findings, [](const Finding &finding) { return isShortage(finding.id); });
}

Result<Plan> planWith(const Scenario &scenario, const Catalog &catalog, Reserving reserving,
    std::span<const PlayedShare> alike)
{
    const Result<Resolved> resolved = resolve(scenario, catalog);
    if (!resolved)
        return resolved.error();
    const Mesh mesh = meshFor(scenario, resolved->spec);
    const auto count = static_cast<std::size_t>(mesh.pipeline);
    std::vector<StageEstimate> stages;
    stages.reserve(count);
    StageEstimator estimator(catalog, reserving, alike);
    for (int i = 0; i < mesh.pipeline; ++i)
        stages.push_back(areLike(mesh, resolved->spec, i, i - 1)
                ? estimator.estimateLike(stages.back(), i)
                : estimator.estimate(scenario, *resolved, i));
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
    plan.findings = findingsOf(plan, deciding.work, deciding.modules, reserving);
    if (count > 1) {
        plan.stages.reserve(count);
        for (StageEstimate &stage : stages)
            plan.stages.push_back(std::move(stage.plan));
    }
    if (!isPlanned(obstacleIn(plan.findings)))
        leaveUnjudged(plan);
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
