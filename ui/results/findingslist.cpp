// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/findingslist.h"

#include "core/explore/advice/advicetexts.h"
#include "core/judge/findingtext.h"
#include "core/judge/runverdict.h"
#include "ui/advisor.h"
#include "ui/compare/inputtext.h"
#include "ui/panels/inputs.h"
#include "ui/results/applybutton.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QHBoxLayout>
#include <QLabel>
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
QString repairText(const Move &repair)
{
    QStringList changes;
    for (const auto &[key, value] : repair.settings) {
        const QString label = inputLabel(key);
        // A whole document is no text for a tool tip.
        changes += key == "model.config"
            ? label
            : FindingsList::tr("%1: %2", "input, new value").arg(label, toText(value));
    }
    return changes.join(QStringLiteral(", "));
}

bool isShort(const Advice &advice)
{
    return advice.memory.verdict.fit != Fit::Fits;
}

/// Null where there is none.
const WeighedMove *fixIn(const Advice &advice)
{
    if (!isShort(advice))
        return speedUp(advice.giveBacks);
    return advice.fixes.shown.empty() ? nullptr : &advice.fixes.shown.front();
}

} // namespace

FindingsList::FindingsList(Session &session, Advisor &advisor, QWidget *parent)
    : QListWidget(parent)
    , m_session(session)
    , m_advisor(advisor)
{
    setAccessibleName(tr("Findings"));
    setAccessibleDescription(tr("What to know about this plan, most serious first"));
    setFrameShape(QFrame::NoFrame);
    setWordWrap(true);
    setSelectionMode(QAbstractItemView::NoSelection);
    connect(&session, &Session::planChanged, this, &FindingsList::refresh);
    connect(&advisor, &Advisor::adviceChanged, this, &FindingsList::offerFix);
    refresh();
}

void FindingsList::refresh()
{
    clear();
    m_advised = {};
    const Plan *plan = m_session.plan();
    if (!plan)
        return;
    std::vector<Finding> findings = plan->findings;
    std::stable_sort(findings.begin(), findings.end(),
        [](const Finding &a, const Finding &b) { return a.severity > b.severity; });
    const bool isShort = plan->memory.verdict.fit != Fit::Fits;
    const Finding *bound = speedBound(*plan);
    for (const Finding &finding : findings) {
        const QString text = tr("%1: %2", "severity, sentence")
                                 .arg(displayName(finding.severity),
                                     translated(phraseOf(finding, *plan), &m_session.catalog()));
        auto *item = new QListWidgetItem(style()->standardIcon(iconOf(finding.severity)), text);
        addItem(item);
        if (isShort ? isShortage(finding.id) : bound && finding.id == bound->id)
            m_advised = addRow(*item);
        else if (!finding.repair.isEmpty())
            offerRepair(*addRow(*item).button, finding.repair);
    }
    offerFix();
    if (findings.empty())
        addItem(tr("Nothing to note."));
}

/// Sentence and button side by side: an item's own text would run below the button.
FindingsList::Row FindingsList::addRow(QListWidgetItem &item)
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
    auto *button = new ApplyButton(row);
    layout->addWidget(button, 0, Qt::AlignTop);
    const QString text = item.text();
    item.setData(Qt::AccessibleTextRole, text);
    item.setText({});
    item.setIcon({});
    setItemWidget(&item, row);
    fitRows();
    return {text, sentence, button};
}

void FindingsList::offerRepair(ApplyButton &button, const Move &repair)
{
    const QString change = repairText(repair);
    button.setChange(
        change, inputChanges(m_session.scenario(), repair.settings, m_session.catalog()));
    // Queued: the button goes away with the plan that it belongs to.
    connect(
        &button, &QPushButton::clicked, this,
        [this, repair, change] {
            const Result<Scenario> next = applied(m_session.scenario(), repair.settings);
            if (!next)
                return;
            m_session.editAtOnce(change, QStringLiteral("repair"), *next);
        },
        Qt::QueuedConnection);
}

/// The first of the list of moves, in its words.
void FindingsList::offerFix()
{
    ApplyButton *button = m_advised.button;
    if (!button)
        return;
    disconnect(button, &QPushButton::clicked, this, nullptr);
    const Advice *advice = m_advisor.advice();
    const WeighedMove *found = advice ? fixIn(*advice) : nullptr;
    if (!found) {
        const QString why = !advice ? tr("There is no advice on this scenario yet.")
            : isShort(*advice)      ? translated(noFixText)
                                    : tr("No change that fits makes it faster.");
        button->setUnavailable(why);
        return sayFix(why);
    }
    const WeighedMove &fix = *found;
    const QString title
        = capitalised(translated(titleOf(fix, advice->scenario), &m_session.catalog()));
    button->setChange(title, inputChanges(advice->scenario, fix.move.settings, m_session.catalog()),
        translated(costsOf(fix, advice->scenario)));
    sayFix(title);
    connect(
        button, &QPushButton::clicked, this,
        [this, move = fix.move, title] { m_advisor.apply(move, title); }, Qt::QueuedConnection);
}

void FindingsList::sayFix(const QString &what)
{
    m_advised.sentence->setText(m_advised.text + QLatin1Char('\n') + what);
    fitRows();
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
