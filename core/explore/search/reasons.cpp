// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/reasons.h"

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
    if (dimension == Dimension::Expert)
        return {Dimension::Expert, Dimension::ExpertTensor};
    return {dimension};
}

constexpr std::array compared{Dimension::Gpus, Dimension::Strategy, Dimension::Checkpointing,
    Dimension::MicroBatch, Dimension::Offload, Dimension::Loss, Dimension::Attention,
    Dimension::Tensor, Dimension::Pipeline, Dimension::Context, Dimension::Expert,
    Dimension::ContextKind, Dimension::Chunks, Dimension::Schedule, Dimension::RankOrder};

/// What explains a change from the present scenario comes first.
double weightOf(const Reason &reason, const Scenario &own, const Scenario &present)
{
    constexpr double ofAChange = 1.5;
    const auto id = static_cast<double>(reason.id);
    const bool isChange = changesBetween(reason.other, present) < changesBetween(own, present);
    return -id + std::min(1.0, reason.slower) + (isChange ? ofAChange : 0);
}

} // namespace

struct Reasoner::Rival
{
    Candidate candidate{};
    Scenario scenario{};
    double slower = 0; ///< than the chosen one
    bool isPresent = false; ///< as the present scenario has it
};

Reasoner::Reasoner(Search &search)
    : m_search(search)
{
    const SearchSpace &space = search.space();
    for (const Candidate &candidate : search.candidates()) {
        if (!candidate.canBeAtRisk())
            continue;
        for (const SearchDimension &dimension : space.dimensions())
            m_possible.emplace(dimension.id, space.valueAt(candidate.point, dimension.id));
    }
}

std::vector<Reasoner::Rival> Reasoner::rivals(const Candidate &chosen, Dimension dimension)
{
    const SearchSpace &space = m_search.space();
    const std::vector<Dimension> group = groupOf(dimension);
    const Seconds ownStep = m_search.speed(space.at(chosen.point)).step;
    const auto isAsNow = [&](const Scenario &scenario) {
        return std::all_of(group.begin(), group.end(), [&](Dimension id) {
            const auto found = std::find_if(space.dimensions().begin(), space.dimensions().end(),
                [id](const SearchDimension &own) { return own.id == id; });
            return found->key->get(scenario) == found->key->get(space.present());
        });
    };
    std::vector<Rival> rivals;
    for (const std::size_t point : space.neighbours(chosen.point, group)) {
        const Candidate *candidate = m_search.find(point);
        if (!candidate)
            continue;
        Rival rival{.candidate = *candidate, .scenario = space.at(point)};
        rival.slower = ownStep > Seconds(0) ? m_search.speed(rival.scenario).step / ownStep - 1 : 0;
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
    return m_possible.contains(
        {dimension, m_search.space().valueAt(rival.candidate.point, dimension)});
}

const Reasoner::Rival *Reasoner::refusedOf(
    const std::vector<Rival> &rivals, const Candidate &chosen, Dimension dimension)
{
    const Rival *refused = nullptr;
    for (const Rival &rival : rivals) {
        const bool isWished = dimension == Dimension::Gpus ? rival.candidate.gpus < chosen.gpus
                                                           : rival.slower < -noTime;
        if (rival.candidate.fit() <= chosen.fit() || !(rival.isPresent || isWished))
            continue;
        if (!refused || rival.isPresent
            || (!refused->isPresent
                && rival.candidate.memory.peak < refused->candidate.memory.peak))
            refused = &rival;
    }
    return refused;
}

const Reasoner::Rival *Reasoner::acceptedOf(
    const std::vector<Rival> &rivals, const Candidate &chosen)
{
    const Rival *accepted = nullptr;
    for (const Rival &rival : rivals) {
        if (rival.candidate.fit() > chosen.fit())
            continue;
        if (!accepted || rival.isPresent
            || (!accepted->isPresent && rival.slower < accepted->slower))
            accepted = &rival;
    }
    return accepted;
}

void Reasoner::addReasons(
    std::vector<Reason> &reasons, const Candidate &chosen, Dimension dimension)
{
    const std::vector<Rival> all = rivals(chosen, dimension);
    const auto add = [&](ReasonId id, const Rival &rival) {
        reasons.push_back({.id = id,
            .dimension = dimension,
            .point = rival.candidate.point,
            .other = rival.scenario,
            .more = rival.candidate.memory.peak - chosen.memory.peak,
            .missing = std::max(Bytes(0), -rival.candidate.spare()),
            .slower = rival.slower});
    };
    if (const Rival *refused = refusedOf(all, chosen, dimension)) {
        const Scenario own = m_search.space().at(chosen.point);
        if (refused->candidate.fit() == Fit::AtRisk)
            add(ReasonId::OtherIsAtRisk, *refused);
        else if (fitsSomewhere(own, *refused, dimension))
            add(ReasonId::OtherDoesNotFit, *refused);
        else
            add(ReasonId::NothingElseFits, *refused);
    }
    const Rival *accepted = acceptedOf(all, chosen);
    if (!accepted)
        return;
    if (accepted->slower > noTime)
        add(ReasonId::OtherIsSlower, *accepted);
    else if (accepted->candidate.memory.peak - chosen.memory.peak > noMemory * chosen.memory.peak)
        add(ReasonId::OtherNeedsMore, *accepted);
}

std::vector<Reason> Reasoner::reasonsAsKnown(const Candidate &chosen)
{
    std::vector<Reason> reasons;
    for (const Dimension dimension : compared)
        addReasons(reasons, chosen, dimension);
    const SearchSpace &space = m_search.space();
    const Scenario own = space.at(chosen.point);
    std::stable_sort(reasons.begin(), reasons.end(), [&](const Reason &a, const Reason &b) {
        return weightOf(a, own, space.present()) > weightOf(b, own, space.present());
    });
    if (reasons.size() > mostReasons)
        reasons.resize(mostReasons);
    return reasons;
}

/// What is about to be said is played; where that changes it, something else is said.
std::vector<Reason> Reasoner::reasonsFor(std::size_t chosen)
{
    m_search.play({chosen});
    for (;;) {
        const std::vector<Reason> reasons = reasonsAsKnown(*m_search.find(chosen));
        std::vector<std::size_t> open;
        for (const Reason &reason : reasons) {
            if (!m_search.find(reason.point)->isPlayed)
                open.push_back(reason.point);
        }
        if (open.empty())
            return reasons;
        m_search.play(open);
    }
}

} // namespace shardscope
