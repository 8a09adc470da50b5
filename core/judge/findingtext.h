// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/finding.h"

#include <string>

namespace shardscope {

/// A finding in plain English, behind its id, with the settings that would end it as `--set` takes
/// them: "no-bf16: the GPU has no bf16 units (--set training.precision=fp16)".
std::string describe(const Finding &finding);

} // namespace shardscope
