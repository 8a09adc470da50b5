// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/hfconfig.h"

#include <algorithm>
#include <string>

namespace shardscope {

/// A model as its config.json says it; quotes may be written as apostrophes.
inline Result<ModelSpec> specFrom(std::string text)
{
    std::replace(text.begin(), text.end(), '\'', '"');
    return readModelConfig(*parseJson(text));
}

} // namespace shardscope
