// SPDX-License-Identifier: GPL-3.0-or-later
// torch 2.14 distributed/tensor/experimental/_context_parallel/_attention.py,
// _templated_ring_attention and its backward pass: load balanced, results merged in fp32, keys and
// values gathered at once. A rank meets whole queries with half of the keys of those before it, and
// half of its queries with all keys of those behind it. Planned is the last rank but one, which
// does both and holds most; the first of two does the latter alone.
#include "core/modules/ringattention.h"

#include <algorithm>

namespace shardscope {

namespace {

/// What one rank's tokens take, in fp32.
struct RingBytes
{
    double query = 0;
    double keys = 0; ///< and values
    double gathered = 0; ///< keys and values of all ranks, in 16 bit
    bool hasEarlier = false; ///< a rank comes before the one that is planned
};

RingBytes ringBytes(ModuleWriter &write, const Heads &heads)
{
    const double ranks = write.settings.cut.context;
    const double keys = 2 * write.tape.at(heads.key.id).elements;
    return {.query = bytesOf(write.tape.at(heads.query.id).elements, Dtype::Single),
        .keys = bytesOf(keys, Dtype::Single),
        .gathered = bytesOf(ranks * keys, write.tape.at(heads.key.id).dtype),
        .hasEarlier = ranks > 2};
}

/// Beside the result itself: the sum so far, the block in 16 and 32 bit, and what _merge_one makes
/// of them.
void borrowForMerge(TapeBuilder &tape, const RingBytes &ring)
{
    if (ring.hasEarlier)
        tape.borrows({ring.gathered, ring.query, ring.query, ring.query, ring.query});
    else
        tape.borrows({ring.gathered, ring.query, ring.query, ring.query / 2, ring.query / 4});
}

/// Beside the gradients that come out, and gathered keys and values. The sum of the query's
/// gradients is there all the time, and so are gradients of keys and values as they came, as they
/// went and on their way (permute_tensor), and keys and values that were joined to be sent.
double mostInBackward(const RingBytes &ring, double kernel)
{
    // While gradients of half of the queries are added, the sum is there twice (_partial_update).
    const double update = ring.query * 7 / 4 + ring.keys * 28 / 8;
    // While the kernel runs for the second block, with the gradients of the first.
    const double second = ring.hasEarlier ? ring.query * 6 / 4 + ring.keys * 30 / 8 + kernel
                                          : ring.query * 5 / 4 + ring.keys * 32 / 8 + kernel / 2;
    // Just before, when keys and values are joined again, while the first block's are referred to.
    const double joined = ring.hasEarlier ? ring.query + ring.keys * 36 / 8 : 0;
    return std::max({update, second, joined});
}

} // namespace

void borrowForRing(ModuleWriter &write, const Heads &heads, double kernel)
{
    const RingBytes ring = ringBytes(write, heads);
    borrowForMerge(write.tape, ring);
    const double rest = mostInBackward(ring, kernel) - ring.query - 3 * ring.keys;
    write.tape.borrowsBackward({ring.gathered, ring.query, ring.keys, ring.keys, ring.keys, rest});
}

} // namespace shardscope
