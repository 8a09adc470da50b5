// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advisor.h"

#include "ui/session.h"

#include <utility>

namespace shardscope {

namespace {

/// While a slider is dragged there is no use in advice.
constexpr int adviceDelayMilliseconds = 40;

} // namespace

struct Advisor::Advising : Cancellation
{
    Advising(Scenario of, const Catalog &known, Evaluator &with)
        : scenario(std::move(of))
        , catalog(known)
        , evaluator(with)
    { }

    void work()
    {
        if (Result<Advice> found
            = adviceFor(scenario, catalog, evaluator, [this] { return !isCancelled(); }))
            advice = *std::move(found);
    }

    Scenario scenario;
    const Catalog &catalog;
    Evaluator &evaluator;
    std::optional<Advice> advice{}; ///< nothing where there is no plan
};

Advisor::Advisor(Session &session, QObject *parent)
    : QObject(parent)
    , m_session(session)
    , m_evaluator(session.catalog())
    , m_job([this](Advising &advising) { take(advising); })
{
    m_delay.setSingleShot(true);
    m_delay.setInterval(adviceDelayMilliseconds);
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

Advisor::~Advisor() = default;

/// On the plan that stays.
void Advisor::startSoon()
{
    if (m_session.isSettled())
        m_delay.start();
}

void Advisor::forget()
{
    m_delay.stop();
    m_job.cancel();
    if (!m_advice)
        return;
    m_advice.reset();
    emit adviceChanged();
}

void Advisor::start()
{
    if (!m_session.plan() || m_session.problem())
        return;
    m_job.start(std::make_shared<Advising>(m_session.scenario(), m_session.catalog(), m_evaluator));
}

void Advisor::take(Advising &advising)
{
    m_advice = std::move(advising.advice);
    if (!m_advice)
        return;
    m_session.playedPlans().learn(m_advice->played);
    emit adviceChanged();
}

void Advisor::apply(const Move &move, const QString &label)
{
    if (!m_advice || m_advice->scenario != m_session.scenario())
        return;
    const Result<Scenario> next = applied(m_session.scenario(), move.settings);
    if (!next)
        return;
    m_session.editAtOnce(label, QStringLiteral("advice"), *next);
}

void Advisor::waitForAdvice()
{
    if (m_advice)
        return;
    m_delay.stop();
    if (!m_job.isRunning())
        start();
    m_job.finish();
}

} // namespace shardscope
