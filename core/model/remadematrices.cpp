// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, tuners/lokr/layer.py (update_layer, factorization), tuners/oft/layer.py (update_layer,
// adjust_oft_parameters).
#include "core/model/remadematrices.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace shardscope {

namespace {

struct Pair
{
    std::int64_t first = 1;
    std::int64_t second = 1;
};

/// Two numbers whose product it is: the first of them `factor` where that divides it, else the
/// largest divisor up to it that is not the larger one.
Pair factorized(std::int64_t dimension, std::int64_t factor)
{
    if (factor > 0 && dimension % factor == 0)
        return {factor, dimension / factor};
    const std::int64_t most = factor < 0 ? dimension : factor;
    const std::int64_t length = dimension + 1;
    Pair pair{1, dimension};
    while (pair.first < pair.second) {
        std::int64_t next = pair.first + 1;
        while (dimension % next != 0)
            ++next;
        const std::int64_t other = dimension / next;
        if (next + other > length || next > most)
            break;
        pair = {next, other};
    }
    if (pair.first > pair.second)
        std::swap(pair.first, pair.second);
    return pair;
}

/// The divisor that is nearest.
std::int64_t adjusted(std::int64_t dimension, std::int64_t wanted)
{
    if (wanted >= dimension)
        return dimension;
    std::int64_t higher = wanted;
    while (higher <= dimension && dimension % higher != 0)
        ++higher;
    std::int64_t lower = wanted;
    while (lower > 1 && dimension % lower != 0)
        --lower;
    return wanted - lower <= higher - wanted ? lower : higher;
}

} // namespace

KroneckerShape kroneckerShape(double in, double out, int factor, double rank)
{
    const Pair columns = factorized(static_cast<std::int64_t>(in), factor);
    const Pair rows = factorized(static_cast<std::int64_t>(out), factor);
    KroneckerShape shape{.leftRows = static_cast<double>(rows.first),
        .leftColumns = static_cast<double>(columns.first),
        .rightRows = static_cast<double>(rows.second),
        .rightColumns = static_cast<double>(columns.second)};
    shape.isRightFactored = rank < std::max(shape.rightRows, shape.rightColumns) / 2;
    return shape;
}

RotationShape rotationShape(double in, int block, double rank)
{
    const auto inputs = static_cast<std::int64_t>(in);
    const std::int64_t wanted = block > 0 ? block : static_cast<std::int64_t>(rank);
    const std::int64_t divisor = adjusted(inputs, std::max<std::int64_t>(1, wanted));
    const auto one = static_cast<double>(divisor);
    const auto other = static_cast<double>(inputs / divisor);
    return block > 0 ? RotationShape{.blocks = other, .size = one}
                     : RotationShape{.blocks = one, .size = other};
}

ButterflyShape butterflyShape(double in, int block, int blocks, int factors)
{
    ButterflyShape shape{.factors = 1.0 * factors};
    shape.size = block > 0 ? 1.0 * block : std::max(1.0, std::floor(in / std::max(1, blocks)));
    shape.blocks = std::max(1.0, std::floor(in / shape.size));
    return shape;
}

bool isButterfly(double in, int block, int blocks, int factors)
{
    if (block == 0 && blocks == 0)
        return false;
    const ButterflyShape shape = butterflyShape(in, block, blocks, factors);
    const auto divides = [](double part, double whole) { return std::fmod(whole, part) == 0; };
    if (!divides(block > 0 ? block : blocks, in))
        return false;
    const double further = std::exp2(factors - 1);
    return factors == 1
        || (divides(2, shape.size) && divides(2, shape.blocks) && divides(further, shape.blocks));
}

} // namespace shardscope
