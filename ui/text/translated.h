// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/catalog/catalog.h"

#include <QString>

namespace shardscope {

// What core says in English, in the user's language, with numbers as they are written there.

QString translated(Text text);
/// Links and GPUs have the names that the catalogue gives them; without one, their ids.
QString translated(const Phrase &phrase, const Catalog *catalog = nullptr);
QString translated(const Named &named, const Catalog *catalog);

} // namespace shardscope
