// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plantexts.h"
#include "core/scenario/keys.h"
#include "core/scenario/optiontexts.h"
#include "ui/text/translated.h"

namespace shardscope {

/// What core or a file says, as a window may show it.
QString toText(std::string_view text);
/// The same of what the system says: names of files.
QString plainName(const QString &name);
QString capitalised(QString text); ///< as sentences begin
/// A name as menu text: its ampersands are no mnemonics.
QString menuText(QString name);
/// A label without its mnemonic: "Model &size" -> "Model size".
QString withoutMnemonic(const QString &label);

/// What people call a choice, a part, a phase ... in their language; files keep the words of
/// `namesOf`.
template <class E>
QString displayName(E value)
{
    return translated(textOf(value));
}

/// One sentence on it, for tool tips.
template <class E>
QString displayHint(E value)
{
    return translated(hintOf(value));
}

QString collectiveName(const Collective &collective); ///< "All-reduce of gradients"

/// What people call inputs, comma-separated.
QString inputNames(std::span<const std::string> keys);

/// Meaning and unit of a key, from the key table.
QString keyMeaning(const Key &key);
QString keyUnit(const Key &key);

} // namespace shardscope
