// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace.h"

#include "ui/advisor.h"
#include "ui/compare/comparemenu.h"
#include "ui/compare/peekkey.h"
#include "ui/dialogs/calibrationdialog.h"
#include "ui/dialogs/messagebar.h"
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

template <class Page>
Page *Workspace::addPage(Page *page, const QString &name)
{
    m_tabs->addTab(page, name);
    m_selectors.push_back([page](const QString &id) { page->selectPart(id); });
    connect(page, &Page::partActivated, this, &Workspace::partActivated);
    return page;
}

Workspace::Workspace(Session &session, QWidget *parent)
    : QWidget(parent)
    , m_advisor(new Advisor(session, this))
    , m_messages(new MessageBar(this))
    , m_tabs(new QTabWidget(this))
{
    m_tabs->setDocumentMode(true);
    auto *memory = addPage(new MemoryPage(session), tr("&Memory"));
    m_traffic = addPage(new TrafficPage(session), tr("&Traffic"));
    m_timeline = addPage(new TimelinePage(session), tr("T&imeline"));
    addPage(new StepPage(session), tr("Ste&p"));
    addPage(new RunPage(session), tr("&Run"));
    addPage(new TablePage(session), tr("Ta&ble"));
    m_sweep = addPage(new SweepPage(session), tr("S&weep"));
    m_memoryChart = [memory] {
        switch (memory->view()) {
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
    };
    m_trafficChart = [this] {
        switch (m_traffic->view()) {
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
    };
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
    m_timeline->showPhase(id);
}

void Workspace::selectPart(const QString &id)
{
    for (const auto &select : m_selectors)
        select(id);
}

std::shared_ptr<const SweepRun> Workspace::sweep() const
{
    return m_sweep->runner().run();
}

ChartKind Workspace::currentChart() const
{
    switch (currentTab()) {
    case TrafficTab:
        return m_trafficChart();
    case TimelineTab:
        return ChartKind::Timeline;
    case StepTab:
        return ChartKind::Step;
    case SweepTab:
        return ChartKind::Sweep;
    default:
        return m_memoryChart();
    }
}

} // namespace shardscope
