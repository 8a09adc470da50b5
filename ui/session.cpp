// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session.h"

#include "core/planner/reserving.h"
#include "ui/editscenario.h"

#include <QTimer>

#include <cassert>

namespace shardscope {

namespace {

/// Steps that can be undone: more than anybody goes back, and memory has an end.
constexpr int undoLimit = 500;

} // namespace

Session::Session(Catalog catalog, QObject *parent)
    : Session(std::move(catalog), AwaitsRuns())
{
    setParent(parent);
    evaluateNow();
}

Session::Session(Catalog withoutRuns, AwaitsRuns)
    : m_catalog(std::move(withoutRuns))
    , m_pins(m_catalog)
    , m_played(m_catalog)
{
    m_undoStack.setUndoLimit(undoLimit);
    connect(&m_played, &PlayedPlans::played, this, &Session::takePlayed);
    connect(&m_pins, &Pins::changed, this, &Session::viewChanged);
}

void Session::takeRuns(MeasuredRuns runs)
{
    assert(!m_plan && !m_problem); // a plan in another thread reads the catalogue
    m_catalog.runs = std::move(runs);
    evaluateNow();
}

void Session::edit(const QString &label, const QString &gesture, const Scenario &next)
{
    if (next == scenario())
        return;
    m_undoStack.push(new EditScenario(*this, label, {gesture, m_gestureSerial},
        {next, originsAfterEdit(origins(), scenario(), next)}));
}

void Session::takeIn(const QString &label, const Scenario &next, const Origins &origins)
{
    endGesture();
    if (next != scenario() || origins != this->origins())
        m_undoStack.push(
            new EditScenario(*this, label, {QString(), m_gestureSerial}, {next, origins}));
    endGesture();
}

void Session::editAtOnce(const QString &label, const QString &gesture, const Scenario &next)
{
    endGesture();
    edit(label, gesture, next);
    endGesture();
}

void Session::endGesture()
{
    ++m_gestureSerial;
    emit gestureEnded();
}

ScenarioDocument Session::document() const
{
    ScenarioDocument document = m_document;
    document.pins = m_pins.saved();
    return document;
}

bool Session::isModified() const
{
    return !m_undoStack.isClean() || m_pins.saved() != m_saved.pins
        || m_document.sweep != m_saved.sweep;
}

void Session::setSaved()
{
    endGesture();
    m_saved = document();
    m_undoStack.setClean();
}

void Session::setSweepChoice(const SweepChoice &choice)
{
    m_document.sweep = choice;
    emit viewChanged();
}

void Session::load(const ScenarioDocument &document)
{
    m_undoStack.clear();
    endGesture();
    m_document = document;
    emit loaded();
    // After it: which of them cannot be shown is told of the new document.
    m_pins.restore(std::exchange(m_document.pins, {}));
    m_saved = this->document();
    setScenario({document.scenario, document.origins});
}

void Session::setScenario(const SourcedScenario &sourced)
{
    m_document.scenario = sourced.scenario;
    m_document.origins = sourced.origins;
    m_played.giveUp();
    emit scenarioChanged(m_document.scenario);
    if (std::exchange(m_due, true))
        return;
    QTimer::singleShot(0, this, [this] {
        if (m_due)
            evaluateNow();
    });
}

void Session::evaluateNow()
{
    m_due = false;
    ++m_evaluations;
    Result<Plan> plan = m_played.planOf(scenario());
    if (plan) {
        m_plan = *std::move(plan);
        m_problem.reset();
    } else {
        m_problem = plan.error();
    }
    if (!m_problem && canBePlayed(scenario()) && !m_played.isFor(scenario()))
        m_played.play(scenario());
    emit planChanged();
}

bool Session::isSettled() const
{
    return m_problem || !m_plan || m_plan->memory.reservation || !canBePlayed(m_plan->scenario);
}

void Session::settle()
{
    if (m_due)
        evaluateNow();
    m_played.finish();
}

void Session::takePlayed()
{
    m_plan = m_played.newest();
    emit planChanged();
}

} // namespace shardscope
