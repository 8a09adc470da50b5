// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/search/recommend.h"

#include "core/search/reasons.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardscope {

namespace {

class Picker
{
public:
    Picker(const Search &search, const std::vector<Candidate> &candidates)
        : m_search(search)
        , m_frontier(frontierOf(search, candidates))
    {
        for (const Candidate &candidate : candidates) {
            if (candidate.fit == Fit::Fits)
                m_fits.push_back(candidate);
        }
        // A time that leaves something out is none to rank by where there are whole ones.
        if (std::any_of(m_fits.begin(), m_fits.end(), isWhole))
            std::copy_if(m_fits.begin(), m_fits.end(), std::back_inserter(m_timed), isWhole);
        else
            m_timed = m_fits;
    }

    const std::vector<Candidate> &frontier() const { return m_frontier; }

    using Picks = std::vector<std::pair<Candidate, std::vector<Role>>>;

    /// Configurations with their roles, in the order of the roles.
    Picks picks()
    {
        if (m_timed.empty())
            return atRiskAlone();
        const Candidate fastest = best(m_timed, speed);
        add(Role::Fastest, fastest);
        add(Role::MostSpare, mostSpare(fastest));
        if (variesGpus()) {
            add(Role::Cheapest, best(m_timed, speedPerGpu));
            add(Role::FewestGpus,
                best(withLeast([](const Candidate &candidate) { return candidate.gpus; }), speed));
        }
        add(Role::Simplest,
            best(withLeast([this](const Candidate &candidate) { return changes(candidate); }),
                speed));
        addFasterAtRisk(fastest);
        return m_picks;
    }

private:
    static bool isWhole(const Candidate &candidate) { return !candidate.guessesHostTime; }
    static double speed(const Candidate &candidate) { return candidate.tokensPerSecond; }
    static double speedPerGpu(const Candidate &candidate)
    {
        return candidate.tokensPerSecondPerGpu();
    }

    int changes(const Candidate &candidate) const
    {
        return changesBetween(m_search.space().at(candidate.point), m_search.space().present());
    }

    /// With a whole time if there are any; by `measure`; then with the lower peak, then with fewer
    /// changes, then the first.
    template <class Measure>
    Candidate best(const std::vector<Candidate> &among, Measure measure) const
    {
        return *std::min_element(
            among.begin(), among.end(), [&](const Candidate &a, const Candidate &b) {
                if (a.guessesHostTime != b.guessesHostTime)
                    return b.guessesHostTime;
                if (measure(a) != measure(b))
                    return measure(a) > measure(b);
                if (a.peak != b.peak)
                    return a.peak < b.peak;
                return changes(a) < changes(b);
            });
    }

    Candidate mostSpare(const Candidate &fastest) const
    {
        std::vector<Candidate> fast;
        std::copy_if(m_timed.begin(), m_timed.end(), std::back_inserter(fast),
            [&](const Candidate &candidate) {
                return speed(candidate) >= (1 - nearlyAsFast) * speed(fastest);
            });
        return best(fast, [](const Candidate &candidate) { return candidate.spare; });
    }

    bool variesGpus() const
    {
        return std::any_of(m_search.candidates().begin(), m_search.candidates().end(),
            [this](const Candidate &candidate) {
                return candidate.gpus != m_search.candidates().front().gpus;
            });
    }

    /// All that fit and have the least of something, timed or not.
    template <class Measure>
    std::vector<Candidate> withLeast(Measure measure) const
    {
        std::vector<Candidate> least;
        int fewest = 0;
        for (const Candidate &candidate : m_fits) {
            const int count = measure(candidate);
            if (least.empty() || count < fewest) {
                least.clear();
                fewest = count;
            }
            if (count == fewest)
                least.push_back(candidate);
        }
        return least;
    }

    /// Those at risk that fit by the estimate itself.
    std::vector<Candidate> atRisk() const
    {
        std::vector<Candidate> risky;
        std::copy_if(m_frontier.begin(), m_frontier.end(), std::back_inserter(risky),
            [](const Candidate &candidate) {
                return candidate.fit == Fit::AtRisk && candidate.spare >= Bytes(0);
            });
        return risky;
    }

    void addFasterAtRisk(const Candidate &fastest)
    {
        std::vector<Candidate> risky = atRisk();
        std::erase_if(risky, [&](const Candidate &candidate) {
            return speed(candidate) <= speed(fastest)
                || candidate.guessesHostTime > fastest.guessesHostTime;
        });
        if (!risky.empty())
            add(Role::FasterAtRisk, best(risky, speed));
    }

    /// Nothing fits for sure: the fastest that may.
    Picks atRiskAlone()
    {
        const std::vector<Candidate> risky = atRisk();
        if (!risky.empty())
            add(Role::FasterAtRisk, best(risky, speed));
        return m_picks;
    }

    void add(Role role, const Candidate &candidate)
    {
        const auto same = std::find_if(m_picks.begin(), m_picks.end(),
            [&](const auto &pick) { return pick.first.point == candidate.point; });
        if (same == m_picks.end())
            m_picks.push_back({candidate, {role}});
        else
            same->second.push_back(role);
    }

    const Search &m_search;
    std::vector<Candidate> m_frontier;
    std::vector<Candidate> m_fits;
    std::vector<Candidate> m_timed; ///< those of them that a fastest is chosen from
    Picks m_picks;
};

class Writer
{
public:
    explicit Writer(const Search &search)
        : m_search(search)
        , m_evaluator(search.catalog())
        , m_reasoner(search)
    { }

    Recommendation write(const Candidate &candidate)
    {
        Recommendation result{.scenario = m_search.space().at(candidate.point),
            .reasons = m_reasoner.reasonsFor(candidate),
            .isOnFrontier = false, // until it is compared with what else is listed
            .guessesHostTime = candidate.guessesHostTime};
        result.changes = changesBetween(result.scenario, m_search.space().present());
        look(result.scenario, result.memory, result.speed);
        return result;
    }

    /// What is shown is played, not estimated. Of scenarios that resolve, which all here do.
    void look(const Scenario &scenario, MemoryOutlook &memory, SpeedOutlook &speed)
    {
        if (const Result<Plan> plan = makePlan(scenario, m_search.catalog(), Reserving::Played))
            memory = outlookOf(*plan);
        if (const Result<SpeedOutlook> found = m_evaluator.speed(scenario))
            speed = *found;
    }

private:
    const Search &m_search;
    Evaluator m_evaluator;
    Reasoner m_reasoner;
};

void count(Recommendations &result, const Search &search)
{
    const std::vector<Candidate> &candidates = search.candidates();
    const auto with = [&candidates](Fit fit) {
        return static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(),
            [fit](const Candidate &candidate) { return candidate.fit == fit; }));
    };
    result.tried = candidates.size();
    result.fits = with(Fit::Fits);
    result.atRisk = with(Fit::AtRisk);
    result.impossible = search.impossible();
    result.batch = search.space().batch();
    if (candidates.empty())
        result.obstacle = search.obstacle();
}

/// By what the search estimated: everything with a role, and the frontier.
std::vector<Candidate> worthListing(const Search &search)
{
    Picker picker(search, search.candidates());
    std::vector<Candidate> listed = picker.frontier();
    for (const auto &[candidate, roles] : picker.picks()) {
        if (std::find(listed.begin(), listed.end(), candidate) == listed.end())
            listed.push_back(candidate);
    }
    return listed;
}

/// As it turned out when it was played.
Candidate asShown(Candidate candidate, const Recommendation &row)
{
    candidate.fit = row.memory.verdict.fit;
    candidate.peak = row.memory.peak;
    candidate.spare = row.memory.verdict.spare;
    return candidate;
}

/// Roles and frontier are those of the figures that are shown: a row that turned out larger than
/// the search took it for must not be called the one with most to spare.
void list(Recommendations &result, const Search &search, Writer &writer)
{
    std::map<std::size_t, Recommendation> rows;
    std::vector<Candidate> shown;
    for (const Candidate &candidate : worthListing(search)) {
        const auto row = rows.emplace(candidate.point, writer.write(candidate)).first;
        shown.push_back(asShown(candidate, row->second));
    }
    Picker picker(search, shown);
    std::set<std::size_t> onFrontier;
    for (const Candidate &candidate : picker.frontier())
        onFrontier.insert(candidate.point);
    for (auto &[candidate, roles] : picker.picks()) {
        Recommendation &row = result.best.emplace_back(std::move(rows.at(candidate.point)));
        row.roles = std::move(roles);
        row.isOnFrontier = onFrontier.contains(candidate.point);
        rows.erase(candidate.point);
    }
    for (const Candidate &candidate : picker.frontier()) {
        const auto row = rows.find(candidate.point);
        if (row == rows.end())
            continue;
        row->second.isOnFrontier = true;
        result.frontier.push_back(std::move(row->second));
    }
}

} // namespace

Recommendations recommendationsOf(const Search &search)
{
    Recommendations result;
    count(result, search);
    Writer writer(search);
    writer.look(search.space().present(), result.presentMemory, result.presentSpeed);
    list(result, search, writer);
    const std::vector<Candidate> &candidates = search.candidates();
    if (!candidates.empty() && result.best.empty() && result.frontier.empty())
        result.nearest = writer.write(*std::max_element(candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.spare < b.spare; }));
    return result;
}

Result<Recommendations> recommend(
    const Scenario &present, const SearchFreedom &freedom, const Catalog &catalog)
{
    const Result<SearchSpace> space = searchSpace(present, freedom, catalog);
    if (!space)
        return space.error();
    Search search(*space, catalog);
    search.work();
    return recommendationsOf(search);
}

} // namespace shardscope
