// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

/// What the whiskers of memory charts stand for, in a few words, for the legend. The worksheet's
/// are another thing than those of estimates.
QString rangeLabel(const Plan &plan);
/// The same in a sentence, for captions.
QString rangeMeaning(const Plan &plan);
/// Of one bar, with its numbers; empty where nothing is known.
QString rangeSentence(const Plan &plan);

} // namespace shardscope
