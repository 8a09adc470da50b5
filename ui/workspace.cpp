// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace.h"

#include "ui/advisor.h"
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

#include <QTabWidget>
#include <QVBoxLayout>

namespace shardscope {

namespace {

enum Tab { MemoryTab, TrafficTab, TimelineTab, StepTab, RunTab, TableTab, SweepTab };

} // namespace

/// A page learns of the present selection when it comes.
template <class Page>
LazyPage<Page> *Workspace::addPage(Session &session, const QString &name)
{
    auto *tab = new LazyPage<Page>([&session] { return new Page(session); });
    tab->whenMade([this, tab] {
        Page &page = tab->page();
        connect(&page, &Page::partActivated, this, &Workspace::partActivated);
        if (!m_part.isEmpty())
            page.selectPart(m_part);
    });
    m_tabs->addTab(tab, name);
    m_selectors.push_back([tab](const QString &id) {
        if (Page *page = tab->pageIfMade())
            page->selectPart(id);
    });
    return tab;
}

Workspace::Workspace(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_advisor(new Advisor(session, this))
    , m_messages(new MessageBar(this))
    , m_tabs(new QTabWidget(this))
{
    m_tabs->setDocumentMode(true);
    m_memory = addPage<MemoryPage>(session, tr("&Memory"));
    m_traffic = addPage<TrafficPage>(session, tr("&Traffic"));
    m_timeline = addPage<TimelinePage>(session, tr("T&imeline"));
    addPage<StepPage>(session, tr("Ste&p"));
    addPage<RunPage>(session, tr("&Run"));
    addPage<TablePage>(session, tr("Ta&ble"));
    m_sweep = addPage<SweepPage>(session, tr("S&weep"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    auto *verdict = new VerdictBar(session);
    layout->addWidget(verdict);
    connect(verdict, &VerdictBar::recommendationsRequested, this,
        [this, &session] { showRecommendations(session, window()); });
    layout->addWidget(new LimitsBar(session, *m_advisor));
    connect(verdict, &VerdictBar::calibrationRequested, this,
        [this, &session] { showCalibration(session, window()); });
    layout->addWidget(m_tabs, 1);
    m_tabs->setCornerWidget(makePinButton(session));
    new PeekKey(session.pins(), *this);
    connect(this, &Workspace::partActivated, this, &Workspace::selectPart);
    connect(m_tabs, &QTabWidget::currentChanged, this, &Workspace::currentTabChanged);
}

int Workspace::tabCount() const
{
    return m_tabs->count();
}

QString Workspace::tabName(int index) const
{
    return m_tabs->tabText(index);
}

int Workspace::currentTab() const
{
    return m_tabs->currentIndex();
}

void Workspace::showTab(int index)
{
    m_tabs->setCurrentIndex(index);
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

std::shared_ptr<const SweepRun> Workspace::sweep() const
{
    const SweepPage *page = m_sweep->pageIfMade();
    return page ? page->runner().run() : nullptr;
}

ChartKind Workspace::memoryChart() const
{
    switch (m_memory->page().view()) {
    case MemoryPage::ByStrategy:
        return ChartKind::Memory;
    case MemoryPage::ByFramework:
        return ChartKind::MemoryByFramework;
    case MemoryPage::ByGpu:
        return ChartKind::MemoryPerGpu;
    case MemoryPage::ByPin:
        return ChartKind::MemoryCompared;
    }
    return ChartKind::Memory;
}

ChartKind Workspace::trafficChart() const
{
    switch (m_traffic->page().view()) {
    case TrafficPage::ByLink:
        return ChartKind::TrafficByLink;
    case TrafficPage::ByStrategy:
        return ChartKind::Traffic;
    case TrafficPage::ByGpuCount:
        return ChartKind::TrafficOverGpus;
    case TrafficPage::ByPin:
        return ChartKind::TrafficCompared;
    }
    return ChartKind::Traffic;
}

ChartKind Workspace::currentChart() const
{
    switch (currentTab()) {
    case TrafficTab:
        return trafficChart();
    case TimelineTab:
        return ChartKind::Timeline;
    case StepTab:
        return ChartKind::Step;
    case SweepTab:
        return ChartKind::Sweep;
    default:
        return memoryChart();
    }
}

} // namespace shardscope
