// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core 0.20 optimizer/cpu_offloading/hybrid_optimizer.py: weights in fp32, which
// use_precision_aware_optimizer leaves to the optimizer, gradients and moments are the host's.
#include "core/engines/offload/offload.h"
#include "core/engines/optimizerstate.h"
#include "core/step/stepmodules.h"

namespace shardscope {

namespace {

constexpr std::string_view hybridMasterSource
    = "Megatron-Core 0.20 hybrid_optimizer.py: gpu_params_map_cpu_copy, page-locked one by one";
constexpr std::string_view hybridGradientSource
    = "Megatron-Core 0.20 hybrid_optimizer.py: cpu_copy_map_grad, page-locked one by one";
constexpr std::string_view hybridStateSource = "torch 2.14 optim: moments in fp32";

/// Trained tensors in fp32 of what this GPU has a part of; experts are tensors of their own.
struct TrainedTensors
{
    PinnedTensors dense;
    PinnedTensors experts;
};

TrainedTensors trainedTensors(const Workload &work)
{
    TrainedTensors pins;
    const int local
        = work.spec().experts ? static_cast<int>(work.spec().experts->count) / work.mesh.expert : 1;
    StepModules(work.layerSettings()).tapes().forEach([&](const Tape &tape, int units) {
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.trainable || parameter.isShared)
                continue;
            const int copies = parameter.isExpert ? local : 1;
            PinnedTensors &among = parameter.isExpert ? pins.experts : pins.dense;
            among.add(bytesOf(Dtype::Single) * parameter.elements / copies, units * copies);
        }
    });
    return pins;
}

} // namespace

HostShares megatronHost(const Workload &work)
{
    // Of the buffer each rank has a stretch, of whole tensors but for its ends.
    const TrainedTensors pins = trainedTensors(work);
    Term own = shard(pins.dense.term("tensors"), work.mesh.replicas());
    if (work.expertsHere > 0)
        own += shard(pins.experts.term("tensors"), work.mesh.expertReplicas());
    const double state = optimizerState(work, 4).value() / work.trainable;
    return {.memory = {{PartId::Master, own, hybridMasterSource},
                {PartId::Gradients, own, hybridGradientSource},
                {PartId::OptimizerState, Term::each(state) * Term::count(work.updatedHere()),
                    hybridStateSource}}};
}

} // namespace shardscope
