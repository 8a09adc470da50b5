// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/options.h"

#include <optional>
#include <string_view>

namespace shardscope {

// What sources call things, whatever their spelling. Empty, absent or auto: not known.

/// The catalogue's id of a GPU. Cards that differ in name alone count as the one there.
std::string_view gpuCalled(std::string_view name);

/// Whose conventions a run follows where nothing is sharded.
Framework frameworkCalled(std::string_view name);

struct Sharding
{
    Strategy strategy = Strategy::Ddp;
    Framework framework = Framework::Auto; ///< auto: the run's own
};
std::optional<Sharding> shardingCalled(std::string_view name);

std::optional<Optimizer> optimizerCalled(std::string_view name);

} // namespace shardscope
