// SPDX-License-Identifier: GPL-3.0-or-later
// FSDP1 CPUOffload(offload_params) and FSDP2 CPUOffloadPolicy of torch 2.14: parameters, gradients
// and optimizer are the host's.
#include "core/engines/fsdp.h"

#include "core/engines/offload/offload.h"
#include "core/step/stepmodules.h"

namespace shardscope {

namespace {

constexpr std::string_view fsdpOffloadFlatSource
    = "torch 2.14 _flat_param.py: _local_shard and _cpu_grad, page-locked, one for each unit";
constexpr std::string_view fsdpOffloadTensorSource
    = "torch 2.14 _fsdp_param.py, _fsdp_collectives.py: sharded parameters and gradients, "
      "page-locked one by one";
constexpr std::string_view verlOffloadSource
    = "verl b178a3cd utils/fsdp_utils.py, offload_fsdp_model_to_cpu and offload_fsdp_optimizer";
constexpr std::string_view fsdpOffloadStateSource
    = "torch 2.14 optim: moments take the shard's dtype";

/// Page-locked tensors of weights and of gradients.
struct Pins
{
    PinnedTensors weights;
    PinnedTensors gradients;
};

/// Bytes of each element on the host; 4-bit weights stay packed.
double shardBytes(const Workload &work, const Parameter &parameter)
{
    if (parameter.isQuantized)
        return 0.5;
    return parameter.trainable ? fsdpShardBytes(work) : recipe(work.training().precision).weight;
}

void addTensors(Pins &pins, const Workload &work, const Tape &tape, int times)
{
    const int ranks = fsdpShards(work);
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        const double bytes = shardBytes(work, parameter) * fsdpShardElements(parameter, ranks);
        pins.weights.add(bytes, times);
        if (parameter.trainable)
            pins.gradients.add(bytes, times);
    }
}

/// Bytes of one rank's shards of flat parameters.
struct FlatShard
{
    double weights = 0;
    double gradients = 0;
};

FlatShard flatShardOf(const Workload &work, const Tape &tape)
{
    FlatShard shard;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        const double bytes = shardBytes(work, parameter) * parameter.elements / fsdpShards(work);
        shard.weights += bytes;
        shard.gradients += parameter.trainable ? bytes : 0;
    }
    return shard;
}

void addFlat(Pins &pins, const FlatShard &shard, int times)
{
    pins.weights.add(shard.weights, times);
    pins.gradients.add(shard.gradients, times);
}

HostShares heldBy(
    const Workload &work, const FsdpShards &shards, const Pins &pins, std::string_view source)
{
    HostShares held{.memory = {{PartId::Weights, pins.weights.term("shards"), source},
                        {PartId::Gradients, pins.gradients.term("shards"), source}}};
    for (const Share &share : fsdpResident(work, shards)) {
        if (share.id == PartId::OptimizerState)
            held.memory.push_back({share.id, share.term, fsdpOffloadStateSource});
    }
    return held;
}

/// What verl has there, all of it or at times: a reference, wrapped as the trained model is, with
/// CPUOffload; trained shards and their moments, in memory that is not page-locked.
HostShares verlsHost(const Workload &work, const FsdpShards &shards, const Pins &pins)
{
    HostShares held;
    if (refersFromHost(work.scenario)) {
        held.memory.push_back(
            {PartId::Reference, pins.weights.term("shards"), fsdpOffloadFlatSource});
        held.memory.push_back(
            {PartId::Reference, pins.gradients.term("shards"), fsdpOffloadFlatSource});
    }
    const Stowed stowed = work.layerSettings().beside.stowed;
    for (const Share &share : fsdpResident(work, shards)) {
        const bool isState = share.id == PartId::OptimizerState;
        if (isState ? stowed.optimizer : stowed.weights)
            held.memory.push_back({share.id, share.term, verlOffloadSource});
    }
    return held;
}

} // namespace

HostShares fsdp1Host(const Workload &work)
{
    const StepModules modules(work.layerSettings());
    const ModelTapes model = modules.tapes();
    Pins pins;
    const FlatShard embedding = flatShardOf(work, *model.embedding);
    const FlatShard head = flatShardOf(work, *model.head);
    addFlat(pins, {embedding.weights + head.weights, embedding.gradients + head.gradients}, 1);
    model.forEachForm([&](std::size_t, const Tape &tape, int layers) {
        addFlat(pins, flatShardOf(work, tape), layers);
    });
    const double share = 1.0 / fsdpShards(work);
    const FsdpShards shards = share * fsdpShardsOf(model, 1);
    if (runsVerl(work.scenario))
        return verlsHost(work, shards, pins);
    return heldBy(work, shards, pins, fsdpOffloadFlatSource);
}

HostShares fsdp2Host(const Workload &work)
{
    const StepModules modules(work.layerSettings());
    const ModelTapes model = modules.tapes();
    Pins pins;
    model.forEach([&](const Tape &tape, int units) { addTensors(pins, work, tape, units); });
    return heldBy(work, fsdpShardsOf(model, fsdpShards(work)), pins, fsdpOffloadTensorSource);
}

} // namespace shardscope
