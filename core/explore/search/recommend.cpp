// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/recommend.h"

#include "core/explore/search/picks.h"
#include "core/explore/search/reasons.h"

#include <algorithm>

namespace shardscope {

namespace {

void count(Recommendations &result, const Search &search, const Figures &figures)
{
    const std::vector<Candidate> &candidates = figures.candidates();
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

std::vector<std::size_t> pointsOf(const std::vector<Candidate> &candidates)
{
    std::vector<std::size_t> points;
    for (const Candidate &candidate : candidates)
        points.push_back(candidate.point);
    return points;
}

/// A row that turned out larger than it was taken for is no point of the frontier for that: so what
/// looks like one is played first, with all that has a role.
std::vector<std::size_t> frontierPoints(Figures &figures, const std::vector<Pick> &picks)
{
    std::vector<std::size_t> points = pointsOf(frontierOf(figures.candidates()));
    for (const Pick &pick : picks)
        points.push_back(pick.point);
    figures.play(points);
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    std::vector<Candidate> shown;
    for (const std::size_t point : points)
        shown.push_back(*figures.find(point));
    return pointsOf(frontierOf(std::move(shown)));
}

Recommendation rowOf(std::size_t point, Figures &figures, Reasoner &reasoner)
{
    return {.scenario = figures.space().at(point),
        .memory = figures.memory(point),
        .speed = figures.speed(point),
        .reasons = reasoner.reasonsFor(point),
        .changes = figures.find(point)->changes,
        .isOnFrontier = false,
        .guessesHostTime = figures.find(point)->guessesHostTime};
}

void list(Recommendations &result, Figures &figures, Reasoner &reasoner)
{
    std::vector<Pick> picks = picksOf(figures);
    std::vector<std::size_t> frontier = frontierPoints(figures, picks);
    for (Pick &pick : picks) {
        Recommendation &row = result.best.emplace_back(rowOf(pick.point, figures, reasoner));
        row.roles = std::move(pick.roles);
        row.isOnFrontier = std::erase(frontier, pick.point) > 0;
    }
    for (const std::size_t point : frontier) {
        result.frontier.push_back(rowOf(point, figures, reasoner));
        result.frontier.back().isOnFrontier = true;
    }
}

/// What misses least.
std::size_t nearestOf(const Figures &figures)
{
    const std::vector<Candidate> &candidates = figures.candidates();
    return std::max_element(candidates.begin(), candidates.end(),
        [](const Candidate &a, const Candidate &b) { return a.spare < b.spare; })
        ->point;
}

} // namespace

Recommendations recommendationsOf(const Search &search)
{
    Recommendations result;
    Figures figures(search);
    Reasoner reasoner(figures);
    for (const Plan &plan : search.played())
        result.presentMemory = outlookOf(plan);
    result.presentSpeed = figures.speed(search.space().present());
    list(result, figures, reasoner);
    if (!figures.candidates().empty() && result.best.empty() && result.frontier.empty())
        result.nearest = rowOf(nearestOf(figures), figures, reasoner);
    count(result, search, figures);
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
