// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartview.h"

#include "ui/charts/chartaccessible.h"
#include "ui/charts/chartkeys.h"
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QTimer>
#include <QToolTip>
#include <QWindow>
#include <qcustomplot.h>

#include <algorithm>
#include <utility>

namespace shardscope {

/// Hover, selection and focus lie in a sheet over the plot: they cost no replot and are in no
/// export.
class ChartView::Overlay : public QWidget
{
public:
    explicit Overlay(ChartView &view)
        : QWidget(&view)
        , m_view(view)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const ChartTheme &theme = m_view.m_content.theme;
        if (m_view.m_isStale)
            drawVeil(painter, theme);
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

private:
    void drawOutline(QPainter &painter, const ChartSegment &segment, const QPen &pen) const
    {
        const QRectF rect = m_view.segmentRect(segment).adjusted(-2, -2, 2, 2);
        painter.setBrush(Qt::NoBrush);
        // A rim of background keeps the ring apart from any fill.
        painter.setPen(QPen(m_view.m_content.theme.background, pen.widthF() + 2));
        painter.drawRect(rect);
        painter.setPen(pen);
        painter.drawRect(rect);
    }

    void drawCursors(QPainter &painter) const
    {
        const ChartTheme &theme = m_view.m_content.theme;
        if (m_view.m_hovered)
            drawCursor(painter, m_view.m_hovered->category, QPen(theme.text, 1, Qt::DashLine));
        if (m_view.m_selection)
            drawCursor(painter, m_view.m_selection->category, QPen(theme.focus, 2));
    }

    void drawCursor(QPainter &painter, std::size_t instant, const QPen &pen) const
    {
        const QRectF plot = m_view.m_scene.plotRect();
        const double x = m_view.segmentRect({instant, 0}).center().x();
        painter.setPen(pen);
        painter.drawLine(QLineF(x, plot.top(), x, plot.bottom()));
    }

    void drawVeil(QPainter &painter, const ChartTheme &theme) const
    {
        QColor veil = theme.background;
        veil.setAlpha(170);
        painter.fillRect(rect(), veil);
        painter.setPen(theme.text);
        painter.drawText(rect().adjusted(16, 12, -16, -12), Qt::AlignHCenter | Qt::AlignTop,
            ChartView::tr("The last result that could be worked out"));
    }

    const ChartView &m_view;
};

ChartView::ChartView(QWidget *parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
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
    forgetChartSegments(*this);
    queueReplot();
}

void ChartView::setHatched(bool isHatched)
{
    if (std::exchange(m_content.theme.isHatched, isHatched) != isHatched)
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
    const bool isHatched = m_content.theme.isHatched;
    m_content.theme = chartTheme(palette(), font());
    m_content.theme.isHatched = isHatched;
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
    if (isTimeline(data())) {
        const std::optional<std::size_t> instant = m_scene.instantAt(position);
        for (std::size_t series = 0; instant && series < data().series.size(); ++series) {
            if (data().series[series].isLane()
                && segmentRect({*instant, series}).contains(position))
                return ChartSegment{*instant, series};
        }
        for (std::size_t series = data().series.size(); instant && series-- > 0;) {
            // Above them all, too: the instant can be read from anywhere.
            const bool isPart
                = isShown(data(), *instant, series) && !data().series[series].isLane();
            if (series == 0 || (isPart && segmentRect({*instant, series}).bottom() > position.y()))
                return ChartSegment{*instant, series};
        }
        return std::nullopt;
    }
    for (std::size_t series = 0; series < data().series.size(); ++series) {
        for (std::size_t category = 0; category < data().categories.size(); ++category) {
            const ChartSegment segment{category, series};
            if (segmentRect(segment).adjusted(0, -1, 0, 1).contains(position)
                && data().series[series].values[category] > 0)
                return segment;
        }
    }
    return std::nullopt;
}

QString ChartView::toolTipFor(const ChartSegment &segment) const
{
    if (data().series[segment.series].isLane())
        return segmentName(data(), segment.category, segment.series);
    if (isTimeline(data()))
        return instantReading(data(), segment.category);
    const ChartSeries &series = data().series[segment.series];
    const double value = series.values[segment.category];
    const double total = totalOf(data(), segment.category);
    QStringList lines{segmentName(data(), segment.category, segment.series),
        tr("%1, %2 of the bar", "exact bytes, percent")
            .arg(formatExactBytes(Bytes(value)), formatPercent(total > 0 ? value / total : 0))};
    for (const QString &detail :
        {series.details[segment.category], data().categories[segment.category].detail}) {
        if (!detail.isEmpty())
            lines += detail;
    }
    return lines.join(QLatin1Char('\n'));
}

QString ChartView::lineToolTipAt(const QPointF &position) const
{
    for (std::size_t i = 0; i < data().lines.size(); ++i) {
        if (m_scene.lineLabelRect(i).contains(position))
            return data().lines[i].detail;
    }
    return {};
}

bool ChartView::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const std::optional<ChartSegment> segment = segmentAt(help->pos());
    const QString text = segment ? toolTipFor(*segment) : lineToolTipAt(help->pos());
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

void ChartView::walk(int bars, int parts)
{
    if (data().categories.empty() || data().series.empty())
        return;
    const auto clamped = [](std::size_t at, int step, std::size_t size) {
        return static_cast<std::size_t>(
            std::clamp(static_cast<int>(at) + step, 0, static_cast<int>(size) - 1));
    };
    ChartSegment next{static_cast<std::size_t>(std::max(0, chosenCategory(data()))), 0};
    if (m_selection) {
        next.category = clamped(m_selection->category, bars, data().categories.size());
        next.series = clamped(m_selection->series, parts, data().series.size());
        // A bar has not every part: go on in the same direction to one that it has.
        const std::vector<ChartSeries> &all = data().series;
        while (!isShown(data(), next.category, next.series)) {
            const std::size_t further = clamped(next.series, parts != 0 ? parts : -1, all.size());
            if (further == next.series)
                break;
            next.series = further;
        }
    }
    walkTo(next);
}

void ChartView::walkTo(ChartSegment next)
{
    setSelection(next);
    const QPoint corner = segmentRect(next).bottomRight().toPoint();
    QToolTip::showText(mapToGlobal(corner), toolTipFor(next), this);
}

/// To the first instant of the next band, or of this or the previous one.
void ChartView::walkBands(int direction)
{
    const std::vector<ChartBand> &bands = data().bands;
    if (!m_selection || bands.empty())
        return walk(0, 0);
    ChartSegment next = *m_selection;
    const auto after = std::find_if(bands.begin(), bands.end(),
        [&next](const ChartBand &band) { return band.begin > next.category; });
    if (direction > 0 && after != bands.end())
        next.category = after->begin;
    const auto before = std::find_if(bands.rbegin(), bands.rend(),
        [&next](const ChartBand &band) { return band.begin < next.category; });
    if (direction < 0)
        next.category = before == bands.rend() ? 0 : before->begin;
    walkTo(next);
}

void ChartView::keyPressEvent(QKeyEvent *event)
{
    if (isTimeline(data()) && event->modifiers().testFlag(Qt::ControlModifier)) {
        if (event->key() == Qt::Key_Left)
            return walkBands(-1);
        if (event->key() == Qt::Key_Right)
            return walkBands(1);
    }
    using enum ChartKey::Act;
    const ChartKey *key = chartKey(event->key());
    if (key && key->act == Step)
        return walk(key->columns, key->rows);
    if (key && key->act == Choose && m_selection)
        return activate(*m_selection);
    if (key && key->act == Leave && m_selection)
        return clearSelection();
    QWidget::keyPressEvent(event);
}

} // namespace shardscope
