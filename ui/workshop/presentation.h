// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/guess.h"
#include "core/lesson/lesson.h"
#include "core/planner/reserving.h"
#include "ui/session.h"
#include "ui/workshop/lessonwords.h"

#include <QObject>

#include <optional>
#include <vector>

namespace shardscope {

/// What a room has answered at a step, and whether it has been told.
struct RoomAnswer
{
    std::optional<double> guess{}; ///< in the base unit of the question's value
    std::optional<std::size_t> choice{};
    ShowOfHands hands{}; ///< of a question with choices
    bool isRevealed = false;

    bool isGiven() const { return guess || choice || hands.sum() > 0; }
};

/// How many of the questions that were answered and revealed were right.
struct LessonScore
{
    int right = 0;
    int answered = 0;
    int asked = 0; ///< in the whole lesson
};

/// A lesson as it is gone through: where it stands, what was answered, and the scenario of the step
/// in a session of its own, so that whatever is tried out touches no document. Nothing of it is
/// stored.
class Presentation : public QObject
{
    Q_OBJECT

public:
    /// A lesson without steps shows nothing.
    Presentation(Lesson lesson, const Catalog &catalog, QObject *parent = nullptr);

    const Lesson &lesson() const { return m_lesson; }
    /// The words of the lesson as its author changes them; the step stays where there still is one.
    void setLesson(Lesson lesson);
    std::size_t place() const { return m_place; }
    std::size_t count() const { return m_lesson.steps.size(); }
    const LessonStep &step() const;
    Session &session() { return m_session; }
    const Session &session() const { return m_session; }
    /// Why the step cannot be shown.
    const std::optional<Error> &problem() const { return m_problem; }

    const RoomAnswer &answer() const { return m_answers[m_place]; }
    /// Asks, and has not said what is right.
    bool isAsking() const;
    /// Inputs stay locked until somebody has guessed.
    bool isLocked() const { return isAsking() && !answer().isGiven(); }
    /// What is true of the question of this step; nothing where it cannot be worked out.
    std::optional<Amount> truth() const;
    /// Nothing before it was revealed, and where nobody has guessed.
    std::optional<GuessOutcome> outcome() const;
    LessonScore score() const;
    PlanMaker maker() const;
    /// Of the scenario as it stands, whatever has been tried out.
    LiveSource liveSource() const { return {m_session.scenario(), m_session.catalog(), maker()}; }

    void guess(double value);
    void choose(std::size_t choice);
    void raiseHands(std::size_t choice, int hands);
    void reveal();

    /// Reveals what was asked, else goes to the next step. False at the end.
    bool advance();
    void goBack();
    void goTo(std::size_t place);
    /// The scenario of the step as it was, and the question anew.
    void reset();

signals:
    void stepChanged(); ///< another one, or the same begun anew
    void lessonChanged(); ///< as setLesson
    void answerChanged();
    void revealed();

private:
    void load();

    Lesson m_lesson;
    Session m_session;
    std::size_t m_place = 0;
    std::vector<RoomAnswer> m_answers; ///< one per step
    std::optional<Error> m_problem;
};

} // namespace shardscope
