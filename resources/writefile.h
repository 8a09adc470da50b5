// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace shardscope {

/// Writes a file whole or not at all: what stood there stays until the new text is on the disk.
/// Pipes and devices are written to as they are. Errors: Unwritable, with `file` filled in.
Status replaceFile(const std::filesystem::path &path, const std::string &text);

} // namespace shardscope
