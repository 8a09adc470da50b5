// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

/// On the GPUs, and on the hosts where something is offloaded to them.
Fit fitOf(const Plan &plan);
/// "Fits on H100 80GB"
QString verdictHeadline(const Plan &plan, const Catalog &catalog);
/// "peak 38.3 GiB of 79.1 GiB, 41.3 GiB spare, at the optimizer step"
QString verdictDetail(const Plan &plan);
/// "Estimated", "Played request by request": how what torch's allocator reserves is known. Empty
/// where the estimator knows of no allocator, or its share is set by hand.
QString reservingName(const Plan &plan);
QString reservingName(Reserving reserving);
/// What that means.
QString reservingMeaning(const Plan &plan);
/// How sure the peak is, and by what; empty where nothing is said about that.
QString confidenceSentence(const Plan &plan);
/// Headline and detail as one sentence: captions, assistive technology.
QString verdictSentence(const Plan &plan, const Catalog &catalog);
/// The nearest GPU that the verdict would be the other way round on, or that there is none.
QString comparisonSentence(const Plan &plan, const Catalog &catalog);
/// What was assumed: model, method, batch, GPUs; one line under exported charts.
QString assumptionsSentence(const Plan &plan);
/// The most serious finding; null where there is none but the verdict itself.
const Finding *mostSerious(const Plan &plan);

} // namespace shardscope
