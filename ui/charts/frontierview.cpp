// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/frontierview.h"

#include "ui/charts/axisdress.h"
#include "ui/charts/chartkeys.h"
#include "ui/charts/charttheme.h"
#include "ui/text/names.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QStyle>
#include <QToolTip>
#include <qcustomplot.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace shardscope {

namespace {

constexpr double SmallMark = 7;
constexpr double LargeMark = 12;
constexpr double Reach = 24; ///< pixels around a point that still mean it

void dressLinear(
    QCPAxis &axis, const ChartTheme &theme, const QString &label, const QCPRange &range)
{
    dressAxis(axis, theme, label, range);
    axis.setNumberFormat(QStringLiteral("f"));
    axis.setSubTickPen(Qt::NoPen);
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

QCPRange memoryRange(const FrontierChart &chart)
{
    double most = chart.capacity;
    for (const FrontierChart::Point &point : chart.points)
        most = std::max(most, point.memory);
    return {0, 1.06 * std::max(1.0, most)};
}

QCPRange speedRange(const FrontierChart &chart)
{
    if (chart.points.empty())
        return {0, 1};
    const auto [least, most] = std::minmax_element(chart.points.begin(), chart.points.end(),
        [](const auto &a, const auto &b) { return a.speed < b.speed; });
    const double margin = std::max(0.08 * (most->speed - least->speed), 0.02 * most->speed);
    return {std::max(0.0, least->speed - margin), most->speed + margin};
}

struct MarkKind
{
    Fit fit;
    bool isWhole;
    bool isBest;

    bool holds(const FrontierChart::Point &point) const
    {
        return point.fit == fit && point.isWhole == isWhole && point.isBest == isBest;
    }
};

/// Shape and colour say the verdict, filling whether the speed is whole, size what is best.
QCPScatterStyle styleOf(const MarkKind &kind, const ChartTheme &theme)
{
    const QColor colour = theme.fitColour(kind.fit);
    const auto shape = kind.fit == Fit::Fits ? QCPScatterStyle::ssCircle
        : kind.fit == Fit::AtRisk            ? QCPScatterStyle::ssTriangle
                                             : QCPScatterStyle::ssCross;
    return {shape, QPen(colour, 1.6), kind.isWhole ? QBrush(colour) : QBrush(theme.background),
        kind.isBest ? LargeMark : SmallMark};
}

QString nameOf(const MarkKind &kind)
{
    const QString name = displayName(kind.fit);
    return kind.isWhole ? name
                        : FrontierView::tr("%1 *", "figure that leaves something out").arg(name);
}

void addMarks(
    QCustomPlot &plot, const FrontierChart &chart, const MarkKind &kind, const ChartTheme &theme)
{
    QVector<double> x;
    QVector<double> y;
    for (const FrontierChart::Point &point : chart.points) {
        if (!kind.holds(point))
            continue;
        x.append(point.memory);
        y.append(point.speed);
    }
    if (x.isEmpty())
        return;
    QCPGraph *graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(styleOf(kind, theme));
    graph->setName(nameOf(kind));
    graph->setData(x, y);
    const int named = plot.legend->itemCount();
    for (int i = 0; i + 1 < named; ++i) {
        auto *item = qobject_cast<QCPPlottableLegendItem *>(plot.legend->item(i));
        if (item && item->plottable()->name() == graph->name()) {
            graph->removeFromLegend(); // the same in another size
            break;
        }
    }
}

void addCapacity(QCustomPlot &plot, const FrontierChart &chart, const ChartTheme &theme)
{
    if (chart.capacity <= 0)
        return;
    auto *line = new QCPItemStraightLine(&plot);
    line->setPen(QPen(theme.fails, 1.5, Qt::DashLine));
    line->point1->setCoords(chart.capacity, 0);
    line->point2->setCoords(chart.capacity, 1);
    auto *label = new QCPItemText(&plot);
    label->position->setTypeX(QCPItemPosition::ptPlotCoords);
    label->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    label->position->setCoords(chart.capacity, 0);
    label->setPositionAlignment(Qt::AlignHCenter | Qt::AlignBottom);
    label->setClipToAxisRect(false);
    label->setText(chart.capacityLabel);
    label->setFont(theme.font);
    label->setColor(theme.fails);
    label->setPadding(QMargins(2, 1, 2, 2));
}

void addRing(
    QCustomPlot &plot, const FrontierChart::Point &point, const ChartTheme &theme, bool hasFocus)
{
    constexpr double Ring = 19;
    QCPGraph *graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsNone);
    graph->setScatterStyle(QCPScatterStyle(
        QCPScatterStyle::ssCircle, QPen(theme.focus, hasFocus ? 3 : 2), Qt::NoBrush, Ring));
    graph->removeFromLegend();
    graph->setData({point.memory}, {point.speed});
}

} // namespace

FrontierView::FrontierView(QWidget *parent)
    : QWidget(parent)
    , m_plot(new QCustomPlot(this))
{
    setAccessibleName(tr("Memory and speed"));
    setFocusPolicy(Qt::StrongFocus);
    m_plot->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_plot->setFocusPolicy(Qt::NoFocus);
    connect(m_plot, &QCustomPlot::afterLayout, this, &FrontierView::placeLegend);
    draw();
}

QRectF FrontierView::legendRect() const
{
    return m_plot->legend->visible() ? QRectF(m_plot->legend->outerRect()) : QRectF();
}

/// In the corner where it covers the fewest points, rather at much memory and little speed, where
/// nothing worth showing lies. Where there is no room, the list above tells the marks apart.
void FrontierView::placeLegend()
{
    constexpr std::array corners{Qt::AlignBottom | Qt::AlignRight, Qt::AlignTop | Qt::AlignLeft,
        Qt::AlignBottom | Qt::AlignLeft, Qt::AlignTop | Qt::AlignRight};
    const auto covered = [this](Qt::Alignment corner) {
        const QRectF legend = QStyle::alignedRect(Qt::LeftToRight, corner,
            m_plot->legend->outerRect().size() + QSize(24, 24), m_plot->axisRect()->rect());
        int count = 0;
        for (int i = 0; i < static_cast<int>(m_chart.points.size()); ++i)
            count += legend.contains(position(i)) ? (i == m_selected ? 100 : 1) : 0;
        return count;
    };
    const auto best = std::min_element(corners.begin(), corners.end(),
        [&covered](Qt::Alignment a, Qt::Alignment b) { return covered(a) < covered(b); });
    QCPLayoutInset *inset = m_plot->axisRect()->insetLayout();
    constexpr int most = 2; // points of which a tool tip is left; the list above has the same marks
    m_plot->legend->setVisible(covered(*best) <= most);
    inset->setInsetAlignment(0, *best);
    inset->update(QCPLayoutElement::upLayout);
}

void FrontierView::setChart(const FrontierChart &chart)
{
    m_chart = chart;
    m_selected = -1;
    setAccessibleDescription({});
    draw();
}

void FrontierView::select(int index)
{
    if (index == m_selected)
        return;
    m_selected = index >= 0 && index < static_cast<int>(m_chart.points.size()) ? index : -1;
    setAccessibleDescription(
        m_selected < 0 ? QString() : m_chart.points[static_cast<std::size_t>(m_selected)].text);
    draw();
}

QPointF FrontierView::position(int index) const
{
    assert(index >= 0 && index < static_cast<int>(m_chart.points.size()));
    const FrontierChart::Point &point = m_chart.points[static_cast<std::size_t>(index)];
    return {m_plot->xAxis->coordToPixel(point.memory), m_plot->yAxis->coordToPixel(point.speed)};
}

QSize FrontierView::sizeHint() const
{
    return {480, 240};
}

QSize FrontierView::minimumSizeHint() const
{
    return {280, 180};
}

void FrontierView::draw()
{
    const ChartTheme theme = chartTheme(palette(), font());
    m_plot->clearGraphs();
    m_plot->clearItems();
    m_plot->setBackground(theme.background);
    m_plot->setLocale(QLocale());
    // Room above for the name of the capacity line, right for half of it.
    const int line = fontMetrics().height();
    m_plot->axisRect()->setMinimumMargins(QMargins(0, line + 8, line, 0));
    dressLinear(*m_plot->xAxis, theme, m_chart.memoryLabel, memoryRange(m_chart));
    dressLinear(*m_plot->yAxis, theme, m_chart.speedLabel, speedRange(m_chart));
    dressLegend(*m_plot, theme);
    m_plot->legend->setBorderPen(QPen(theme.grid));
    m_plot->legend->setRowSpacing(1);
    addCapacity(*m_plot, m_chart, theme);
    for (const bool isBest : {false, true}) {
        for (const Fit fit : {Fit::Fits, Fit::AtRisk, Fit::DoesNotFit}) {
            for (const bool isWhole : {true, false})
                addMarks(*m_plot, m_chart, {fit, isWhole, isBest}, theme);
        }
    }
    if (m_selected >= 0)
        addRing(*m_plot, m_chart.points[static_cast<std::size_t>(m_selected)], theme, hasFocus());
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

QImage FrontierView::image(double scale) const
{
    return m_plot->toPixmap(width(), height(), scale).toImage();
}

void FrontierView::choose(int index)
{
    if (index < 0 || index == m_selected)
        return;
    select(index);
    emit selectionChanged(index);
}

/// -1 where none is near.
int FrontierView::nearest(QPointF position) const
{
    int best = -1;
    double least = Reach;
    for (std::size_t i = 0; i < m_chart.points.size(); ++i) {
        const QPointF away = this->position(static_cast<int>(i)) - position;
        const double distance = std::hypot(away.x(), away.y());
        if (distance < least) {
            least = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

void FrontierView::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        draw();
    QWidget::changeEvent(event);
}

bool FrontierView::event(QEvent *event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        draw();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const int index = nearest(help->pos());
    if (index < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(
            help->globalPos(), m_chart.points[static_cast<std::size_t>(index)].text, this);
    return true;
}

/// Along the memory axis.
void FrontierView::keyPressEvent(QKeyEvent *event)
{
    const ChartKey *key = chartKey(event->key());
    if (!key || key->act != ChartKey::Act::Step || m_chart.points.empty())
        return QWidget::keyPressEvent(event);
    std::vector<int> order(m_chart.points.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = static_cast<int>(i);
    std::stable_sort(order.begin(), order.end(), [this](int a, int b) {
        return m_chart.points[static_cast<std::size_t>(a)].memory
            < m_chart.points[static_cast<std::size_t>(b)].memory;
    });
    const auto now = std::find(order.begin(), order.end(), m_selected);
    if (now == order.end())
        return choose(order.front());
    const bool isNext = key->columns + key->rows > 0;
    if (isNext && now + 1 != order.end())
        choose(*(now + 1));
    else if (!isNext && now != order.begin())
        choose(*(now - 1));
}

void FrontierView::mousePressEvent(QMouseEvent *event)
{
    choose(nearest(event->position()));
    event->accept();
}

void FrontierView::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    m_plot->setGeometry(rect());
}

} // namespace shardscope
