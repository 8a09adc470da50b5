// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/omissions.h"
#include "core/judge/setup.h"
#include "core/judge/validatedground.h"
#include "core/plan/plan.h"

namespace shardscope {

/// The range of a place in the measured runs, with what is known of the omissions on top of it.
ByteRange rangeWith(
    const std::vector<Omission> &omissions, Bytes predicted, const ValidatedGround::Place &place);

/// Where a set-up stands among the measured runs (ValidatedGround), whatever is predicted for it.
/// Runs on GPUs give the range of errors. Runs whose tensors were followed are exact; they say
/// which settings are known to be predicted well.
class Standing
{
public:
    Standing(const Setup<std::string_view> &setup, const MeasuredRuns &known, Reserving reserving,
        const std::vector<Omission> &omissions);

    /// How far reality may be from `predicted`.
    Confidence of(Bytes predicted) const;

private:
    const std::vector<Omission> m_omissions;
    ValidatedGround::Place m_place{};
    Confidence m_without{}; ///< a range
};

} // namespace shardscope
