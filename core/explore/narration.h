// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/difference.h"

namespace shardscope {

/// A part of memory, at the peak before an edit and at the peak after it.
struct PartChange
{
    PartId part = PartId::Weights;
    Bytes before{};
    Bytes after{};

    bool operator==(const PartChange &) const = default;
};

/// What an edit did, as facts; the sentence is made where the language is known.
struct Narration
{
    std::vector<InputDifference> inputs{};
    std::vector<PartChange> parts{}; ///< that changed noticeably, most first; at most three
    Bytes peakBefore{};
    Bytes peakAfter{};
    Fit fitBefore = Fit::Fits;
    Fit fitAfter = Fit::Fits;
    Bytes trafficBefore{}; ///< sent by one GPU in one optimizer step
    Bytes trafficAfter{};
    bool isForOneMicroStep = false; ///< with more of them the traffic would differ
    Seconds stepBefore{}; ///< 0: not known
    Seconds stepAfter{};

    bool operator==(const Narration &) const = default;
};

/// Both plans are of the same catalogue.
Narration narrate(const Plan &before, const Plan &after, const Catalog &catalog);

/// Whether people would call the two different: by more than a two-hundredth.
bool isNoticeable(double before, double after);

} // namespace shardscope
