// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6: which optimizer wrapper a stage runs under (runtime/engine.py,
// _do_optimizer_sanity_check).
#include "core/engines/convention.h"
#include "core/engines/offload/offload.h"
#include "core/engines/zero.h"
#include "core/scenario/precision.h"

namespace shardscope {

namespace {

std::unique_ptr<Policy> deepSpeedPolicy(
    const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    const Strategy strategy = work.scenario.parallel.strategy;
    if (strategy == Strategy::Ddp)
        return zeroOff(work, model, sinks);
    if (strategy == Strategy::Zero3)
        return zeroSharded(work, model, sinks);
    return usesBf16Optimizer(work.scenario) ? zeroBf16(work, model, sinks)
                                            : zeroPartitioned(work, model, sinks);
}

} // namespace

bool usesBf16Optimizer(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const Precision precision = scenario.training.precision;
    return parallel.strategy == Strategy::Zero1 && usesBf16(precision)
        && parallel.gradientPrecision == GradientPrecision::Fp32 && recipe(precision).weight == 2
        && offloadFor(parallel) == Offload::None;
}

const Convention deepSpeedConvention{
    .name = "DeepSpeed 0.19.6", .policy = deepSpeedPolicy, .host = deepSpeedHost};

} // namespace shardscope
