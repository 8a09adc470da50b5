// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/hostupdate.h"

#include "core/engines/convention.h"
#include "core/engines/fsdp.h"
#include "core/engines/optimizerstate.h"

#include <algorithm>

namespace shardscope {

namespace {

// ZeRO-Offload (arXiv 2101.06840), latencies of Adam on a DGX-2's two processors: 10 billion
// parameters in 2.57 s with DeepSpeed's CPU-Adam, one pass at 117 GB/s; in 14.76 s with PyTorch's
// operators, each a pass of its own. Not compared with measured steps.
constexpr double fusedAdam = 2.57e-10; // s for each parameter
constexpr double plainAdam = 14.76e-10;
constexpr double adamBytes = 30; // weight, gradient and moments read, all but the gradient written

bool isFused(const Workload &work)
{
    return frameworkFor(work.scenario.parallel) == Framework::DeepSpeed
        || work.training().optimizer != Optimizer::AdamWForeach;
}

/// Elements that the processes of one node update.
double updatedOnNode(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    if (frameworkFor(parallel) == Framework::Megatron)
        return work.updatedHere() * std::min(parallel.gpusPerNode, parallel.gpus);
    const int shards = parallel.strategy == Strategy::Hsdp ? fsdpShards(work) : work.ranks();
    return work.trainable / shards * std::min(parallel.gpusPerNode, work.ranks());
}

} // namespace

Seconds hostUpdate(const Workload &work)
{
    if (offloadFor(work.scenario.parallel) == Offload::None || work.trainable <= 0)
        return {};
    const double updated = updatedOnNode(work);
    const double state = optimizerState(work, 4).value() / work.trainable;
    const double passes = (adamBytes - 16 + 2 * state) / adamBytes;
    return Seconds(updated * passes * (isFused(work) ? fusedAdam : plainAdam));
}

} // namespace shardscope
