// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translated.h"

#include "ui/panels/inputs.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

QString argumentText(const Argument &argument, const Catalog *catalog)
{
    if (const auto *amount = std::get_if<Amount>(&argument))
        return formatAmount(*amount);
    if (const auto *named = std::get_if<Named>(&argument))
        return translated(*named, catalog);
    if (const auto *text = std::get_if<std::string>(&argument))
        return toText(*text);
    QStringList list;
    for (const Phrase &phrase : std::get<std::vector<Phrase>>(argument))
        list += translated(phrase, catalog);
    return list.join(QStringLiteral(", "));
}

QString translated(Text text, int count)
{
    if (text.context.empty()) // the same in every language
        return toText(text.pattern);
    return QCoreApplication::translate(
        text.context.data(), text.pattern.data(), text.remark.data(), count);
}

} // namespace

QString translated(Text text)
{
    return text.isEmpty() ? QString() : translated(text, -1);
}

QString translated(const Named &named, const Catalog *catalog)
{
    if (named.what == Named::What::Key)
        return inputLabel(named.id);
    if (!catalog)
        return toText(named.id);
    if (named.what == Named::What::Link) {
        const LinkSpec *link = catalog->findLink(named.id);
        return toText(link ? link->label : named.id);
    }
    const GpuSpec *gpu = catalog->findGpu(named.id);
    return toText(gpu ? gpu->label : named.id);
}

QString translated(const Phrase &phrase, const Catalog *catalog)
{
    const QString pattern = translated(phrase.text, phrase.count);
    QString text;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const QChar next = pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1] : QChar();
        const auto place = static_cast<std::size_t>(next.digitValue() - 1);
        if (place < phrase.arguments.size()) {
            text += argumentText(phrase.arguments[place], catalog);
            ++i;
        } else {
            text += pattern[i];
        }
    }
    return text;
}

} // namespace shardscope
