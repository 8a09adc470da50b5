// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"
#include "core/planner/reserving.h"

namespace shardscope {

// What a plan says in a sentence or two.

/// What a GPU of the catalogue offers: usable or (worksheet) nominal, after the reserve.
Bytes capacityFor(const Scenario &scenario, const GpuSpec &gpu);

/// "Fits on H100 80GB"
Phrase verdictHeadline(const Plan &plan);
/// "peak 38.3 GiB of 79.1 GiB, 41.3 GiB spare, at the optimizer step"
Phrase verdictDetail(const Plan &plan);
/// Headline and detail as one sentence: captions, assistive technology, the command line.
Phrase verdictSentence(const Plan &plan);
/// How sure the peak is, and by what; empty where nothing is said about that.
Phrase confidenceSentence(const Confidence &confidence);
/// What torch's allocator does with the requests of some steps.
Phrase reservationSentences(const Plan &plan, const Reservation &reservation);
/// The nearest GPU that the verdict would be the other way round on, or that there is none.
Phrase comparisonSentence(const Plan &plan, const Catalog &catalog);
/// How long a step takes, and how fast that is; or that nobody can say.
Phrase stepSentence(const Plan &plan);
/// How much of a step is computation.
Phrase computeSentence(const StepTime &time);
/// What was assumed: model, method, batch, GPUs.
Phrase assumptionsSentence(const Plan &plan);

/// The most serious finding; null where there is none but the verdict itself.
const Finding *mostSerious(const Plan &plan);

/// How what torch's allocator reserves is known.
template <>
inline constexpr std::array<Text, 2> textsOf<Reserving>{
    {english("summary", "Quick estimate", "what the allocator reserves"),
        english("summary", "Allocator-simulated", "what the allocator reserves")}};

} // namespace shardscope
