// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/fsdp.h"

#include "core/engines/traffic/traffic.h"

namespace shardscope {

namespace {

constexpr std::string_view gatherSource
    = "torch 2.14 FSDP: weights gathered in forward, and again in backward when resharded";
constexpr std::string_view reduceSource
    = "transformers 5.12 Trainer: no_sync reduces in the last micro-step only";
constexpr std::string_view eachReduceSource
    = "torch 2.14 FSDP: a micro-step that is not asked to wait reduces its gradients";
constexpr std::string_view hybridSource
    = "torch 2.14 FSDP HYBRID_SHARD: gradient shards are all-reduced between shard groups";

/// One gather for each decoder layer and the rest.
double units(const Workload &work)
{
    const double rest = work.scenario.parallel.wrap == Wrap::EmbedHead ? 2 : 1;
    return static_cast<double>(work.spec().layers) + rest;
}

/// How often a step gathers for the forward pass: FSDP1 keeps what is not resharded up to the next
/// micro-step if it does not reduce (_should_free_in_backward), FSDP2 reshards after each one.
double forwardGathers(const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    const bool keeps = frameworkFor(parallel) == Framework::Fsdp1 && !reshards(work)
        && !reducesEachMicroStep(parallel);
    return keeps ? 1 : work.training().accumulation;
}

} // namespace

Messages fsdpTraffic(const Workload &work)
{
    const double microSteps = work.training().accumulation;
    const int shards = fsdpShards(work);
    const double reductions = reductionsPerStep(work);
    const std::string_view source = reductions > 1 ? eachReduceSource : reduceSource;
    const bool overlapped = overlaps(work, true);
    const Term gradients = gradientBytes(work, reducedBytes(work, gatheredTrainedBytes(work)));
    Messages messages{{.payload = Payload::Weights,
                          .op = CollectiveOp::AllGather,
                          .bytes = fsdpGathered(work),
                          .times = {forwardGathers(work), reshards(work) ? microSteps : 0, 0},
                          .source = gatherSource,
                          .pieces = units(work),
                          .overlaps = overlapped,
                          .group = shards},
        {.payload = Payload::Gradients,
            .op = CollectiveOp::ReduceScatter,
            .bytes = gradients,
            .times = {.backward = reductions},
            .source = source,
            .pieces = units(work),
            .overlaps = overlapped,
            .group = shards}};
    if (shards < work.ranks())
        messages.push_back({.payload = Payload::Shards,
            .op = CollectiveOp::AllReduce,
            .bytes = shard(gradients, shards),
            .times = {.backward = reductions},
            .source = hybridSource,
            .pieces = units(work),
            .overlaps = overlapped,
            .group = work.ranks() / shards,
            .apart = shards});
    return messages;
}

} // namespace shardscope
