// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/base/text.h"
#include "core/scenario/mesh.h"

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

/// How the ranks of a group lie among all: each `apart` from the one before, in one row, or in rows
/// of `row` that begin `rowsApart` from each other.
struct RankSpacing
{
    int ranks = 1;
    int apart = 1;
    int row = 0; ///< 0: all in one
    int rowsApart = 0;

    int inRow() const { return row > 0 ? row : ranks; }
    int rows() const { return ranks / inRow(); }
    /// Of a group that begins where a node does: how many are on that node.
    int onNode(int gpusPerNode) const;
    bool operator==(const RankSpacing &) const = default;
};

/// The group of an axis; Shard and Replica are what `Ranks` makes of Data.
/// Megatron-Core 0.20 (parallel_state.py at d98e8a64d, RankGenerator): in the order
/// "tp-cp-ep-dp-pp" tensor ranks are neighbours, then context, data and pipeline; in
/// "tp-cp-ep-pp-dp" (use_tp_pp_dp_mapping) data comes last. The ranks of a stage are divided once
/// more for routed experts, by tensor ranks of an expert, experts and data, in the same order.
/// torchtitan (distributed/parallel_dims.py at b5bcd76c: "pp", "batch", "cp", "tp"),
/// accelerate 1.14 (parallelism_config.py: dp, cp, tp) and nanotron (2025-02 parallel/context.py:
/// expert, pipeline, data, tensor, the last one nearest) have the first order alone, and so has
/// DeepSpeed 0.19.6 (utils/groups.py, _create_expert_and_data_parallel: GPUs among which experts
/// are dealt out are neighbours).
RankSpacing spacingOf(const Mesh &mesh, MeshAxis axis);
/// The ranks that hold one copy of the model between them, of one place along the sequence.
RankSpacing spacingOfModel(const Mesh &mesh);
/// How far the same GPU of the next stage is.
int stagesApart(const Mesh &mesh);
/// A GPU of a stage and the one of another stage that it sends to: a pair on one node, or on two
/// where that is so of any GPU of the stage. Behind the last stage comes the first one.
RankSpacing stagesBeside(const Mesh &mesh, int stage, int other, int gpusPerNode);
/// Whether two stages have neighbours that are as far from them.
bool sendAlike(const Mesh &mesh, int stage, int other, int gpusPerNode);

} // namespace shardscope
