// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/jsonwriter.h"
#include "core/base/result.h"

#include <filesystem>
#include <string_view>

namespace shardscope {

enum class Readers {
    AsBefore, ///< who could read what stood there; of a new file, whom the system lets
    Owner ///< nobody else, whatever stood there
};

/// Writes a file whole or not at all: what stood there stays until the new text is on the disk.
/// A link stays one: what it leads to is written. Pipes and devices are written to as they are.
/// What a program leaves that is killed meanwhile, a hidden file beside, the next one takes over.
/// Errors: Unwritable, with `file` filled in.
Status replaceFile(
    const std::filesystem::path &path, std::string_view text, Readers readers = Readers::AsBefore);
/// The same of a text that comes in pieces.
Status replaceFile(
    const std::filesystem::path &path, const TextSource &text, Readers readers = Readers::AsBefore);

} // namespace shardscope
