// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace shardscope {

/// A model_type that people bring, and what it has that no formula here knows.
struct Stranger
{
    std::string_view name;
    std::string_view why;
};
std::span<const Stranger> strangers();
/// Why there are no formulas for such a model_type; empty for any other.
std::string_view whyUnknown(std::string_view modelType);

} // namespace shardscope
