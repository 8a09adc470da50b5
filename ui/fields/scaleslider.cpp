// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/scaleslider.h"

#include "ui/charts/charttheme.h"
#include "ui/fields/accessibleslider.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyleOptionSlider>
#include <QToolTip>

#include <algorithm>
#include <cassert>
#include <cmath>

namespace shardscope {

namespace {

constexpr double reach = 0.008; // share of the scale within which a mark draws the handle
constexpr int finer = 10;
constexpr int leastHeight = 24; // pixels; smallest comfortable target
constexpr double bandHeight = 8; // tall enough for a pattern

} // namespace

ScaleSlider::ScaleSlider(QWidget *parent)
    : QSlider(Qt::Horizontal, parent)
{
    QAccessible::installFactory(makeAccessibleSlider);
    setFocusPolicy(Qt::StrongFocus);
    setRange(0, m_scale.positions());
}

void ScaleSlider::setScale(const Scale &scale)
{
    if (scale == m_scale)
        return;
    m_scale = scale;
    const QSignalBlocker blocker(this);
    setRange(0, m_scale.positions());
    setValue(m_scale.positionOf(m_quantity));
    update();
}

void ScaleSlider::setQuantity(double quantity)
{
    const bool isNews = quantity != m_quantity;
    m_quantity = quantity;
    {
        const QSignalBlocker blocker(this);
        setValue(m_scale.positionOf(quantity));
    }
    if (!isNews)
        return;
    QAccessibleValueChangeEvent event(this, quantity);
    QAccessible::updateAccessibility(&event);
}

void ScaleSlider::editQuantity(double quantity)
{
    if (quantity == m_quantity)
        return;
    setQuantity(quantity);
    emit quantityEdited(quantity);
}

void ScaleSlider::setDefaultQuantity(double quantity)
{
    m_default = quantity;
    update();
}

void ScaleSlider::setFeasibility(const Feasibility &feasibility)
{
    if (feasibility == m_feasibility)
        return;
    m_feasibility = feasibility;
    update();
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

QStringList ScaleSlider::feasibilityTexts() const
{
    return m_texts.spoken ? feasibilityLines(m_feasibility, m_texts) : QStringList();
}

QSize ScaleSlider::sizeHint() const
{
    const QSize size = QSlider::sizeHint();
    return {size.width(), std::max(size.height(), leastHeight)};
}

ScaleSlider::Groove ScaleSlider::groove() const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect groove
        = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const int handle = style()->pixelMetric(QStyle::PM_SliderLength, &option, this);
    return {.start = groove.left() + handle / 2.0,
        .span = std::max(1, groove.width() - handle) + 0.0,
        .isMirrored = option.upsideDown};
}

double ScaleSlider::positionUnder(double x) const
{
    const auto [start, span, isMirrored] = groove();
    const double fraction = (x - start) / span;
    return (isMirrored ? 1 - fraction : fraction) * maximum();
}

double ScaleSlider::pixelOf(double quantity) const
{
    const auto [start, span, isMirrored] = groove();
    const double fraction = m_scale.positionOf(quantity) / std::max(maximum() + 0.0, 1.0);
    return start + (isMirrored ? 1 - fraction : fraction) * span;
}

void ScaleSlider::dragTo(double position, Qt::KeyboardModifiers modifiers)
{
    m_dragPosition = position;
    const double value = m_scale.valueAt(position);
    const double pull = modifiers.testFlag(Qt::ShiftModifier) ? reach / finer : reach;
    editQuantity(modifiers.testFlag(Qt::AltModifier) ? value : m_scale.snapped(value, pull));
}

// The mouse is handled here and not by QSlider, which knows whole positions only, and whose jump to
// a click depends on the style.
void ScaleSlider::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    m_dragX = event->position().x();
    m_dragPosition = m_scale.positionOf(m_quantity);
    setSliderDown(true);
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRect handle
        = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    if (!handle.contains(event->position().toPoint()))
        dragTo(positionUnder(m_dragX), event->modifiers());
    update();
}

void ScaleSlider::mouseMoveEvent(QMouseEvent *event)
{
    if (!isSliderDown()) {
        event->ignore();
        return;
    }
    const double x = event->position().x();
    const double moved = positionUnder(x) - positionUnder(m_dragX);
    m_dragX = x;
    const bool isFine = event->modifiers().testFlag(Qt::ShiftModifier);
    dragTo(m_dragPosition + (isFine ? moved / finer : moved), event->modifiers());
}

void ScaleSlider::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !isSliderDown()) {
        event->ignore();
        return;
    }
    setSliderDown(false);
    update();
    emit gestureEnded();
}

/// Said together: what the groove shows, and what the input means.
bool ScaleSlider::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || m_feasibility.empty())
        return QSlider::event(event);
    QStringList texts = feasibilityTexts();
    const QString meaning
        = toolTip().isEmpty() && parentWidget() ? parentWidget()->toolTip() : toolTip();
    if (!meaning.isEmpty())
        texts += {QString(), meaning};
    QToolTip::showText(
        static_cast<QHelpEvent *>(event)->globalPos(), texts.join(QLatin1Char('\n')), this);
    return true;
}

std::optional<double> ScaleSlider::flipTarget(int key) const
{
    const bool isArrow = key == Qt::Key_Left || key == Qt::Key_Right;
    if (!isArrow)
        return std::nullopt;
    const std::vector<double> stops = flips(m_feasibility);
    if ((key == Qt::Key_Right) != groove().isMirrored) {
        const auto above = std::upper_bound(stops.begin(), stops.end(), m_quantity);
        return above == stops.end() ? m_quantity : *above;
    }
    const auto below = std::lower_bound(stops.begin(), stops.end(), m_quantity);
    return below == stops.begin() ? m_quantity : *std::prev(below);
}

std::optional<double> ScaleSlider::keyTarget(int key) const
{
    const bool isMirrored = groove().isMirrored;
    switch (key) {
    case Qt::Key_Up:
        return m_scale.next(m_quantity);
    case Qt::Key_Down:
        return m_scale.previous(m_quantity);
    case Qt::Key_Right:
        return isMirrored ? m_scale.previous(m_quantity) : m_scale.next(m_quantity);
    case Qt::Key_Left:
        return isMirrored ? m_scale.next(m_quantity) : m_scale.previous(m_quantity);
    case Qt::Key_PageUp:
        return m_scale.nextSnap(m_quantity);
    case Qt::Key_PageDown:
        return m_scale.previousSnap(m_quantity);
    case Qt::Key_Home:
        return m_scale.minimum();
    case Qt::Key_End:
        return m_scale.maximum();
    default:
        return std::nullopt;
    }
}

void ScaleSlider::keyPressEvent(QKeyEvent *event)
{
    const bool isFlip = event->modifiers().testFlag(Qt::ControlModifier);
    if (event->key() == Qt::Key_Backspace)
        emit resetRequested();
    else if (const std::optional<double> flip = isFlip ? flipTarget(event->key()) : std::nullopt)
        editQuantity(*flip);
    else if (const std::optional<double> target = keyTarget(event->key()))
        editQuantity(*target);
    else
        event->ignore();
}

void ScaleSlider::wheelEvent(QWheelEvent *event)
{
    constexpr int stepAngle = QWheelEvent::DefaultDeltasPerStep;
    m_wheelRest += event->angleDelta().y();
    for (; m_wheelRest >= stepAngle; m_wheelRest -= stepAngle)
        editQuantity(m_scale.next(m_quantity));
    for (; m_wheelRest <= -stepAngle; m_wheelRest += stepAngle)
        editQuantity(m_scale.previous(m_quantity));
    event->accept();
}

void ScaleSlider::focusOutEvent(QFocusEvent *event)
{
    QSlider::focusOutEvent(event);
    emit gestureEnded();
}

void ScaleSlider::initStyleOption(QStyleOptionSlider *option) const
{
    QSlider::initStyleOption(option);
    if (!isSliderDown())
        return;
    option->activeSubControls = QStyle::SC_SliderHandle;
    option->state |= QStyle::State_Sunken;
}

void ScaleSlider::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(this);
        drawMarks(painter);
    }
    if (m_feasibility.empty() || !isEnabled()) {
        QSlider::paintEvent(event);
    } else {
        QPainter painter(this);
        drawFeasibility(painter);
        drawHandle(painter);
    }
    if (hasFocus()) {
        QPainter painter(this);
        drawFocus(painter);
    }
}

std::vector<FitStretch> ScaleSlider::stretches() const
{
    assert(!m_feasibility.empty());
    std::vector<FitStretch> stretches;
    for (const FitSpan &span : m_feasibility) {
        const auto [left, right] = std::minmax({pixelOf(span.first), pixelOf(span.last)});
        stretches.push_back({left, right, span.fit});
    }
    if (groove().isMirrored)
        std::reverse(stretches.begin(), stretches.end());
    for (std::size_t i = 1; i < stretches.size(); ++i) {
        const double border = (stretches[i - 1].right + stretches[i].left) / 2;
        stretches[i - 1].right = stretches[i].left = border;
    }
    stretches.front().left = 0;
    stretches.back().right = width();
    return stretches;
}

void ScaleSlider::drawFeasibility(QPainter &painter) const
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QRectF groove
        = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
    const QRectF band(groove.left() + 0.5, std::floor(groove.center().y() - bandHeight / 2) + 0.5,
        groove.width() - 1, bandHeight);
    paintFitBand(painter, band, stretches(), chartTheme(palette(), font()));
}

void ScaleSlider::drawHandle(QPainter &painter)
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    option.subControls = QStyle::SC_SliderHandle;
    style()->drawComplexControl(QStyle::CC_Slider, &option, &painter, this);
    if (!style()->inherits("QFusionStyle"))
        return;
    // Fusion's own outline is not seen on a dark background.
    const QRectF handle
        = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(chartTheme(palette(), font()).axis);
    painter.drawRoundedRect(handle.adjusted(1.5, 1.5, -1.5, -1.5), 2, 2);
}

// Not every style shows which slider the keys would move.
void ScaleSlider::drawFocus(QPainter &painter) const
{
    constexpr double radius = 3;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(palette().color(QPalette::Highlight));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void ScaleSlider::drawMarks(QPainter &painter) const
{
    constexpr int markHeight = 4;
    const double bottom = height() - 0.5;
    QColor color = palette().color(QPalette::WindowText);
    color.setAlphaF(isEnabled() ? 0.55F : 0.25F);
    painter.setPen(color);
    for (const double snap : m_scale.snaps()) {
        const double x = std::floor(pixelOf(snap)) + 0.5;
        painter.drawLine(QPointF(x, bottom - markHeight + 1), QPointF(x, bottom));
    }
    if (!m_default)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(
        palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::Highlight));
    const double x = pixelOf(*m_default);
    painter.drawPolygon(QPolygonF{
        {x, bottom - markHeight - 1}, {x - markHeight, bottom + 1}, {x + markHeight, bottom + 1}});
}

} // namespace shardscope
