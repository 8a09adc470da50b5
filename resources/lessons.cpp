// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/lessons.h"

#include "resources/data.h"

#include <cassert>

namespace shardscope {

namespace {

constexpr std::string_view folder = "lessons/";
constexpr std::string_view suffix = ".shardlesson";

/// "lessons/04-ring.shardlesson" -> "ring"
std::string nameOfFile(std::string_view path)
{
    path.remove_prefix(folder.size());
    path.remove_suffix(suffix.size());
    return std::string(path.substr(path.find('-') + 1));
}

} // namespace

std::vector<BuiltInLesson> builtInLessons()
{
    std::vector<BuiltInLesson> lessons;
    for (const EmbeddedFile &file : embeddedFiles()) {
        if (!file.name.starts_with(folder))
            continue;
        Result<Lesson> lesson = readLesson(file.content);
        assert(lesson);
        if (lesson)
            lessons.push_back({std::string(file.name), nameOfFile(file.name), *std::move(lesson)});
    }
    return lessons;
}

std::optional<std::size_t> findBuiltInLesson(std::string_view word)
{
    const std::vector<BuiltInLesson> lessons = builtInLessons();
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        if (word == lessons[i].name || word == std::to_string(i + 1))
            return i;
    }
    return std::nullopt;
}

} // namespace shardscope
