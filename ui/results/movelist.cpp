// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/movelist.h"

#include "core/explore/advice/advicetexts.h"
#include "ui/advisor.h"
#include "ui/compare/inputtext.h"
#include "ui/plainlabel.h"
#include "ui/results/applybutton.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace shardscope {

namespace {

constexpr int arrivalMilliseconds = 250;

QString titleWhere(bool fits)
{
    return fits ? MoveList::tr("Use the headroom") : MoveList::tr("Make it fit");
}

/// What the list does not say by itself.
QString noteOn(const Advice &advice)
{
    if (!advice.isPlanned)
        return MoveList::tr("Nothing is known to fit where the run is not planned. The findings "
                            "say what would be.");
    if (advice.memory.verdict.fit == Fit::Fits)
        return advice.giveBacks.empty() && advice.memory.fit() == Fit::Fits
            ? MoveList::tr("It fits, and no use of the headroom would make it faster.")
            : QString();
    if (advice.fixes.shown.empty())
        return translated(noFixText);
    return advice.fixes.fitting > 0
        ? QString()
        : MoveList::tr("Nothing makes it fit for sure. These come nearest:");
}

} // namespace

MoveList::MoveList(Session &session, Advisor &advisor, QWidget *parent)
    : QScrollArea(parent)
    , m_session(session)
    , m_advisor(advisor)
    , m_note(makePlainLabel(this))
    , m_layout(new QVBoxLayout)
{
    setAccessibleName(tr("Make it fit"));
    setAccessibleDescription(
        tr("Changes that make the run fit, the cheapest first, or, where it fits, that use the "
           "headroom, the largest gain first"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setBackgroundRole(QPalette::Base);
    auto *content = new QWidget(this);
    content->setLayout(m_layout);
    content->setBackgroundRole(QPalette::Base);
    m_layout->setContentsMargins(10, 8, 8, 8);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_note);
    m_layout->addStretch();
    setWidget(content);
    m_title = titleWhere(isFitting());
    m_fade.setSingleShot(true);
    m_fade.setInterval(arrivalMilliseconds);
    connect(&m_fade, &QTimer::timeout, this, &MoveList::clear);
    connect(&advisor, &Advisor::adviceChanged, this, &MoveList::refresh);
    connect(&session, &Session::planChanged, this, &MoveList::refresh);
    refresh();
}

void MoveList::refresh()
{
    const Advice *advice = m_advisor.advice();
    if (!advice) {
        if (!m_fade.isActive())
            m_fade.start();
        return;
    }
    m_fade.stop();
    const QString note = noteOn(*advice);
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    const bool fits = advice->memory.verdict.fit == Fit::Fits;
    showMoves(fits ? advice->giveBacks : advice->fixes.shown);
    m_title = titleWhere(advice->isPlanned && advice->memory.fit() == Fit::Fits);
    emit titleChanged();
}

/// What the verdict says, while there is no advice.
bool MoveList::isFitting() const
{
    const Plan *plan = m_session.plan();
    return plan && plan->memory.verdict.fit == Fit::Fits && plan->memory.host.missing() <= Bytes(0);
}

/// Advice on another scenario must not stand beside the verdict on this one.
void MoveList::clear()
{
    showMoves({});
    m_note->setText(m_session.problem() ? tr("There is advice when this can be worked out.")
                                        : tr("Working out what to change..."));
    m_note->show();
    m_title = titleWhere(isFitting());
    emit titleChanged();
}

void MoveList::showMoves(const std::vector<WeighedMove> &moves)
{
    // Nothing new keeps the focus where it is.
    if (moves == m_shown)
        return;
    m_shown = moves;
    const bool hadFocus = widget()->isAncestorOf(focusWidget());
    for (QWidget *row : std::exchange(m_rows, {})) {
        m_layout->removeWidget(row);
        row->hide();
        row->deleteLater(); // its button may be what was pressed
    }
    for (const WeighedMove &weighed : m_shown) {
        m_rows += makeRow(weighed);
        m_layout->insertWidget(m_layout->count() - 1, m_rows.last());
    }
    if (hadFocus && !m_rows.empty())
        m_rows.first()->findChild<QPushButton *>()->setFocus();
}

QWidget *MoveList::makeRow(const WeighedMove &weighed)
{
    const QString title
        = capitalised(translated(titleOf(weighed, m_session.scenario()), &m_session.catalog()));
    const QString costs = translated(costsOf(weighed, m_session.scenario()));
    auto *row = new QWidget(this);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    QLabel *label = makePlainLabel(row);
    label->setTextFormat(Qt::RichText);
    label->setText(
        QStringLiteral("<b>%1</b><br>%2").arg(title.toHtmlEscaped(), costs.toHtmlEscaped()));
    layout->addWidget(label, 1);
    auto *button = new ApplyButton(row);
    button->setChange(title,
        inputChanges(m_session.scenario(), weighed.move.settings, m_session.catalog()), costs);
    layout->addWidget(button, 0, Qt::AlignTop);
    connect(button, &QPushButton::clicked, this,
        [this, move = weighed.move, title] { m_advisor.apply(move, title); });
    return row;
}

} // namespace shardscope
