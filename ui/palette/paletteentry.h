// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>

#include <functional>

namespace shardscope {

/// In the order in which they stand where nothing is looked for.
enum class PaletteSection { Recent, Values, Actions, Inputs, Choices, Models, Gpus, Examples };

/// Something that the palette can do.
struct PaletteEntry
{
    QString id{}; ///< by which it is remembered that it was used
    PaletteSection section = PaletteSection::Actions;
    QString text{};
    QString detail{}; ///< at the other end: keys, the present value
    QString keywords{}; ///< found, but not shown
    bool isEnabled = true;
    std::function<void()> run{};
};

/// A line of the palette: an entry that was found, or the heading of a section.
struct PaletteRow
{
    PaletteEntry entry{};
    QList<int> marked{}; ///< letters of its text that were looked for
    bool isHeading = false;
};

} // namespace shardscope
