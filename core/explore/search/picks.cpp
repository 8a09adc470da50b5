// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/picks.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace shardscope {

namespace {

/// What a role goes by, the least first: a count; whether the CPU's update is in the time, which no
/// whole time is compared with; a measure.
using Rank = std::tuple<double, bool, double>;
using RankOf = Rank (*)(const Candidate &candidate);

Rank speed(const Candidate &candidate)
{
    return {0, candidate.updatesOnHost, -candidate.tokensPerSecond};
}

Rank speedPerGpu(const Candidate &candidate)
{
    return {0, candidate.updatesOnHost, -candidate.tokensPerSecondPerGpu()};
}

Rank gpus(const Candidate &candidate)
{
    return {candidate.gpus, candidate.updatesOnHost, -candidate.tokensPerSecond};
}

Rank changes(const Candidate &candidate)
{
    return {candidate.changes, candidate.updatesOnHost, -candidate.tokensPerSecond};
}

Rank mostSpare(const Candidate &candidate)
{
    return {-candidate.mostSpare().value(), false, 0};
}

/// Of equals that with the lower peak comes first, then that with fewer changes.
bool isBefore(const Candidate &a, const Candidate &b, RankOf rankOf)
{
    const auto whole = [rankOf](const Candidate &candidate) {
        return std::tuple(
            rankOf(candidate), candidate.memory.peak, candidate.changes, candidate.point);
    };
    return whole(a) < whole(b);
}

class Picker
{
public:
    explicit Picker(Search &search)
        : m_search(search)
    { }

    std::vector<Pick> picks()
    {
        const std::optional<Candidate> fastest = firstBy(speed);
        if (fastest) {
            add(Role::Fastest, fastest);
            add(Role::MostSpare, roomiest(*fastest));
            if (variesGpus()) {
                add(Role::Cheapest, firstBy(speedPerGpu));
                add(Role::FewestGpus, firstBy(gpus));
            }
            add(Role::Simplest, firstBy(changes));
        }
        add(Role::FasterAtRisk, fasterAtRisk(fastest));
        return m_picks;
    }

private:
    /// The next ones to play at once: up to one that is expected to fit.
    std::vector<std::size_t> wave(const std::vector<Candidate> &sorted, std::size_t from) const
    {
        constexpr std::size_t most = 16;
        std::vector<std::size_t> points;
        for (std::size_t i = from; i < sorted.size() && points.size() < most; ++i) {
            points.push_back(sorted[i].point);
            if (sorted[i].fit() == Fit::Fits)
                break;
        }
        return points;
    }

    /// What may fit, as it is known by now.
    std::vector<Candidate> hopeful(RankOf rankOf) const
    {
        std::vector<Candidate> among = m_search.candidates();
        std::erase_if(among, [](const Candidate &candidate) { return !candidate.canFit(); });
        std::sort(among.begin(), among.end(),
            [rankOf](const Candidate &a, const Candidate &b) { return isBefore(a, b, rankOf); });
        return among;
    }

    /// The first that fits when it is played.
    std::optional<Candidate> firstBy(RankOf rankOf)
    {
        const std::vector<Candidate> among = hopeful(rankOf);
        for (std::size_t i = 0; i < among.size();) {
            const std::vector<std::size_t> points = wave(among, i);
            m_search.play(points);
            for (const std::size_t point : points) {
                const Candidate *played = m_search.find(point);
                if (played->fit() == Fit::Fits)
                    return *played;
            }
            i += points.size();
        }
        return std::nullopt;
    }

    /// Of those nearly as fast. None has less to hold than what it allocates: that ends the search.
    Candidate roomiest(const Candidate &fastest)
    {
        std::vector<Candidate> fast = hopeful(mostSpare);
        std::erase_if(fast, [&](const Candidate &candidate) {
            return candidate.tokensPerSecond < (1 - nearlyAsFast) * fastest.tokensPerSecond
                || candidate.updatesOnHost > fastest.updatesOnHost;
        });
        Candidate best = fastest;
        for (const Candidate &candidate : fast) {
            if (candidate.mostSpare() <= best.spare())
                break;
            m_search.play({candidate.point});
            const Candidate &played = *m_search.find(candidate.point);
            if (played.fit() == Fit::Fits && played.spare() > best.spare())
                best = played;
        }
        return best;
    }

    bool variesGpus() const
    {
        const std::vector<Candidate> &all = m_search.candidates();
        return std::any_of(all.begin(), all.end(),
            [&](const Candidate &candidate) { return candidate.gpus != all.front().gpus; });
    }

    /// Whatever is faster than the fastest was played.
    std::optional<Candidate> fasterAtRisk(const std::optional<Candidate> &fastest) const
    {
        std::optional<Candidate> best;
        for (const Candidate &candidate : m_search.candidates()) {
            const bool isRisky = candidate.fit() == Fit::AtRisk && candidate.spare() >= Bytes(0)
                && candidate.isPlayed;
            const bool isBetter = !fastest
                || (candidate.tokensPerSecond > fastest->tokensPerSecond
                    && candidate.updatesOnHost <= fastest->updatesOnHost);
            if (isRisky && isBetter && (!best || isBefore(candidate, *best, speed)))
                best = candidate;
        }
        return best;
    }

    void add(Role role, const std::optional<Candidate> &candidate)
    {
        if (!candidate)
            return;
        const auto same = std::find_if(m_picks.begin(), m_picks.end(),
            [&](const Pick &pick) { return pick.point == candidate->point; });
        if (same == m_picks.end())
            m_picks.push_back({candidate->point, {role}});
        else
            same->roles.push_back(role);
    }

    Search &m_search;
    std::vector<Pick> m_picks;
};

} // namespace

std::vector<Pick> picksOf(Search &search)
{
    return Picker(search).picks();
}

} // namespace shardscope
