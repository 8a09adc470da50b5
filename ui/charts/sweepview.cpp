// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/sweepview.h"

#include "ui/accessiblerole.h"
#include "ui/charts/chartkeys.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr double margin = 12;

} // namespace

SweepView::SweepView(QWidget *parent)
    : QWidget(parent)
{
    readAs(*this, QAccessible::Chart);
    setAccessibleName(tr("Map of the sweep"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    applyPalette();
}

void SweepView::setMap(const SweepMap &map)
{
    if (map == m_map)
        return;
    const bool isAnother = map.x.labels != m_map.x.labels || map.y.labels != m_map.y.labels;
    m_map = map;
    if (isAnother) {
        m_cursor.reset();
        m_hovered.reset();
    }
    setAccessibleDescription(map.summary);
    forgetPicture();
}

void SweepView::setStale(bool isStale)
{
    if (std::exchange(m_isStale, isStale) != isStale)
        update();
}

SweepLayout SweepView::arrangement() const
{
    return sweepLayout(
        m_map, m_theme, QRectF(rect()).adjusted(margin, margin / 2, -margin, -margin / 2));
}

QRectF SweepView::cellRect(std::size_t cell) const
{
    const auto columns = static_cast<std::size_t>(m_map.columns());
    if (columns == 0)
        return {};
    return arrangement().cellRect(
        static_cast<int>(cell % columns), static_cast<int>(cell / columns));
}

std::optional<std::size_t> SweepView::cellAt(const QPointF &position) const
{
    return m_map.cells.empty() ? std::nullopt : arrangement().cellAt(position);
}

void SweepView::applyPalette()
{
    m_theme = chartTheme(palette(), font());
    forgetPicture();
}

void SweepView::forgetPicture()
{
    m_picture = {};
    update();
}

void SweepView::renderPicture()
{
    m_picture = QPixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(m_theme.background);
    QPainter painter(&m_picture);
    paintSweep(
        painter, m_map, m_theme, QRectF(rect()).adjusted(margin, margin / 2, -margin, -margin / 2));
}

void SweepView::drawRing(QPainter &painter, std::size_t point, const QPen &pen) const
{
    const QRectF ring = cellRect(point).adjusted(-2, -2, 2, 2);
    painter.setBrush(Qt::NoBrush);
    // A rim of background keeps the ring apart from any fill.
    painter.setPen(QPen(m_theme.background, pen.widthF() + 2));
    painter.drawRect(ring);
    painter.setPen(pen);
    painter.drawRect(ring);
}

void SweepView::paintEvent(QPaintEvent *)
{
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        renderPicture();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    if (m_isStale) {
        QColor veil = m_theme.background;
        veil.setAlpha(150);
        painter.fillRect(rect(), veil);
    }
    if (m_hovered && *m_hovered < m_map.cells.size())
        drawRing(painter, *m_hovered, QPen(m_theme.text, 2));
    if (m_cursor && *m_cursor < m_map.cells.size())
        drawRing(painter, *m_cursor, QPen(m_theme.focus, hasFocus() ? 3 : 2));
    else if (hasFocus()) {
        painter.setPen(QPen(m_theme.focus, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

bool SweepView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip)
        return true; // points are read without the wait
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

void SweepView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
    QWidget::changeEvent(event);
}

void SweepView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    forgetPicture();
}

QString SweepView::readingOf(std::size_t cell) const
{
    return m_reader ? m_reader(m_map.pointOf(cell)) : QString();
}

void SweepView::read(std::optional<std::size_t> cell)
{
    emit pointRead(cell ? readingOf(*cell) : QString());
}

void SweepView::setCurrentCell(std::optional<std::size_t> cell)
{
    if (std::exchange(m_cursor, cell) == cell)
        return;
    update();
    read(cell);
    if (!cell || !hasFocus())
        return;
    // What a screen reader says of the view is the point that the cursor is on.
    setAccessibleDescription(readingOf(*cell));
    QAccessibleEvent described(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&described);
}

void SweepView::walk(int columns, int rows)
{
    if (m_map.cells.empty())
        return;
    const auto width = static_cast<std::size_t>(m_map.columns());
    if (!m_cursor) {
        const QPointF start = m_map.present.value_or(QPointF());
        const int column = std::clamp(static_cast<int>(start.x()), 0, m_map.columns() - 1);
        const int row = std::clamp(static_cast<int>(start.y()), 0, m_map.rows() - 1);
        return setCurrentCell(
            static_cast<std::size_t>(row) * width + static_cast<std::size_t>(column));
    }
    const int column
        = std::clamp(static_cast<int>(*m_cursor % width) + columns, 0, m_map.columns() - 1);
    const int row = std::clamp(static_cast<int>(*m_cursor / width) + rows, 0, m_map.rows() - 1);
    setCurrentCell(static_cast<std::size_t>(row) * width + static_cast<std::size_t>(column));
}

void SweepView::keyPressEvent(QKeyEvent *event)
{
    using enum ChartKey::Act;
    const ChartKey *key = chartKey(event->key());
    if (key && (key->act == Step || key->act == Leap))
        return walk(key->columns, key->rows);
    if (key && key->act == Choose && m_cursor)
        return void(emit pointActivated(m_map.pointOf(*m_cursor)));
    if (key && key->act == Leave && m_cursor)
        return setCurrentCell(std::nullopt);
    QWidget::keyPressEvent(event);
}

void SweepView::mouseMoveEvent(QMouseEvent *event)
{
    const std::optional<std::size_t> point = cellAt(event->position());
    if (std::exchange(m_hovered, point) == point)
        return;
    update();
    read(point ? point : m_cursor);
    if (point)
        QToolTip::showText(event->globalPosition().toPoint(), readingOf(*point), this);
    else
        QToolTip::hideText();
}

void SweepView::mousePressEvent(QMouseEvent *event)
{
    const std::optional<std::size_t> point = cellAt(event->position());
    if (!point || event->button() != Qt::LeftButton)
        return QWidget::mousePressEvent(event);
    setCurrentCell(point);
    emit pointActivated(m_map.pointOf(*point));
}

void SweepView::leaveEvent(QEvent *event)
{
    if (std::exchange(m_hovered, std::nullopt)) {
        update();
        read(m_cursor);
    }
    QWidget::leaveEvent(event);
}

} // namespace shardscope
