// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/pages.h"

#include "ui/charts/chartview.h"
#include "ui/charts/frameworkchart.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/stepchart.h"
#include "ui/charts/tierchart.h"
#include "ui/charts/timelinechart.h"
#include "ui/charts/trafficchart.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QButtonGroup>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QRadioButton>
#include <QVBoxLayout>

namespace shardscope {

namespace {

QRadioButton *makeSwitch(const QString &text, const QString &description)
{
    auto *button = new QRadioButton(text);
    button->setAccessibleName(text);
    button->setAccessibleDescription(description);
    button->setToolTip(description);
    return button;
}

} // namespace

ChartPage::ChartPage(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_title(new QLabel(this))
    , m_note(new QLabel(this))
    , m_chart(new ChartView(this))
    , m_host(new ChartView(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setWordWrap(true); // beside the switches there may be little room
    auto *header = new QHBoxLayout;
    header->setContentsMargins(12, 6, 12, 4);
    header->addWidget(m_title, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(12, 0, 12, 4);
    layout->addWidget(m_note);
    m_host->setMinimumWidth(250);
    m_host->hide();
    auto *charts = new QHBoxLayout;
    charts->setSpacing(8);
    charts->addWidget(m_chart, 3);
    charts->addWidget(m_host, 1);
    layout->addLayout(charts, 1);
    connect(&session, &Session::planChanged, this, &ChartPage::refresh);
    for (const ChartView *chart : {m_chart, m_host})
        connect(chart, &ChartView::segmentActivated, this,
            [this](const QString &, const QString &part) { emit partActivated(part); });
}

void ChartPage::addHeaderWidget(QWidget *widget)
{
    static_cast<QHBoxLayout *>(layout()->itemAt(0)->layout())->addWidget(widget);
}

void ChartPage::showEvent(QShowEvent *event)
{
    refresh();
    QWidget::showEvent(event);
}

void ChartPage::refresh()
{
    m_chart->setStale(m_session.problem().has_value());
    const Plan *plan = m_session.plan();
    if (!plan || !isVisible())
        return;
    const ChartData shown = makeData(*plan);
    m_title->setText(shown.title);
    const QString note = makeNote(*plan);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_chart->setAccessibleName(shown.title);
    m_chart->setData(shown);
    const ChartData beside = makeHostData(*plan);
    m_host->setVisible(!beside.categories.empty());
    m_host->setStale(m_session.problem().has_value());
    m_host->setAccessibleName(beside.title);
    m_host->setData(beside);
}

void ChartPage::selectPart(const QString &id)
{
    const std::optional<ChartSegment> selection = m_chart->selection();
    const bool isSelected = selection && m_chart->data().series[selection->series].id == id;
    if (!isSelected) // what was clicked stays, in whichever bar it is
        m_chart->select(id);
}

MemoryPage::MemoryPage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
    , m_views(new QButtonGroup(this))
{
    m_views->addButton(
        makeSwitch(tr("Compare strategies"), tr("One bar for each way of sharding, side by side")),
        ByStrategy);
    m_views->addButton(makeSwitch(tr("Compare frameworks"),
                           tr("The same run as each framework would allocate it")),
        ByFramework);
    m_views->addButton(makeSwitch(tr("Per GPU"), tr("One bar for each GPU")), ByGpu);
    for (QAbstractButton *button : m_views->buttons())
        addHeaderWidget(button);
    m_views->button(ByStrategy)->setChecked(true);
    connect(m_views, &QButtonGroup::idClicked, this, &MemoryPage::refresh);
}

MemoryPage::View MemoryPage::view() const
{
    return static_cast<View>(m_views->checkedId());
}

void MemoryPage::setView(View view)
{
    m_views->button(view)->setChecked(true);
    refresh();
}

ChartData MemoryPage::makeData(const Plan &plan) const
{
    const Catalog &catalog = session().catalog();
    switch (view()) {
    case ByStrategy:
        return memoryByStrategy(plan, catalog);
    case ByFramework:
        return memoryByFramework(plan, catalog);
    case ByGpu:
        return memoryByGpu(plan, catalog);
    }
    return {};
}

ChartData MemoryPage::makeHostData(const Plan &plan) const
{
    return hostMemory(plan);
}

TrafficPage::TrafficPage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
    , m_views(new QButtonGroup(this))
    , m_algorithm(new QComboBox(this))
{
    m_views->addButton(
        makeSwitch(tr("By link"),
            tr("What goes over each kind of link, against what it can carry meanwhile")),
        ByLink);
    m_views->addButton(
        makeSwitch(tr("Compare strategies"), tr("One bar for each way of sharding, side by side")),
        ByStrategy);
    m_views->addButton(
        makeSwitch(tr("Number of GPUs"), tr("What each GPU sends with more and fewer GPUs")),
        ByGpuCount);
    for (const Algorithm algorithm : {Algorithm::Auto, Algorithm::Ring, Algorithm::Tree})
        m_algorithm->addItem(displayName(algorithm), static_cast<int>(algorithm));
    m_algorithm->setAccessibleName(tr("Algorithm"));
    for (QAbstractButton *button : m_views->buttons())
        addHeaderWidget(button);
    addHeaderWidget(m_algorithm);
    m_views->button(ByLink)->setChecked(true);
    connect(m_views, &QButtonGroup::idClicked, this, &TrafficPage::showView);
    connect(m_algorithm, &QComboBox::currentIndexChanged, this, &TrafficPage::refresh);
    connect(&session, &Session::planChanged, this, &TrafficPage::offerAlgorithm);
    offerAlgorithm();
    showView();
}

TrafficPage::View TrafficPage::view() const
{
    return static_cast<View>(m_views->checkedId());
}

void TrafficPage::setView(View view)
{
    m_views->button(view)->setChecked(true);
    showView();
}

void TrafficPage::setAlgorithm(Algorithm algorithm)
{
    m_algorithm->setCurrentIndex(m_algorithm->findData(static_cast<int>(algorithm)));
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

void TrafficPage::showView()
{
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
    }
    return {};
}

QString TrafficPage::makeNote(const Plan &plan) const
{
    return view() == ByLink ? trafficByTier(plan, session().catalog()).summary : QString();
}

StepPage::StepPage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
{ }

ChartData StepPage::makeData(const Plan &plan) const
{
    return stepInSeconds(plan, session().catalog());
}

QString StepPage::makeNote(const Plan &plan) const
{
    return stepSentence(plan);
}

TimelinePage::TimelinePage(Session &session, QWidget *parent)
    : ChartPage(session, parent)
{ }

ChartData TimelinePage::makeData(const Plan &plan) const
{
    return memoryOverStep(plan, session().catalog());
}

void TimelinePage::showPhase(const QString &id)
{
    const ChartData &shown = chart()->data();
    const int peak = peakOfPhase(shown, id);
    if (peak < 0)
        return;
    const std::optional<ChartSegment> &selection = chart()->selection();
    const std::size_t series = selection ? selection->series : 0;
    chart()->select(shown.series[series].id, shown.categories[static_cast<std::size_t>(peak)].id);
}

} // namespace shardscope
