// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/planner/outlook.h"
#include "core/scenario/keys.h"

#include <optional>
#include <vector>

namespace shardscope {

/// Values of an input to ask about, ascending. Of a choice: the numbers of its words.
struct ValueGrid
{
    std::vector<double> values{};
    /// Which of `values` are asked about whatever the others say: ascending, with both ends.
    std::vector<std::size_t> samples{};
};

/// Neighbouring values with one answer.
struct FitSpan
{
    double first = 0;
    double last = 0;
    std::optional<Fit> fit{}; ///< nothing: cannot be planned, or nobody can run it

    bool operator==(const FitSpan &) const = default;
};

/// Which values of an input fit, all else held: spans side by side, as many as it takes.
using Feasibility = std::vector<FitSpan>;

/// Of each change from one answer to another the value on the better side, ascending.
std::vector<double> flips(const Feasibility &feasibility);

/// Finds the spans one question at a time, so that it can be left at any moment. Between samples
/// with different answers every change is found exactly, however many there are; between samples
/// with the same answer there is none.
class FeasibilityScan
{
public:
    /// The key and the grid must live as long as the scan.
    FeasibilityScan(Scenario scenario, const Key &key, const ValueGrid &grid);

    bool isDone() const { return m_sampled == m_grid.samples.size() && m_gaps.empty(); }
    void ask(Evaluator &evaluator); ///< one more value
    Feasibility result() const;
    std::size_t questions() const { return m_answers.size(); }

private:
    struct Answer
    {
        std::size_t index = 0;
        std::optional<Fit> fit{};
    };
    struct Gap
    {
        Answer from{};
        Answer to{};
    };

    Answer answer(Evaluator &evaluator, std::size_t index);
    void open(const Answer &from, const Answer &to);

    Scenario m_scenario;
    std::optional<FindingId> m_known; ///< an obstacle that the scenario has as it is
    const Key &m_key;
    const ValueGrid &m_grid;
    std::size_t m_sampled = 0;
    std::vector<Answer> m_answers;
    std::vector<Gap> m_gaps; ///< with a change somewhere within
};

/// Sets a value of a grid. Errors: as setKey.
Status setGridValue(Scenario &scenario, const Key &key, double value);

} // namespace shardscope
