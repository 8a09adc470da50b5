// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/base/text.h"
#include "core/scenario/mesh.h"

#include <vector>

namespace shardscope {

/// Along what the GPUs of a group differ; in all else they are alike.
enum class MeshAxis {
    Tensor,
    Context,
    Data, ///< replicas that add up their gradients: data and context parallelism
    Pipeline,
    Expert,
    ExpertTensor, ///< tensor parallelism within a routed expert
    ExpertData, ///< replicas of the same routed experts
    Shard, ///< of HSDP: GPUs that shard among themselves
    Replica ///< of HSDP: GPUs with the same shard
};
template <>
inline constexpr std::array<std::string_view, 9> namesOf<MeshAxis>{"tensor", "context", "data",
    "pipeline", "expert", "expert-tensor", "expert-data", "shard", "replica"};
template <>
inline constexpr std::array<Text, 9> textsOf<MeshAxis>{
    {english("options", "Tensor"), english("options", "Context"), english("options", "Data"),
        english("options", "Pipeline"), english("options", "Experts"),
        english("options", "Tensor, of experts"), english("options", "Data, of experts"),
        english("options", "Shards"), english("options", "Replicas")}};

/// Which GPU is whose: all GPUs of a run by rank, as torchrun counts them node by node.
/// Megatron-Core 0.20 (parallel_state.py at d98e8a64d, order "tp-cp-ep-dp-pp"): tensor ranks are
/// neighbours, then context, data and pipeline, as torchtitan's parallel_dims.py has them too; the
/// ranks of a stage are divided once more for routed experts, by tensor ranks of an expert, experts
/// and data ("tp-ep-dp-pp").
class Ranks
{
public:
    Ranks(const Mesh &mesh, const Parallel &parallel);

    int gpus() const { return m_gpus; }
    int gpusPerNode() const { return m_perNode; }
    int nodes() const { return (m_gpus + m_perNode - 1) / m_perNode; }
    int nodeOf(int rank) const { return rank / m_perNode; }
    /// Of one pipeline stage.
    int gpusOfStage() const { return m_mesh.tensor * m_mesh.context * m_mesh.data; }
    int stageOf(int rank) const { return indexAlong(MeshAxis::Pipeline, rank); }
    /// Ranks that hold one whole copy of the model between them, of a stage.
    int gpusOfCopy() const { return m_mesh.tensor * m_mesh.context; }
    const Mesh &mesh() const { return m_mesh; }

    /// Axes with more than one rank, in the order of MeshAxis; data parallelism is always there.
    std::vector<MeshAxis> axes() const;
    int ranksAlong(MeshAxis axis) const;
    int indexAlong(MeshAxis axis, int rank) const; ///< from 0 on
    /// Ranks that differ along the axis alone, in its order; with the rank itself.
    std::vector<int> groupOf(MeshAxis axis, int rank) const;
    int groupCount(MeshAxis axis) const { return m_gpus / ranksAlong(axis); }
    /// Which of the groups it is, by the first rank of each.
    int groupIndex(MeshAxis axis, int rank) const;
    /// Whether the group of the rank lies on several nodes.
    bool leavesNode(MeshAxis axis, int rank) const;

private:
    /// Ranks along an axis lie `apart`, `size` of them, in blocks of both.
    struct Step
    {
        int size = 1;
        int apart = 1;
    };
    Step stepOf(MeshAxis axis) const;

    Mesh m_mesh;
    int m_gpus = 1;
    int m_perNode = 1;
    int m_shard = 0; ///< GPUs of a shard group; 0: not HSDP
};

} // namespace shardscope
