// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"
#include "core/scenario/mesh.h"

#include <cstdint>

namespace shardscope {

/// Who cuts a model, or its sequences, among the ranks of a mesh. What data parallelism shards is
/// the engine's matter.
enum class Cutter : std::uint8_t {
    None, ///< each GPU runs the whole model on sequences of its own
    MegatronCore, ///< on layers of its own
    Nanotron, ///< on layers of its own
    PipelineEngine, ///< DeepSpeed's, on Megatron-DeepSpeed's layers
    Torchtitan, ///< DTensor, pipelining and context parallelism by torchtitan's plan for Llama
    Transformers, ///< transformers' tensor parallelism under accelerate
    AutoTp, ///< DeepSpeed, by the plan that transformers has
    AutoEp, ///< DeepSpeed, which deals out routed experts and leaves the rest whole
    Sequences ///< DeepSpeed's Ulysses, or torch's context parallelism under accelerate
};

/// Who it is for a scenario and its model. Engines, models and methods that an axis is not derived
/// for leave the model whole. The worksheet cuts nothing.
Cutter cutterFor(const Scenario &scenario, const ModelSpec &spec);

/// Whether the weights are cut, so that a GPU holds what its tapes say.
constexpr bool cutsWeights(Cutter cutter)
{
    return cutter != Cutter::None && cutter != Cutter::Sequences;
}
/// Whether it is torch's DTensor, or hooks in its manner, around the modules of a library.
constexpr bool isTorchMesh(Cutter cutter)
{
    return cutter == Cutter::Torchtitan || cutter == Cutter::Transformers
        || cutter == Cutter::AutoTp || cutter == Cutter::AutoEp;
}

/// The mesh that a scenario's model really runs on.
Mesh meshFor(const Scenario &scenario, const ModelSpec &spec);
/// Whether torchtitan's ranks share the head: its loss is torch's own cross-entropy.
bool replacesLoss(const Scenario &scenario, const ModelSpec &spec);

} // namespace shardscope
