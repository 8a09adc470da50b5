// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>

namespace shardscope {

/// Nothing that Shardscope reads is anywhere near this.
inline constexpr std::uintmax_t LargestFile = std::uintmax_t{64} << 20U;

/// A path as people write it, in UTF-8.
std::string displayName(const std::filesystem::path &path);
/// The path of that name in UTF-8. Implicitly, Windows' C library would take each byte for a
/// letter.
std::filesystem::path pathNamed(std::string_view name);

enum class Readable {
    Files, ///< ordinary ones, which have an end
    Streams ///< pipes and devices too, which somebody has named: reading may wait for others
};

/// The whole file. Its size is looked at before the first byte is read.
/// Errors: Unreadable (not there, a folder, no permission), TooLarge; with `file` filled in.
Result<std::string> readFile(const std::filesystem::path &path,
    std::uintmax_t largest = LargestFile, Readable kind = Readable::Files);

/// Everything that a stream gives, up to the limit; `name` stands in errors.
Result<std::string> readStream(
    std::istream &stream, const std::string &name, std::uintmax_t largest = LargestFile);

} // namespace shardscope
