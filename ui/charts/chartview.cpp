// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartview.h"

#include "ui/charts/accessiblepicture.h"
#include "ui/charts/chartaccessible.h"
#include "ui/charts/charthit.h"
#include "ui/charts/chartkeys.h"
#include "ui/charts/chartoverlay.h"
#include "ui/charts/chartwalk.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QTimer>
#include <QToolTip>
#include <QWindow>
#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// A plot that is drawn anew when it is painted in another size, not with each resize: layouts try
/// several sizes before a window is seen.
class Plot : public QCustomPlot
{
public:
    using QCustomPlot::QCustomPlot;

protected:
    void resizeEvent(QResizeEvent * /*event*/) override
    {
        setViewport(rect());
        m_isResized = true;
    }

    void paintEvent(QPaintEvent *event) override
    {
        if (std::exchange(m_isResized, false))
            replot(rpQueuedRefresh);
        QCustomPlot::paintEvent(event);
    }

private:
    bool m_isResized = false;
};

} // namespace

ChartView::ChartView(QWidget *parent)
    : QWidget(parent)
    , m_plot(new Plot(this))
    , m_scene(*m_plot)
    , m_overlay(new Overlay(*this))
{
    // QCustomPlot asks for a replot when it is made; ours come when there is something to show.
    QCoreApplication::removePostedEvents(m_plot, QEvent::MetaCall);
    installChartAccessibility();
    setAccessibleName(tr("Chart"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    // The view itself takes the mouse: the plot has nothing to drag.
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    // Each picture of the size of the plot costs milliseconds on a fine screen. One for all layers,
    // and painted once, together with the sheet above it, when the event loop comes to it.
    m_plot->layer(QStringLiteral("overlay"))->setMode(QCPLayer::lmLogical);
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false);
    connect(m_plot, &QCustomPlot::beforeReplot, this, [this] { m_scene.show(m_content); });
    connect(m_plot, &QCustomPlot::afterReplot, this, [this] {
        ++m_replots;
        m_isReplotDue = false;
        m_overlay->update();
    });
    applyPalette();
}

ChartView::~ChartView() = default;

void ChartView::setData(const ChartData &data)
{
    if (data == m_content.data)
        return;
    const QString part = m_selection ? m_content.data.series[m_selection->series].id : QString();
    const bool isAtPeak = m_selection && isTimeline(m_content.data)
        && m_content.data.categories[m_selection->category].isChosen;
    const QString bar = m_selection && !isAtPeak // who looks at the peak goes with it
        ? m_content.data.categories[m_selection->category].id
        : QString();
    m_content.data = data;
    m_hovered.reset();
    setAccessibleDescription(data.summary);
    if (m_selection)
        select(part, bar);
    forgetParts(*this);
    queueReplot();
}

void ChartView::setStale(bool isStale)
{
    if (std::exchange(m_isStale, isStale) != isStale)
        m_overlay->update();
}

/// Not QCustomPlot's own queue: that replots even where a resize has just done so, and unseen.
void ChartView::queueReplot()
{
    if (!std::exchange(m_isReplotDue, true))
        QTimer::singleShot(0, this, &ChartView::replotIfDue);
}

void ChartView::replotIfDue()
{
    if (m_isReplotDue && isVisible())
        m_plot->replot();
}

void ChartView::applyPalette()
{
    m_content.theme = chartTheme(palette(), font());
    queueReplot();
}

void ChartView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyPalette();
    QWidget::changeEvent(event);
}

void ChartView::matchScreen()
{
    // QCustomPlot 2.1.0 asks for the ratio only when it is made.
    if (m_plot->bufferDevicePixelRatio() == devicePixelRatioF())
        return;
    m_plot->setBufferDevicePixelRatio(devicePixelRatioF());
    queueReplot();
}

void ChartView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    matchScreen();
    if (m_isReplotDue)
        QTimer::singleShot(0, this, &ChartView::replotIfDue);
    if (const QWindow *handle = window()->windowHandle())
        connect(
            handle, &QWindow::screenChanged, this, &ChartView::matchScreen, Qt::UniqueConnection);
}

void ChartView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_plot->setGeometry(rect());
    m_overlay->setGeometry(rect());
    m_overlay->raise();
}

QRectF ChartView::segmentRect(const ChartSegment &segment) const
{
    return m_scene.segmentRect(segment.category, segment.series);
}

std::optional<ChartSegment> ChartView::segmentAt(const QPointF &position) const
{
    return shardscope::segmentAt(data(), m_scene, position);
}

QString ChartView::toolTipFor(const ChartSegment &segment) const
{
    return segmentToolTip(data(), segment);
}

bool ChartView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const std::optional<ChartSegment> segment = segmentAt(help->pos());
    const QString text
        = segment ? toolTipFor(*segment) : annotationToolTipAt(data(), m_scene, help->pos());
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

void ChartView::setHovered(std::optional<ChartSegment> segment)
{
    if (std::exchange(m_hovered, segment) == segment)
        return;
    QToolTip::hideText();
    m_overlay->update();
}

void ChartView::mouseMoveEvent(QMouseEvent *event)
{
    const std::optional<ChartSegment> segment = segmentAt(event->position());
    setHovered(segment);
    if (segment && isTimeline(data())) // without the wait: the cursor reads as it goes
        QToolTip::showText(event->globalPosition().toPoint(), toolTipFor(*segment), this);
}

void ChartView::leaveEvent(QEvent *event)
{
    setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

/// The words at the peak stand for its largest part.
bool ChartView::pressMark(const QPointF &position)
{
    if (!m_scene.markRect().contains(position))
        return false;
    ChartSegment largest{static_cast<std::size_t>(chosenCategory(data())), 0};
    for (std::size_t i = 0; i < data().series.size(); ++i) {
        if (data().series[i].values[largest.category]
            > data().series[largest.series].values[largest.category])
            largest.series = i;
    }
    setSelection(largest);
    activate(largest);
    return true;
}

void ChartView::mousePressEvent(QMouseEvent *event)
{
    if (pressMark(event->position()))
        return;
    const std::optional<ChartSegment> segment = segmentAt(event->position());
    setSelection(segment);
    if (segment)
        activate(*segment);
}

void ChartView::focusInEvent(QFocusEvent *event)
{
    QWidget::focusInEvent(event);
    m_isReachedByKey = event->reason() == Qt::TabFocusReason
        || event->reason() == Qt::BacktabFocusReason || event->reason() == Qt::ShortcutFocusReason;
    m_overlay->update();
}

void ChartView::focusOutEvent(QFocusEvent *event)
{
    QWidget::focusOutEvent(event);
    m_isReachedByKey = false;
    m_overlay->update();
}

void ChartView::setSelection(std::optional<ChartSegment> segment)
{
    if (std::exchange(m_selection, segment) == segment)
        return;
    m_overlay->update();
    if (segment && hasFocus())
        announceChartSegment(*this, *segment);
}

void ChartView::select(const QString &seriesId, const QString &category)
{
    const int series = seriesIndex(data(), seriesId);
    int bar = std::max(0, chosenCategory(data()));
    for (std::size_t i = 0; i < data().categories.size(); ++i) {
        if (data().categories[i].id == category)
            bar = static_cast<int>(i);
    }
    if (series < 0 || data().categories.empty())
        return clearSelection();
    setSelection(ChartSegment{static_cast<std::size_t>(bar), static_cast<std::size_t>(series)});
}

void ChartView::clearSelection()
{
    QToolTip::hideText();
    setSelection(std::nullopt);
}

void ChartView::activate(const ChartSegment &segment)
{
    emit segmentActivated(data().categories[segment.category].id, data().series[segment.series].id);
}

void ChartView::walkTo(std::optional<ChartSegment> next)
{
    if (!next)
        return;
    setSelection(next);
    const QPoint corner = segmentRect(*next).bottomRight().toPoint();
    QToolTip::showText(mapToGlobal(corner), toolTipFor(*next), this);
}

void ChartView::keyPressEvent(QKeyEvent *event)
{
    if (isTimeline(data()) && event->modifiers().testFlag(Qt::ControlModifier)) {
        if (event->key() == Qt::Key_Left)
            return walkTo(bandStep(data(), m_selection, -1));
        if (event->key() == Qt::Key_Right)
            return walkTo(bandStep(data(), m_selection, 1));
    }
    using enum ChartKey::Act;
    const ChartKey *key = chartKey(event->key());
    if (key && key->act == Step)
        return walkTo(segmentStep(data(), m_selection, key->columns, key->rows));
    if (key && key->act == Choose && m_selection)
        return activate(*m_selection);
    if (key && key->act == Leave && m_selection)
        return clearSelection();
    QWidget::keyPressEvent(event);
}

} // namespace shardscope
