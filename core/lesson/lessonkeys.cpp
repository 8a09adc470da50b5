// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson.h"

namespace shardscope {

namespace {

constexpr std::string_view inLanguages = "text, or an object of languages";

constexpr std::array<LessonKey, 24> allKeys{{
    {"shardlesson", "1", english("lesson", "version of the format")},
    {"title", inLanguages, english("lesson", "what the lesson is called")},
    {"about", inLanguages, english("lesson", "what those who took part will know")},
    {"scenario", "object", english("lesson", "what all steps start from, as in a scenario file")},
    {"steps", "list of 1 to 1000", english("lesson", "what is shown, in order")},
    {"steps[].title", inLanguages, english("lesson", "what the step is called")},
    {"steps[].text", inLanguages,
        english("lesson", "one or two sentences of Markdown; {{peak}} is a live value")},
    {"steps[].notes", inLanguages, english("lesson", "for the teacher alone; Markdown, too")},
    {"steps[].minutes", "number, 0 to 600",
        english("lesson", "how long the teacher means to take; 0: not said")},
    {"steps[].set", "object of keys",
        english("lesson", "inputs that differ from those of the lesson, as --set takes them")},
    {"steps[].chart", "text", english("lesson", "the chart that is shown, as --chart calls it")},
    {"steps[].focus", "text", english("lesson", "the part of memory that stands out")},
    {"steps[].controls", "list of keys", english("lesson", "the inputs that the step needs")},
    {"steps[].motion", "zero-stages | ring | training-step | checkpointing | pipeline",
        english("lesson", "what moves")},
    {"steps[].picture", "text",
        english("lesson", "name of a file beside the lesson, shown in place of the chart")},
    {"steps[].question", "object", english("lesson", "asked before the step shows what is true")},
    {"steps[].question.kind", "drag | number | choice",
        english("lesson", "whether the top of a bar is dragged, a number typed or a choice made")},
    {"steps[].question.text", inLanguages, english("lesson", "what is asked")},
    {"steps[].question.value", "text",
        english("lesson", "the live value that is guessed: peak of zero2")},
    {"steps[].question.tolerance", "number, 0 to 1",
        english("lesson", "how far a guess may be off to count, as a share of what is true")},
    {"steps[].question.choices", "list of 2 or more",
        english("lesson", "what there is to choose from")},
    {"steps[].question.choices[].text", inLanguages, english("lesson", "what the choice says")},
    {"steps[].question.choices[].right", "true | false",
        english("lesson", "whether the choice is right")},
    {"steps[].question.reveal", inLanguages,
        english("lesson", "why the answer is what it is; shown with it")},
}};

} // namespace

std::span<const LessonKey> lessonKeys()
{
    return allKeys;
}

} // namespace shardscope
