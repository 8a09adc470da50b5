// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/reasons.h"

#include <algorithm>

namespace shardscope {

namespace {

/// More is not read.
constexpr std::size_t mostReasons = 4;
/// Less is no difference: of a step's time, and of the memory at the peak.
constexpr double noTime = 0.005;
constexpr double noMemory = 0.01;

/// What is compared together: a strategy has frameworks of its own.
std::vector<Dimension> groupOf(Dimension dimension)
{
    if (dimension == Dimension::Strategy)
        return {Dimension::Strategy, Dimension::Framework, Dimension::QuantStorage};
    return {dimension};
}

constexpr std::array compared{Dimension::Gpus, Dimension::Strategy, Dimension::Checkpointing,
    Dimension::MicroBatch, Dimension::Offload, Dimension::Loss, Dimension::Attention};

double weightOf(const Reason &reason, const Scenario &present)
{
    constexpr double ofAChange = 1.5;
    const auto id = static_cast<double>(reason.id);
    const bool leavesPresent = changesBetween(reason.other, present) == 0;
    return -id + std::min(1.0, reason.slower) + (leavesPresent ? ofAChange : 0);
}

} // namespace

struct Reasoner::Rival
{
    Candidate candidate{};
    Scenario scenario{};
    double slower = 0; ///< than the chosen one
    bool isPresent = false; ///< as the present scenario has it
};

Reasoner::Reasoner(const Search &search)
    : m_search(search)
    , m_evaluator(search.catalog())
{
    for (const Candidate &candidate : search.candidates()) {
        if (candidate.fit == Fit::DoesNotFit)
            continue;
        for (const SearchDimension &dimension : search.space().dimensions())
            m_fitting.emplace(dimension.id, search.space().valueAt(candidate.point, dimension.id));
    }
}

double Reasoner::stepAt(std::size_t point)
{
    const Result<SpeedOutlook> speed = m_evaluator.speed(m_search.space().at(point));
    return speed ? speed->step.value() : 0;
}

std::vector<Reasoner::Rival> Reasoner::rivals(const Candidate &chosen, Dimension dimension)
{
    const SearchSpace &space = m_search.space();
    const std::vector<Candidate> &candidates = m_search.candidates();
    const std::vector<Dimension> group = groupOf(dimension);
    const double ownStep = stepAt(chosen.point);
    const auto isAsNow = [&](const Scenario &scenario) {
        return std::all_of(group.begin(), group.end(), [&](Dimension id) {
            const auto found = std::find_if(space.dimensions().begin(), space.dimensions().end(),
                [id](const SearchDimension &own) { return own.id == id; });
            return found->key->get(scenario) == found->key->get(space.present());
        });
    };
    std::vector<Rival> rivals;
    for (const std::size_t point : space.neighbours(chosen.point, group)) {
        const auto found = std::lower_bound(candidates.begin(), candidates.end(), point,
            [](const Candidate &candidate, std::size_t at) { return candidate.point < at; });
        if (found == candidates.end() || found->point != point)
            continue;
        Rival rival{.candidate = *found, .scenario = space.at(point)};
        rival.slower = ownStep > 0 ? stepAt(point) / ownStep - 1 : 0;
        rival.isPresent = isAsNow(rival.scenario);
        rivals.push_back(std::move(rival));
    }
    return rivals;
}

bool Reasoner::fitsSomewhere(const Scenario &chosen, const Rival &rival, Dimension dimension) const
{
    // Of another framework with the same strategy, what fits with the framework.
    const bool sameStrategy = chosen.parallel.strategy == rival.scenario.parallel.strategy;
    if (dimension == Dimension::Strategy && sameStrategy)
        dimension = chosen.parallel.framework == rival.scenario.parallel.framework
            ? Dimension::QuantStorage
            : Dimension::Framework;
    return m_fitting.contains(
        {dimension, m_search.space().valueAt(rival.candidate.point, dimension)});
}

void Reasoner::addReasons(
    std::vector<Reason> &reasons, const Candidate &chosen, Dimension dimension)
{
    const Scenario own = m_search.space().at(chosen.point);
    const std::vector<Rival> all = rivals(chosen, dimension);
    const auto reason = [&](ReasonId id, const Rival &rival) {
        return Reason{.id = id,
            .dimension = dimension,
            .other = rival.scenario,
            .more = rival.candidate.peak - chosen.peak,
            .missing = std::max(Bytes(0), -rival.candidate.spare),
            .slower = rival.slower};
    };
    const auto isWished = [&](const Rival &rival) {
        return dimension == Dimension::Gpus ? rival.candidate.gpus < chosen.gpus
                                            : rival.slower < -noTime;
    };

    // What one would rather have, or has now, and cannot: the one that misses least.
    const Rival *refused = nullptr;
    const Rival *accepted = nullptr;
    for (const Rival &rival : all) {
        const auto isBetter = [&rival](const Rival *best, auto measure) {
            return !best || rival.isPresent
                || (!best->isPresent && measure(rival) < measure(*best));
        };
        if (rival.candidate.fit > chosen.fit) {
            if ((rival.isPresent || isWished(rival))
                && isBetter(refused, [](const Rival &r) { return r.candidate.peak; }))
                refused = &rival;
        } else if (isBetter(accepted, [](const Rival &r) { return r.slower; })) {
            accepted = &rival;
        }
    }
    if (refused) {
        ReasonId id = refused->candidate.fit == Fit::AtRisk ? ReasonId::OtherIsAtRisk
                                                            : ReasonId::OtherDoesNotFit;
        if (id == ReasonId::OtherDoesNotFit && !fitsSomewhere(own, *refused, dimension))
            id = ReasonId::NothingElseFits;
        reasons.push_back(reason(id, *refused));
    }
    if (!accepted)
        return;
    if (accepted->slower > noTime)
        reasons.push_back(reason(ReasonId::OtherIsSlower, *accepted));
    else if (accepted->candidate.peak - chosen.peak > noMemory * chosen.peak)
        reasons.push_back(reason(ReasonId::OtherNeedsMore, *accepted));
}

std::vector<Reason> Reasoner::reasonsFor(const Candidate &chosen)
{
    std::vector<Reason> reasons;
    for (const Dimension dimension : compared)
        addReasons(reasons, chosen, dimension);
    const Scenario &present = m_search.space().present();
    std::stable_sort(reasons.begin(), reasons.end(), [&present](const Reason &a, const Reason &b) {
        return weightOf(a, present) > weightOf(b, present);
    });
    if (reasons.size() > mostReasons)
        reasons.resize(mostReasons);
    return reasons;
}

} // namespace shardscope
