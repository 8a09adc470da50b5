// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/worksheet.h"

#include "core/estimate/ring.h"
#include "core/scenario/precision.h"

namespace shardscope {

namespace {

constexpr std::string_view rule = "worksheet rule of thumb";

// k of the articles: activation bytes per token, hidden unit and layer; they give 10 to 14.
constexpr double activationFactor = 12;
// Gradient checkpointing saves about 60 % of it.
constexpr double checkpointedShare = 0.4;

bool shardsOptimizer(Strategy strategy)
{
    return strategy != Strategy::Ddp;
}
bool shardsGradients(Strategy strategy)
{
    return strategy != Strategy::Ddp && strategy != Strategy::Zero1;
}
// FULL_SHARD is ZeRO-3, SHARD_GRAD_OP is ZeRO-2.
bool shardsWeights(Strategy strategy)
{
    return strategy == Strategy::Zero3 || strategy == Strategy::Fsdp || strategy == Strategy::Hsdp;
}

double weightBytes(const Training &training)
{
    if (training.method == Method::Qlora)
        return training.base == BaseStorage::LlmInt8 ? 1 : 0.5;
    return training.precision == Precision::Fp32 ? 4 : 2;
}

Term sharded(const Term &whole, bool isSharded, int ranks)
{
    return isSharded && ranks > 1 ? whole / Term::count(ranks) : whole;
}

Term activations(const Training &training, const ModelSpec &spec)
{
    Term bytes = Term::count(training.sequenceLength, "tokens")
        * Term::count(training.microBatch, training.microBatch == 1 ? "sequence" : "sequences")
        * Term::count(static_cast<double>(spec.hidden), "hidden")
        * Term::count(static_cast<double>(spec.layers), "layers") * Term::each(activationFactor);
    if (training.checkpointing != Checkpointing::None)
        bytes = bytes * Term::factor(checkpointedShare);
    return bytes;
}

} // namespace

double worksheetParameters(const Scenario &scenario, const Resolved &resolved)
{
    return scenario.model.isScaled() ? scenario.model.parameters : resolved.count.total;
}

double worksheetTrainable(const Scenario &scenario, const Resolved &resolved)
{
    const double all = worksheetParameters(scenario, resolved);
    const bool full = scenario.training.method == Method::Full;
    return full ? all : all * scenario.training.loraPercent / 100;
}

Confidence worksheetRange(Bytes peak)
{
    return {.low = peak, .high = peak / 0.9};
}

Memory worksheetMemory(const Scenario &scenario, const Resolved &resolved)
{
    const Strategy strategy = scenario.parallel.strategy;
    const int ranks = scenario.parallel.gpus;
    const Term all = Term::count(worksheetParameters(scenario, resolved));
    const Term trained = Term::count(worksheetTrainable(scenario, resolved));

    Phase phase{.id = PhaseId::Backward};
    const auto add = [&phase](PartId id, const Term &term) {
        phase.parts.push_back({id, term.bytes(), term, rule});
        phase.peak += term.bytes();
    };
    add(PartId::Weights,
        sharded(Term::each(weightBytes(scenario.training)) * all, shardsWeights(strategy), ranks));
    add(PartId::Gradients, sharded(Term::each(2) * trained, shardsGradients(strategy), ranks));
    // Master copy and two moments in fp32.
    add(PartId::OptimizerState,
        sharded(Term::each(12) * trained, shardsOptimizer(strategy), ranks));
    add(PartId::Activations, activations(scenario.training, resolved.spec));
    phase.end = phase.peak;

    const Bytes capacity = capacityOf(resolved.gpu->nominalGb.value * GB, scenario.hardware);
    const Confidence range = worksheetRange(phase.peak);
    return {.peakPhase = phase.id,
        .peak = phase.peak,
        .verdict = judge(phase.peak, range, capacity),
        .phases = {phase},
        .confidence = range};
}

namespace {

Collective collective(Payload payload, CollectiveOp op, const Term &bytes, const Times &times,
    const Scenario &scenario, const Resolved &resolved)
{
    const int ranks = scenario.parallel.gpus;
    Collective made{.payload = payload,
        .op = op,
        .group = ranks,
        .bytesPerGpu = bytes.bytes(),
        .timesPerStep = times.sum(),
        .times = times,
        .overlaps = true,
        .formula = bytes,
        .source = rule};
    if (resolved.ringLink) {
        made.link = resolved.ringLink->id;
        if (ranks > scenario.parallel.gpusPerNode && resolved.ringLink == resolved.networkLink)
            made.networkBytes = made.bytesPerGpu;
        made.seconds = made.bytesPerStep() / resolved.ringLink->bandwidth();
    }
    return made;
}

} // namespace

Traffic worksheetTraffic(const Scenario &scenario, const Resolved &resolved)
{
    const int ranks = scenario.parallel.gpus;
    if (ranks <= 1)
        return {};
    const Term message = Term::each(2) * Term::count(worksheetTrainable(scenario, resolved));
    const auto made = [&](Payload payload, CollectiveOp op, const Term &bytes, const Times &times) {
        Collective one = collective(payload, op, bytes, times, scenario, resolved);
        one.message = message.bytes();
        return one;
    };
    const Term reduced = ringBytes(CollectiveOp::AllReduce, message, ranks);
    if (!shardsWeights(scenario.parallel.strategy))
        return {.collectives
            = {made(Payload::Gradients, CollectiveOp::AllReduce, reduced, {.backward = 1})}};
    // "About 1.5 times the traffic of DDP": three halves of an all-reduce instead of two.
    if (scenario.training.method != Method::Full)
        return {.collectives = {made(Payload::Gradients, CollectiveOp::AllReduce,
                    Term::factor(1.5) * reduced, {.backward = 1})}};
    const Term gathered = ringBytes(CollectiveOp::AllGather, message, ranks);
    const Term scattered = ringBytes(CollectiveOp::ReduceScatter, message, ranks);
    return {.collectives
        = {made(Payload::Weights, CollectiveOp::AllGather, gathered, {.forward = 1, .backward = 1}),
            made(Payload::Gradients, CollectiveOp::ReduceScatter, scattered, {.backward = 1})}};
}

} // namespace shardscope
