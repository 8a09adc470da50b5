// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson.h"

#include <algorithm>
#include <numeric>

namespace shardscope {

namespace {

constexpr std::string_view englishLanguage = "en";

/// "zh" of "zh_CN" and of "zh-CN".
std::string_view withoutCountry(std::string_view language)
{
    return language.substr(0, language.find_first_of("_-"));
}

} // namespace

LessonText::LessonText(std::string english)
{
    set(englishLanguage, std::move(english));
}

const std::string &LessonText::in(std::string_view language) const
{
    static const std::string nothing;
    for (const std::string_view wanted : {language, withoutCountry(language), englishLanguage}) {
        const auto found = std::find_if(m_words.begin(), m_words.end(),
            [wanted](const auto &words) { return words.first == wanted; });
        if (found != m_words.end())
            return found->second;
    }
    return m_words.empty() ? nothing : m_words.front().second;
}

void LessonText::set(std::string_view language, std::string words)
{
    const auto found = std::find_if(m_words.begin(), m_words.end(),
        [language](const auto &present) { return present.first == language; });
    if (found == m_words.end()) {
        if (!words.empty())
            m_words.emplace_back(language, std::move(words));
    } else if (words.empty()) {
        m_words.erase(found);
    } else {
        found->second = std::move(words);
    }
}

Result<Scenario> scenarioOf(const Lesson &lesson, std::size_t step)
{
    const LessonStep &wanted = lesson.steps[step];
    if (wanted.problem)
        return *wanted.problem;
    return applied(lesson.scenario, wanted.settings);
}

double minutesOf(const Lesson &lesson)
{
    return std::accumulate(lesson.steps.begin(), lesson.steps.end(), 0.0,
        [](double sum, const LessonStep &step) { return sum + step.minutes; });
}

} // namespace shardscope
