// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/prediction.h"

#include "core/plan/stageplan.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// Without bytes where the plan has no such phase.
const Phase &phaseOf(const Plan &plan, PhaseId id)
{
    static const Phase absent{};
    const auto found = std::find_if(plan.memory.phases.begin(), plan.memory.phases.end(),
        [id](const Phase &phase) { return phase.id == id; });
    return found == plan.memory.phases.end() ? absent : *found;
}
template <PhaseId Id>
Bytes peakOf(const Plan &plan)
{
    return phaseOf(plan, Id).tensorPeak;
}
template <PhaseId Id>
Bytes endOf(const Plan &plan)
{
    return phaseOf(plan, Id).tensorEnd;
}

/// Between two steps.
Bytes heldBetween(const Memory &memory, PartId id)
{
    return memory.timeline.samples.empty()
        ? Bytes(0)
        : Bytes(memory.timeline.samples.back().parts[static_cast<std::size_t>(id)]);
}

/// There are no tokens and pixels yet, and nothing that a backward pass has left; the optimizer has
/// no moments, and nothing was gathered to stay so. Without ZeRO DeepSpeed has run it once (0.19.6
/// runtime/fp16/unfused_optimizer.py, initialize_optimizer_states).
Bytes afterInitialize(const Plan &plan)
{
    const Bytes begun = endOf<PhaseId::Save>(plan) - heldBetween(plan.memory, PartId::Activations)
        - heldBetween(plan.memory, PartId::Tower);
    if (plan.scenario.parallel.strategy == Strategy::Ddp)
        return begun;
    return begun - heldBetween(plan.memory, PartId::OptimizerState)
        - heldBetween(plan.memory, PartId::Gathered);
}

Bytes forwardPeak(const Plan &plan)
{
    return std::max(peakOf<PhaseId::Forward>(plan), peakOf<PhaseId::Loss>(plan));
}

/// Before the micro-steps, while answers are scored; where the model itself generates them, then as
/// well: an engine beside it is not followed.
Bytes scoringPeak(const Plan &plan)
{
    const Bytes scoring = peakOf<PhaseId::Scoring>(plan);
    const bool generates = plan.scenario.training.objective == Objective::Ppo;
    return generates ? std::max(peakOf<PhaseId::Generation>(plan), scoring) : scoring;
}

Bytes peak(const Plan &plan)
{
    return std::max(
        {forwardPeak(plan), peakOf<PhaseId::Backward>(plan), peakOf<PhaseId::OptimizerStep>(plan)});
}

template <Bytes Footprint::*Field>
Bytes footprint(const Plan &plan)
{
    return plan.memory.footprint.*Field;
}

Bytes speed(const Plan &plan)
{
    return Bytes(plan.time.tokensPerSecondPerGpu);
}

/// What one GPU of a ring sends of each byte of the whole tensor.
double sentShare(const Collective &collective)
{
    if (collective.op == CollectiveOp::SendReceive)
        return 1; // what goes to the neighbour
    const double ways = collective.op == CollectiveOp::AllReduce ? 2 : 1;
    return ways * (collective.group - 1) / collective.group;
}

Bytes onWire(const Plan &plan, const WireMetric &metric)
{
    Bytes whole{};
    for (const Collective &collective : plan.traffic.collectives) {
        const bool counts
            = metric.operation.empty() ? !isCopy(collective.op) : collective.op == metric.op;
        if (counts)
            whole += timesCounted(metric, collective.op) / sentShare(collective)
                * collective.bytesPerStep();
    }
    return whole;
}

/// What a figure is of: of tensors alone, of what it says, or of that and of torch's allocator.
enum class Of { Tensors, Itself, Allocator };

struct Predicted
{
    std::string_view metric;
    Bytes (*of)(const Plan &);
    Of what = Of::Tensors;
};
constexpr std::array<Predicted, 17> figures{{
    {"peak_bytes", peak},
    {"between_steps", endOf<PhaseId::Save>},
    {"after_initialize", afterInitialize},
    {"generation_peak", peakOf<PhaseId::Generation>},
    {"scoring_peak", scoringPeak},
    {"forward_peak", forwardPeak},
    {"forward_end", endOf<PhaseId::Loss>},
    {"backward_peak", peakOf<PhaseId::Backward>},
    {"backward_end", endOf<PhaseId::Backward>},
    {"step_peak", peakOf<PhaseId::OptimizerStep>},
    {"step_end", endOf<PhaseId::OptimizerStep>},
    {"allocated", footprint<&Footprint::allocated>, Of::Itself},
    {"active", footprint<&Footprint::allocated>, Of::Itself},
    {"reserved", footprint<&Footprint::reserved>, Of::Allocator},
    {"nvidia_smi", footprint<&Footprint::device>, Of::Allocator},
    {"nvidia_smi_delta", footprint<&Footprint::device>, Of::Allocator},
    {throughputMetric, speed, Of::Itself},
}};

const Predicted *findPredicted(std::string_view metric)
{
    const auto found = std::find_if(figures.begin(), figures.end(),
        [metric](const Predicted &figure) { return figure.metric == metric; });
    return found == figures.end() ? nullptr : &*found;
}

} // namespace

const Finding *planObstacle(const Case &item, const Plan &plan)
{
    const auto found
        = std::find_if(plan.findings.begin(), plan.findings.end(), [](const Finding &finding) {
              return finding.id == FindingId::MeshNotPlanned
                  || finding.id == FindingId::MeshDoesNotDivide
                  || finding.id == FindingId::ModulesNotPlanned
                  || finding.id == FindingId::Fp8NotPlanned
                  || finding.id == FindingId::ObjectiveNotPlanned;
          });
    return item.format == CaseFormat::Device && found != plan.findings.end() ? &*found : nullptr;
}

Plan asMeasured(const Plan &plan, const Case &item)
{
    return item.stage ? planOfStage(plan, static_cast<std::size_t>(*item.stage)) : plan;
}

std::optional<Bytes> predicted(const Plan &plan, std::string_view metric, bool isOnGpu)
{
    if (const WireMetric *wire = findWireMetric(metric))
        return onWire(plan, *wire);
    const Predicted *figure = findPredicted(metric);
    if (!figure)
        return std::nullopt;
    const Footprint &footprint = plan.memory.footprint;
    const bool addsWorkspaces = isOnGpu && figure->what == Of::Tensors;
    return figure->of(plan) + (addsWorkspaces ? footprint.allocated - footprint.tensors : Bytes(0));
}

bool isBeyondTensors(std::string_view metric)
{
    const Predicted *figure = findPredicted(metric);
    return figure && figure->what == Of::Allocator;
}

} // namespace shardscope
