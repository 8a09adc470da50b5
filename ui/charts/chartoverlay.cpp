// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartoverlay.h"

#include "ui/accessiblerole.h"

#include <QPainter>

namespace shardscope {

ChartView::Overlay::Overlay(ChartView &view)
    : QWidget(&view)
    , m_view(view)
{
    readAs(*this, QAccessible::Graphic);
    setAttribute(Qt::WA_TransparentForMouseEvents);
}

void ChartView::Overlay::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ChartTheme &theme = m_view.m_content.theme;
    if (m_view.m_isStale)
        drawVeil(painter);
    if (isTimeline(m_view.data()))
        drawCursors(painter);
    if (m_view.m_hovered)
        drawOutline(painter, *m_view.m_hovered, QPen(theme.text, 2));
    if (m_view.m_selection) {
        drawOutline(painter, *m_view.m_selection, QPen(theme.focus, m_view.hasFocus() ? 3 : 2));
    } else if (m_view.m_isReachedByKey) {
        painter.setPen(QPen(theme.focus, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void ChartView::Overlay::drawOutline(
    QPainter &painter, const ChartSegment &segment, const QPen &pen) const
{
    const QRectF rect = m_view.segmentRect(segment).adjusted(-2, -2, 2, 2);
    painter.setBrush(Qt::NoBrush);
    // A rim of background keeps the ring apart from any fill.
    painter.setPen(QPen(m_view.m_content.theme.background, pen.widthF() + 2));
    painter.drawRect(rect);
    painter.setPen(pen);
    painter.drawRect(rect);
}

void ChartView::Overlay::drawCursors(QPainter &painter) const
{
    const ChartTheme &theme = m_view.m_content.theme;
    if (m_view.m_hovered)
        drawCursor(painter, m_view.m_hovered->category, QPen(theme.text, 1, Qt::DashLine));
    if (m_view.m_selection)
        drawCursor(painter, m_view.m_selection->category, QPen(theme.focus, 2));
}

void ChartView::Overlay::drawCursor(QPainter &painter, std::size_t instant, const QPen &pen) const
{
    const QRectF plot = m_view.m_scene.plotRect();
    const double x = m_view.segmentRect({instant, 0}).center().x();
    painter.setPen(pen);
    painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()));
}

void ChartView::Overlay::drawVeil(QPainter &painter) const
{
    const ChartTheme &theme = m_view.m_content.theme;
    QColor veil = theme.background;
    veil.setAlpha(170);
    painter.fillRect(rect(), veil);
    painter.setPen(theme.text);
    painter.drawText(rect().adjusted(16, 12, -16, -12), Qt::AlignHCenter | Qt::AlignTop,
        ChartView::tr("The last result that could be worked out"));
}

} // namespace shardscope
