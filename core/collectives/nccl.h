// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/collectives/layout.h"
#include "core/plan/plan.h"

namespace shardscope {

/// What NCCL tells GPUs apart by; later ones count as Blackwell, other vendors' as Ampere.
enum class Generation { Volta, Ampere, Hopper, Blackwell };
Generation generationOf(const GpuSpec &gpu);

/// The links that a group works over.
struct Fabric
{
    Generation generation = Generation::Hopper;
    bool nvlink = true; ///< inside the node; PCIe otherwise
    bool hasSwitch = false; ///< one that adds and copies (NVLink SHARP)
    BytesPerSecond inside{}; ///< measured bus bandwidth of a large ring inside a node
    BytesPerSecond line{}; ///< what the links of one GPU carry by their data sheet
    const NodeSweep *sweep = nullptr; ///< how many nodes slow the network down; null: not known
    BytesPerSecond network{}; ///< one GPU's share of the node's network adapters
};

/// What NCCL would send a message with. LL and LL128 wait less and carry less.
enum class Protocol { LL, LL128, Simple };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Protocol>{"LL", "LL128", "Simple"};

struct CollectiveTime
{
    Algorithm algorithm = Algorithm::Ring;
    Protocol protocol = Protocol::Simple;
    Seconds seconds{};
};

/// Time of one call with `message` bytes, as sentBytes counts them. The algorithm is the pinned one
/// where it can carry the operation on this fabric, else the one that NCCL 2.30's own model
/// (graph/tuning.cc) finds fastest; the latencies and the limits of the protocols are those of that
/// model, the bandwidth of a large message is the one measured for the link. What messages over
/// many nodes were measured to take beyond the model is added.
CollectiveTime collectiveTime(CollectiveOp op, Bytes message, const Layout &layout,
    const Fabric &fabric, Algorithm pinned = Algorithm::Auto);

/// Whether the algorithm can be used for the operation there.
bool isAvailable(Algorithm algorithm, CollectiveOp op, const Layout &layout, const Fabric &fabric);

} // namespace shardscope
