// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/lessons.h"

#include "resources/data.h"

#include <cassert>

namespace shardscope {

std::vector<BuiltInLesson> builtInLessons()
{
    std::vector<BuiltInLesson> lessons;
    for (const EmbeddedFile &file : embeddedFiles()) {
        if (!file.name.starts_with("lessons/"))
            continue;
        Result<Lesson> lesson = readLesson(file.content);
        assert(lesson);
        if (lesson)
            lessons.push_back({std::string(file.name), *std::move(lesson)});
    }
    return lessons;
}

} // namespace shardscope
