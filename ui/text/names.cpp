// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/names.h"

#include "core/base/plaintext.h"

#include <QStringList>

namespace shardscope {

QString toText(std::string_view text)
{
    const std::string plain = plainText(text);
    return QString::fromUtf8(plain.data(), static_cast<qsizetype>(plain.size()));
}

QString plainName(const QString &name)
{
    return toText(plainLine(name.toStdString()));
}

QString capitalised(QString text)
{
    if (!text.isEmpty())
        text.front() = text.front().toUpper();
    return text;
}

QString menuText(QString name)
{
    return name.replace(u'&', QStringLiteral("&&"));
}

QString withoutMnemonic(const QString &label)
{
    QString text;
    for (qsizetype i = 0; i < label.size(); ++i) {
        // Chinese has its mnemonics behind the words: "model(&M)".
        if (QStringView(label).sliced(i).startsWith(u"(&") && label.indexOf(u')', i) == i + 3) {
            i += 3;
            continue;
        }
        if (label[i] == QLatin1Char('&') && ++i == label.size())
            break;
        text += label[i];
    }
    return text;
}

QString collectiveName(const Collective &collective)
{
    return translated(phraseOf(collective));
}

QString keyMeaning(const Key &key)
{
    return translated(Text{"keys", key.meaning});
}

QString keyUnit(const Key &key)
{
    return translated(Text{"keys", key.unit});
}

QString inputNames(std::span<const std::string> keys)
{
    QStringList names;
    for (const std::string &key : keys)
        names += translated(Named{Named::What::Key, key}, nullptr);
    return names.join(QStringLiteral(", "));
}

} // namespace shardscope
