// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/documentfile.h"

#include "ui/files/textfile.h"

#include <QFileInfo>

namespace shardscope {

FileChange DocumentFile::change() const
{
    if (m_path.isEmpty() || !m_mark)
        return FileChange::None;
    const QFileInfo file(m_path);
    if (!file.exists())
        return FileChange::Gone;
    return markOfFile(file.filesystemFilePath()) == m_mark ? FileChange::None : FileChange::Changed;
}

Status DocumentFile::write(const QString &path, std::string_view content)
{
    if (Status written = writeFile(path, content); !written)
        return written;
    *this = DocumentFile(path, markOf(content));
    return success();
}

} // namespace shardscope
