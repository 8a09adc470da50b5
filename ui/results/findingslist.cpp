// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/findingslist.h"

#include "ui/session.h"
#include "ui/text/messages.h"

#include <QStyle>

#include <algorithm>

namespace shardscope {

namespace {

QStyle::StandardPixmap iconOf(Severity severity)
{
    switch (severity) {
    case Severity::Information:
        return QStyle::SP_MessageBoxInformation;
    case Severity::Warning:
        return QStyle::SP_MessageBoxWarning;
    case Severity::Critical:
        return QStyle::SP_MessageBoxCritical;
    }
    return QStyle::SP_MessageBoxInformation;
}

} // namespace

FindingsList::FindingsList(Session &session, QWidget *parent)
    : QListWidget(parent)
    , m_session(session)
{
    setAccessibleName(tr("Findings"));
    setAccessibleDescription(tr("What to know about this plan, most serious first"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    connect(&session, &Session::planChanged, this, &FindingsList::refresh);
    refresh();
}

void FindingsList::refresh()
{
    clear();
    const Plan *plan = m_session.plan();
    if (!plan)
        return;
    std::vector<Finding> findings = plan->findings;
    std::stable_sort(findings.begin(), findings.end(),
        [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    for (const Finding &finding : findings) {
        const QString text = tr("%1: %2", "severity, sentence")
                                 .arg(severityName(finding.severity), findingText(finding, *plan));
        addItem(new QListWidgetItem(style()->standardIcon(iconOf(finding.severity)), text));
    }
    if (findings.empty())
        addItem(tr("Nothing to note."));
}

} // namespace shardscope
