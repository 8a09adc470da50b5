// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/picture.h"

namespace shardscope {

std::optional<PictureFormat> pictureFormat(std::string_view)
{
    return std::nullopt;
}

std::string withScenario(std::string picture, std::string_view)
{
    return picture;
}

std::string xmpPacket(std::string_view, std::string_view)
{
    return {};
}

Result<std::string> scenarioIn(std::string_view)
{
    return Error{};
}

} // namespace shardscope
