// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A lesson that the program brings along.
struct BuiltInLesson
{
    std::string file{}; ///< relative to resources/: "lessons/04-ring.shardlesson"
    std::string name{}; ///< "ring": of that, without number and ending
    Lesson lesson{};
};

/// In the order in which they are offered.
std::vector<BuiltInLesson> builtInLessons();

/// By its name, or its number from 1 on; nothing where there is none.
std::optional<std::size_t> findBuiltInLesson(std::string_view word);

} // namespace shardscope
