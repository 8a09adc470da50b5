// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/filemark.h"

#include "core/base/crc32.h"
#include "resources/readfile.h"

namespace shardscope {

FileMark markOf(std::string_view content)
{
    return {content.size(), crc32(content)};
}

std::optional<FileMark> markOfFile(const std::filesystem::path &path)
{
    const Result<std::string> content = readFile(path);
    return content ? std::optional(markOf(*content)) : std::nullopt;
}

} // namespace shardscope
