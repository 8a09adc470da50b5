// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/fixes.h"

#include "core/explore/advice/changes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace shardscope {

namespace {

/// A row of the table of changes, and which of its moves.
struct Step
{
    std::size_t row = 0;
    std::size_t variant = 0;
};

/// Changes on top of each other.
struct Combination
{
    std::vector<Step> steps{};
    Move move{};
    Scenario scenario{};
    MemoryOutlook memory{};
};

/// Whether `large` does all that `small` does, or more.
bool covers(const Combination &large, const Combination &small)
{
    return std::all_of(small.steps.begin(), small.steps.end(), [&large](const Step &step) {
        return std::any_of(large.steps.begin(), large.steps.end(), [&step](const Step &other) {
            return other.row == step.row && other.variant >= step.variant;
        });
    });
}

bool coversOne(const Combination &large, const std::vector<Combination> &found)
{
    return std::any_of(found.begin(), found.end(),
        [&large](const Combination &small) { return covers(large, small); });
}

constexpr int mostTogether = 4;

enum class Depth { Every, Strongest };

/// Goes through combinations, one change more at a time.
class FixSearch
{
public:
    explicit FixSearch(WhatIf &whatIf)
        : m_whatIf(whatIf)
    { }

    void run()
    {
        const std::vector<Combination> present{{.scenario = m_whatIf.present()}};
        extended(extended(present, Depth::Every), Depth::Every);
        if (!m_fitting.empty())
            return;
        std::vector<Combination> combinations = present;
        for (int changes = 0; changes < mostTogether; ++changes)
            combinations = extended(combinations, Depth::Strongest);
    }

    const std::vector<Combination> &fitting() const { return m_fitting; }
    const std::vector<Combination> &atRisk() const { return m_atRisk; }

private:
    /// What is still too large with one change more.
    std::vector<Combination> extended(const std::vector<Combination> &combinations, Depth depth);
    void extend(const Combination &combination, const Resolved &resolved, std::size_t row,
        Depth depth, std::vector<Combination> &tooLarge);
    void judge(Combination combination, std::vector<Combination> &tooLarge);

    WhatIf &m_whatIf;
    std::vector<Combination> m_fitting;
    std::vector<Combination> m_atRisk;
};

std::vector<Combination> FixSearch::extended(
    const std::vector<Combination> &combinations, Depth depth)
{
    std::vector<Combination> tooLarge;
    for (const Combination &combination : combinations) {
        const Result<Resolved> resolved = resolve(combination.scenario, m_whatIf.catalog());
        if (!resolved)
            continue;
        const std::size_t first = combination.steps.empty() ? 0 : combination.steps.back().row + 1;
        for (std::size_t row = first; row < savingChanges().size() && m_whatIf.isWanted(); ++row)
            extend(combination, *resolved, row, depth, tooLarge);
    }
    return tooLarge;
}

void FixSearch::extend(const Combination &combination, const Resolved &resolved, std::size_t row,
    Depth depth, std::vector<Combination> &tooLarge)
{
    const ChangeKind &kind = savingChanges()[row];
    const std::vector<Move> moves
        = kind.moves({combination.scenario, resolved, m_whatIf.catalog()});
    // Of machines there are always larger ones: the next is enough.
    const std::size_t strongest = kind.effect == Effect::Machines ? 0 : moves.size() - 1;
    for (std::size_t variant = 0; variant < moves.size(); ++variant) {
        if (depth == Depth::Strongest && variant != strongest)
            continue;
        const Result<Scenario> next = applied(combination.scenario, moves[variant].settings);
        if (!next)
            continue;
        Combination longer{.steps = combination.steps,
            .move = combined(combination.move, moves[variant]),
            .scenario = *next};
        longer.steps.push_back({row, variant});
        judge(std::move(longer), tooLarge);
    }
}

void FixSearch::judge(Combination combination, std::vector<Combination> &tooLarge)
{
    if (coversOne(combination, m_fitting))
        return;
    const std::optional<MemoryOutlook> memory = m_whatIf.memory(combination.scenario);
    if (!memory) {
        // No scenario by itself; with another change it may be one.
        tooLarge.push_back(std::move(combination));
        return;
    }
    combination.memory = *memory;
    const Fit fit = memory->verdict.fit;
    if (fit == Fit::Fits) {
        m_fitting.push_back(std::move(combination));
        return;
    }
    if (fit == Fit::AtRisk && m_whatIf.presentMemory().verdict.fit != Fit::AtRisk
        && !coversOne(combination, m_atRisk))
        m_atRisk.push_back(combination);
    tooLarge.push_back(std::move(combination));
}

double rounded(double factor)
{
    return std::round(factor / noticeable);
}

auto rankOf(const WeighedMove &weighed)
{
    const CostClass cost = costOf(weighed);
    const std::size_t changes = weighed.move.changes.size();
    const double machines = rounded(weighed.gpuTime / weighed.time);
    return std::tuple(cost, cost >= CostClass::Machines ? changes : 0, weighed.updatesOnHost,
        machines, rounded(weighed.gpuTime), changes, weighed.traffic.value(), weighed.peak.value());
}

bool isCheaper(const WeighedMove &a, const WeighedMove &b)
{
    return rankOf(a) < rankOf(b);
}

/// Several changes that are no better in anything than a single one.
bool isOutdone(const WeighedMove &weighed, const std::vector<WeighedMove> &all)
{
    return weighed.move.changes.size() > 1
        && std::any_of(all.begin(), all.end(), [&weighed](const WeighedMove &other) {
               return other.move.changes.size() == 1 && costOf(other) <= costOf(weighed)
                   && rounded(other.gpuTime) <= rounded(weighed.gpuTime)
                   && other.traffic <= weighed.traffic;
           });
}

/// A few of each class, the best of each among them. `all` is sorted.
std::vector<WeighedMove> selected(const std::vector<WeighedMove> &all, WhatIf &whatIf)
{
    std::vector<WeighedMove> best;
    std::vector<WeighedMove> others;
    std::map<CostClass, std::size_t> taken;
    for (WeighedMove weighed : all) {
        std::size_t &before = taken[costOf(weighed)];
        if (before < mostOfClass && isConfirmed(weighed, whatIf))
            (before++ == 0 ? best : others).push_back(std::move(weighed));
    }
    others.resize(std::min(others.size(), mostShown - best.size()));
    best.insert(best.end(), others.begin(), others.end());
    std::stable_sort(best.begin(), best.end(), isCheaper);
    return best;
}

std::vector<WeighedMove> ranked(const std::vector<Combination> &found, WhatIf &whatIf)
{
    std::vector<WeighedMove> all;
    for (const Combination &one : found) {
        if (auto move = weighed(one.move, one.scenario, one.memory, whatIf))
            all.push_back(*std::move(move));
    }
    std::stable_sort(all.begin(), all.end(), isCheaper);
    std::vector<WeighedMove> kept;
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
        [&all](const WeighedMove &one) { return !isOutdone(one, all); });
    return selected(kept, whatIf);
}

/// The move of one kind that fits and gains most; of fewer GPUs, the fewest.
std::optional<WeighedMove> bestGiveBack(
    const ChangeKind &kind, const Resolved &resolved, WhatIf &whatIf)
{
    std::optional<WeighedMove> best;
    for (const Move &move : kind.moves({whatIf.present(), resolved, whatIf.catalog()})) {
        const Result<Scenario> next = applied(whatIf.present(), move.settings);
        const std::optional<MemoryOutlook> memory = next ? whatIf.memory(*next) : std::nullopt;
        if (!memory || memory->verdict.fit != Fit::Fits)
            continue;
        std::optional<WeighedMove> gain = weighed(move, *next, *memory, whatIf);
        if (!gain)
            continue;
        const bool isBetter
            = !best || kind.id == ChangeId::Gpus || rounded(gain->gpuTime) < rounded(best->gpuTime);
        if (isBetter && isConfirmed(*gain, whatIf))
            best = std::move(gain);
    }
    return best;
}

/// Faster, or as fast on fewer GPUs, or with less to send.
bool isGain(const WeighedMove &weighed, const WhatIf &whatIf)
{
    if (weighed.move.changes.front() == ChangeId::Gpus)
        return weighed.gpuTime <= 1 + noticeable;
    const bool sendsLess = weighed.traffic < -noticeable * whatIf.presentSpeed().traffic;
    return weighed.gpuTime < 1 - noticeable || (sendsLess && weighed.gpuTime <= 1 + noticeable / 2);
}

} // namespace

CostClass costOf(const WeighedMove &weighed)
{
    switch (weighed.move.effect) {
    case Effect::None:
        // How long the update takes on the CPU is estimated, and was never measured.
        return weighed.gpuTime <= 1 + noticeable && !weighed.updatesOnHost ? CostClass::Free
                                                                           : CostClass::Time;
    case Effect::Numerics:
        return CostClass::Numerics;
    case Effect::Machines:
        return CostClass::Machines;
    case Effect::Method:
        return CostClass::Method;
    case Effect::Task:
        break;
    }
    return CostClass::Task;
}

Fixes fixesOf(WhatIf &whatIf)
{
    if (whatIf.presentMemory().verdict.fit == Fit::Fits)
        return {};
    FixSearch search(whatIf);
    search.run();
    return {.shown = ranked(search.fitting().empty() ? search.atRisk() : search.fitting(), whatIf),
        .fitting = search.fitting().size(),
        .atRisk = search.atRisk().size()};
}

std::vector<WeighedMove> giveBacksOf(WhatIf &whatIf)
{
    const Result<Resolved> resolved = resolve(whatIf.present(), whatIf.catalog());
    if (!resolved || whatIf.presentMemory().verdict.fit != Fit::Fits)
        return {};
    std::vector<WeighedMove> gains;
    for (const ChangeKind &kind : spendingChanges()) {
        std::optional<WeighedMove> gain = bestGiveBack(kind, *resolved, whatIf);
        if (gain && isGain(*gain, whatIf))
            gains.push_back(*std::move(gain));
    }
    std::stable_sort(gains.begin(), gains.end(), [](const WeighedMove &a, const WeighedMove &b) {
        return rounded(a.gpuTime) < rounded(b.gpuTime);
    });
    return gains;
}

} // namespace shardscope
