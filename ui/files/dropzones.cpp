// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/dropzones.h"

#include "ui/accessiblerole.h"

#include <QPainter>
#include <QStyle>

namespace shardscope {

namespace {

constexpr int gap = 24; ///< around the zones, and between them
constexpr int radius = 12;

} // namespace

DropZones::DropZones(QWidget &window)
    : QWidget(&window)
{
    readAs(*this, QAccessible::Pane);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropZones::appear(bool compares)
{
    m_compares = compares;
    setGeometry(parentWidget()->rect());
    raise();
    show();
    setPointed({});
}

QRect DropZones::areaOf(DropZone zone) const
{
    const QRect whole = rect().adjusted(gap, gap, -gap, -gap);
    if (!m_compares)
        return zone == DropZone::Open ? whole : QRect();
    // Opening is what most people want: it has two thirds, where reading begins.
    QRect open = whole;
    open.setWidth((whole.width() - gap) * 2 / 3);
    QRect compare = whole;
    compare.setLeft(open.right() + gap);
    const QRect &logical = zone == DropZone::Open ? open : compare;
    return QStyle::visualRect(layoutDirection(), whole, logical);
}

DropZone DropZones::zoneAt(const QPoint &point) const
{
    const QRect compare = areaOf(DropZone::Compare);
    const bool isBeside = layoutDirection() == Qt::RightToLeft ? point.x() <= compare.right()
                                                               : point.x() >= compare.left();
    return m_compares && isBeside ? DropZone::Compare : DropZone::Open;
}

void DropZones::setPointed(const QPoint &point)
{
    m_pointed = zoneAt(point);
    setAccessibleName(title(m_pointed));
    setAccessibleDescription(hint(m_pointed));
    update();
}

QString DropZones::title(DropZone zone)
{
    return zone == DropZone::Open ? tr("Open") : tr("Compare");
}

QString DropZones::hint(DropZone zone)
{
    return zone == DropZone::Open ? tr("It takes the place of the plan.")
                                  : tr("It is pinned beside the plan, which stays.");
}

void DropZones::paintZone(QPainter &painter, DropZone zone) const
{
    const QRect area = areaOf(zone);
    const bool isPointed = zone == m_pointed;
    // The pointed one is told by its line as well: whole and thick, not dashed and thin.
    const QColor line = palette().color(isPointed ? QPalette::Highlight : QPalette::WindowText);
    painter.setPen(QPen(line, isPointed ? 4 : 1, isPointed ? Qt::SolidLine : Qt::DashLine));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(area, radius, radius);
    painter.setPen(palette().color(QPalette::Text));
    QFont large = font();
    large.setPointSizeF(large.pointSizeF() * 2);
    large.setBold(isPointed);
    const QRect inner = area.adjusted(gap, gap, -gap, -gap);
    const QRect upper(inner.left(), inner.top(), inner.width(), inner.height() / 2);
    const QRect lower(inner.left(), upper.bottom() + gap / 2, inner.width(), inner.height() / 2);
    painter.setFont(large);
    painter.drawText(upper, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, title(zone));
    painter.setFont(font());
    painter.drawText(lower, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, hint(zone));
}

void DropZones::paintEvent(QPaintEvent * /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = palette().color(QPalette::Window);
    veil.setAlphaF(0.8F);
    painter.fillRect(rect(), veil);
    paintZone(painter, DropZone::Open);
    if (m_compares)
        paintZone(painter, DropZone::Compare);
}

} // namespace shardscope
