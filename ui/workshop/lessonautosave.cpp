// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonautosave.h"

#include "ui/workshop/lessondesk.h"
#include "ui/workshop/lessonwords.h"

namespace shardscope {

LessonAutosave::LessonAutosave(LessonDesk &desk, const QString &folder, QObject *parent)
    : Autosave({.kind = "lesson",
                   .isModified = [&desk] { return desk.isModified(); },
                   .text = [&desk] { return writeLesson(*desk.lesson()); },
                   .title =
                       [](const std::string &text) {
                           const Result<Lesson> lesson = readLesson(text);
                           return lesson ? std::optional(wordsOf(lesson->title)) : std::nullopt;
                       }},
        folder, parent)
{
    connect(&desk, &LessonDesk::changed, this, &Autosave::noteChange);
    const auto settle = [this, &desk] {
        setFile(desk.file());
        update();
    };
    connect(&desk, &LessonDesk::opened, this, settle);
    connect(&desk, &LessonDesk::saved, this, settle);
}

} // namespace shardscope
