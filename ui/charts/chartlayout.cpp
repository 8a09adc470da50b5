// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartlayout.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace shardscope {

namespace {

/// Labels that touch each other; they stand around the mean of what they want.
struct Cluster
{
    std::size_t count = 0;
    double wantedTop = 0; ///< sum over its labels of where the cluster's top should be for each

    double top(double height, double from, double to) const
    {
        const double highest = std::max(from, to - static_cast<double>(count) * height);
        return std::clamp(wantedTop / static_cast<double>(count), from, highest);
    }
};

} // namespace

std::vector<double> spreadLabels(
    const std::vector<double> &wanted, double height, double top, double bottom)
{
    std::vector<std::size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
        [&wanted](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });

    std::vector<Cluster> clusters;
    for (const std::size_t index : order) {
        clusters.push_back({1, wanted[index] - height / 2});
        while (clusters.size() > 1) {
            Cluster &above = clusters[clusters.size() - 2];
            const Cluster &below = clusters.back();
            const double end
                = above.top(height, top, bottom) + static_cast<double>(above.count) * height;
            if (end <= below.top(height, top, bottom))
                break;
            above.wantedTop
                += below.wantedTop - static_cast<double>(above.count * below.count) * height;
            above.count += below.count;
            clusters.pop_back();
        }
    }

    std::vector<double> centres(wanted.size());
    auto next = order.begin();
    for (const Cluster &cluster : clusters) {
        double y = cluster.top(height, top, bottom) + height / 2;
        for (std::size_t i = 0; i < cluster.count; ++i, y += height)
            centres[*next++] = y;
    }
    return centres;
}

namespace {

/// What the axis is made for: the chosen bar, and its limits where they do not make a sliver of it.
double decidingHeight(const ChartData &data, double highest)
{
    constexpr double SmallestBars = 8; ///< the line may be that many times the highest bar
    constexpr double LargestOutline = 4;
    double deciding = 0;
    for (const ChartLine &line : data.lines) {
        if (line.isChosen && (data.axis || line.value < SmallestBars * highest))
            deciding = line.value;
    }
    if (const int chosen = chosenCategory(data); chosen >= 0)
        deciding = std::max(deciding, reachOf(data, static_cast<std::size_t>(chosen)));
    for (const ChartCategory &category : data.categories) {
        if (category.limit < SmallestBars * highest)
            deciding = std::max(deciding, category.limit);
        if (category.outline < LargestOutline * highest)
            deciding = std::max(deciding, category.outline);
    }
    return deciding;
}

} // namespace

double reachOf(const ChartData &data, std::size_t category)
{
    return std::max(totalOf(data, category), data.categories[category].high);
}

double axisMaximum(const ChartData &data)
{
    constexpr double Headroom = 1.06;
    constexpr double LeastTorn = 1.25; ///< of what decides: room to see that a bar goes on
    double highest = 0;
    for (std::size_t i = 0; i < data.categories.size(); ++i)
        highest = std::max(highest, reachOf(data, i));
    const double deciding = decidingHeight(data, highest);
    const bool isDecided = chosenCategory(data) >= 0
        || std::any_of(data.lines.begin(), data.lines.end(),
            [deciding](const ChartLine &line) { return line.isChosen && line.value <= deciding; });
    double largest = deciding;
    for (std::size_t i = 0; i < data.categories.size(); ++i) {
        const double reach = reachOf(data, i);
        const bool isNear = !isDecided || reach <= data.tallest * deciding;
        const double torn = std::max(LeastTorn, data.tallest / 2) * deciding;
        largest = std::max(largest, isNear ? reach : torn);
    }
    return std::max(data.leastTop, largest > 0 ? Headroom * largest : axisUnit(data).size);
}

bool isCutOff(const ChartData &data, std::size_t category)
{
    return totalOf(data, category) > axisMaximum(data);
}

bool reachesAbove(const ChartData &data, std::size_t category)
{
    return reachOf(data, category) > axisMaximum(data);
}

void keepNearLines(ChartData &data)
{
    const double maximum = axisMaximum(data);
    double nearest = std::numeric_limits<double>::infinity();
    for (const ChartLine &line : data.lines) {
        if (line.value > maximum)
            nearest = std::min(nearest, line.value);
    }
    std::erase_if(data.lines,
        [nearest](const ChartLine &line) { return line.value > nearest && !line.isChosen; });
}

std::vector<std::size_t> nearestLines(const ChartData &data, std::size_t most)
{
    const auto chosen = std::find_if(
        data.lines.begin(), data.lines.end(), [](const ChartLine &line) { return line.isChosen; });
    const double centre = chosen == data.lines.end() ? 0 : chosen->value;
    std::vector<std::size_t> lines(data.lines.size());
    std::iota(lines.begin(), lines.end(), std::size_t{0});
    std::stable_sort(lines.begin(), lines.end(), [&data, centre](std::size_t a, std::size_t b) {
        return std::abs(data.lines[a].value - centre) < std::abs(data.lines[b].value - centre);
    });
    lines.resize(std::min(most, lines.size()));
    std::sort(lines.begin(), lines.end());
    return lines;
}

std::vector<double> instantEdges(const ChartData &data)
{
    if (!data.edges.empty())
        return data.edges;
    constexpr double SmallestBand = 0.095; ///< of the instants
    constexpr double SmallestPeak = 0.012;
    const auto count = static_cast<double>(data.categories.size());
    std::vector<double> edges{0};
    for (const ChartBand &band : data.bands) {
        const auto instants = static_cast<double>(band.end - band.begin);
        const double width = std::max(instants, SmallestBand * count) / instants;
        for (std::size_t i = band.begin; i < band.end; ++i) {
            const double least = data.categories[i].isChosen ? SmallestPeak * count : 0;
            edges.push_back(edges.back() + std::max(width, least));
        }
    }
    const double end = edges.back();
    for (double &edge : edges)
        edge /= end > 0 ? end : 1;
    return edges;
}

std::vector<TimelineColumn> timelineColumns(const ChartData &data, double pixels)
{
    const std::vector<double> edges = instantEdges(data);
    std::vector<TimelineColumn> columns;
    double largest = 0; // of the last column
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const double total = totalOf(data, i);
        const bool sharesPixel = !columns.empty()
            && std::floor(edges[i] * pixels) == std::floor(columns.back().from * pixels);
        if (!sharesPixel) {
            columns.push_back({edges[i], edges[i + 1], i});
            largest = total;
            continue;
        }
        columns.back().to = edges[i + 1];
        if (total > largest) {
            columns.back().category = i;
            largest = total;
        }
    }
    return columns;
}

double slotCount(const ChartData &data)
{
    return static_cast<double>(
        std::max(static_cast<std::size_t>(data.leastSlots), data.categories.size()));
}

} // namespace shardscope
