// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/messages.h"

#include "core/base/nearest.h"
#include "core/scenario/unknownkey.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class Messages
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Messages)
};

} // namespace

QString unknownKeysText(const ScenarioDocument &document)
{
    const std::vector<std::string> unknown = unknownKeys(document);
    constexpr std::size_t most = 3;
    QStringList places;
    for (std::size_t i = 0; i < std::min(most, unknown.size()); ++i)
        places += translated(withMeant(Phrase(unknown[i]), nearestKeys(unknown[i])));
    if (unknown.size() > most)
        places += QStringLiteral("\u2026");
    if (places.isEmpty())
        return {};
    return QStringLiteral(". ")
        + Messages::tr("Unknown keys change nothing: %1").arg(places.join(QStringLiteral(", ")));
}

QString errorText(const Error &error)
{
    QStringList place;
    if (!error.file.empty())
        place += toText(error.file);
    if (error.line > 0)
        place += Messages::tr("line %1").arg(error.line);
    if (!error.where.empty())
        place += toText(error.where);
    const QString text = translated(phraseOf(error));
    if (place.isEmpty())
        return text;
    return Messages::tr("%1: %2", "place in a file: what is wrong")
        .arg(place.join(QStringLiteral(", ")), text);
}

} // namespace shardscope
