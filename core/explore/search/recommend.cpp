// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/recommend.h"

#include "core/explore/search/picks.h"
#include "core/explore/search/reasons.h"

#include <algorithm>

namespace shardscope {

namespace {

void count(Recommendations &result, const Search &search)
{
    const std::vector<Candidate> &candidates = search.candidates();
    const auto with = [&candidates](Fit fit) {
        return static_cast<std::size_t>(std::count_if(candidates.begin(), candidates.end(),
            [fit](const Candidate &candidate) { return candidate.fit() == fit; }));
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
std::vector<std::size_t> frontierPoints(Search &search, const std::vector<Pick> &picks)
{
    std::vector<std::size_t> points = pointsOf(frontierOf(search.candidates()));
    for (const Pick &pick : picks)
        points.push_back(pick.point);
    search.play(points);
    std::sort(points.begin(), points.end());
    points.erase(std::unique(points.begin(), points.end()), points.end());
    std::vector<Candidate> shown;
    for (const std::size_t point : points)
        shown.push_back(*search.find(point));
    return pointsOf(frontierOf(std::move(shown)));
}

Recommendation rowOf(std::size_t point, Search &search, Reasoner &reasoner)
{
    search.play({point});
    const Scenario scenario = search.space().at(point);
    return {.scenario = scenario,
        .memory = search.find(point)->memory,
        .speed = search.speed(scenario),
        .reasons = reasoner.reasonsFor(point),
        .changes = search.find(point)->changes,
        .isOnFrontier = false};
}

void list(Recommendations &result, Search &search, Reasoner &reasoner)
{
    std::vector<Pick> picks = picksOf(search);
    std::vector<std::size_t> frontier = frontierPoints(search, picks);
    for (Pick &pick : picks) {
        Recommendation &row = result.best.emplace_back(rowOf(pick.point, search, reasoner));
        row.roles = std::move(pick.roles);
        row.isOnFrontier = std::erase(frontier, pick.point) > 0;
    }
    for (const std::size_t point : frontier) {
        result.frontier.push_back(rowOf(point, search, reasoner));
        result.frontier.back().isOnFrontier = true;
    }
}

/// What misses least: of what was estimated, until that is played.
std::size_t nearestOf(Search &search)
{
    for (;;) {
        const std::vector<Candidate> &candidates = search.candidates();
        const auto nearest = std::max_element(candidates.begin(), candidates.end(),
            [](const Candidate &a, const Candidate &b) { return a.spare() < b.spare(); });
        if (nearest->isPlayed || search.isCancelled())
            return nearest->point;
        search.play({nearest->point});
    }
}

} // namespace

Recommendations recommendationsOf(Search &search)
{
    Recommendations result;
    Reasoner reasoner(search);
    for (const Plan &plan : search.played())
        result.presentMemory = outlookOf(plan);
    result.presentSpeed = search.speed(search.space().present());
    list(result, search, reasoner);
    if (!search.candidates().empty() && result.best.empty() && result.frontier.empty())
        result.nearest = rowOf(nearestOf(search), search, reasoner);
    count(result, search);
    return result;
}

} // namespace shardscope
