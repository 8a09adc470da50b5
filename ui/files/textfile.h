// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "resources/writefile.h"

#include <QString>

#include <string_view>

namespace shardscope {

/// Replaces the file in one go: on an error (full disk, no permission) the old one is as it was.
Status writeFile(
    const QString &path, std::string_view content, Readers readers = Readers::AsBefore);

/// What cannot stand in the name of a file on one system or the other becomes a dash.
QString safeFileName(QString name);

} // namespace shardscope
