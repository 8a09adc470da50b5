// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/flowlayout.h"

#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace shardscope {

FlowLayout::FlowLayout(int gap, QWidget *parent)
    : QLayout(parent)
    , m_gap(gap)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    qDeleteAll(m_items);
}

QLayoutItem *FlowLayout::takeAt(int index)
{
    return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
}

QList<FlowLayout::Row> FlowLayout::rowsIn(int width) const
{
    QList<Row> rows;
    for (QLayoutItem *item : m_items) {
        if (item->isEmpty()) // hidden
            continue;
        const QSize size = item->sizeHint();
        if (rows.isEmpty() || rows.last().width + m_gap + size.width() > width)
            rows += Row{};
        Row &row = rows.last();
        row.width += (row.items.isEmpty() ? 0 : m_gap) + size.width();
        row.height = std::max(row.height, size.height());
        row.items += item;
    }
    return rows;
}

QSize FlowLayout::sizeHint() const
{
    const QList<Row> rows = rowsIn(QWIDGETSIZE_MAX);
    return rows.isEmpty() ? QSize(0, 0) : QSize(rows.first().width, rows.first().height);
}

QSize FlowLayout::minimumSize() const
{
    QSize size(0, 0);
    for (const QLayoutItem *item : m_items) {
        if (!item->isEmpty())
            size = size.expandedTo(item->minimumSize());
    }
    return size;
}

int FlowLayout::heightForWidth(int width) const
{
    int height = 0;
    for (const Row &row : rowsIn(width))
        height += (height > 0 ? m_gap / 2 : 0) + row.height;
    return height;
}

void FlowLayout::place(const Row &row, const QRect &rect) const
{
    const Qt::LayoutDirection direction
        = parentWidget() ? parentWidget()->layoutDirection() : Qt::LeftToRight;
    int x = rect.left();
    for (QLayoutItem *item : row.items) {
        const QSize size(
            std::min(item->sizeHint().width(), rect.width()), item->sizeHint().height());
        const QRect wanted(QPoint(x, rect.top() + (row.height - size.height()) / 2), size);
        item->setGeometry(QStyle::visualRect(direction, rect, wanted));
        x += size.width() + m_gap;
    }
}

void FlowLayout::setGeometry(const QRect &rect)
{
    QLayout::setGeometry(rect);
    int y = rect.top();
    for (const Row &row : rowsIn(rect.width())) {
        place(row, {rect.left(), y, rect.width(), row.height});
        y += row.height + m_gap / 2;
    }
}

} // namespace shardscope
