// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace.h"

#include "ui/advisor.h"
#include "ui/chartroom.h"
#include "ui/compare/comparemenu.h"
#include "ui/compare/peekkey.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/messagebar.h"
#include "ui/lazypage.h"
#include "ui/recommend/recommenddialog.h"
#include "ui/results/limitsbar.h"
#include "ui/results/pages.h"
#include "ui/results/runpage.h"
#include "ui/results/verdictbar.h"
#include "ui/session.h"
#include "ui/sweep/sweeppage.h"
#include "ui/text/exampletexts.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QEvent>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <type_traits>

namespace shardscope {

namespace {

enum Tab { MemoryTab, TrafficTab, TimelineTab, RunTab, TableTab, SweepTab };

/// Where a chart is shown.
struct Shown
{
    ChartKind chart;
    Tab tab;
    int view = 0; ///< of tabs that have some
};
constexpr std::array shownCharts{Shown{ChartKind::Memory, MemoryTab, MemoryPage::ByStrategy},
    Shown{ChartKind::MemoryByFramework, MemoryTab, MemoryPage::ByFramework},
    Shown{ChartKind::MemoryPerGpu, MemoryTab, MemoryPage::ByGpu},
    Shown{ChartKind::MemoryCompared, MemoryTab, MemoryPage::ByPin},
    Shown{ChartKind::HostMemory, MemoryTab, MemoryPage::ByStrategy},
    Shown{ChartKind::TrafficByLink, TrafficTab, TrafficPage::ByLink},
    Shown{ChartKind::Traffic, TrafficTab, TrafficPage::ByStrategy},
    Shown{ChartKind::TrafficOverGpus, TrafficTab, TrafficPage::ByGpuCount},
    Shown{ChartKind::Cluster, TrafficTab, TrafficPage::InCluster},
    Shown{ChartKind::TrafficCompared, TrafficTab, TrafficPage::ByPin},
    Shown{ChartKind::Timeline, TimelineTab, TimelinePage::ByEvent},
    Shown{ChartKind::Step, TimelineTab, TimelinePage::InSeconds},
    Shown{ChartKind::Pipeline, TimelineTab, TimelinePage::OfPipeline},
    Shown{ChartKind::Run, RunTab, RunPage::Spending}, Shown{ChartKind::Sweep, SweepTab}};

ChartKind chartOf(Tab tab, int view)
{
    const auto found = std::find_if(shownCharts.begin(), shownCharts.end(),
        [&](const Shown &shown) { return shown.tab == tab && shown.view == view; });
    return found == shownCharts.end() ? ChartKind::Memory : found->chart;
}

} // namespace

/// A page learns of the present selection when it comes.
template <class Page>
LazyPage<Page> *Workspace::addPage(Session &session, const QString &name)
{
    auto *tab = new LazyPage<Page>([&session] { return new Page(session); });
    tab->whenMade([this, tab] {
        Page &page = tab->page();
        connect(&page, &Page::partActivated, this, &Workspace::partActivated);
        if constexpr (std::is_base_of_v<ChartPage, Page>)
            connect(&page, &Page::barActivated, this, &Workspace::selectBar);
        if (!m_part.isEmpty())
            page.selectPart(m_part);
    });
    // Letters of their own would be those of inputs: there are Ctrl+1 and its neighbours.
    m_tabs->addTab(tab, withoutMnemonic(name));
    m_tabNames += name;
    m_selectors.push_back([tab](const QString &id) {
        if (Page *page = tab->pageIfMade())
            page->selectPart(id);
    });
    if constexpr (std::is_base_of_v<ChartPage, Page>)
        m_barSelectors.push_back([tab](const QString &id) {
            if (Page *page = tab->pageIfMade())
                page->selectBar(id);
        });
    return tab;
}

Workspace::Workspace(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_session(session)
    , m_advisor(new Advisor(session, this))
    , m_messages(new MessageBar(this))
    , m_about(new MessageBar(this))
    , m_verdict(new VerdictBar(session, *m_advisor, this))
    , m_limits(new LimitsBar(session, *m_advisor, this))
    , m_tabs(new QTabWidget(this)) // last: so goes the Tab key
{
    m_tabs->setDocumentMode(true);
    m_memory = addPage<MemoryPage>(session, tr("&Memory"));
    m_traffic = addPage<TrafficPage>(session, tr("&Traffic"));
    m_timeline = addPage<TimelinePage>(session, tr("T&imeline"));
    m_run = addPage<RunPage>(session, tr("&Run"));
    addPage<TablePage>(session, tr("Ta&ble"));
    m_sweep = addPage<SweepPage>(session, tr("S&weep"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_about);
    layout->addWidget(m_verdict);
    layout->addWidget(m_limits);
    connect(m_verdict, &VerdictBar::recommendationsRequested, this,
        [this, &session] { showRecommendations(session, window()); });
    connect(m_verdict, &VerdictBar::calibrationRequested, this,
        [this, &session] { showCalibration(session, window()); });
    layout->addWidget(m_tabs, 1);
    m_tabs->setCornerWidget(makePinButton(session));
    new PeekKey(session.pins(), *this);
    connect(this, &Workspace::partActivated, this, &Workspace::selectPart);
    connect(m_tabs, &QTabWidget::currentChanged, this, &Workspace::currentTabChanged);
    connect(&session, &Session::loaded, this, &Workspace::showAbout);
    connect(&session, &Session::scenarioChanged, this, [this](const Scenario &scenario) {
        if (scenario.model != m_aboutModel) // it is about another
            m_about->hide();
    });
    connect(m_about, &MessageBar::linkActivated, this, &Workspace::controlRequested);
    showAbout();
}

/// The keyboard begins at the tabs, not at the first button of the verdict.
void Workspace::showEvent(QShowEvent *event)
{
    if (!window()->focusWidget())
        m_tabs->setFocus();
    QWidget::showEvent(event);
}

bool Workspace::event(QEvent *event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest)
        shareLines();
    return QWidget::event(event);
}

/// Where there are few lines, they belong to the chart.
void Workspace::shareLines()
{
    constexpr int leastForLimits = 17;
    const bool isBrief = windowLines(*this) < comfortableLines;
    m_about->setBrief(isBrief);
    m_verdict->setBrief(isBrief);
    m_limits->setBrief(isBrief);
    const int taken = m_about->isHidden() ? 0 : m_about->height();
    m_limits->setVisible((height() - taken) / fontMetrics().height() >= leastForLimits);
}

/// Of every page as if it had one: so the window does not change with the tab.
int Workspace::chartHeight() const
{
    constexpr int linesOfTitle = 4;
    return m_tabs->currentWidget()->height() - linesOfTitle * fontMetrics().height();
}

void Workspace::showAbout()
{
    const ScenarioDocument document = m_session.document();
    if (document.about.empty())
        return m_about->hide();
    m_aboutModel = document.scenario.model;
    m_about->showText(exampleText(document.title, m_session.catalog()),
        exampleHtml(document.about, m_session.catalog()));
}

void Workspace::showOpened(const QString &name)
{
    const ScenarioDocument document = m_session.document();
    const QString unknown = unknownKeysText(document);
    if (document.about.empty() || !unknown.isEmpty()) // else that says what was opened
        m_messages->showNote(tr("Opened: %1").arg(name) + unknown);
    if (const std::optional<ChartKind> chart = fromName<ChartKind>(document.chart))
        showChart(*chart);
}

int Workspace::tabCount() const
{
    return m_tabs->count();
}

QString Workspace::tabName(int index) const
{
    return m_tabNames.value(index);
}

int Workspace::currentTab() const
{
    return m_tabs->currentIndex();
}

void Workspace::showTab(int index)
{
    m_tabs->setCurrentIndex(index);
}

void Workspace::showChart(ChartKind chart)
{
    for (const Shown &shown : shownCharts) {
        if (shown.chart != chart)
            continue;
        showTab(shown.tab);
        if (shown.tab == MemoryTab)
            m_memory->page().setView(shown.view);
        else if (shown.tab == TrafficTab)
            m_traffic->page().setView(shown.view);
        else if (shown.tab == TimelineTab)
            m_timeline->page().setView(shown.view);
        else if (shown.tab == RunTab)
            m_run->page().setView(shown.view);
    }
}

void Workspace::switchTimeline()
{
    const bool isByEvent = currentChart() == ChartKind::Timeline;
    showChart(isByEvent ? ChartKind::Step : ChartKind::Timeline);
}

void Workspace::showPhase(const QString &id)
{
    showTab(TimelineTab);
    m_timeline->page().showPhase(id);
}

void Workspace::selectPart(const QString &id)
{
    m_part = id;
    for (const auto &select : m_selectors)
        select(id);
}

void Workspace::selectBar(const QString &id)
{
    for (const auto &select : m_barSelectors)
        select(id);
}

std::optional<MeshAxis> Workspace::axis() const
{
    const TrafficPage *page = m_traffic->pageIfMade();
    return page ? page->axis() : std::nullopt;
}

std::shared_ptr<const SweepRun> Workspace::sweep() const
{
    const SweepPage *page = m_sweep->pageIfMade();
    return page ? page->runner().run() : nullptr;
}

ChartKind Workspace::currentChart() const
{
    const auto tab = static_cast<Tab>(currentTab());
    switch (tab) {
    case RunTab:
        if (m_run->page().view() == RunPage::Spending)
            return ChartKind::Run;
        break;
    case TrafficTab:
        return chartOf(tab, m_traffic->page().view());
    case TimelineTab:
        return chartOf(tab, m_timeline->page().view());
    case SweepTab:
        return chartOf(tab, 0);
    case MemoryTab:
    case TableTab:
        break;
    }
    return chartOf(MemoryTab, m_memory->page().view()); // tables go with it
}

} // namespace shardscope
