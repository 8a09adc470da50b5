// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palettedelegate.h"

#include "ui/palette/palettemodel.h"

#include <QPainter>
#include <QTextLayout>

namespace shardscope {

namespace {

constexpr int sideMargin = 12;
constexpr int gap = 16; // between text and detail
constexpr int padding = 5;
constexpr int headingPadding = 8;

const PaletteRow &rowOf(const QModelIndex &index)
{
    return static_cast<const PaletteModel *>(index.model())->row(index.row());
}

QFont headingFont(QFont font)
{
    font.setPointSizeF(font.pointSizeF() * 0.85);
    font.setBold(true);
    return font;
}

QColor textColour(const QStyleOptionViewItem &option, const PaletteEntry &entry)
{
    if (option.state.testFlag(QStyle::State_Selected))
        return option.palette.color(QPalette::HighlightedText);
    const QPalette::ColorGroup group = entry.isEnabled ? QPalette::Active : QPalette::Disabled;
    return option.palette.color(group, QPalette::Text);
}

QList<QTextLayout::FormatRange> marks(const QList<int> &letters)
{
    QTextLayout::FormatRange mark{};
    mark.length = 1;
    mark.format.setFontWeight(QFont::Bold);
    mark.format.setFontUnderline(true);
    QList<QTextLayout::FormatRange> all;
    for (const int letter : letters) {
        mark.start = letter;
        all += mark;
    }
    return all;
}

/// Gives back how much of the row is left for the text.
QRect drawDetail(
    QPainter &painter, const QStyleOptionViewItem &option, const QRect &rect, const QString &detail)
{
    if (detail.isEmpty())
        return rect;
    const QString shown
        = option.fontMetrics.elidedText(detail, Qt::ElideRight, rect.width() * 3 / 5);
    QRect rest = rect;
    rest.setWidth(rect.width() - option.fontMetrics.horizontalAdvance(shown) - gap);
    if (!option.state.testFlag(QStyle::State_Selected))
        painter.setPen(option.palette.color(QPalette::PlaceholderText));
    painter.drawText(rect,
        int(QStyle::visualAlignment(option.direction, Qt::AlignRight)) | Qt::AlignVCenter, shown);
    return QStyle::visualRect(option.direction, rect, rest);
}

void drawText(
    QPainter &painter, const QStyleOptionViewItem &option, const QRect &rect, const PaletteRow &row)
{
    QTextLayout layout(row.entry.text, option.font);
    layout.setFormats(marks(row.marked));
    QTextOption direction(QStyle::visualAlignment(option.direction, Qt::AlignLeft));
    direction.setTextDirection(option.direction);
    direction.setWrapMode(QTextOption::NoWrap);
    layout.setTextOption(direction);
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setLineWidth(rect.width());
    layout.endLayout();
    painter.setClipRect(rect);
    layout.draw(&painter, QPointF(rect.left(), rect.top() + (rect.height() - line.height()) / 2));
}

} // namespace

void PaletteDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const PaletteRow &row = rowOf(index);
    const QRect rect = option.rect.adjusted(sideMargin, 0, -sideMargin, 0);
    painter->save();
    if (row.isHeading) {
        painter->setFont(headingFont(option.font));
        painter->setPen(option.palette.color(QPalette::PlaceholderText));
        painter->drawText(rect.adjusted(0, 0, 0, -padding / 2),
            int(QStyle::visualAlignment(option.direction, Qt::AlignLeft)) | Qt::AlignBottom,
            row.entry.text);
    } else {
        if (option.state.testFlag(QStyle::State_Selected))
            painter->fillRect(option.rect, option.palette.highlight());
        painter->setFont(option.font);
        painter->setPen(textColour(option, row.entry));
        const QRect left = drawDetail(*painter, option, rect, row.entry.detail);
        painter->setPen(textColour(option, row.entry));
        drawText(*painter, option, left, row);
    }
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const int space = rowOf(index).isHeading ? headingPadding : 2 * padding;
    return {0, option.fontMetrics.height() + space};
}

} // namespace shardscope
