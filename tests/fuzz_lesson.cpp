// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: broken lessons. What was read once is read again as it was written, and each
// step of it can be looked at.
#include "core/lesson/lesson.h"
#include "core/lesson/livevalue.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

using namespace shardscope;

namespace {

void require(bool holds)
{
    if (!holds)
        std::abort();
}

void lookAt(const LessonText &text, const Scenario &scenario)
{
    for (const auto &[language, words] : text.words()) {
        for (const std::string &value : liveValuesIn(words))
            (void)checkLiveValue(value, scenario);
        (void)withLiveValues(words, [](std::string_view) { return std::string(); });
    }
}

void lookAt(const Lesson &lesson)
{
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const LessonStep &step = lesson.steps[i];
        const Result<Scenario> scenario = scenarioOf(lesson, i);
        require(!step.problem || !scenario);
        lookAt(step.text, scenario ? *scenario : lesson.scenario);
        lookAt(step.notes, lesson.scenario);
        if (step.question) {
            lookAt(step.question->reveal, lesson.scenario);
            (void)checkLiveValue(step.question->value, lesson.scenario);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    const Result<Lesson> lesson = readLesson(text);
    if (!lesson) {
        (void)describe(lesson.error());
        return 0;
    }
    const std::string written = writeLesson(*lesson);
    const Result<Lesson> again = readLesson(written);
    require(again.has_value() && writeLesson(*again) == written);
    lookAt(*lesson);
    return 0;
}
