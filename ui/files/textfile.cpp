// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/textfile.h"

#include <QFileInfo>
#include <QSaveFile>

namespace shardscope {

namespace {

/// A full disk takes a part at first, and says why only when it is asked to take the rest.
bool writeAll(QSaveFile &file, std::string_view content)
{
    while (!content.empty()) {
        const qint64 written = file.write(content.data(), static_cast<qint64>(content.size()));
        if (written <= 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return file.flush();
}

} // namespace

Status writeFile(const QString &path, std::string_view content)
{
    const QFileInfo present(path);
    if (present.exists() && !present.isFile()) // QSaveFile would put a file in a device's place
        return Error{.code = ErrorCode::Unwritable,
            .expected = english("errors", "an ordinary file"),
            .file = path.toStdString()};
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && writeAll(file, content) && file.commit())
        return success();
    return Error{.code = ErrorCode::Unwritable,
        .expected = file.errorString().toStdString(),
        .file = path.toStdString()};
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
