// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/hubcache.h"

#include "resources/inputfile.h"
#include "resources/readfile.h"

#include <QDir>
#include <QProcessEnvironment>

namespace shardscope {

QString hubCacheFolder(const QProcessEnvironment &environment)
{
    const auto set = [&environment](const char *name) {
        QString path = environment.value(QString::fromLatin1(name));
        if (path == u"~" || path.startsWith(QStringLiteral("~/")))
            path.replace(0, 1, QDir::homePath());
        return path;
    };
    for (const char *variable : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"}) {
        if (const QString folder = set(variable); !folder.isEmpty())
            return folder;
    }
    if (const QString home = set("HF_HOME"); !home.isEmpty())
        return home + QStringLiteral("/hub");
    const QString cache = set("XDG_CACHE_HOME");
    return (cache.isEmpty() ? QDir::homePath() + QStringLiteral("/.cache") : cache)
        + QStringLiteral("/huggingface/hub");
}

QList<CachedModel> cachedModels(const QString &folder)
{
    QList<CachedModel> models;
    const QDir root(folder);
    const QStringList repositories
        = root.entryList({QStringLiteral("models--*")}, QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &repository : repositories) {
        const QFileInfo info(root.filePath(repository));
        const Result<std::filesystem::path> config = inputFile(info.filesystemFilePath());
        if (config)
            models.append({QString::fromStdString(modelName(*config)),
                QString::fromStdString(displayName(*config))});
    }
    std::sort(models.begin(), models.end(), [](const CachedModel &a, const CachedModel &b) {
        return a.repository.compare(b.repository, Qt::CaseInsensitive) < 0;
    });
    return models;
}

} // namespace shardscope
