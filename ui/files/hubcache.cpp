// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/hubcache.h"

#include "resources/inputfile.h"
#include "resources/readfile.h"
#include "resources/runfiles.h"
#include "ui/text/names.h"

#include <QDir>
#include <QProcessEnvironment>

namespace shardscope {

QString hubCacheFolder(const QProcessEnvironment &environment)
{
    const std::filesystem::path cache = hubCache([&environment](const char *name) {
        const QString variable = QString::fromLatin1(name);
        const bool isHome = variable == QLatin1String("HOME");
        return environment.value(variable, isHome ? QDir::homePath() : QString()).toStdString();
    });
    return QString::fromStdString(displayName(cache));
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
            models.append(
                {toText(modelName(*config)), QString::fromStdString(displayName(*config))});
    }
    std::sort(models.begin(), models.end(), [](const CachedModel &a, const CachedModel &b) {
        return a.repository.compare(b.repository, Qt::CaseInsensitive) < 0;
    });
    return models;
}

} // namespace shardscope
