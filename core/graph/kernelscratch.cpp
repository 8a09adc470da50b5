// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/kernelscratch.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double warp = 32;
constexpr double threadsOfBlock = 512;

/// Columns that one thread adds up: up to four that lie next to each other.
double columnsOfThread(double columns)
{
    double each = 4;
    while (each > 1 && std::fmod(columns, each) > 0)
        each /= 2;
    return each;
}

double powerOfTwoUpTo(double value, double most)
{
    return value < most ? std::exp2(std::floor(std::log2(value))) : most;
}

} // namespace

double sumScratch(double rows, double columns, double residentThreads)
{
    if (residentThreads <= 0 || rows < 1 || columns < 1)
        return 0;
    const double each = columnsOfThread(columns);
    const double threads = threadsOfBlock / each;
    const double across = powerOfTwoUpTo(columns / each, threads);
    const double down = powerOfTwoUpTo(rows, threads);
    const double height = std::min(down, std::floor(threads / std::min(across, warp)));
    const double width = std::min(across, std::floor(threads / height));
    constexpr double fewest = 16;
    constexpr double most = 256;
    if (rows < std::min(height * fewest, most))
        return 0; // no block shares its rows among its warps
    const double added = std::ceil(rows / height);
    const double grid = std::ceil(columns / each / width);
    const double wanted = std::floor(residentThreads / (width * height));
    if (added < most || grid > wanted)
        return 0;
    const double blocks = std::max(
        std::min(std::ceil(wanted / grid), std::ceil(added / fewest)), std::ceil(added / most));
    return blocks > 1 ? SingleBytes * columns * blocks * width * each : 0;
}

double lookupScratch(double tokens, double rows, double width)
{
    constexpr double withoutSorting = 3072; // tokens that one kernel adds up as they come
    constexpr double tokensOfPart = 10;
    if (tokens <= withoutSorting)
        return 0;
    return SingleBytes * width * (std::floor(tokens / tokensOfPart) + std::min(tokens, rows));
}

} // namespace shardscope
