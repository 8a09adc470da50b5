// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/textfile.h"

#include <QSaveFile>

namespace shardscope {

Status writeFile(const QString &path, std::string_view content)
{
    QSaveFile file(path);
    const auto size = static_cast<qint64>(content.size());
    if (file.open(QIODevice::WriteOnly) && file.write(content.data(), size) == size
        && file.commit())
        return success();
    return Error{.code = ErrorCode::Unwritable,
        .expected = file.errorString().toStdString(),
        .file = path.toStdString()};
}

} // namespace shardscope
