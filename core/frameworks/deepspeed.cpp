// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6: which optimizer wrapper a stage runs under (runtime/engine.py,
// _do_optimizer_sanity_check), and what it sends.
#include "core/frameworks/convention.h"
#include "core/frameworks/zero.h"

namespace shardscope {

namespace {

constexpr std::string_view trafficSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: buckets are all-reduced, updated weights all-gathered";
constexpr std::string_view stage3TrafficSource
    = "DeepSpeed 0.19.6 stage3.py: weights gathered for forward and backward, gradients scattered";

bool isStage3(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Zero3;
}
bool partitionsGradients(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Zero2 || isStage3(work);
}

/// Stage 1 with bf16 weights and gradients accumulated in fp32 is a wrapper of its own.
bool usesBf16Optimizer(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    return parallel.strategy == Strategy::Zero1 && usesBf16(work.training().precision)
        && parallel.gradientPrecision == GradientPrecision::Fp32 && work.recipe.weight == 2
        && parallel.offload == Offload::None;
}

std::unique_ptr<Policy> policy(const Workload &work, Ledger &ledger)
{
    if (work.scenario.parallel.strategy == Strategy::Ddp)
        return zeroOff(work, ledger);
    if (isStage3(work))
        return zeroSharded(work, ledger);
    return usesBf16Optimizer(work) ? zeroBf16(work, ledger) : zeroPartitioned(work, ledger);
}

/// As shipped, stages 1 and 2 send every bucket through all-reduce and keep their slice
/// (use_multi_rank_bucket_allreduce); stages 2 and 3 reduce in every micro-step.
Messages traffic(const Workload &work)
{
    const double microSteps = work.training().accumulation;
    const Term gradients = Term::each(work.recipe.gradient) * Term::count(work.trainable);
    const Term trained = Term::each(work.recipe.weight) * Term::count(work.trainable);
    if (isStage3(work)) {
        Term weights = baseWeights(work);
        if (!work.isFull())
            weights += trained;
        return {{.payload = Payload::Weights,
                    .op = CollectiveOp::AllGather,
                    .bytes = weights,
                    .times = 2 * microSteps,
                    .source = stage3TrafficSource},
            {.payload = Payload::Gradients,
                .op = CollectiveOp::ReduceScatter,
                .bytes = gradients,
                .times = microSteps,
                .source = stage3TrafficSource}};
    }
    Messages messages{{.payload = Payload::Gradients,
        .op = CollectiveOp::AllReduce,
        .bytes = gradients,
        .times = partitionsGradients(work) ? microSteps : 1,
        .source = trafficSource}};
    if (work.scenario.parallel.strategy != Strategy::Ddp)
        messages.push_back({.payload = Payload::Weights,
            .op = CollectiveOp::AllGather,
            .bytes = trained,
            .source = trafficSource});
    return messages;
}

} // namespace

const Convention deepSpeedConvention{
    .name = "DeepSpeed 0.19.6", .policy = policy, .traffic = traffic};

} // namespace shardscope
