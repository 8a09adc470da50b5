// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/rules.h"

#include <span>

namespace shardscope {

// What the fields of followed steps mean: of both formats, of steps under Hugging Face, and of
// steps under DeepSpeed with its configuration.
std::span<const Rule> followedRules();
std::span<const Rule> stepsRules();
std::span<const Rule> deepSpeedRules();

} // namespace shardscope
