// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/opener.h"

#include "core/document/sharecode.h"
#include "resources/readfile.h"
#include "resources/runfiles.h"

#include <QFileInfo>
#include <QMimeData>
#include <QUrl>

#include <algorithm>
#include <functional>
#include <optional>

namespace shardscope {

namespace {

/// The formats in which a picture may travel with its scenario intact.
const QStringList &pictureTypes()
{
    static const QStringList types{QStringLiteral("image/png"), QStringLiteral("image/svg+xml"),
        QStringLiteral("application/pdf")};
    return types;
}

Result<Opened> openContent(std::string_view content)
{
    Result<AnyInput> input = readInput(content, {});
    if (!input)
        return input.error();
    return Opened{.input = *std::move(input)};
}

/// The first picture that carries a scenario, else what is wrong with the last.
std::optional<Result<Opened>> openPicture(const QMimeData &data)
{
    std::optional<Result<Opened>> picture;
    for (const QString &type : pictureTypes()) {
        if (!data.hasFormat(type))
            continue;
        picture = openContent(data.data(type).toStdString());
        if (*picture)
            break;
    }
    return picture;
}

/// The path that a single line of text names, where there is something at that path.
std::optional<QString> pathIn(const QString &text)
{
    const QString line = text.trimmed();
    if (line.isEmpty() || line.contains(u'\n'))
        return std::nullopt;
    const QUrl url(line);
    const QString path = url.isLocalFile() ? url.toLocalFile() : line;
    return QFileInfo::exists(path) ? std::optional(path) : std::nullopt;
}

} // namespace

Result<Opened> openPath(const QString &path)
{
    std::vector<Result<Opened>> opened = openPaths({path});
    return opened.size() == 1 ? std::move(opened.front())
                              : Error{.code = ErrorCode::Inconsistent,
                                  .expected = english("errors", "one file"),
                                  .file = path.toStdString()};
}

Result<Opened> openText(const QString &text)
{
    if (const std::optional<QString> path = pathIn(text))
        return openPath(*path);
    return openContent(text.toStdString());
}

std::vector<Result<Opened>> openPaths(const QStringList &paths)
{
    std::vector<Result<Opened>> results;
    for (const QString &path : paths) {
        if (const std::string code = path.toStdString(); isShareCode(code)) {
            results.push_back(openContent(code));
            continue;
        }
        const QFileInfo info(path);
        // Neither pipes nor devices: reading them could take for ever.
        if (info.exists() && !info.isFile() && !info.isDir()) {
            results.push_back(Error{.code = ErrorCode::Unreadable,
                .expected = english("errors", "a file or a folder"),
                .file = path.toStdString()});
            continue;
        }
        Result<std::vector<OpenedFile>> files = openInputFiles(info.filesystemFilePath());
        if (!files) {
            results.push_back(files.error());
            continue;
        }
        for (OpenedFile &file : *files) {
            const bool isOne = files->size() == 1;
            results.push_back(Opened{std::move(file.input),
                isOne ? path : QString::fromStdString(displayName(file.path)), file.isReadOnly,
                file.mark});
        }
    }
    return results;
}

bool mayOpen(const QMimeData &data)
{
    const QList<QUrl> urls = data.urls();
    if (data.hasText() || std::any_of(urls.begin(), urls.end(), std::mem_fn(&QUrl::isLocalFile)))
        return true;
    return std::any_of(pictureTypes().begin(), pictureTypes().end(),
        [&data](const QString &type) { return data.hasFormat(type); });
}

std::vector<Result<Opened>> openMimeData(const QMimeData &data)
{
    QStringList paths;
    for (const QUrl &url : data.urls()) {
        if (url.isLocalFile())
            paths += url.toLocalFile();
    }
    if (!paths.isEmpty())
        return openPaths(paths);
    std::optional<Result<Opened>> picture = openPicture(data);
    // A chart may travel as a picture that carries no scenario, and as text beside it.
    const bool textDecides = data.hasText() && (!picture || !*picture);
    if (textDecides && (!picture || data.text().contains(u'{')))
        return {openText(data.text())};
    if (!picture)
        return {};
    return {*std::move(picture)};
}

} // namespace shardscope
