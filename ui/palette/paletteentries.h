// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/arrangement.h"
#include "ui/palette/paletteentry.h"

class QMenuBar;

namespace shardscope {

class ParameterPanel;
class Session;

/// What the palette is about.
struct PaletteSources
{
    Session &session;
    const QMenuBar &menus;
    ParameterPanel &inputs;
};

/// Every action of the menus, every input, and every value that is a word: choices, models, GPUs,
/// links, examples. Whatever sets a value is one step to undo.
QList<PaletteEntry> paletteEntries(const PaletteSources &sources);

/// "seq 8k", "gpus = 64": the inputs that have a number, with the number that was typed. Fills in
/// `offers` and `offerQuery`.
void addValueOffers(PaletteQuery &query, Session &session);

} // namespace shardscope
