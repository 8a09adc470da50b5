// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/spacing.h"

#include <vector>

namespace shardscope {

/// Which GPU is whose: all GPUs of a run by rank, as torchrun counts them node by node. How groups
/// lie among them is that of `spacingOf`.
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
    /// Ranks that hold one whole copy of the model between them, of a stage.
    int gpusOfCopy() const { return m_mesh.tensor * m_mesh.context; }
    /// The GPUs of a stage by `place`, from 0 on: those of one copy after those of another.
    int rankOf(int stage, int place) const;
    int stageOf(int rank) const { return indexAlong(MeshAxis::Pipeline, rank); }
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
    RankSpacing along(MeshAxis axis) const;

    Mesh m_mesh;
    int m_gpus = 1;
    int m_perNode = 1;
    int m_shard = 0; ///< GPUs of a shard group; 0: not HSDP
};

} // namespace shardscope
