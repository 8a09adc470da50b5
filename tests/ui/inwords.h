// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/translated.h"

namespace shardscope {

/// What core says, with the names that the catalogue gives to GPUs and links.
inline QString inWords(const Phrase &phrase, const Catalog &catalog)
{
    return translated(phrase, &catalog);
}

} // namespace shardscope
