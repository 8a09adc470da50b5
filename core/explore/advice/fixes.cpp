// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/fixes.h"

#include "core/judge/repairs.h"
#include "core/scenario/settings.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace shardscope {

namespace {

/// A row of the table of changes, and which of its variants.
struct Step
{
    std::size_t row = 0;
    std::size_t variant = 0;
};

/// Changes on top of each other.
struct Combination
{
    std::vector<Step> steps{};
    Proposal proposal{}; ///< what is changed; the rest only once it is known to fit
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

/// Of machines there are always larger ones: the next is enough.
std::size_t strongest(const ChangeKind &kind, std::size_t variants)
{
    return kind.effect == Effect::Machines ? 0 : variants - 1;
}

constexpr int mostTogether = 4;

enum class Depth { Every, Strongest };

/// Goes through combinations, one change more at a time.
class Search
{
public:
    Search(const Baseline &baseline, Prospects &prospects)
        : m_baseline(baseline)
        , m_prospects(prospects)
        , m_isAtRisk(baseline.memory.verdict.fit == Fit::AtRisk)
    { }

    void run()
    {
        const std::vector<Combination> present{{.scenario = m_baseline.scenario}};
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

    const Baseline &m_baseline;
    Prospects &m_prospects;
    bool m_isAtRisk;
    std::vector<Combination> m_fitting;
    std::vector<Combination> m_atRisk;
};

std::vector<Combination> Search::extended(const std::vector<Combination> &combinations, Depth depth)
{
    std::vector<Combination> tooLarge;
    for (const Combination &combination : combinations) {
        const Result<Resolved> resolved = resolve(combination.scenario, m_prospects.catalog());
        if (!resolved)
            continue;
        const std::size_t first = combination.steps.empty() ? 0 : combination.steps.back().row + 1;
        for (std::size_t row = first; row < savingChanges().size() && m_prospects.isWanted(); ++row)
            extend(combination, *resolved, row, depth, tooLarge);
    }
    return tooLarge;
}

void Search::extend(const Combination &combination, const Resolved &resolved, std::size_t row,
    Depth depth, std::vector<Combination> &tooLarge)
{
    const ChangeKind &kind = savingChanges()[row];
    const std::vector<Repair> variants
        = kind.variants(combination.scenario, resolved, m_prospects.catalog());
    for (std::size_t variant = 0; variant < variants.size(); ++variant) {
        if (depth == Depth::Strongest && variant != strongest(kind, variants.size()))
            continue;
        const Result<Scenario> next = repaired(combination.scenario, variants[variant]);
        if (!next)
            continue;
        Combination longer = combination;
        longer.scenario = *next;
        longer.steps.push_back({row, variant});
        longer.proposal.changes.push_back(kind.id);
        longer.proposal.repair = combined(longer.proposal.repair, variants[variant]);
        longer.proposal.effect = std::max(longer.proposal.effect, kind.effect);
        judge(std::move(longer), tooLarge);
    }
}

void Search::judge(Combination combination, std::vector<Combination> &tooLarge)
{
    if (coversOne(combination, m_fitting))
        return;
    const std::optional<MemoryOutlook> memory = m_prospects.memory(combination.scenario);
    if (!memory) {
        // No scenario by itself; with another change it may be one.
        tooLarge.push_back(std::move(combination));
        return;
    }
    combination.memory = *memory;
    if (memory->verdict.fit == Fit::Fits) {
        m_fitting.push_back(std::move(combination));
        return;
    }
    if (memory->verdict.fit == Fit::AtRisk && !m_isAtRisk && !coversOne(combination, m_atRisk))
        m_atRisk.push_back(combination);
    tooLarge.push_back(std::move(combination));
}

double rounded(double factor)
{
    return std::round(factor / noticeable);
}

auto rankOf(const Proposal &proposal)
{
    const CostClass cost = costOf(proposal);
    const std::size_t changes = proposal.changes.size();
    const double machines = rounded(proposal.gpuTime / proposal.time);
    return std::tuple(cost, cost >= CostClass::Machines ? changes : 0, proposal.updatesOnHost,
        machines, rounded(proposal.gpuTime), changes, proposal.traffic.value(),
        proposal.peak.value());
}

bool isCheaper(const Proposal &a, const Proposal &b)
{
    return rankOf(a) < rankOf(b);
}

/// Several changes that are no better in anything than a single one.
bool isOutdone(const Proposal &proposal, const std::vector<Proposal> &all)
{
    return proposal.changes.size() > 1
        && std::any_of(all.begin(), all.end(), [&proposal](const Proposal &other) {
               return other.changes.size() == 1 && costOf(other) <= costOf(proposal)
                   && rounded(other.gpuTime) <= rounded(proposal.gpuTime)
                   && other.traffic <= proposal.traffic;
           });
}

/// With the memory that is played, not estimated. False where it is another verdict by that.
bool isConfirmed(Proposal &proposal, const Baseline &baseline, Prospects &prospects)
{
    const Result<Scenario> next = repaired(baseline.scenario, proposal.repair);
    const std::optional<MemoryOutlook> memory = next ? prospects.playedMemory(*next) : std::nullopt;
    if (!memory || memory->verdict.fit != proposal.fit)
        return false;
    takeMemory(proposal, *memory, baseline);
    return true;
}

/// A few of each class, the best of each among them. `all` is sorted.
std::vector<Proposal> selected(
    const std::vector<Proposal> &all, const Baseline &baseline, Prospects &prospects)
{
    std::vector<Proposal> best;
    std::vector<Proposal> others;
    std::map<CostClass, std::size_t> taken;
    for (Proposal proposal : all) {
        std::size_t &before = taken[costOf(proposal)];
        if (before < mostOfClass && isConfirmed(proposal, baseline, prospects))
            (before++ == 0 ? best : others).push_back(std::move(proposal));
    }
    others.resize(std::min(others.size(), mostShown - best.size()));
    best.insert(best.end(), others.begin(), others.end());
    std::stable_sort(best.begin(), best.end(), isCheaper);
    return best;
}

std::vector<Proposal> ranked(
    const std::vector<Combination> &found, const Baseline &baseline, Prospects &prospects)
{
    std::vector<Proposal> all;
    for (const Combination &combination : found) {
        if (std::optional<Proposal> proposal = compared(combination.proposal, combination.scenario,
                combination.memory, baseline, prospects))
            all.push_back(*std::move(proposal));
    }
    std::stable_sort(all.begin(), all.end(), isCheaper);
    std::vector<Proposal> kept;
    std::copy_if(all.begin(), all.end(), std::back_inserter(kept),
        [&all](const Proposal &proposal) { return !isOutdone(proposal, all); });
    return selected(kept, baseline, prospects);
}

/// The variant of one kind that fits and gains most; of fewer GPUs, the fewest.
std::optional<Proposal> bestGiveBack(
    const ChangeKind &kind, const Baseline &baseline, Prospects &prospects)
{
    const Result<Resolved> resolved = resolve(baseline.scenario, prospects.catalog());
    if (!resolved)
        return std::nullopt;
    std::optional<Proposal> best;
    for (const Repair &repair : kind.variants(baseline.scenario, *resolved, prospects.catalog())) {
        const Result<Scenario> next = repaired(baseline.scenario, repair);
        if (!next)
            continue;
        const std::optional<MemoryOutlook> memory = prospects.memory(*next);
        if (!memory || memory->verdict.fit != Fit::Fits)
            continue;
        std::optional<Proposal> proposal
            = compared({.changes = {kind.id}, .repair = repair, .effect = kind.effect}, *next,
                *memory, baseline, prospects);
        if (!proposal)
            continue;
        const bool isBetter = !best || kind.id == ChangeId::Gpus
            || rounded(proposal->gpuTime) < rounded(best->gpuTime);
        if (isBetter && isConfirmed(*proposal, baseline, prospects))
            best = std::move(proposal);
    }
    return best;
}

/// Faster, or as fast on fewer GPUs, or with less to send.
bool isGain(const Proposal &proposal, const Baseline &baseline)
{
    if (proposal.changes.front() == ChangeId::Gpus)
        return proposal.gpuTime <= 1 + noticeable;
    const bool sendsLess = proposal.traffic < -noticeable * baseline.speed.traffic;
    return proposal.gpuTime < 1 - noticeable
        || (sendsLess && proposal.gpuTime <= 1 + noticeable / 2);
}

} // namespace

CostClass costOf(const Proposal &proposal)
{
    switch (proposal.effect) {
    case Effect::None:
        // How long the update takes on the CPU is estimated, and was never measured.
        return proposal.gpuTime <= 1 + noticeable && !proposal.updatesOnHost ? CostClass::Free
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

Fixes fixesOf(Prospects &prospects)
{
    const std::optional<Baseline> baseline = baselineOf(prospects);
    if (!baseline || baseline->memory.verdict.fit == Fit::Fits)
        return {};
    Search search(*baseline, prospects);
    search.run();
    Fixes fixes{.fitting = search.fitting().size(), .atRisk = search.atRisk().size()};
    fixes.shown = ranked(
        search.fitting().empty() ? search.atRisk() : search.fitting(), *baseline, prospects);
    return fixes;
}

std::vector<Proposal> giveBacksOf(Prospects &prospects)
{
    const std::optional<Baseline> baseline = baselineOf(prospects);
    if (!baseline || baseline->memory.verdict.fit != Fit::Fits)
        return {};
    std::vector<Proposal> gains;
    for (const ChangeKind &kind : spendingChanges()) {
        std::optional<Proposal> proposal = bestGiveBack(kind, *baseline, prospects);
        if (proposal && isGain(*proposal, *baseline))
            gains.push_back(*std::move(proposal));
    }
    std::stable_sort(gains.begin(), gains.end(), [](const Proposal &a, const Proposal &b) {
        return rounded(a.gpuTime) < rounded(b.gpuTime);
    });
    return gains;
}

} // namespace shardscope
