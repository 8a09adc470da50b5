// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <string>
#include <vector>

namespace shardscope {

/// A lesson that the program brings along.
struct BuiltInLesson
{
    std::string name{}; ///< relative to resources/: "lessons/04-ring.shardlesson"
    Lesson lesson{};
};

/// In the order in which they are taught.
std::vector<BuiltInLesson> builtInLessons();

} // namespace shardscope
