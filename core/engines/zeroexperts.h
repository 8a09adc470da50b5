// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zeropartition.h"
#include "core/scenario/spacing.h"

namespace shardscope {

/// What DeepSpeed sends of experts that are dealt out, between the GPUs that have the same ones:
/// nothing where each has experts of its own.
class ExpertLines
{
public:
    ExpertLines(const Workload &work, Wire &wire, std::string_view source, bool overlaps)
        : m_wire(wire)
    {
        const RankSpacing group = spacingOf(work.mesh, MeshAxis::ExpertData);
        m_isOpen = work.mesh.expert > 1 && group.ranks > 1;
        if (!m_isOpen)
            return;
        const auto open = [&](const Channel &channel) { return wire.open(channel); };
        m_reduction = open({.payload = Payload::ExpertGradients,
            .op = CollectiveOp::AllReduce,
            .source = source,
            .overlaps = overlaps,
            .group = group.ranks,
            .apart = group.apart});
        m_gather = open({.payload = Payload::ExpertWeights,
            .op = CollectiveOp::AllGather,
            .source = updatedWeights.source,
            .overlaps = updatedWeights.overlaps,
            .group = group.ranks,
            .apart = group.apart});
    }

    void reduce(const Load &gradients, double calls)
    {
        if (m_isOpen)
            m_wire.send(m_reduction, gradients, calls);
    }
    /// After the update of a group of experts.
    void gather(const ZeroPartition::Group &group, double weightBytes)
    {
        if (m_isOpen && group.hasExperts)
            m_wire.send(m_gather, {weightBytes, group.aligned});
    }

private:
    Wire &m_wire;
    Wire::Line m_reduction{};
    Wire::Line m_gather{};
    bool m_isOpen = false;
};

} // namespace shardscope
