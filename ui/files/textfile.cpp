// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/textfile.h"

#include <QFileInfo>

namespace shardscope {

Status writeFile(const QString &path, std::string_view content, Readers readers)
{
    const QFileInfo present(path);
    if (present.exists() && !present.isFile()) // a device or a pipe is no document
        return Error{.code = ErrorCode::Unwritable,
            .expected = english("errors", "an ordinary file"),
            .file = path.toStdString()};
    return replaceFile(present.filesystemFilePath(), content, readers);
}

QString safeFileName(QString name)
{
    for (QChar &c : name) {
        if (!c.isLetterOrNumber() && !QStringLiteral("-_. ").contains(c))
            c = u'-';
    }
    return name.trimmed();
}

} // namespace shardscope
