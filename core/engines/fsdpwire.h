// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/fsdp.h"

namespace shardscope {

/// What FSDP sends over the wire and, offloaded, between GPU and host.
class FsdpWire
{
public:
    FsdpWire(const Workload &work, Wire &wire);

    /// One unit's, of which the fullest GPU holds these shards.
    void gather(const FsdpShards &shards);
    void reduce(const FsdpShards &shards);

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
};

} // namespace shardscope
