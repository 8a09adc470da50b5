// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/validatedrun.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

template <class Text>
Traits traitsFrom(const Setup<Text> &setup)
{
    Traits traits;
    for (std::size_t i = 0; i < choiceCount; ++i) {
        std::uint32_t hash = 2166136261U; // FNV-1a
        for (const char c : setup.choices[i])
            hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
        traits.choices[i] = hash;
    }
    std::transform(setup.sizes.begin(), setup.sizes.end(), traits.sizes.begin(),
        [](double size) { return std::log2(static_cast<float>(std::max(1.0, size))); });
    return traits;
}

} // namespace

Traits traitsOf(const Setup<std::string_view> &setup)
{
    return traitsFrom(setup);
}

Traits traitsOf(const Setup<std::string> &setup)
{
    return traitsFrom(setup);
}

} // namespace shardscope
