// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/parameters.h"

namespace shardscope {

std::vector<Linear> linearsOfLayer(const ModelSpec &, std::int64_t)
{
    return {};
}

ParameterCount countParameters(const ModelSpec &)
{
    return {};
}

Result<double> loraParametersPerRank(const ModelSpec &, std::string_view)
{
    return 0.0;
}

} // namespace shardscope
namespace shardscope {
bool isLoraTarget(std::string_view, std::string_view)
{
    return true;
}
} // namespace shardscope
