// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palettemodel.h"

namespace shardscope {

void PaletteModel::setRows(const QList<PaletteRow> &rows)
{
    beginResetModel();
    m_rows = rows;
    endResetModel();
}

int PaletteModel::chooseable(int from, int direction) const
{
    const int count = rowCount();
    for (int step = 0; step < count; ++step) {
        const int place = ((from + step * direction) % count + count) % count;
        if (m_rows[place].entry.isEnabled)
            return place;
    }
    return -1;
}

int PaletteModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const PaletteEntry &entry = m_rows[index.row()].entry;
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return entry.text;
    case Qt::AccessibleDescriptionRole:
    case Qt::ToolTipRole:
        return entry.detail;
    default:
        return {};
    }
}

Qt::ItemFlags PaletteModel::flags(const QModelIndex &index) const
{
    const bool isEnabled = index.isValid() && m_rows[index.row()].entry.isEnabled;
    return isEnabled ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

} // namespace shardscope
