// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workshop/lessonautosave.h"

#include "ui/workshop/lessondesk.h"

namespace shardscope {

LessonAutosave::LessonAutosave(LessonDesk &desk, const QString &folder, QObject *parent)
    : Autosave(
        {.kind = "lesson",
            .isModified = [&desk] { return desk.isModified(); },
            .text = [&desk] { return writeLesson(*desk.lesson()); },
            .isReadable = [](const std::string &text) { return readLesson(text).has_value(); }},
        folder, parent)
{
    connect(&desk, &LessonDesk::changed, this, &Autosave::noteChange);
    const auto settle = [this, &desk] {
        setPath(desk.path());
        update();
    };
    connect(&desk, &LessonDesk::opened, this, settle);
    connect(&desk, &LessonDesk::saved, this, settle);
}

} // namespace shardscope
