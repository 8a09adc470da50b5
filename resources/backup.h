// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "resources/filemark.h"

#include <optional>
#include <string>
#include <string_view>

namespace shardscope {

/// A copy of what is not saved yet, of one kind of document, and the file that it belongs to.
struct Backup
{
    std::string text{}; ///< of the document, as its file would hold it
    std::string path{}; ///< of that file; empty: it has none
    std::optional<FileMark> mark{}; ///< by which the file is known again as it was opened
};

/// {"path": "...", "file": {"bytes": 1, "crc": 1}, KIND: {...}}
std::string writeBackup(const Backup &backup, const std::string &kind);

/// Nothing where it is a copy of another kind. Errors: as parseJson, InvalidSyntax (not what
/// writeBackup writes). Whether the document can be read is for those to say who know its kind.
Result<std::optional<Backup>> readBackup(std::string_view text, const std::string &kind);

} // namespace shardscope
