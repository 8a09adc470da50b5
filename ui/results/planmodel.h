// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/results/plantable.h"

#include <QAbstractTableModel>

namespace shardscope {

/// A Plan as a table: the text alternative of the charts.
class PlanModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Section, Name, Amount, Exact, Share, Formula, Source, ColumnCount };
    enum Role { IdRole = Qt::UserRole }; ///< the row's id, where it can be explained

    using QAbstractTableModel::QAbstractTableModel;

    void setPlan(const Plan *plan);
    /// The row of a part or collective; -1 where there is none.
    int rowOf(const QString &id) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<PlanRow> m_rows;
};

} // namespace shardscope
