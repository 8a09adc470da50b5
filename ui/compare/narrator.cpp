// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/narrator.h"

#include "ui/compare/narrationtext.h"
#include "ui/session.h"

#include <QGuiApplication>

#include <chrono>

namespace shardscope {

Narrator::Narrator(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
{
    using namespace std::chrono_literals;
    m_pause.setSingleShot(true);
    m_pause.setInterval(700ms);
    connect(&m_pause, &QTimer::timeout, this, &Narrator::tell);
    connect(&session, &Session::planChanged, this, &Narrator::planChanged);
    connect(&session, &Session::gestureEnded, this, [this] {
        m_isDue = true;
        // After the evaluation, if one is due: it was asked for earlier.
        QTimer::singleShot(0, this, [this] {
            if (m_isDue)
                tell();
        });
    });
    connect(&session, &Session::loaded, this, &Narrator::startAnew);
    connect(&session.pins(), &Pins::told, this,
        [this](const QString &sentence) { say(sentence, sentence); });
    if (session.plan())
        m_before = *session.plan();
}

/// Another scenario is no edit of the one before.
void Narrator::startAnew()
{
    m_before.reset();
    say({}, {});
}

void Narrator::planChanged()
{
    const Plan *plan = m_session.plan();
    if (plan && (!m_before || plan->scenario == m_before->scenario))
        m_before = *plan;
    if (m_isDue)
        tell();
    else
        m_pause.start();
}

void Narrator::tell()
{
    if (QGuiApplication::mouseButtons() != Qt::NoButton && !m_isDue)
        return m_pause.start(); // somebody holds a slider
    const Plan *plan = m_session.plan();
    const bool isCurrent = plan && !m_session.problem() && plan->scenario == m_session.scenario();
    if (!isCurrent || !m_before || !m_session.isSettled())
        return; // a better plan is on its way
    m_isDue = false;
    m_pause.stop();
    if (plan->scenario == m_before->scenario)
        return;
    const Narration narration = narrate(*m_before, *plan, m_session.catalog());
    m_before = *plan;
    say(narrationClause(narration, *plan, m_session.catalog()),
        narrationSentence(narration, *plan, m_session.catalog()));
}

void Narrator::say(const QString &clause, const QString &sentence)
{
    m_clause = clause;
    m_sentence = sentence;
    emit told();
}

} // namespace shardscope
