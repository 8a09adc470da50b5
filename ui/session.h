// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/document/document.h"
#include "core/plan/plan.h"
#include "ui/compare/pins.h"
#include "ui/playedplans.h"

#include <QObject>
#include <QUndoStack>

#include <optional>

namespace shardscope {

struct SourcedScenario;

/// The single source of truth: the scenario, its plan, and the way back.
/// Widgets never talk to each other: they ask the session to edit, and the session tells everyone.
class Session : public QObject
{
    Q_OBJECT

public:
    explicit Session(Catalog catalog, QObject *parent = nullptr);
    /// The measured runs are still being read: there is no plan until they come.
    struct AwaitsRuns
    { };
    Session(Catalog withoutRuns, AwaitsRuns);
    void takeRuns(MeasuredRuns runs); ///< and makes the first plan

    const Catalog &catalog() const { return m_catalog; }
    const Scenario &scenario() const { return m_document.scenario; }
    /// Where its inputs come from; undone and redone with it.
    const Origins &origins() const { return m_document.origins; }
    /// All that is saved.
    ScenarioDocument document() const;
    /// Whether there is something to save: an edit, another pin, another sweep.
    bool isModified() const;
    void setSaved(); ///< the document has been saved as it is

    /// What the sweep goes through; nothing where nobody has chosen.
    const std::optional<SweepChoice> &sweepChoice() const { return m_document.sweep; }
    void setSweepChoice(const SweepChoice &choice);

    /// The newest plan that could be made. Null before the first.
    const Plan *plan() const { return m_plan ? &*m_plan : nullptr; }
    /// Why the present scenario has no plan; the plan shown is then an older one.
    const std::optional<Error> &problem() const { return m_problem; }
    /// Whether the plan is as exact as it gets: what torch's allocator reserves is estimated until
    /// nothing has changed for a moment, and then played. `planChanged` says when.
    bool isSettled() const;
    /// Settles now; what leaves the window does not wait.
    void settle();
    /// Plans beside the present one.
    const PlayedPlans &playedPlans() const { return m_played; }
    PlayedPlans &playedPlans() { return m_played; }

    QUndoStack *undoStack() { return &m_undoStack; }

    /// The scenarios to compare with.
    Pins &pins() { return m_pins; }
    const Pins &pins() const { return m_pins; }

    /// Asks for a change. One undo step for each gesture: edits that follow each other with the
    /// same `gesture` become one step, until `endGesture`. An equal scenario is no edit.
    void edit(const QString &label, const QString &gesture, const Scenario &next);
    /// The same as a step of its own, whatever came before it and comes after.
    void editAtOnce(const QString &label, const QString &gesture, const Scenario &next);
    /// What was read from files, as a step of its own.
    void takeIn(const QString &label, const Scenario &next, const Origins &origins);
    /// Slider released, box left, focus gone: the next edit is a step of its own.
    void endGesture();

    /// Replaces everything (open, new): forgets the undo history, counts as saved.
    void load(const ScenarioDocument &document);

    /// Evaluates now when an evaluation is due; tests and exports need not wait for the event loop.
    void evaluateNow();
    /// Number of evaluations so far: many edits in one turn of the event loop are one evaluation.
    int evaluationCount() const { return m_evaluations; }

signals:
    void scenarioChanged(const shardscope::Scenario &scenario);
    void planChanged();
    void gestureEnded();
    /// What is saved with the scenario, and nothing to undo: pins and the sweep.
    void viewChanged();
    void loaded(); ///< everything is another now; the plan of it comes later

private:
    friend class EditScenario;
    void setScenario(const SourcedScenario &sourced);
    void takePlayed();

    Catalog m_catalog;
    Pins m_pins;
    PlayedPlans m_played;
    ScenarioDocument m_document; ///< but for the pins
    ScenarioDocument m_saved; ///< but for scenario and extras
    std::optional<Plan> m_plan;
    std::optional<Error> m_problem;
    QUndoStack m_undoStack;
    int m_gestureSerial = 0;
    int m_evaluations = 0;
    bool m_due = false;
};

} // namespace shardscope
