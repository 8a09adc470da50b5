// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/picks.h"

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
    { }

    std::vector<Pick> picks()
    {
        const std::optional<Candidate> fastest = firstOf(bySpeed());
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
                byFewest([](const Candidate &candidate) { return candidate.changes; }));
        }
        addFasterAtRisk(fastest);
        return m_picks;
    }

private:
    using Order = std::function<bool(const Candidate &, const Candidate &)>;

    /// By `rank`, the least first; of equals that with the lower peak, then with fewer changes,
    /// then the first.
    template <class Rank>
    static Order ranked(Rank rank)
    {
        return [rank](const Candidate &a, const Candidate &b) {
            const auto first = std::pair(rank(a), a.peak);
            const auto second = std::pair(rank(b), b.peak);
            if (first != second)
                return first < second;
            return std::pair(a.changes, a.point) < std::pair(b.changes, b.point);
        };
    }
    /// A time that leaves something out is none to rank by where there are whole ones.
    template <class Measure>
    static Order by(Measure measure)
    {
        return ranked([measure](const Candidate &candidate) {
            return std::pair(candidate.guessesHostTime, measure(candidate));
        });
    }
    /// Whatever its time is worth.
    template <class Count>
    static Order byFewest(Count count)
    {
        return ranked([count](const Candidate &candidate) {
            return std::tuple(
                count(candidate), candidate.guessesHostTime, -candidate.tokensPerSecond);
        });
    }
    static Order bySpeed()
    {
        return by([](const Candidate &candidate) { return -candidate.tokensPerSecond; });
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

    /// What may fit, as it is known by now.
    std::vector<Candidate> hopeful(const Order &order) const
    {
        std::vector<Candidate> among = m_figures.candidates();
        std::erase_if(among, [](const Candidate &candidate) { return !candidate.canFit(); });
        std::sort(among.begin(), among.end(), order);
        return among;
    }

    /// The first that fits when it is played.
    std::optional<Candidate> firstOf(const Order &order)
    {
        const std::vector<Candidate> among = hopeful(order);
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
        std::vector<Candidate> fast
            = hopeful(ranked([](const Candidate &candidate) { return -candidate.mostSpare; }));
        std::erase_if(fast, [&](const Candidate &candidate) {
            return candidate.tokensPerSecond < (1 - nearlyAsFast) * fastest.tokensPerSecond
                || candidate.guessesHostTime > fastest.guessesHostTime;
        });
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
        if (const std::optional<Candidate> first = firstOf(order))
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
    std::vector<Pick> m_picks;
};

} // namespace

std::vector<Pick> picksOf(Figures &figures)
{
    return Picker(figures).picks();
}

} // namespace shardscope
