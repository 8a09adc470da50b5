// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/planmodel.h"

#include "ui/text/format.h"

#include <QFont>
#include <QGuiApplication>

#include <algorithm>

namespace shardscope {

namespace {

/// A formula reads from left to right in Arabic, too: isolated from the text around it.
QString leftToRight(const QString &formula)
{
    return QGuiApplication::isRightToLeft() && !formula.isEmpty()
        ? QChar(0x2066) + formula + QChar(0x2069)
        : formula;
}

QString cellText(const PlanRow &row, int column)
{
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
    default:
        return {};
    }
}

bool isNumeric(int column)
{
    return column == PlanModel::Amount || column == PlanModel::Exact || column == PlanModel::Share;
}

QVariant alignmentOf(int column)
{
    return QVariant::fromValue(
        (isNumeric(column) ? Qt::AlignTrailing : Qt::AlignLeading) | Qt::AlignVCenter);
}

} // namespace

void PlanModel::setPlan(const Plan *plan)
{
    std::vector<PlanRow> rows = plan ? planRows(*plan) : std::vector<PlanRow>();
    if (rows.size() == m_rows.size()) { // keeps selection and scroll position
        m_rows = std::move(rows);
        if (!m_rows.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int PlanModel::rowOf(const QString &id) const
{
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [&id](const PlanRow &row) {
        return row.id == id && (row.kind == RowKind::Part || row.kind == RowKind::Collective);
    });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int PlanModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PlanModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PlanModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const PlanRow &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return cellText(row, index.column());
    case Qt::TextAlignmentRole:
        return alignmentOf(index.column());
    case Qt::FontRole: {
        QFont font;
        font.setBold(isTotal(row.kind));
        return font;
    }
    case IdRole:
        return row.kind == RowKind::Part || row.kind == RowKind::Collective ? row.id : QString();
    default:
        return {};
    }
}

QVariant PlanModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole)
        return alignmentOf(section);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case Section:
        return tr("Section");
    case Name:
        return tr("Item");
    case Amount:
        return tr("Amount");
    case Exact:
        return tr("Exact");
    case Share:
        return tr("Share");
    case Formula:
        return tr("Formula");
    case Source:
        return tr("Source");
    default:
        return {};
    }
}

} // namespace shardscope
