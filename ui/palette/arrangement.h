// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/paletteentry.h"

#include <QStringList>

namespace shardscope {

QString sectionName(PaletteSection section);

/// The rows for a query: sections with the best of their entries, the best section first. Without
/// a query: what was used last, then all actions and inputs. `offers` were made for the query and
/// are matched with `offerQuery`, its words without the value.
struct PaletteQuery
{
    QString text{};
    QList<PaletteEntry> offers{};
    QString offerQuery{};
    QStringList recent{}; ///< ids, newest first
};
QList<PaletteRow> arranged(const QList<PaletteEntry> &entries, const PaletteQuery &query);

} // namespace shardscope
