// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/document/input.h"
#include "resources/filemark.h"

#include <filesystem>
#include <string>

namespace shardscope {

/// What `path` stands for: itself, or for a folder the config.json within. The folder may also be a
/// repository of the Hugging Face Hub cache: then it is that of its main revision.
Result<std::filesystem::path> inputFile(const std::filesystem::path &path);

/// modelNameAt of a path that may be relative.
std::string modelName(const std::filesystem::path &path);

/// What a file or a folder turned out to be, and the file that it came from.
struct OpenedFile
{
    AnyInput input;
    std::filesystem::path path{};
    bool isReadOnly = false; ///< a picture or a code: not to be saved over
    FileMark mark{}; ///< of what was read
};

/// Opens a scenario or its code, a config.json, a folder that holds one, or an exported picture.
Result<OpenedFile> openInputFile(const std::filesystem::path &path);

} // namespace shardscope
