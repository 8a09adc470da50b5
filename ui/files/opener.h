// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/input.h"
#include "resources/filemark.h"

#include <QString>
#include <QStringList>

#include <vector>

class QMimeData;

namespace shardscope {

/// Something opened, and where it came from.
struct Opened
{
    AnyInput input;
    QString path{}; ///< empty for what was pasted
    bool isReadOnly = false; ///< a picture or a code: not to be saved over
    FileMark mark{}; ///< of the file that was read
};

/// A scenario, config.json, picture or file of a run, or a folder that holds a config.json; or the
/// code of a scenario in place of a path.
Result<Opened> openPath(const QString &path);

/// Text as people paste it: a scenario, its code, a config.json, or the path of a file.
Result<Opened> openText(const QString &text);

/// Whether a drop or a paste may hold something to open; cheap, reads no files.
bool mayOpen(const QMimeData &data);

/// Files and folders; of a folder without a config.json the files of the run that lie in it.
std::vector<Result<Opened>> openPaths(const QStringList &paths);

/// All that was dropped or pasted, in order: files, else a picture, else text.
std::vector<Result<Opened>> openMimeData(const QMimeData &data);

} // namespace shardscope
