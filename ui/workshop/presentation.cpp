// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/presentation.h"

#include "core/lesson/livevalue.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace shardscope {

namespace {

const LessonStep nothing;

bool isRight(const Question &question, const RoomAnswer &answer, const std::optional<Amount> &truth)
{
    if (answer.choice)
        return question.choices[*answer.choice].isRight;
    if (answer.hands.sum() > 0)
        return answer.hands.rightShare(question) > 0.5;
    return answer.guess && truth && outcomeOf(question, *answer.guess, truth->value).isRight;
}

} // namespace

Presentation::Presentation(Lesson lesson, const Catalog &catalog, QObject *parent)
    : QObject(parent)
    , m_lesson(std::move(lesson))
    , m_session(catalog)
    , m_answers(std::max<std::size_t>(1, m_lesson.steps.size()))
{
    load();
}

void Presentation::setLesson(Lesson lesson)
{
    m_lesson = std::move(lesson);
    m_answers.assign(std::max<std::size_t>(1, count()), {});
    m_place = std::min(m_place, m_answers.size() - 1);
    load();
    emit lessonChanged();
}

const LessonStep &Presentation::step() const
{
    return m_lesson.steps.empty() ? nothing : m_lesson.steps[m_place];
}

/// Loading forgets what was undone and redone at the step before.
void Presentation::load()
{
    m_problem.reset();
    ScenarioDocument document{.scenario = m_lesson.scenario};
    if (!m_lesson.steps.empty()) {
        Result<Scenario> scenario = scenarioOf(m_lesson, m_place);
        if (scenario)
            document.scenario = *std::move(scenario);
        else
            m_problem = scenario.error();
    }
    // Nothing was tried out: simulating the allocator again would tell nothing new.
    const bool isThere = m_session.plan() && m_session.scenario() == document.scenario
        && m_session.undoStack()->count() == 0;
    if (!isThere)
        m_session.load(document);
    m_session.settle();
    if (!m_problem && m_session.problem())
        m_problem = m_session.problem();
}

bool Presentation::isAsking() const
{
    return step().question && !m_problem && !answer().isRevealed;
}

PlanMaker Presentation::maker() const
{
    return [this](const Scenario &scenario) { return m_session.playedPlans().planOf(scenario); };
}

/// Of the step as it was written, whatever has been tried out since.
std::optional<Amount> Presentation::truth() const
{
    if (!step().question || step().question->kind == QuestionKind::Choice)
        return std::nullopt;
    const Result<Scenario> scenario = scenarioOf(m_lesson, m_place);
    if (!scenario)
        return std::nullopt;
    const Result<Amount> truth = truthOf(*step().question, *scenario, maker());
    return truth ? std::optional(*truth) : std::nullopt;
}

std::optional<GuessOutcome> Presentation::outcome() const
{
    const std::optional<Amount> right = truth();
    if (!answer().isRevealed || !answer().guess || !right)
        return std::nullopt;
    return outcomeOf(*step().question, *answer().guess, right->value);
}

LessonScore Presentation::score() const
{
    LessonScore score;
    for (std::size_t i = 0; i < count(); ++i) {
        const std::optional<Question> &question = m_lesson.steps[i].question;
        if (!question)
            continue;
        ++score.asked;
        const RoomAnswer &given = m_answers[i];
        if (!given.isRevealed || !given.isGiven())
            continue;
        ++score.answered;
        std::optional<Amount> truth;
        if (const Result<Scenario> scenario = scenarioOf(m_lesson, i); given.guess && scenario) {
            if (const Result<Amount> value = truthOf(*question, *scenario, maker()))
                truth = *value;
        }
        score.right += isRight(*question, given, truth) ? 1 : 0;
    }
    return score;
}

void Presentation::guess(double value)
{
    if (!isAsking() || answer().guess == value)
        return;
    m_answers[m_place].guess = value;
    emit answerChanged();
}

void Presentation::choose(std::size_t choice)
{
    assert(step().question && choice < step().question->choices.size());
    if (!isAsking() || answer().choice == choice)
        return;
    m_answers[m_place].choice = choice;
    emit answerChanged();
}

void Presentation::raiseHands(std::size_t choice, int hands)
{
    assert(step().question && choice < step().question->choices.size());
    std::vector<int> &all = m_answers[m_place].hands.hands;
    all.resize(step().question->choices.size());
    if (!isAsking() || std::exchange(all[choice], hands) == hands)
        return;
    emit answerChanged();
}

void Presentation::reveal()
{
    if (!isAsking())
        return;
    m_answers[m_place].isRevealed = true;
    emit revealed();
}

bool Presentation::advance()
{
    if (isAsking()) {
        reveal();
        return true;
    }
    if (m_place + 1 >= count())
        return false;
    goTo(m_place + 1);
    return true;
}

void Presentation::goBack()
{
    if (m_place > 0)
        goTo(m_place - 1);
}

void Presentation::goTo(std::size_t place)
{
    if (place >= count())
        return;
    m_place = place;
    load();
    emit stepChanged();
}

void Presentation::reset()
{
    m_answers[m_place] = {};
    load();
    emit stepChanged();
}

} // namespace shardscope
