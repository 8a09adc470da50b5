// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

namespace shardscope {

/// One request of a tape's run to torch's allocator. Slots below the number of tensors are theirs,
/// those behind are of gradients; slot `tensors` is the output's gradient.
struct Request
{
    enum class Kind : std::uint8_t {
        Make,
        Drop,
        Borrow, ///< for the operation at work
        Return, ///< all that was borrowed
        Cache, ///< from here on autocast's cache holds it
        HandOver, ///< the output, or the input's gradient, goes to the next unit
        HandOverKept, ///< the same, but the tape keeps it as well
        Refer, ///< from here on a function refers to it, until the backward pass is over
        Mark ///< a segment of the profile ends
    };

    Kind kind = Kind::Mark;
    std::int32_t slot = -1;
    double bytes = 0;
};

struct TapeTrace
{
    std::vector<Request> forward;
    std::vector<Request> backward;
    std::int32_t slotCount = 0;
};

} // namespace shardscope
