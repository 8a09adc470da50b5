// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"

namespace shardscope {

/// What a finding says to people. Each has one text, or one for each case that a plan tells apart.
Phrase phraseOf(const Finding &finding, const Plan &plan);
/// The same of a plan's own finding of that kind; without its figures where it has none.
Phrase phraseOf(FindingId id, const Plan &plan);

/// A finding for the command line: behind its id, with the settings that would end it as `--set`
/// takes them: "no-bf16: This GPU has no bf16 units: ... (--set training.precision=fp16)".
std::string describe(const Finding &finding, const Plan &plan);

} // namespace shardscope
