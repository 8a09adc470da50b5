// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-LM: 16-bit weights, one fp32 gradient buffer for the whole run, and the optimizer whole
// or (distributed optimizer, here under ZeRO-1) sharded. docs/dist_optimizer.md: 18 or 6 + 12 / N
// bytes.
#include "core/frameworks/convention.h"
#include "core/optimizerstate.h"

namespace shardscope {

namespace {

constexpr std::string_view source = "Megatron-LM (2026-08) docs/dist_optimizer.md";

Shares resident(const Workload &work)
{
    Shares shares;
    addWholeWeights(shares, work, source);
    const int shards = work.scenario.parallel.strategy == Strategy::Ddp ? 1 : work.ranks();
    const Term trained = Term::count(work.trainable);
    shares.push_back({PartId::Gradients, Term::each(4) * trained, source});
    if (work.recipe.weight == 2)
        shares.push_back({PartId::Master, shard(Term::each(4) * trained, shards), source});
    shares.push_back({PartId::OptimizerState, shard(optimizerState(work, 4), shards), source});
    return shares;
}

Shares backward(const Workload & /*work*/, BackwardPoint /*point*/)
{
    return {}; // gradients are added to the buffer as they come
}

} // namespace

const Convention megatronConvention{.name = "Megatron-LM (2026-08)",
    .resident = resident,
    .waiting = nothing,
    .forward = nothing,
    .loss = nothing,
    .backward = backward,
    .step = nothing,
    .save = nothing,
    .traffic = megatronTraffic};

} // namespace shardscope
