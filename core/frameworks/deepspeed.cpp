// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6: which optimizer wrapper a stage runs under (runtime/engine.py,
// _do_optimizer_sanity_check), and what it sends.
#include "core/frameworks/convention.h"
#include "core/frameworks/zero.h"

namespace shardscope {

namespace {

bool isStage3(const Workload &work)
{
    return work.scenario.parallel.strategy == Strategy::Zero3;
}

/// Stage 1 with bf16 weights and gradients accumulated in fp32 is a wrapper of its own.
bool usesBf16Optimizer(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    return parallel.strategy == Strategy::Zero1 && usesBf16(work.training().precision)
        && parallel.gradientPrecision == GradientPrecision::Fp32 && work.recipe.weight == 2
        && !offloadsOptimizer(work);
}

std::unique_ptr<Policy> policy(const Workload &work, const ModelTapes &model, Ledger &ledger)
{
    if (work.scenario.parallel.strategy == Strategy::Ddp)
        return zeroOff(work, model, ledger);
    if (isStage3(work))
        return zeroSharded(work, model, ledger);
    return usesBf16Optimizer(work) ? zeroBf16(work, model, ledger)
                                   : zeroPartitioned(work, model, ledger);
}

} // namespace

const Convention deepSpeedConvention{.name = "DeepSpeed 0.19.6",
    .policy = policy,
    .traffic = deepSpeedTraffic,
    .host = deepSpeedHost,
    .copies = deepSpeedCopies};

} // namespace shardscope
