// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/feasibility.h"

#include "core/judge/runverdict.h"

#include <algorithm>
#include <cassert>

namespace shardscope {

namespace {

/// Better answers first; what cannot be planned comes last.
int rankOf(std::optional<Fit> fit)
{
    return fit ? static_cast<int>(*fit) : static_cast<int>(Fit::DoesNotFit) + 1;
}

} // namespace

std::vector<double> flips(const Feasibility &feasibility)
{
    std::vector<double> values;
    for (std::size_t i = 1; i < feasibility.size(); ++i) {
        const FitSpan &below = feasibility[i - 1];
        const FitSpan &above = feasibility[i];
        values.push_back(rankOf(below.fit) < rankOf(above.fit) ? below.last : above.first);
    }
    return values;
}

Status setGridValue(Scenario &scenario, const Key &key, double value)
{
    if (key.kind != KeyKind::Choice)
        return setKey(scenario, key, Json(value));
    return setKey(scenario, key, Json(key.choices[static_cast<std::size_t>(value)]));
}

FeasibilityScan::FeasibilityScan(Scenario scenario, const Key &key, const ValueGrid &grid)
    : m_scenario(std::move(scenario))
    , m_key(key)
    , m_grid(grid)
{
    assert(std::is_sorted(grid.values.begin(), grid.values.end()));
    assert(std::is_sorted(grid.samples.begin(), grid.samples.end()));
    assert(grid.samples.empty() || grid.samples.back() < grid.values.size());
}

FeasibilityScan::Answer FeasibilityScan::answer(Evaluator &evaluator, std::size_t index)
{
    if (!setGridValue(m_scenario, m_key, m_grid.values[index]))
        return {.index = index};
    const Result<MemoryOutlook> outlook = evaluator.memory(m_scenario);
    if (!outlook || (outlook->obstacle && outlook->obstacle != m_known))
        return {.index = index};
    return {.index = index, .fit = outlook->fit()};
}

void FeasibilityScan::open(const Answer &from, const Answer &to)
{
    if (from.fit != to.fit && to.index - from.index > 1)
        m_gaps.push_back({from, to});
}

void FeasibilityScan::ask(Evaluator &evaluator)
{
    assert(!isDone());
    if (m_answers.empty()) {
        const Result<MemoryOutlook> present = evaluator.memory(m_scenario);
        // Of what is not planned, no value is known to fit.
        m_known = present && isPlanned(present->obstacle) ? present->obstacle : std::nullopt;
    }
    if (m_sampled < m_grid.samples.size()) {
        const Answer sample = answer(evaluator, m_grid.samples[m_sampled++]);
        if (!m_answers.empty())
            open(m_answers.back(), sample);
        m_answers.push_back(sample);
        return;
    }
    const Gap gap = m_gaps.back();
    m_gaps.pop_back();
    const Answer middle = answer(evaluator, gap.from.index + (gap.to.index - gap.from.index) / 2);
    m_answers.push_back(middle);
    open(gap.from, middle);
    open(middle, gap.to);
}

Feasibility FeasibilityScan::result() const
{
    std::vector<Answer> answers = m_answers;
    std::sort(answers.begin(), answers.end(),
        [](const Answer &a, const Answer &b) { return a.index < b.index; });
    Feasibility spans;
    for (const auto &[index, fit] : answers) {
        const double value = m_grid.values[index];
        if (spans.empty() || spans.back().fit != fit)
            spans.push_back({.first = value, .last = value, .fit = fit});
        spans.back().last = value;
    }
    return spans;
}

} // namespace shardscope
