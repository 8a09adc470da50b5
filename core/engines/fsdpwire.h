// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/fsdp.h"

namespace shardscope {

/// What FSDP sends over the wire and, offloaded, between GPU and host.
class FsdpWire
{
public:
    FsdpWire(const Workload &work, Wire &wire);

    /// Gathers a unit's weights, of which the fullest GPU holds `shards`; offloaded, these are
    /// copied to the GPU first.
    void gather(const FsdpShards &shards);
    /// Reduces a unit's gradients to the shards of which the fullest GPU holds `shards`: in the
    /// shard group, then between groups; offloaded, the shards then go to the host.
    void reduce(const FsdpShards &shards);
    // The same of experts that are dealt out, among the GPUs that have the same ones.
    void gatherExperts(const FsdpShards &shards);
    void reduceExperts(const FsdpShards &shards);

private:
    const Workload &m_work;
    Wire &m_wire;
    const int m_ranks; ///< that share one copy
    const bool m_offloads;
    const double m_reduceBytes;
    const double m_shardBytes;
    Wire::Line m_gather;
    Wire::Line m_reduction;
    Wire::Line m_between; ///< of shards, between the groups of hybrid sharding
    Wire::Line m_toGpu;
    Wire::Line m_toHost;
    const int m_expertRanks;
    Wire::Line m_expertGather;
    Wire::Line m_expertReduction;
};

} // namespace shardscope
