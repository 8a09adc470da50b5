// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawingview.h"

#include "ui/charts/accessiblepicture.h"
#include "ui/charts/chartkeys.h"
#include "ui/charts/chartview.h"
#include "ui/charts/drawingaccessible.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <utility>

namespace shardscope {

namespace {

constexpr double margin = 12;

} // namespace

DrawingView::DrawingView(QWidget *parent)
    : QWidget(parent)
    , m_theme(chartTheme(palette(), font()))
{
    installDrawingAccessibility();
    setAccessibleName(ChartView::tr("Chart"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
}

bool DrawingView::isPlace(int place) const
{
    return m_drawing && place >= 0 && place < m_drawing->count();
}

void DrawingView::setDrawing(std::shared_ptr<const Drawing> drawing)
{
    const QString name = isPlace(m_place) ? m_drawing->nameOf(m_place) : QString();
    m_drawing = std::move(drawing);
    m_hovered = -1;
    if (!isPlace(m_place) || m_drawing->nameOf(m_place) != name) // another place by now
        m_place = -1;
    setAccessibleName(m_drawing ? m_drawing->title() : QString());
    setAccessibleDescription(m_drawing ? m_drawing->summary() : QString());
    forgetParts(*this);
    forgetPicture();
}

void DrawingView::setStale(bool isStale)
{
    if (std::exchange(m_isStale, isStale) != isStale)
        update();
}

DrawingRoom DrawingView::room() const
{
    return {m_theme, QRectF(rect()).adjusted(margin, margin / 2, -margin, -margin / 2)};
}

QRectF DrawingView::placeRect(int place) const
{
    return isPlace(place) ? m_drawing->placeRect(place, room()) : QRectF();
}

int DrawingView::placeAt(const QPointF &position) const
{
    return m_drawing ? m_drawing->placeAt(position, room()) : -1;
}

void DrawingView::forgetPicture()
{
    m_picture = {};
    update();
}

void DrawingView::renderPicture()
{
    m_picture = QPixmap((QSizeF(size()) * devicePixelRatioF()).toSize());
    m_picture.setDevicePixelRatio(devicePixelRatioF());
    m_picture.fill(m_theme.background);
    if (!m_drawing)
        return;
    QPainter painter(&m_picture);
    m_drawing->paint(painter, room());
}

void DrawingView::drawRing(QPainter &painter, int place, const QPen &pen) const
{
    const QRectF ring = placeRect(place).adjusted(-2, -2, 2, 2);
    painter.setBrush(Qt::NoBrush);
    // A rim of background keeps the ring apart from any fill.
    painter.setPen(QPen(m_theme.background, pen.widthF() + 2));
    painter.drawRect(ring);
    painter.setPen(pen);
    painter.drawRect(ring);
}

void DrawingView::paintEvent(QPaintEvent *)
{
    if (m_picture.isNull() || m_picture.devicePixelRatio() != devicePixelRatioF())
        renderPicture();
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_picture);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_isStale) {
        QColor veil = m_theme.background;
        veil.setAlpha(170);
        painter.fillRect(rect(), veil);
        painter.setPen(m_theme.text);
        painter.drawText(rect().adjusted(16, 12, -16, -12), Qt::AlignHCenter | Qt::AlignTop,
            ChartView::tr("The last result that could be worked out"));
    }
    if (const int read = isPlace(m_hovered) ? m_hovered : m_place; isPlace(read)) {
        for (const int other : m_drawing->placesAlike(read))
            drawRing(painter, other, QPen(m_theme.text, 1.5));
    }
    if (isPlace(m_hovered))
        drawRing(painter, m_hovered, QPen(m_theme.text, 2));
    if (isPlace(m_place)) {
        drawRing(painter, m_place, QPen(m_theme.focus, hasFocus() ? 3 : 2));
    } else if (hasFocus()) {
        painter.setPen(QPen(m_theme.focus, 2));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

bool DrawingView::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip)
        return true; // places are read without the wait
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

void DrawingView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        m_theme = chartTheme(palette(), font());
        forgetPicture();
    }
    QWidget::changeEvent(event);
}

void DrawingView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    forgetPicture();
}

void DrawingView::select(int place)
{
    const int next = isPlace(place) ? place : -1;
    if (std::exchange(m_place, next) == next)
        return;
    update();
    if (m_place >= 0 && hasFocus())
        announcePart(*this, m_place);
}

void DrawingView::selectBar(const QString &bar)
{
    if (!m_drawing || bar.isEmpty() || (m_place >= 0 && m_drawing->barOf(m_place) == bar))
        return;
    for (int place = 0; place < m_drawing->count(); ++place) {
        if (m_drawing->barOf(place) == bar)
            return select(place);
    }
}

void DrawingView::walkTo(int place)
{
    select(place);
    const QPoint corner = placeRect(place).bottomRight().toPoint();
    QToolTip::showText(mapToGlobal(corner), m_drawing->readingOf(place), this);
}

void DrawingView::keyPressEvent(QKeyEvent *event)
{
    using enum ChartKey::Act;
    const ChartKey *key = chartKey(event->key());
    const bool isStep = key && (key->act == Step || key->act == Leap);
    if (isStep && m_drawing && m_drawing->count() > 0)
        return walkTo(isPlace(m_place)
                ? m_drawing->placeBeside(m_place, key->columns, key->rows, room())
                : m_drawing->firstPlace());
    if (key && key->act == Choose && isPlace(m_place))
        return void(emit placeActivated(m_place));
    if (key && key->act == Leave && isPlace(m_place)) {
        QToolTip::hideText();
        return select(-1);
    }
    QWidget::keyPressEvent(event);
}

void DrawingView::mouseMoveEvent(QMouseEvent *event)
{
    const int place = placeAt(event->position());
    if (std::exchange(m_hovered, place) == place)
        return;
    update();
    if (isPlace(place))
        QToolTip::showText(event->globalPosition().toPoint(), m_drawing->readingOf(place), this);
    else
        QToolTip::hideText();
}

void DrawingView::mousePressEvent(QMouseEvent *event)
{
    const int place = placeAt(event->position());
    select(place);
    if (isPlace(place) && event->button() == Qt::LeftButton)
        emit placeActivated(place);
}

void DrawingView::leaveEvent(QEvent *event)
{
    if (std::exchange(m_hovered, -1) >= 0)
        update();
    QWidget::leaveEvent(event);
}

} // namespace shardscope
