// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/paletteentry.h"

#include <QAbstractListModel>

namespace shardscope {

/// The rows of the palette as a list can show them.
class PaletteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;

    void setRows(const QList<PaletteRow> &rows);
    const PaletteRow &row(int index) const { return m_rows[index]; }
    /// The next row that can be chosen, around the ends; -1 where there is none.
    int chooseable(int from, int direction) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    QList<PaletteRow> m_rows;
};

} // namespace shardscope
