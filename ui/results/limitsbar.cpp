// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/limitsbar.h"

#include "core/explore/advice/advicetexts.h"
#include "ui/advisor.h"
#include "ui/session.h"
#include "ui/text/names.h"

#include <QResizeEvent>
#include <QTextDocument>

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr int fadeMilliseconds = 600;

QString nameAndValue(const Limit &limit)
{
    return LimitsBar::tr("%1: %2", "limit, value")
        .arg(displayName(limit.id), translated(valueOf(limit)));
}

/// Where the scenario is already there, there is nothing to click.
bool isThere(const Limit &limit, const Scenario &scenario)
{
    const Result<Scenario> next = applied(scenario, limit.move.settings);
    return next && *next == scenario;
}

/// Entries do not break: a number belongs to its name.
QString entry(const Limit &limit, const Scenario &scenario)
{
    const auto whole = [](const QString &text) {
        return text.toHtmlEscaped().replace(QLatin1Char(' '), QChar(QChar::Nbsp));
    };
    QString value = whole(translated(valueOf(limit)));
    if (!limit.isFound() || isThere(limit, scenario))
        value = QStringLiteral("<b>%1</b>").arg(value);
    else
        value = QStringLiteral("<a href=\"%1\">%2</a>").arg(toText(nameOf(limit.id)), value);
    return whole(displayName(limit.id)) + QChar(QChar::Nbsp) + value;
}

/// Lines may break behind a dot, not before it.
QString limitsText(const QStringList &entries)
{
    return LimitsBar::tr("Limits: %1", "list of limits")
        .arg(entries.join(QStringLiteral("&nbsp;&nbsp;· &nbsp;")));
}

const Limit *limitAt(const Advisor &advisor, const QString &link)
{
    const Advice *advice = advisor.advice();
    if (!advice)
        return nullptr;
    const auto found = std::find_if(advice->limits.begin(), advice->limits.end(),
        [&link](const Limit &limit) { return toText(nameOf(limit.id)) == link; });
    return found == advice->limits.end() ? nullptr : &*found;
}

} // namespace

LimitsBar::LimitsBar(Session &session, Advisor &advisor, QWidget *parent)
    : QLabel(parent)
    , m_session(session)
    , m_advisor(advisor)
{
    setAccessibleName(tr("Limits"));
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setWordWrap(true);
    indent();
    m_fade.setSingleShot(true);
    m_fade.setInterval(fadeMilliseconds);
    connect(&m_fade, &QTimer::timeout, this, &LimitsBar::clear);
    connect(&advisor, &Advisor::adviceChanged, this, &LimitsBar::refresh);
    connect(&session, &Session::planChanged, this, &LimitsBar::refresh);
    connect(this, &QLabel::linkActivated, this, &LimitsBar::follow);
    clear();
    refresh();
}

/// The links keep the colour with which they were set, and a text that is there is not set again.
void LimitsBar::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        const QString shown = text();
        setText({});
        setText(shown);
    }
    if (event->type() == QEvent::FontChange)
        indent();
}

/// Below the words of the verdict, beside its mark.
void LimitsBar::indent()
{
    setContentsMargins(18 + fontMetrics().height() * 3 / 2, 0, 12, 6);
}

void LimitsBar::refresh()
{
    const Advice *advice = m_advisor.advice();
    if (!advice) {
        if (!m_fade.isActive())
            m_fade.start();
        return;
    }
    m_fade.stop();
    m_entries.clear();
    QStringList words;
    for (const Limit &limit : advice->limits) {
        m_entries += entry(limit, advice->scenario);
        words += tr("%1: %2. %3", "limit, value, why it ends there")
                     .arg(displayName(limit.id), translated(valueOf(limit)),
                         translated(reasonFor(limit)));
    }
    if (!advice->isPlanned)
        setText(tr("There are no limits of what is not planned."));
    showEntries();
    setAccessibleDescription(words.join(QLatin1Char(' ')));
    setToolTip(words.join(QLatin1Char('\n')));
}

/// Limits of another scenario must not stand beside the verdict on this one, and none are to come
/// of what cannot be worked out.
void LimitsBar::clear()
{
    m_entries.clear();
    setText(m_session.problem() ? QString() : tr("Limits are being worked out."));
    setToolTip({});
}

void LimitsBar::setBrief(bool isBrief)
{
    if (std::exchange(m_isBrief, isBrief) != isBrief)
        showEntries();
}

void LimitsBar::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    if (m_isBrief && event->oldSize().width() != event->size().width())
        showEntries();
}

bool LimitsBar::fits(const QStringList &entries) const
{
    QTextDocument document;
    document.setDefaultFont(font());
    document.setHtml(limitsText(entries));
    const QMargins margins = contentsMargins();
    return document.idealWidth() <= width() - margins.left() - margins.right();
}

void LimitsBar::showEntries()
{
    if (m_entries.isEmpty())
        return;
    QStringList shown = m_entries;
    if (m_isBrief && !fits(shown)) {
        // Those that lead somewhere first.
        QStringList all = m_entries;
        std::stable_partition(all.begin(), all.end(),
            [](const QString &entry) { return entry.contains(QLatin1String("<a ")); });
        for (qsizetype count = all.size() - 1; count > 0 && !fits(shown); --count)
            shown = all.mid(0, count) << QStringLiteral("…");
    }
    const QString text = limitsText(shown);
    if (text != this->text())
        setText(text);
}

void LimitsBar::follow(const QString &link)
{
    const Limit *limit = limitAt(m_advisor, link);
    if (!limit)
        return;
    // Copied: the advice goes away with the scenario that it is on.
    const Limit there = *limit;
    m_advisor.apply(there.move, nameAndValue(there));
}

} // namespace shardscope
