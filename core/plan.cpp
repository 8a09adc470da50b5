// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan.h"

#include "core/confidence/confidence.h"
#include "core/detailed.h"
#include "core/findings/findings.h"
#include "core/overhead.h"
#include "core/reserving.h"
#include "core/run.h"
#include "core/traffic.h"
#include "core/workload.h"
#include "core/worksheet.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

Bytes capacityOf(Bytes memory, const Hardware &hardware)
{
    return std::max(Bytes(0), memory - hardware.reserveGib * GiB);
}

Verdict judge(Bytes needed, const Confidence &confidence, Bytes capacity)
{
    Verdict verdict{.capacity = capacity, .spare = capacity - needed};
    const bool hasRange = confidence.isRange();
    if ((hasRange ? confidence.low : needed) > capacity)
        verdict.fit = Fit::DoesNotFit;
    else if (hasRange && confidence.high > capacity)
        verdict.fit = Fit::AtRisk;
    return verdict;
}

Verdict judge(Bytes needed, Bytes capacity)
{
    return judge(needed, {}, capacity);
}

const Phase &Memory::atPeak() const
{
    return *std::find_if(
        phases.begin(), phases.end(), [this](const Phase &phase) { return phase.id == peakPhase; });
}

std::string Collective::id() const
{
    return std::string(nameOf(payload)) + "-" + std::string(nameOf(op));
}

Bytes Traffic::bytesPerGpuPerStep() const
{
    return std::accumulate(collectives.begin(), collectives.end(), Bytes(0),
        [](Bytes sum, const Collective &collective) { return sum + collective.bytesPerStep(); });
}

bool Traffic::hasAllReduce() const
{
    return std::any_of(collectives.begin(), collectives.end(),
        [](const Collective &collective) { return collective.op == CollectiveOp::AllReduce; });
}

Seconds Traffic::seconds() const
{
    return std::accumulate(collectives.begin(), collectives.end(), Seconds(0),
        [](Seconds sum, const Collective &collective) { return sum + collective.seconds; });
}

namespace {

Result<Plan> planWith(const Scenario &scenario, const Catalog &catalog, Reserving reserving,
    std::span<const PlayedShare> alike)
{
    const Result<Resolved> found = resolve(scenario, catalog);
    if (!found)
        return found.error();
    const Resolved &resolved = *found;
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;

    Plan plan{.scenario = scenario};
    plan.model = {.name = resolved.modelName,
        .spec = resolved.spec,
        .parameters = resolved.count.total,
        .activeParameters = resolved.count.active,
        .trainableParameters = makeWorkload(scenario, resolved).trainable,
        .isScaled = resolved.isScaled};
    if (worksheet) {
        plan.model.parameters = worksheetParameters(scenario, resolved);
        if (resolved.isScaled)
            plan.model.activeParameters = plan.model.parameters;
        plan.model.trainableParameters = worksheetTrainable(scenario, resolved);
    }
    plan.memory = worksheet ? worksheetMemory(scenario, resolved)
                            : detailedMemory(scenario, resolved, reserving, alike);
    if (const Status possible = checkCorrection(scenario.hardware, plan.memory.peak); !possible)
        return possible.error();
    if (!worksheet)
        plan.memory.confidence = confidenceIn(plan.memory.peak, setupOf(scenario, resolved),
            {catalog.runs, catalog.measuredRuns}, plan.memory.confidence.reserving,
            omissionsOf(scenario, resolved));
    plan.memory.verdict = judge(plan.memory, plan.memory.verdict.capacity);
    plan.traffic
        = worksheet ? worksheetTraffic(scenario, resolved) : detailedTraffic(scenario, resolved);
    plan.time = stepTime(scenario, resolved, plan.traffic);
    plan.run = runPlan(scenario, resolved, plan.time);
    plan.findings = findingsOf(plan, resolved);
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
