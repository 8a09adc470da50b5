// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/resetbutton.h"

#include <QPainter>
#include <QPainterPath>

namespace shardscope {

ResetButton::ResetButton(QWidget *parent)
    : QToolButton(parent)
{
    setAutoRaise(true);
    setToolTip(tr("Back to the default"));
    QSizePolicy policy = sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    setSizePolicy(policy);
}

QSize ResetButton::sizeHint() const
{
    constexpr int least = 24; // pixels; smallest comfortable target
    const int side = qMax(least, fontMetrics().height());
    return {side, side};
}

void ResetButton::paintEvent(QPaintEvent *event)
{
    QToolButton::paintEvent(event);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(palette().color(QPalette::ButtonText), 1.5));
    painter.translate(width() / 2.0, height() / 2.0);
    constexpr double radius = 5;
    const QRectF circle(-radius, -radius, 2 * radius, 2 * radius);
    QPainterPath arc; // three quarters of a circle, anticlockwise, open at the top left
    arc.arcMoveTo(circle, 160);
    arc.arcTo(circle, 160, -280);
    painter.drawPath(arc);
    const QPointF tip = QPointF(-radius * 0.94, -radius * 0.34);
    painter.drawPolyline(QPolygonF{tip + QPointF(-1, -4), tip, tip + QPointF(4, -1)});
}

} // namespace shardscope
