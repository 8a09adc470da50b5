// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/field.h"

#include "core/scenario/keys.h"
#include "ui/fields/quantitytext.h"
#include "ui/text/names.h"

#include <QStringList>

#include <algorithm>

namespace shardscope {

QString choiceName(const Field &field, const QString &word)
{
    const Key &key = *findKey(field.key);
    const auto found = std::find(key.choices.begin(), key.choices.end(), word.toStdString());
    if (!field.choices.name || found == key.choices.end())
        return word;
    return field.choices.name(static_cast<std::size_t>(found - key.choices.begin()));
}

bool isChanged(const Field &field, const Scenario &scenario)
{
    if (field.isChanged)
        return field.isChanged(scenario);
    const Key &key = *findKey(field.key);
    return key.get(scenario) != key.get(Scenario{});
}

bool matches(const Field &field, const QString &words)
{
    const Key &key = *findKey(field.key);
    const QString all
        = QStringList{withoutMnemonic(field.label), toText(key.id), keyMeaning(key), keyUnit(key)}
              .join(QLatin1Char('\n'));
    return all.contains(words.trimmed(), Qt::CaseInsensitive);
}

} // namespace shardscope
