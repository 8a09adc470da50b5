// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "resources/filemark.h"

#include <QString>

#include <optional>
#include <string_view>

namespace shardscope {

/// What others did to a file.
enum class FileChange { None, Changed, Gone };

/// The file of a document, and what it held when it was read or written last: what other programs,
/// or another window, do to it meanwhile is noticed.
class DocumentFile
{
public:
    DocumentFile() = default;
    /// `mark`: nothing where it is not known what the file held.
    explicit DocumentFile(QString path, std::optional<FileMark> mark = {})
        : m_path(std::move(path))
        , m_mark(mark)
    { }

    /// Empty while there is none.
    const QString &path() const { return m_path; }
    const std::optional<FileMark> &mark() const { return m_mark; }

    FileChange change() const;
    /// Puts the content there, and is that file from then on. Errors: Unwritable.
    Status write(const QString &path, std::string_view content);

private:
    QString m_path;
    std::optional<FileMark> m_mark;
};

} // namespace shardscope
