// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hfconfig.h"

namespace shardscope {

Result<ModelSpec> readModelConfig(const Json &)
{
    return Error{};
}

Result<ImportedModel> importModel(std::string_view, std::string)
{
    return Error{};
}

bool looksLikeModelConfig(const Json &)
{
    return false;
}

} // namespace shardscope
