// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

class QProcessEnvironment;

namespace shardscope {

/// A model whose config.json lies in the local cache of the Hugging Face Hub.
struct CachedModel
{
    QString repository{}; ///< "org/name"
    QString config{}; ///< path of its config.json

    bool operator==(const CachedModel &) const = default;
};

/// hubCache of an environment; without HOME, below the home folder that the system knows.
QString hubCacheFolder(const QProcessEnvironment &environment);

/// The models below such a folder, sorted by name. Nothing is ever written there.
QList<CachedModel> cachedModels(const QString &folder);

} // namespace shardscope
