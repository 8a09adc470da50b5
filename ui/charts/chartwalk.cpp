// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartwalk.h"

#include <algorithm>

namespace shardscope {

namespace {

std::size_t clamped(std::size_t at, int step, std::size_t size)
{
    return static_cast<std::size_t>(
        std::clamp(static_cast<int>(at) + step, 0, static_cast<int>(size) - 1));
}

} // namespace

std::optional<ChartSegment> segmentStep(
    const ChartData &data, const std::optional<ChartSegment> &from, int bars, int parts)
{
    if (data.categories.empty() || data.series.empty())
        return std::nullopt;
    if (!from)
        return ChartSegment{static_cast<std::size_t>(std::max(0, chosenCategory(data))), 0};
    ChartSegment next{clamped(from->category, bars, data.categories.size()),
        clamped(from->series, parts, data.series.size())};
    // A bar has not every part: go on in the same direction to one that it has.
    while (!isShown(data, next.category, next.series)) {
        const std::size_t further
            = clamped(next.series, parts != 0 ? parts : -1, data.series.size());
        if (further == next.series)
            break;
        next.series = further;
    }
    return next;
}

std::optional<ChartSegment> bandStep(
    const ChartData &data, const std::optional<ChartSegment> &from, int direction)
{
    const std::vector<ChartBand> &bands = data.bands;
    if (!from || bands.empty())
        return segmentStep(data, from, 0, 0);
    ChartSegment next = *from;
    const auto after = std::find_if(bands.begin(), bands.end(),
        [&next](const ChartBand &band) { return band.begin > next.category; });
    if (direction > 0 && after != bands.end())
        next.category = after->begin;
    const auto before = std::find_if(bands.rbegin(), bands.rend(),
        [&next](const ChartBand &band) { return band.begin < next.category; });
    if (direction < 0)
        next.category = before == bands.rend() ? 0 : before->begin;
    return next;
}

} // namespace shardscope
