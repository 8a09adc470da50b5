// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/narration.h"

#include <QString>

namespace shardscope {

/// "ZeRO-1 to ZeRO-2: peak 40.0 to 26.9 GiB": the one thing that matters most, the fit before
/// memory, memory before time. Empty where no input differs.
QString narrationClause(const Narration &narration, const Plan &after, const Catalog &catalog);

/// "ZeRO-1 to ZeRO-2: gradients 15.0 to 1.87 GiB, traffic unchanged while there is one micro-step."
/// `after` is the plan that the edit led to. Empty where no input differs.
QString narrationSentence(const Narration &narration, const Plan &after, const Catalog &catalog);

} // namespace shardscope
