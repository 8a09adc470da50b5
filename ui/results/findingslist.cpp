// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/findingslist.h"

#include "core/repairs.h"
#include "ui/panels/inputs.h"
#include "ui/session.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
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

/// What a repair changes: "Sequence length: 8192".
QString repairText(const Repair &repair)
{
    QStringList changes;
    for (const auto &[key, value] : repair) {
        const QString label = inputLabel(key);
        // A whole document is no text for a tool tip.
        changes += key == "model.config"
            ? label
            : FindingsList::tr("%1: %2", "input, new value").arg(label, toText(value));
    }
    return changes.join(QStringLiteral(", "));
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
        auto *item = new QListWidgetItem(style()->standardIcon(iconOf(finding.severity)), text);
        addItem(item);
        if (!finding.repair.empty())
            addRepair(finding, *item);
    }
    if (findings.empty())
        addItem(tr("Nothing to note."));
}

/// Sentence and button side by side: an item's own text would run below the button.
void FindingsList::addRepair(const Finding &finding, QListWidgetItem &item)
{
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(4, 2, 4, 2);
    auto *icon = new QLabel(row);
    icon->setPixmap(item.icon().pixmap(style()->pixelMetric(QStyle::PM_ListViewIconSize)));
    layout->addWidget(icon, 0, Qt::AlignTop);
    auto *sentence = new QLabel(item.text(), row);
    sentence->setTextFormat(Qt::PlainText);
    sentence->setWordWrap(true);
    layout->addWidget(sentence, 1);
    auto *button = new QPushButton(tr("Apply"), row);
    const QString change = repairText(finding.repair);
    button->setToolTip(change);
    button->setAccessibleName(tr("Apply: %1", "the change").arg(change));
    layout->addWidget(button, 0, Qt::AlignTop);
    item.setData(Qt::AccessibleTextRole, item.text());
    item.setText({});
    item.setIcon({});
    setItemWidget(&item, row);
    fitRows();
    // Queued: the button goes away with the plan that it belongs to.
    connect(
        button, &QPushButton::clicked, this,
        [this, repair = finding.repair, change] {
            const Result<Scenario> next = repaired(m_session.scenario(), repair);
            if (!next)
                return;
            m_session.endGesture();
            m_session.edit(change, QStringLiteral("repair"), *next);
            m_session.endGesture();
        },
        Qt::QueuedConnection);
}

void FindingsList::resizeEvent(QResizeEvent *event)
{
    QListWidget::resizeEvent(event);
    fitRows();
}

void FindingsList::fitRows()
{
    const int width = viewport()->width();
    for (int i = 0; i < count(); ++i) {
        if (const QWidget *row = itemWidget(item(i)))
            item(i)->setSizeHint({0, row->layout()->totalHeightForWidth(width)});
    }
}

} // namespace shardscope
