// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/estimate/playedshare.h"
#include "core/step/workload.h"

#include <array>
#include <limits>
#include <optional>
#include <string_view>

namespace shardscope {

/// What is not a tensor of the step. Each can be set by hand (hardware.*_mib, ...).
struct Overheads
{
    Term workspace{}; ///< of cuBLAS; torch's allocator hands it out
    bool hasEngine = false; ///< TransformerEngine's, too
    double fragmentation = 0; ///< reserved beyond allocated, as a share of allocated; estimated
    std::optional<double> played{}; ///< the same as it was played, here or for one alike
    Bytes room{std::numeric_limits<double>::infinity()}; ///< for what is reserved
    Bytes ranOutAt = room; ///< from so much allocated on, a play ran out of room
    Term context{}; ///< of CUDA: kernels, driver structures
    std::string_view contextSource{};
    Term nccl{}; ///< buffers of the communicators
    Term correction{}; ///< what a measurement of the user's showed beyond the estimate

    /// What torch's allocator knows nothing of.
    Bytes outside() const { return context.bytes() + nccl.bytes() + correction.bytes(); }
};

Overheads overheadsOf(const Workload &work);
/// With a share that was played for a scenario like that of `work`, where there is one.
Overheads overheadsOf(const Workload &work, std::span<const PlayedShare> played);

/// Whether the share of what is reserved was played, where `tensors` bytes are held.
Reserving reservingOf(const Overheads &overheads, Bytes tensors);

/// Takes over what was played, with its room.
void follow(Overheads &overheads, const PlayedShare &played, Bytes usable);

/// What the three questions answer for `tensors` bytes.
Footprint footprintOf(const Overheads &overheads, Bytes tensors);

/// Error: OutOfRange, where the user's correction leaves nothing of a peak.
Status checkCorrection(const Hardware &hardware, Bytes peak);

/// All of it as one part of a phase that holds `tensors` bytes.
Part overheadPart(const Overheads &overheads, Bytes tensors);

/// All of it, one by one.
std::vector<Overhead> overheadList(const Overheads &overheads, Bytes tensors);

} // namespace shardscope
