// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/wire.h"
#include "core/step/workload.h"

namespace shardscope {

/// What DeepSpeed 0.19.6 sends under ZeRO stage 3, with ZeRO++ where it is on, and what it copies
/// between GPU and host where something is offloaded.
class ZeroWire
{
public:
    ZeroWire(const Workload &work, Wire &wire);

    /// One all-gather of parameters: elements of all shares, and of the own ones.
    void gather(double whole, double own);
    /// So many persistent parameters, each for itself, after the update.
    void gatherPersistent(double whole, int count);
    /// One reduction of a bucket's gradients: elements of all shares.
    void reduce(double whole);

    /// A gradient's own shard goes to the host: the sum of the micro-steps, which comes back in the
    /// next one, and after the last one what the optimizer gets.
    void handOver(double shard, bool isLast);
    /// A sub-group's updated weights come back.
    void bringBack(double elements);

private:
    const Workload &m_work;
    Wire &m_wire;
    const bool m_hasSecondCopy;
    const bool m_quantizesWeights;
    const bool m_quantizesGradients;
    const bool m_offloadsParameters;
    const int m_nodeGroup; ///< GPUs of a node
    Wire::Line m_secondGather; ///< from the copy in each node
    Wire::Line m_gather;
    Wire::Line m_reduction;
    Wire::Line m_hop; ///< of 4-bit gradients, in the node
    Wire::Line m_across; ///< and between nodes
    Wire::Line m_toHost;
    Wire::Line m_sumsToHost;
    Wire::Line m_sumsToGpu;
    Wire::Line m_weightsToGpu;
};

} // namespace shardscope
