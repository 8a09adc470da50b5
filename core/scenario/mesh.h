// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <vector>

namespace shardscope {

struct ModelSpec;

/// How the GPUs of a run are laid out along the axes of parallelism.
struct Mesh
{
    int tensor = 1;
    int context = 1;
    ContextKind contextKind = ContextKind::Ring;
    int data = 1; ///< what the other axes leave of the GPUs; at least 1
    int pipeline = 1;
    int chunks = 1; ///< of a pipeline stage
    /// Backward passes come in two parts: gradients of inputs, and of weights.
    bool splitsBackward = false;
    /// Stages have two chunks, which micro-batches go through down the stages and up again: the
    /// first stage has the embedding and the head.
    bool isV = false;
    int firstLayers = 0; ///< of the first stage; 0: as many as the others have
    int lastLayers = 0;
    std::vector<int> layers{}; ///< of each stage, where the engine weighs them; empty: evenly
    int expert = 1;
    int expertTensor = 1;
    bool sequence = false; ///< sequence parallelism, over the ranks of `tensor`
    RankOrder order = RankOrder::StagesLast;

    /// Ranks over which optimizer states are sharded and gradients reduced: context parallelism
    /// counts as data parallelism there.
    int replicas() const { return data * context; }
    /// The same of the weights of routed experts.
    int expertReplicas() const;
    int modelRanks() const { return tensor * context * pipeline; }
    bool operator==(const Mesh &) const = default;
};

/// Whether torch's own stack trains torchtitan's modules, sharded by FSDP2 or whole.
bool runsTorchtitan(const Scenario &scenario);
/// Whether FSDP2 shards transformers' modules, which accelerate's mesh can cut beside it
/// (accelerate 1.14 parallelism_config.py): tensor parallelism by transformers itself, context
/// parallelism by torch.
bool runsAccelerateMesh(const Scenario &scenario);
/// Whether DeepSpeed trains transformers' modules, whose matrices its AutoTP can cut (0.19.6
/// module_inject/auto_tp.py: tensor_parallel.autotp_size) by the plan that transformers has of
/// them.
bool runsAutoTp(const Scenario &scenario);
/// Whether DeepSpeed trains transformers' modules, whose experts its AutoEP can deal out (0.19.6
/// module_inject/auto_ep.py: expert_parallel.autoep_size).
bool runsAutoEp(const Scenario &scenario);
/// Whether DeepSpeed's pipeline engine trains a PipelineModule (0.19.6 runtime/pipe/engine.py), of
/// one stage or several; it refuses ZeRO-2 and ZeRO-3. What has several stages under DeepSpeed is
/// one, whatever modules are chosen.
bool runsPipelineModule(const Scenario &scenario);

/// How a scenario's engine does context parallelism: as chosen; auto: as it does by default.
ContextKind contextKindFor(const Scenario &scenario);
/// Whether it can do it so. Megatron-Core 0.20 (cp_comm_type p2p, all_gather, a2a): all; torch 2.14
/// gathers; DeepSpeed 0.19 (runtime/sequence_parallel/ulysses_sp.py) exchanges heads.
bool runsContextKind(const Scenario &scenario);

/// The mesh of a scenario, as chosen where the engine knows the axes: Megatron-LM all of them,
/// nanotron tensor and pipeline parallelism, torch's own stack under torchtitan's modules tensor,
/// context, pipeline and, with FSDP2, expert parallelism, accelerate under transformers' tensor and
/// context parallelism,
/// DeepSpeed one of the two or expert parallelism, or tensor and pipeline parallelism. Others have
/// data parallelism alone.
Mesh meshOf(const Scenario &scenario);

/// GPUs that shard among themselves in hybrid sharding, of those that reduce gradients together: as
/// chosen, else the ones of a node; at most all.
int shardGroupOf(const Parallel &parallel, const Mesh &mesh);

/// GPUs that have one set of routed experts between them under FSDP2: dealt out to some of them,
/// and sharded by what is left.
int sharersOfExperts(const Parallel &parallel, const Mesh &mesh);

/// Whether any axis but data parallelism is chosen, whatever the engine can do.
bool cutsModel(const Parallel &parallel);

/// Decoder layers of one pipeline stage, counted from 0; stages that come first get those that are
/// left over. First and last stage have as many as the mesh says.
struct StageLayers
{
    int first = 0;
    int count = 0;
};
StageLayers layersOfStage(const Mesh &mesh, int layers, int stage);
/// Whether the stages of which nothing is said get as many layers each.
bool dividesLayers(const Mesh &mesh, int layers);

/// Whether two stages of a pipeline differ by nothing but when their passes run: between the first
/// and the last one, with as many layers, of the same kinds.
bool areLike(const Mesh &mesh, const ModelSpec &spec, int stage, int other);
/// Stages among which are the fullest and the slowest: of a row of like ones the first, which has
/// the most micro-batches in flight.
std::vector<int> decidingStages(const Mesh &mesh, const ModelSpec &spec);

} // namespace shardscope
