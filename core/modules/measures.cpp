// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/loss.h"

#include <cmath>

namespace shardscope {

namespace {

double roundedUp(double value, double granule)
{
    return std::ceil(value / granule) * granule;
}

} // namespace

Measures measuresOf(const LayerSettings &settings)
{
    const double tokens = settings.tokens();
    Measures measures;
    measures.of(Measure::Sequence) = settings.sequence;
    measures.of(Measure::Tokens) = tokens;
    measures.of(Measure::Shifted) = tokens - settings.batch;
    measures.of(Measure::Padded) = tokens + settings.batch;
    measures.of(Measure::Pairs) = tokens * settings.sequence;
    measures.of(Measure::PairsAndSinks) = tokens * settings.sequence + tokens;
    measures.of(Measure::FlashRows) = settings.batch * roundedUp(settings.sequence, 128);
    measures.of(Measure::EfficientRows) = settings.batch * roundedUp(settings.sequence, 32);
    if (const auto &experts = settings.spec.experts)
        measures.of(Measure::ExpertRows) = tokens * experts->perToken / experts->count;
    measures.of(Measure::LossChunk) = lossChunk(settings);
    return measures;
}

} // namespace shardscope
