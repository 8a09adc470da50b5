// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"

#include <string>

namespace shardscope {

/// A model read from somebody's config.json: the shape, and the text it came from, so that a
/// scenario file stands alone.
struct ImportedModel
{
    std::string name{}; ///< what people call it; from the file or folder
    std::string config{}; ///< the config.json as compact JSON
    ModelSpec spec{};

    bool operator==(const ImportedModel &) const = default;
};

} // namespace shardscope
