// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/factlist.h"

#include <string>
#include <string_view>

namespace shardscope {

/// What the dtypes that files speak of come to.
struct PrecisionInputs
{
    std::string precision; ///< training.precision
    std::string_view autocast{}; ///< training.autocast; empty: as the training loop has it
    bool hasSingleAdapters = false; ///< PEFT makes adapters fp32
    bool isUnheard = false; ///< the trainer does not hear of mixed precision
};

/// `engine`: "deepspeed", "fsdp", "megatron", "nanotron" or another word for none of them.
/// `isAdapted`: adapters are trained.
PrecisionInputs precisionInputs(const FactList &facts, std::string_view engine, bool isAdapted);

} // namespace shardscope
