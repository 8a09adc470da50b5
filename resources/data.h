// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace shardscope {

/// A file of resources/ that was built into the program.
struct EmbeddedFile
{
    std::string_view name; ///< relative to resources/: "catalog/gpus.json"
    std::string_view content;
};

std::span<const EmbeddedFile> embeddedFiles();

} // namespace shardscope
