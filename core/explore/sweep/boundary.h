// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace shardscope {

/// A stretch of a boundary along the edges of cells. Cell (column, row) reaches from its own
/// numbers to the next ones.
struct BoundaryLine
{
    std::size_t x1 = 0;
    std::size_t y1 = 0;
    std::size_t x2 = 0;
    std::size_t y2 = 0;

    bool operator==(const BoundaryLine &) const = default;
};

enum class Side : unsigned char { Unknown, Inside, Outside };

/// Between cells inside and cells outside: upright stretches column by column, then level ones row
/// by row, each as long as it goes. Nothing is drawn beside cells that nobody knows of.
std::vector<BoundaryLine> boundaryOf(std::span<const Side> cells, std::size_t columns);

/// Of a single row: the points after which the side changes.
std::vector<std::size_t> crossingsOf(std::span<const Side> cells);

} // namespace shardscope
