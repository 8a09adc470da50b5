// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparedtable.h"

#include <QAbstractTableModel>

namespace shardscope {

/// A Plan as a table: the text alternative of the charts. Where something is pinned, with columns
/// for the difference from the baseline and for each pin, beside the amount.
class PlanModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Section, Name, Amount, Exact, Share, Formula, Source, Difference, Percent, Pin };
    enum Role { IdRole = Qt::UserRole }; ///< the row's id, where it can be explained

    using QAbstractTableModel::QAbstractTableModel;

    void setPlan(const Plan *plan, const Compared &compared = {});
    /// The row of a part or collective; -1 where there is none.
    int rowOf(const QString &id) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    /// Where a column stands, from left to right.
    struct Place
    {
        Column column = Section;
        int pin = 0; ///< of those with `Pin`

        bool operator==(const Place &) const = default;
    };
    static std::vector<Place> placesFor(std::size_t pins);
    QString title(const Place &place) const;

    std::vector<Place> m_places = placesFor(0);
    QStringList m_pins; ///< their names
    int m_baseline = 0; ///< of these
    std::vector<ComparedRow> m_rows;
};

} // namespace shardscope
