// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace shardscope {

/// By what the content of a file is known again.
struct FileMark
{
    std::uint64_t bytes = 0;
    std::uint32_t crc = 0;

    bool operator==(const FileMark &) const = default;
};

FileMark markOf(std::string_view content);
/// Of what stands there now; nothing where it cannot be read.
std::optional<FileMark> markOfFile(const std::filesystem::path &path);

} // namespace shardscope
