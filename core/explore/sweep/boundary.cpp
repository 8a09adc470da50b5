// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep/boundary.h"

#include <cassert>

namespace shardscope {

namespace {

bool differ(Side a, Side b)
{
    return a != b && a != Side::Unknown && b != Side::Unknown;
}

/// Joins the stretches of one line of edges that follow each other.
template <class IsEdge, class Add>
void addStretches(std::size_t length, IsEdge isEdge, Add add)
{
    std::size_t i = 0;
    while (i < length) {
        const std::size_t start = i;
        while (i < length && isEdge(i))
            ++i;
        if (i > start)
            add(start, i);
        else
            ++i;
    }
}

} // namespace

std::vector<BoundaryLine> boundaryOf(std::span<const Side> cells, std::size_t columns)
{
    assert(columns == 0 || cells.size() % columns == 0);
    std::vector<BoundaryLine> lines;
    const std::size_t rows = columns > 0 ? cells.size() / columns : 0;
    const auto at
        = [&](std::size_t column, std::size_t row) { return cells[row * columns + column]; };
    for (std::size_t x = 1; x < columns; ++x)
        addStretches(
            rows, [&](std::size_t row) { return differ(at(x - 1, row), at(x, row)); },
            [&](std::size_t from, std::size_t to) {
                lines.push_back({x, from, x, to});
            });
    for (std::size_t y = 1; y < rows; ++y)
        addStretches(
            columns, [&](std::size_t column) { return differ(at(column, y - 1), at(column, y)); },
            [&](std::size_t from, std::size_t to) {
                lines.push_back({from, y, to, y});
            });
    return lines;
}

std::vector<std::size_t> crossingsOf(std::span<const Side> cells)
{
    std::vector<std::size_t> crossings;
    for (std::size_t i = 1; i < cells.size(); ++i) {
        if (differ(cells[i - 1], cells[i]))
            crossings.push_back(i - 1);
    }
    return crossings;
}

} // namespace shardscope
