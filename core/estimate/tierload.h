// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <cstddef>
#include <string>
#include <vector>

namespace shardscope {

/// What one collective sends over one tier in a step.
struct TierShare
{
    std::size_t collective = 0; ///< index into Traffic::collectives
    Bytes hidden{};
    Bytes exposed{}; ///< sent while the GPU waits

    Bytes bytes() const { return hidden + exposed; }
    bool operator==(const TierShare &) const = default;
};

/// Inside a node, between nodes, and to the memory of the host.
enum class Tier { Node, Network, Host };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Tier>{"node", "network", "host"};

/// One GPU's part of a tier of links: what a step sends over it, and what it could carry.
struct TierLoad
{
    Tier tier = Tier::Node;
    std::string link{}; ///< catalogue id
    BytesPerSecond bandwidth{}; ///< of one GPU's share of it
    Bytes carried{}; ///< at most, in the time in which the GPU computes
    std::vector<TierShare> shares{};

    Bytes bytes() const;
    Bytes exposed() const;
    bool operator==(const TierLoad &) const = default;
};

/// The tiers that a plan's GPUs are joined by, those inside a node first; the host where something
/// is copied there. Errors: as makePlan.
Result<std::vector<TierLoad>> tierLoads(const Plan &plan, const Catalog &catalog);

/// What each GPU sends in a step when there are `gpus` of them; everything else stays the same.
struct ScalePoint
{
    int gpus = 1;
    Traffic traffic{};
};
/// Powers of two up to `most`, and the plan's own number. Left out is what cannot be planned.
std::vector<ScalePoint> trafficOverGpus(const Plan &plan, const Catalog &catalog, int most = 1024);

/// What the bytes of all points tend to where they are a multiple of (N - 1) / N; else 0.
Bytes limitOf(const std::vector<ScalePoint> &points);

} // namespace shardscope
