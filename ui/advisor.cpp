// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor.h"

#include "ui/session.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

/// While a slider is dragged there is no use in advice.
constexpr int pauseMilliseconds = 40;

} // namespace

Advisor::Advisor(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_evaluator(session.catalog())
{
    m_pool.setMaxThreadCount(1);
    m_delay.setSingleShot(true);
    m_delay.setInterval(pauseMilliseconds);
    connect(&m_delay, &QTimer::timeout, this, &Advisor::start);
    connect(&session, &Session::scenarioChanged, this, &Advisor::forget);
    connect(&session, &Session::planChanged, this, [this] {
        forget();
        startSoon();
    });
    // A timer's turn comes when all that is there has been painted: only then the pause begins.
    auto *idle = new QTimer(this);
    idle->setSingleShot(true);
    connect(idle, &QTimer::timeout, this, [this, idle] {
        idle->deleteLater();
        if (!m_advice)
            startSoon();
    });
    idle->start(0);
}

Advisor::~Advisor()
{
    if (m_isWanted)
        *m_isWanted = false;
    m_pool.waitForDone();
}

/// On the plan that stays.
void Advisor::startSoon()
{
    if (m_session.isSettled())
        m_delay.start();
}

void Advisor::forget()
{
    m_delay.stop();
    ++m_serial;
    if (m_isWanted)
        *m_isWanted = false;
    if (!m_advice)
        return;
    m_advice.reset();
    emit adviceChanged();
}

void Advisor::start()
{
    if (!m_session.plan() || m_session.problem())
        return;
    m_isWanted = std::make_shared<std::atomic<bool>>(true);
    m_pool.start(
        [this, scenario = m_session.scenario(), isWanted = m_isWanted, serial = ++m_serial] {
            Result<Advice> advice = adviceFor(scenario, m_session.catalog(), m_evaluator,
                [&isWanted] { return isWanted->load(); });
            if (!advice || !*isWanted)
                return;
            QMetaObject::invokeMethod(
                this, [this, serial, found = *std::move(advice)] { take(serial, found); },
                Qt::QueuedConnection);
        });
}

void Advisor::take(int serial, const Advice &advice)
{
    if (serial != m_serial)
        return;
    m_advice = advice;
    emit adviceChanged();
}

void Advisor::apply(const Move &move, const QString &label)
{
    if (!m_advice || m_advice->scenario != m_session.scenario())
        return;
    const Result<Scenario> next = applied(m_session.scenario(), move.settings);
    if (!next)
        return;
    m_session.endGesture();
    m_session.edit(label, QStringLiteral("advice"), *next);
    m_session.endGesture();
}

void Advisor::waitForAdvice()
{
    if (m_advice)
        return;
    m_delay.stop();
    start();
    m_pool.waitForDone();
    QCoreApplication::sendPostedEvents(this);
}

} // namespace shardscope
