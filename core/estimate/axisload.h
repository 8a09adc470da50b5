// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/scenario/ranks.h"

#include <optional>
#include <string>
#include <vector>

namespace shardscope {

/// What a GPU sends along one axis of the mesh in a step.
struct AxisLoad
{
    MeshAxis axis = MeshAxis::Data;
    std::vector<std::size_t> collectives{}; ///< indices into Traffic::collectives
    Bytes bytes{}; ///< sent by one GPU
    Bytes networkBytes{}; ///< of these, what leaves the node
    Seconds seconds{};
    Seconds exposed{};
    std::string link{}; ///< of the collective that sends most: the slowest link that it crosses

    bool leavesNode() const { return networkBytes > Bytes(0); }
    bool operator==(const AxisLoad &) const = default;
};

/// The GPUs of a plan.
Ranks ranksOf(const Plan &plan);

/// The axis whose groups a collective goes over; nothing for copies to the host.
std::optional<MeshAxis> axisOf(const Collective &collective, const Ranks &ranks);

/// Of each axis that a run has, in the order of Ranks::axes; also of those along which this stage
/// sends nothing.
std::vector<AxisLoad> axisLoads(const Traffic &traffic, const Ranks &ranks);

} // namespace shardscope
