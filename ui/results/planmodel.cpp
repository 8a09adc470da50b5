// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/planmodel.h"

#include "ui/text/format.h"
#include "ui/text/translated.h"

#include <QFont>

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

bool isExplained(const PlanRow &row)
{
    return row.kind == OutputKind::Part || row.kind == OutputKind::Collective;
}

QString cellText(const ComparedRow &compared, PlanModel::Column column, int pin)
{
    const PlanRow &row = compared.row;
    switch (column) {
    case PlanModel::Section:
        return sectionName(row.kind);
    case PlanModel::Name:
        return row.name;
    case PlanModel::Amount:
        return row.amount;
    case PlanModel::Exact:
        return row.exact;
    case PlanModel::Share:
        return row.share > 0 ? formatPercent(row.share) : QString();
    case PlanModel::Formula:
        return leftToRight(formatFormula(row.formula));
    case PlanModel::Source:
        return row.source;
    case PlanModel::Difference:
        return compared.difference;
    case PlanModel::Percent:
        return compared.percent;
    case PlanModel::Pin:
        return compared.pins.at(pin);
    }
    return {};
}

struct ColumnKind
{
    Text title;
    bool isNumber;
};
// In the order of PlanModel::Column; a pin has a title of its own.
constexpr std::array<ColumnKind, 10> columnKinds{{
    {english("shardscope::PlanModel", "Section"), false},
    {english("shardscope::PlanModel", "Item"), false},
    {english("shardscope::PlanModel", "Amount"), true},
    {english("shardscope::PlanModel", "Exact"), true},
    {english("shardscope::PlanModel", "Share"), true},
    {english("shardscope::PlanModel", "Formula"), false},
    {english("shardscope::PlanModel", "Source"), false},
    {english("shardscope::PlanModel", "Difference"), true},
    {english("shardscope::PlanModel", "Percent", "difference from the baseline"), true},
    {{}, true},
}};

QVariant alignmentOf(PlanModel::Column column)
{
    return QVariant::fromValue(
        (columnKinds[column].isNumber ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
}

} // namespace

/// The difference stands beside what differs.
std::vector<PlanModel::Place> PlanModel::placesFor(std::size_t pins)
{
    std::vector<Place> places{{Section}, {Name}, {Amount}};
    if (pins > 0)
        places.insert(places.end(), {{Difference}, {Percent}});
    for (std::size_t pin = 0; pin < pins; ++pin)
        places.push_back({Pin, static_cast<int>(pin)});
    places.insert(places.end(), {{Exact}, {Share}, {Formula}, {Source}});
    return places;
}

void PlanModel::setPlan(const Plan *plan, const Compared &compared)
{
    std::vector<ComparedRow> rows
        = plan ? comparedRows(*plan, compared) : std::vector<ComparedRow>();
    std::vector<Place> places = placesFor(compared.pins.size());
    m_baseline = static_cast<int>(compared.baseline);
    m_pins.clear();
    for (const PinnedPlan &pin : compared.pins)
        m_pins += pin.name;
    if (rows.size() == m_rows.size() && places == m_places) { // keeps selection and scroll position
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    m_places = std::move(places);
    endResetModel();
}

int PlanModel::rowOf(const QString &id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(),
        [&id](const ComparedRow &one) { return one.row.id == id && isExplained(one.row); });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int PlanModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PlanModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_places.size());
}

QVariant PlanModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ComparedRow &compared = m_rows[static_cast<std::size_t>(index.row())];
    const PlanRow &row = compared.row;
    const Place &place = m_places[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellText(compared, place.column, place.pin);
    case Qt::TextAlignmentRole:
        return alignmentOf(place.column);
    case Qt::FontRole: {
        QFont font;
        font.setBold(isTotal(row.kind));
        return font;
    }
    case IdRole:
        return isExplained(row) ? row.id : QString();
    default:
        return {};
    }
}

QVariant PlanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool isColumn = orientation == Qt::Horizontal && section >= 0 && section < columnCount();
    if (!isColumn)
        return QAbstractTableModel::headerData(section, orientation, role);
    const Place &place = m_places[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::TextAlignmentRole:
        return alignmentOf(place.column);
    case Qt::DisplayRole:
        return title(place);
    case Qt::ToolTipRole:
        return place.column == Difference || place.column == Percent
            ? tr("Against the baseline, %1", "name of a pin").arg(m_pins.at(m_baseline))
            : title(place);
    default:
        return QAbstractTableModel::headerData(section, orientation, role);
    }
}

QString PlanModel::title(const Place &place) const
{
    if (place.column != Pin)
        return translated(columnKinds[place.column].title);
    const QString &name = m_pins.at(place.pin);
    return place.pin == m_baseline ? tr("%1 (baseline)", "name of a pin").arg(name) : name;
}

} // namespace shardscope
