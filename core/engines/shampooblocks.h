// SPDX-License-Identifier: GPL-3.0-or-later
// How Shampoo (facebookresearch/optimizers f606606, distributed_shampoo) cuts a tensor into blocks.
#pragma once

#include "core/graph/tape.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

/// Bytes of a square matrix of a side's length, and of one triangle of it, as states have it
/// (use_symmetric_packing).
struct PackedSide
{
    double length = 0;

    double triangle() const { return length * (length + 1) / 2; }
    double square(double elementBytes = bytesOf(Dtype::Single)) const
    {
        return storageBytes(elementBytes * length * length);
    }
    double packed(double elementBytes = bytesOf(Dtype::Single)) const
    {
        return storageBytes(elementBytes * triangle());
    }
    /// Rows and columns of a triangle, as they are kept (_get_triu_indices), and in 64 bits, as
    /// torch makes them of any others for an operation (aten TensorAdvancedIndexing.cpp,
    /// make_info).
    double places() const { return storageBytes(2 * triangle(), Dtype::Single); }
    double longPlaces() const { return storageBytes(2 * triangle(), Dtype::Wide); }
};

/// Pieces of a side: full ones, and what is left (multi_dim_split).
struct Pieces
{
    Pieces(double side, double block)
        : full(std::floor(side / block))
        , length(block)
        , rest(side - full * block)
    { }

    double count() const { return full + (rest > 0 ? 1 : 0); }
    double triangles() const
    {
        return full * PackedSide{length}.triangle() + PackedSide{rest}.triangle();
    }

    /// Each length, and how many pieces have it.
    template <class Use>
    void forEach(const Use &use) const
    {
        if (full > 0)
            use(length, full);
        if (rest > 0)
            use(rest, 1.0);
    }
    /// Lengths in their order, of more than two alike two.
    std::vector<double> inOrder() const
    {
        std::vector<double> lengths(static_cast<std::size_t>(std::min(full, 2.0)), length);
        if (rest > 0)
            lengths.push_back(rest);
        return lengths;
    }

    double full;
    double length;
    double rest;
};

/// A tensor in blocks. What has no more elements than a block has rows is a vector
/// (merge_small_dims), and so is what has one row or column.
struct Blocks
{
    Blocks(double tensorRows, double tensorColumns, double block)
        : isVector(tensorRows * tensorColumns <= block || std::min(tensorRows, tensorColumns) == 1)
        , rows(isVector ? tensorRows * tensorColumns : tensorRows, block)
        , columns(isVector ? 1 : tensorColumns, block)
    { }

    /// Each length of a side that has a preconditioner, and how many have it.
    template <class Use>
    void forEachSide(const Use &use) const
    {
        rows.forEach([&](double length, double count) { use(length, count * columns.count()); });
        if (!isVector)
            columns.forEach(
                [&](double length, double count) { use(length, count * rows.count()); });
    }

    /// Bytes of one number for each weight, in storages of a block.
    double storages(double elementBytes) const
    {
        double bytes = 0;
        rows.forEach([&](double height, double down) {
            columns.forEach([&](double width, double along) {
                bytes += down * along * storageBytes(elementBytes * height * width);
            });
        });
        return bytes;
    }

    bool isVector;
    Pieces rows;
    Pieces columns;
};

} // namespace shardscope
