// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/reasonspane.h"

#include "ui/results/explainview.h"
#include "ui/results/findingslist.h"
#include "ui/results/movelist.h"
#include "ui/session.h"

#include <QTabWidget>

namespace shardscope {

ReasonsPane::ReasonsPane(Session &session, Advisor &advisor, QWidget *parent)
    : QSplitter(parent)
    , m_explain(new ExplainView(session))
    , m_tabs(new QTabWidget)
{
    addWidget(m_explain);
    m_tabs->setDocumentMode(true);
    auto *moves = new MoveList(session, advisor);
    m_tabs->addTab(moves, moves->title());
    m_tabs->setTabToolTip(0, moves->accessibleDescription());
    connect(moves, &MoveList::titleChanged, m_tabs,
        [this, moves] { m_tabs->setTabText(0, moves->title()); });
    const int notes = m_tabs->addTab(new FindingsList(session, advisor), QString());
    addWidget(m_tabs);
    setStretchFactor(0, 1);
    setStretchFactor(1, 1);
    const auto count = [this, &session, notes] {
        const Plan *plan = session.plan();
        const std::size_t findings = plan ? plan->findings.size() : 0;
        m_tabs->setTabText(notes, tr("Findings (%1)", "number").arg(findings));
    };
    connect(&session, &Session::planChanged, m_tabs, count);
    count();
}

QWidget *ReasonsPane::consequences() const
{
    return m_tabs;
}

} // namespace shardscope
