// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/pages.h"

#include "core/estimate/axisload.h"
#include "core/report/summary.h"
#include "ui/boldfont.h"
#include "ui/chartroom.h"
#include "ui/charts/chartview.h"
#include "ui/charts/clusterchart.h"
#include "ui/charts/drawingview.h"
#include "ui/charts/frameworkchart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/pipelinechart.h"
#include "ui/charts/stepchart.h"
#include "ui/charts/tierchart.h"
#include "ui/charts/timelinechart.h"
#include "ui/charts/trafficchart.h"
#include "ui/compare/comparedcharts.h"
#include "ui/compare/outlines.h"
#include "ui/compare/shown.h"
#include "ui/flowlayout.h"
#include "ui/plainlabel.h"
#include "ui/text/names.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <cassert>

namespace shardscope {

namespace {

constexpr int switchGap = 12;
constexpr int headerMargin = 12;
constexpr int leastLines = 7; ///< of a chart; before that the pane below gives way

} // namespace

ChartPage::ChartPage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_title(new QLabel(this))
    , m_switches(new FlowLayout(switchGap))
    , m_header(new QBoxLayout(QBoxLayout::LeftToRight))
    , m_views(new QButtonGroup(this))
    , m_note(makePlainLabel(this))
    , m_chart(new ChartView(this))
    , m_host(new ChartView(this))
    , m_drawing(new DrawingView(this))
{
    m_title->setFont(boldFont(font()));
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true);
    m_header->setContentsMargins(headerMargin, 6, headerMargin, 4);
    m_header->setSpacing(4);
    m_header->addWidget(m_title, 1);
    m_header->addLayout(m_switches);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(m_header);
    m_note->setContentsMargins(12, 0, 12, 4);
    layout->addWidget(m_note);
    m_chart->setMinimumHeight(leastLines * fontMetrics().height());
    m_host->setMinimumWidth(250);
    m_host->hide();
    m_drawing->setMinimumHeight(leastLines * fontMetrics().height());
    m_drawing->hide();
    auto *charts = new QHBoxLayout;
    charts->setSpacing(8);
    charts->addWidget(m_chart, 3);
    charts->addWidget(m_host, 1);
    charts->addWidget(m_drawing, 1);
    layout->addLayout(charts, 1);
    followShown(session, this, [this] { refresh(); });
    for (const ChartView *chart : {m_chart, m_host})
        connect(chart, &ChartView::segmentActivated, this,
            [this](const QString &bar, const QString &part) {
                emit barActivated(bar);
                emit partActivated(part);
            });
    connect(m_drawing, &DrawingView::placeActivated, this,
        [this](int place) { emit barActivated(m_drawing->drawing()->barOf(place)); });
}

void ChartPage::addHeaderWidget(QWidget *widget)
{
    m_switches->addWidget(widget);
    // Who tabs through the page meets what is above the chart before it.
    if (m_lastSwitch)
        setTabOrder(m_lastSwitch, widget);
    setTabOrder(widget, m_chart);
    setTabOrder(m_chart, m_host);
    setTabOrder(m_host, m_drawing);
    m_lastSwitch = widget;
}

QWidget *ChartPage::addView(const ViewText &text)
{
    auto *button = new QRadioButton(text.name);
    button->setAccessibleName(text.name);
    button->setAccessibleDescription(text.meaning);
    button->setToolTip(text.meaning);
    m_views->addButton(button, static_cast<int>(m_views->buttons().size()));
    addHeaderWidget(button);
    return button;
}

void ChartPage::addViews(const std::vector<ViewText> &views)
{
    assert(!views.empty());
    for (const ViewText &view : views)
        addView(view);
    m_views->button(0)->setChecked(true);
    connect(m_views, &QButtonGroup::idToggled, this, [this](int, bool isOn) {
        if (isOn)
            showView();
    });
}

void ChartPage::addPinsView(Session &session)
{
    const int pinsView = static_cast<int>(m_views->buttons().size());
    QWidget *pins = addView(
        {tr("Compare pins"), tr("The current configuration and the pinned ones, side by side")});
    const auto offerPins = [this, pins, pinsView, &session] {
        const bool hasPins = session.pins().count() > 0;
        pins->setVisible(hasPins);
        if (!hasPins && view() == pinsView)
            setView(0);
    };
    connect(&session.pins(), &Pins::changed, this, offerPins);
    offerPins();
}

void ChartPage::offerView(int view, bool hasContent)
{
    m_views->button(view)->setVisible(hasContent || view == this->view());
}

int ChartPage::view() const
{
    return m_views->checkedId();
}

void ChartPage::setView(int view)
{
    assert(m_views->button(view));
    m_views->button(view)->setChecked(true);
}

/// Beside the title; below it where there is no room for both in a line.
void ChartPage::placeSwitches()
{
    const int title = m_title->fontMetrics().horizontalAdvance(m_title->text());
    const int wanted = title + switchGap + m_switches->sizeHint().width() + 2 * headerMargin;
    const bool isBeside = m_switches->isEmpty() || wanted <= width();
    m_header->setDirection(isBeside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void ChartPage::showEvent(QShowEvent *event)
{
    refresh();
    QWidget::showEvent(event);
}

void ChartPage::refresh()
{
    for (ChartView *chart : {m_chart, m_host})
        chart->setStale(isShownStale(m_session));
    m_drawing->setStale(isShownStale(m_session));
    const Plan *plan = shownPlan(m_session);
    if (!plan || !isVisible())
        return;
    m_title->setText(showContent(*plan));
    placeSwitches();
    m_note->setText(makeNote(*plan));
    showNote();
}

/// Returns the title.
QString ChartPage::showContent(const Plan &plan)
{
    std::shared_ptr<const Drawing> drawing = makeDrawing(plan);
    const bool wasDrawing = !m_drawing->isHidden();
    m_drawing->setVisible(drawing != nullptr);
    if (drawing) {
        m_chart->hide();
        m_host->hide();
        return showDrawing(std::move(drawing));
    }
    if (wasDrawing)
        m_chart->show();
    return showChart(plan);
}

QString ChartPage::showDrawing(std::shared_ptr<const Drawing> drawing)
{
    QString title = drawing->title();
    if (m_session.pins().isPeeking())
        title = baselineTitle(title);
    m_drawing->setDrawing(std::move(drawing));
    return title;
}

QString ChartPage::baselineTitle(const QString &title) const
{
    return tr("Baseline, %1: %2", "name, title of a chart")
        .arg(compared().reference()->name, title);
}

QString ChartPage::showChart(const Plan &plan)
{
    ChartData shown = makeData(plan);
    if (m_session.pins().isPeeking())
        shown.title = baselineTitle(shown.title);
    else
        addOutlines(shown, compared());
    m_chart->setAccessibleName(shown.title);
    m_chart->setData(shown);
    const ChartData beside = makeHostData(plan);
    m_host->setVisible(!beside.categories.empty());
    m_host->setAccessibleName(beside.title);
    m_host->setData(beside);
    return shown.title;
}

/// Where there is little room, the title says it to those who ask.
void ChartPage::showNote()
{
    const int above = m_header->sizeHint().height() + m_note->heightForWidth(width());
    const bool hasRoom = height() - above >= leastChartShare * window()->height();
    m_note->setVisible(hasRoom && !m_note->text().isEmpty());
    m_title->setToolTip(hasRoom ? QString() : m_note->text());
}

bool ChartPage::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest) // a switch has come or gone
        placeSwitches();
    if (event->type() == QEvent::FontChange)
        m_chart->setMinimumHeight(leastLines * fontMetrics().height());
    return QWidget::event(event);
}

void ChartPage::resizeEvent(QResizeEvent *event)
{
    placeSwitches();
    showNote();
    QWidget::resizeEvent(event);
}

void ChartPage::selectPart(const QString &id)
{
    const std::optional<ChartSegment> selection = m_chart->selection();
    const bool isSelected = selection && m_chart->data().series[selection->series].id == id;
    if (!isSelected) // what was clicked stays, in whichever bar it is
        m_chart->select(id);
}

void ChartPage::selectBar(const QString &id)
{
    m_drawing->selectBar(id);
    const ChartData &shown = m_chart->data();
    const std::optional<ChartSegment> selection = m_chart->selection();
    const auto bar = std::find_if(shown.categories.begin(), shown.categories.end(),
        [&id](const ChartCategory &category) { return category.id == id; });
    if (bar == shown.categories.end() || shown.series.empty())
        return;
    const std::size_t series = selection ? selection->series : 0;
    m_chart->select(shown.series[series].id, id);
}

MemoryPage::MemoryPage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
{
    addViews({{tr("Compare strategies"), tr("One bar for each way of sharding, side by side")},
        {tr("Compare frameworks"),
            tr("This run under each framework, with the nearest sharding that it has")},
        {tr("Per GPU"), tr("One bar for each GPU")}});
    addPinsView(session);
}

/// Bars beside the present plan were played with it; none is where it is estimated.
PlanMaker MemoryPage::maker(const Plan &plan) const
{
    if (&plan != session().plan())
        return {};
    return [this](const Scenario &scenario) { return session().playedPlans().planOf(scenario); };
}

ChartData MemoryPage::makeData(const Plan &plan) const
{
    const Catalog &catalog = session().catalog();
    switch (view()) {
    case ByStrategy:
        return memoryByStrategy(plan, catalog, maker(plan));
    case ByFramework:
        return memoryByFramework(plan, catalog, maker(plan));
    case ByGpu:
        return memoryByGpu(plan, catalog);
    case ByPin:
        return memoryCompared(plan, catalog, compared());
    }
    return {};
}

void MemoryPage::addOutlines(ChartData &shown, const Compared &compared) const
{
    if (view() != ByPin) // there the baseline is a bar
        outlineMemory(shown, compared);
}

ChartData MemoryPage::makeHostData(const Plan &plan) const
{
    return hostMemory(plan);
}

TrafficPage::TrafficPage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
    , m_algorithm(new QComboBox(this))
    , m_axis(new QComboBox(this))
{
    addViews({{tr("By link"),
                  tr("What goes over each kind of link, against what it can carry meanwhile")},
        {tr("Compare strategies"), tr("One bar for each way of sharding, side by side")},
        {tr("Number of GPUs"), tr("What each GPU sends with more and fewer GPUs")},
        {tr("Cluster"), tr("Nodes and GPUs by the groups that send to each other")}});
    addPinsView(session);
    for (const Algorithm algorithm : {Algorithm::Auto, Algorithm::Ring, Algorithm::Tree})
        m_algorithm->addItem(displayName(algorithm), static_cast<int>(algorithm));
    m_algorithm->setAccessibleName(tr("Algorithm"));
    addHeaderWidget(m_algorithm);
    connect(m_algorithm, &QComboBox::currentIndexChanged, this, &TrafficPage::refresh);
    connect(&session, &Session::planChanged, this, &TrafficPage::offerAlgorithm);
    offerAlgorithm();
    m_axis->setAccessibleName(tr("Axis"));
    m_axis->setToolTip(tr("Whose groups have colours and numbers"));
    m_axis->setAccessibleDescription(m_axis->toolTip());
    addHeaderWidget(m_axis);
    connect(m_axis, &QComboBox::currentIndexChanged, this, &TrafficPage::refresh);
    connect(&session, &Session::planChanged, this, &TrafficPage::offerAxes);
    offerAxes();
    showView();
}

/// NCCL has trees for all-reduces alone; for gathers and scatters its PAT wants nodes of one GPU
/// (graph/tuning.cc).
void TrafficPage::offerAlgorithm()
{
    const Plan *plan = session().plan();
    const bool isOpen = !plan || plan->traffic.collectives.empty() || plan->traffic.hasAllReduce();
    m_algorithm->setEnabled(isOpen);
    m_algorithm->setToolTip(isOpen
            ? tr("How an all-reduce is done; other operations are always rings")
            : tr("Nothing here is an all-reduce: NCCL does gathers and scatters around rings"));
    m_algorithm->setAccessibleDescription(m_algorithm->toolTip());
}

/// Those that the run has; the one that was chosen stays, where it can.
void TrafficPage::offerAxes()
{
    const Plan *plan = session().plan();
    const std::vector<MeshAxis> axes = plan ? ranksOf(*plan).axes() : std::vector{MeshAxis::Data};
    QList<int> offered;
    for (int i = 0; i < m_axis->count(); ++i)
        offered += m_axis->itemData(i).toInt();
    QList<int> wanted;
    for (const MeshAxis axis : axes)
        wanted += static_cast<int>(axis);
    if (offered == wanted)
        return;
    const std::optional<MeshAxis> chosen = axis();
    const QSignalBlocker blocker(m_axis);
    m_axis->clear();
    for (const MeshAxis axis : axes)
        m_axis->addItem(displayName(axis), static_cast<int>(axis));
    if (chosen)
        setAxis(*chosen);
}

std::optional<MeshAxis> TrafficPage::axis() const
{
    if (m_axis->currentIndex() < 0)
        return std::nullopt;
    return static_cast<MeshAxis>(m_axis->currentData().toInt());
}

void TrafficPage::setAxis(MeshAxis axis)
{
    const int index = m_axis->findData(static_cast<int>(axis));
    m_axis->setCurrentIndex(std::max(0, index));
}

std::shared_ptr<const Drawing> TrafficPage::makeDrawing(const Plan &plan) const
{
    return view() == InCluster ? clusterChart(plan, session().catalog(), axis()) : nullptr;
}

void TrafficPage::showView()
{
    m_axis->setVisible(view() == InCluster);
    m_algorithm->setVisible(view() == ByGpuCount);
    refresh();
}

ChartData TrafficPage::makeData(const Plan &plan) const
{
    const Catalog &catalog = session().catalog();
    switch (view()) {
    case ByLink:
        return trafficByTier(plan, catalog);
    case ByStrategy:
        return trafficByStrategy(plan, catalog);
    case ByGpuCount:
        return trafficByGpuCount(
            plan, catalog, static_cast<Algorithm>(m_algorithm->currentData().toInt()));
    case InCluster:
        break; // no bars
    case ByPin:
        return trafficCompared(plan, catalog, compared());
    }
    return {};
}

void TrafficPage::addOutlines(ChartData &shown, const Compared &compared) const
{
    if (view() == ByLink)
        outlineTiers(shown, compared, session().catalog());
    else if (view() != ByPin)
        outlineTraffic(shown, compared);
}

QString TrafficPage::makeNote(const Plan &plan) const
{
    return view() == ByLink ? trafficByTier(plan, session().catalog()).summary : QString();
}

TimelinePage::TimelinePage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
{
    addViews({{tr("By event"), tr("Memory at every event of the step, each of the same width")},
        {tr("In seconds"),
            tr("Memory, computation and communication over the time that the step takes")},
        {tr("Pipeline"),
            tr("What each pipeline stage does over the time that the step takes, and the "
               "bubble")}});
    connect(&session, &Session::planChanged, this, &TimelinePage::offerPipeline);
    offerPipeline();
}

void TimelinePage::offerPipeline()
{
    const Plan *plan = session().plan();
    offerView(OfPipeline, plan && !plan->stages.empty());
}

void TimelinePage::showView()
{
    offerPipeline();
    refresh();
}

std::shared_ptr<const Drawing> TimelinePage::makeDrawing(const Plan &plan) const
{
    return view() == OfPipeline ? pipelineChart(plan) : nullptr;
}

ChartData TimelinePage::makeData(const Plan &plan) const
{
    const Catalog &catalog = session().catalog();
    return view() == InSeconds ? stepInSeconds(plan, catalog) : memoryOverStep(plan, catalog);
}

QString TimelinePage::makeNote(const Plan &plan) const
{
    switch (view()) {
    case InSeconds:
        return translated(stepSentence(plan));
    case OfPipeline:
        return plan.stages.empty() ? QString() : pipelineChart(plan)->summary();
    }
    return {};
}

void TimelinePage::showPhase(const QString &id)
{
    setView(ByEvent);
    const ChartData &shown = chart()->data();
    const int peak = peakOfPhase(shown, id);
    if (peak < 0)
        return;
    const std::optional<ChartSegment> &selection = chart()->selection();
    const std::size_t series = selection ? selection->series : 0;
    chart()->select(shown.series[series].id, shown.categories[static_cast<std::size_t>(peak)].id);
}

} // namespace shardscope
