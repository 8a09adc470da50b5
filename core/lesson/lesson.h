// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/names.h"
#include "core/base/result.h"
#include "core/scenario/move.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope {

/// Version of the lesson format that this program writes, and the newest that it reads.
inline constexpr int LessonSchema = 1;
inline constexpr std::size_t mostLessonSteps = 1000;

/// Words of a lesson in each language that its author wrote them in: "de", "zh_CN". In a file
/// either an object of languages or, in English alone, a string.
class LessonText
{
public:
    LessonText() = default;
    LessonText(std::string english);

    /// In that language; else in it without its country, in English, in the first that there is.
    const std::string &in(std::string_view language) const;
    void set(std::string_view language, std::string words); ///< empty words: no longer in it
    bool isEmpty() const { return m_words.empty(); }
    const std::vector<std::pair<std::string, std::string>> &words() const { return m_words; }
    bool operator==(const LessonText &) const = default;

private:
    std::vector<std::pair<std::string, std::string>> m_words; ///< language and words
};

/// What moves on a step, beside the bars, which always morph into those of the next.
enum class Motion {
    ZeroStages, ///< whose slice of the model states is whose, and the all-gather of a layer
    Ring, ///< the chunks of a ring all-reduce, one step after another
    TrainingStep, ///< one step over timeline and wire, in slow motion
    Checkpointing, ///< which activations are dropped, and computed again
    Pipeline ///< micro-batches that go through stages, and the bubble
};
template <>
inline constexpr std::array<std::string_view, 5> namesOf<Motion>{
    "zero-stages", "ring", "training-step", "checkpointing", "pipeline"};

enum class QuestionKind {
    Drag, ///< the top of the chosen bar
    Number, ///< typed, in the unit of the value
    Choice
};
template <>
inline constexpr std::array<std::string_view, 3> namesOf<QuestionKind>{"drag", "number", "choice"};

struct LessonChoice
{
    LessonText text{};
    bool isRight = false;
    Json extras{}; ///< the keys that this program does not know; or null

    bool operator==(const LessonChoice &) const = default;
};

/// Asked before a step shows what is true.
struct Question
{
    QuestionKind kind = QuestionKind::Choice;
    LessonText text{};
    std::string value{}; ///< a live value (livevalue.h) that is to be guessed; choices need none
    double tolerance
        = 0.1; ///< how far a guess may be off to count, as a share of what is true: 0..1
    std::vector<LessonChoice> choices{}; ///< of a Choice two or more, with a right one among them
    LessonText reveal{}; ///< why; shown with the answer
    Json extras{}; ///< the keys that this program does not know; or null

    bool operator==(const Question &) const = default;
};

struct LessonStep
{
    LessonText title{};
    LessonText text{}; ///< one or two sentences of Markdown with live values: "{{peak}}"
    LessonText notes{}; ///< for the teacher alone; Markdown, too
    double minutes = 0; ///< how long the teacher means to take; 0: not said
    KeyValues settings{}; ///< on top of the scenario of the lesson
    std::string chart{}; ///< as the desktop program calls them: "memory", "traffic-by-link"
    std::string focus{}; ///< id of a part that stands out: "optimizer"; empty: none
    std::vector<std::string> controls{}; ///< keys of the inputs that the step needs
    std::optional<Motion> motion{};
    std::string picture{}; ///< name of a file beside the lesson, in place of the chart
    std::optional<Question> question{};
    /// What stood in the file: where `problem` says that it is no step as this program knows them,
    /// all of it, else the keys that it does not know.
    Json extras{};
    std::optional<Error> problem{};

    bool operator==(const LessonStep &) const = default;
};

/// A file of steps for a room.
struct Lesson
{
    LessonText title{};
    LessonText about{}; ///< what those who took part will know
    Scenario scenario{}; ///< that all steps start from
    std::vector<LessonStep> steps{}; ///< of a lesson that was read at least one
    Json extras{}; ///< the keys that this program does not know, nested as they stood; or null

    bool operator==(const Lesson &) const = default;
};

/// The scenario of a step, one that there is. Errors: as setKeyText, and the problem of the step.
Result<Scenario> scenarioOf(const Lesson &lesson, std::size_t step);
/// The minutes of all steps.
double minutesOf(const Lesson &lesson);

/// One key of a lesson file: its place ("steps[].question.tolerance"), what it may be, and what it
/// means, in English.
struct LessonKey
{
    std::string_view place;
    std::string_view kind;
    std::string_view meaning;
};
/// Every key that readLesson knows.
std::span<const LessonKey> lessonKeys();

/// Whether it calls itself a lesson, whatever else is wrong with it.
bool isLesson(const Json &json);

/// A step that cannot be read has a `problem` and keeps what stood there; the others are as
/// written. Errors: as parseJson and readKeys, UnsupportedVersion, MissingField (no version, no
/// steps), TooLarge (too many steps), WrongType, OutOfRange: what is wrong with the lesson as a
/// whole.
Result<Lesson> readLesson(std::string_view text);

/// Known keys in a fixed order, then those that the program does not know.
std::string writeLesson(const Lesson &lesson);

} // namespace shardscope
