// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <span>
#include <string_view>

namespace shardscope {

/// Keys of the inputs that make a part smaller, the most effective first.
std::span<const std::string_view> controlsOf(PartId part);
/// The same for what is sent.
std::span<const std::string_view> controlsOf(Payload payload);

} // namespace shardscope
