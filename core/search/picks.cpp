// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/picks.h"

#include <algorithm>
#include <functional>
#include <tuple>

namespace shardscope {

namespace {

class Picker
{
public:
    explicit Picker(Figures &figures)
        : m_figures(figures)
    {
        for (const Candidate &candidate : figures.candidates()) {
            if (candidate.canFit())
                m_hopeful.push_back(candidate);
        }
    }

    std::vector<Pick> picks()
    {
        const std::optional<Candidate> fastest = firstOf(m_hopeful, bySpeed());
        if (fastest) {
            add(Role::Fastest, *fastest);
            add(Role::MostSpare, mostSpare(*fastest));
            if (variesGpus()) {
                addFirst(Role::Cheapest, by([](const Candidate &candidate) {
                    return -candidate.tokensPerSecondPerGpu();
                }));
                addFirst(Role::FewestGpus,
                    byFewest([](const Candidate &candidate) { return candidate.gpus; }));
            }
            addFirst(Role::Simplest,
                byFewest([this](const Candidate &candidate) { return changes(candidate); }));
        }
        addFasterAtRisk(fastest);
        return m_picks;
    }

private:
    using Order = std::function<bool(const Candidate &, const Candidate &)>;

    /// By `rank`, the least first; of equals that with the lower peak, then with fewer changes,
    /// then the first.
    template <class Rank>
    Order ranked(Rank rank) const
    {
        return [this, rank](const Candidate &a, const Candidate &b) {
            const auto first = std::pair(rank(a), a.peak);
            const auto second = std::pair(rank(b), b.peak);
            if (first != second)
                return first < second;
            return std::pair(changes(a), a.point) < std::pair(changes(b), b.point);
        };
    }
    /// A time that leaves something out is none to rank by where there are whole ones.
    template <class Measure>
    Order by(Measure measure) const
    {
        return ranked([measure](const Candidate &candidate) {
            return std::pair(candidate.guessesHostTime, measure(candidate));
        });
    }
    /// Whatever its time is worth.
    template <class Count>
    Order byFewest(Count count) const
    {
        return ranked([count](const Candidate &candidate) {
            return std::tuple(
                count(candidate), candidate.guessesHostTime, -candidate.tokensPerSecond);
        });
    }
    Order bySpeed() const
    {
        return by([](const Candidate &candidate) { return -candidate.tokensPerSecond; });
    }

    int changes(const Candidate &candidate) const
    {
        const SearchSpace &space = m_figures.space();
        return changesBetween(space.at(candidate.point), space.present());
    }

    /// The next ones to play at once: up to one that is expected to fit.
    std::vector<std::size_t> wave(const std::vector<Candidate> &sorted, std::size_t from) const
    {
        constexpr std::size_t most = 16;
        std::vector<std::size_t> points;
        for (std::size_t i = from; i < sorted.size() && points.size() < most; ++i) {
            points.push_back(sorted[i].point);
            if (sorted[i].fit == Fit::Fits)
                break;
        }
        return points;
    }

    /// The first that fits when it is played.
    std::optional<Candidate> firstOf(std::vector<Candidate> among, const Order &order)
    {
        std::sort(among.begin(), among.end(), order);
        for (std::size_t i = 0; i < among.size();) {
            const std::vector<std::size_t> points = wave(among, i);
            m_figures.play(points);
            for (const std::size_t point : points) {
                const Candidate *played = m_figures.find(point);
                if (played->fit == Fit::Fits)
                    return *played;
            }
            i += points.size();
        }
        return std::nullopt;
    }

    /// Of those nearly as fast. None has less to hold than what it allocates: that ends the search.
    Candidate mostSpare(const Candidate &fastest)
    {
        std::vector<Candidate> fast = m_hopeful;
        std::erase_if(fast, [&](const Candidate &candidate) {
            return candidate.tokensPerSecond < (1 - nearlyAsFast) * fastest.tokensPerSecond
                || candidate.guessesHostTime > fastest.guessesHostTime;
        });
        std::sort(fast.begin(), fast.end(),
            by([](const Candidate &candidate) { return -candidate.mostSpare; }));
        Candidate best = fastest;
        for (const Candidate &candidate : fast) {
            if (candidate.mostSpare <= best.spare)
                break;
            m_figures.play({candidate.point});
            const Candidate &played = *m_figures.find(candidate.point);
            if (played.fit == Fit::Fits && played.spare > best.spare)
                best = played;
        }
        return best;
    }

    bool variesGpus() const
    {
        const std::vector<Candidate> &all = m_figures.candidates();
        return std::any_of(all.begin(), all.end(),
            [&](const Candidate &candidate) { return candidate.gpus != all.front().gpus; });
    }

    /// Whatever is faster than the fastest was played.
    void addFasterAtRisk(const std::optional<Candidate> &fastest)
    {
        std::optional<Candidate> best;
        const Order order = bySpeed();
        for (const Candidate &candidate : m_figures.candidates()) {
            const bool isRisky = candidate.fit == Fit::AtRisk && candidate.spare >= Bytes(0)
                && m_figures.isPlayed(candidate.point);
            const bool isBetter = !fastest
                || (candidate.tokensPerSecond > fastest->tokensPerSecond
                    && candidate.guessesHostTime <= fastest->guessesHostTime);
            if (isRisky && isBetter && (!best || order(candidate, *best)))
                best = candidate;
        }
        if (best)
            add(Role::FasterAtRisk, *best);
    }

    void addFirst(Role role, const Order &order)
    {
        if (const std::optional<Candidate> first = firstOf(m_hopeful, order))
            add(role, *first);
    }

    void add(Role role, const Candidate &candidate)
    {
        const auto same = std::find_if(m_picks.begin(), m_picks.end(),
            [&](const Pick &pick) { return pick.point == candidate.point; });
        if (same == m_picks.end())
            m_picks.push_back({candidate.point, {role}});
        else
            same->roles.push_back(role);
    }

    Figures &m_figures;
    std::vector<Candidate> m_hopeful; ///< what may fit, as it was estimated
    std::vector<Pick> m_picks;
};

} // namespace

std::vector<Pick> picksOf(Figures &figures)
{
    return Picker(figures).picks();
}

} // namespace shardscope
