// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/ringmotion.h"

#include "core/collectives/sent.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// The message of a ring, with the ranks that pass its chunks on.
class Ring
{
public:
    Ring(std::int64_t elements, std::int64_t elementBytes, int ranks)
        : m_elements(elements)
        , m_elementBytes(elementBytes)
        , m_ranks(ranks)
        , m_now{.contributions = std::vector(size(), std::vector(size(), 1)),
              .sent = std::vector<Bytes>(size())}
    { }

    std::vector<RingFrame> played()
    {
        std::vector<RingFrame> frames;
        // Rank r first sends chunk r, then what it has just added to (Patarasuk and Yuan, 2009); at
        // the end of the scatter chunk r + 1 is complete there, and goes around.
        for (const bool isReduced : {true, false}) {
            for (int step = 0; step < m_ranks - 1; ++step)
                frames.push_back(sendAll(step, isReduced));
        }
        frames.push_back(m_now);
        return frames;
    }

private:
    std::size_t size() const { return static_cast<std::size_t>(m_ranks); }

    Bytes chunkBytes(int chunk) const
    {
        return Bytes(
            static_cast<double>(m_elementBytes * chunkElements(m_elements, m_ranks, chunk)));
    }

    /// The frame as it was before, with its transfers; `m_now` is behind them.
    RingFrame sendAll(int step, bool isReduced)
    {
        RingFrame frame = m_now;
        for (int rank = 0; rank < m_ranks; ++rank) {
            const int first = isReduced ? rank : rank + 1;
            const int chunk = (first - step + m_ranks) % m_ranks;
            frame.transfers.push_back({.from = rank,
                .to = (rank + 1) % m_ranks,
                .chunk = chunk,
                .bytes = chunkBytes(chunk),
                .isReduced = isReduced});
        }
        for (const RingTransfer &transfer : frame.transfers) {
            const auto from = static_cast<std::size_t>(transfer.from);
            const auto to = static_cast<std::size_t>(transfer.to);
            const auto chunk = static_cast<std::size_t>(transfer.chunk);
            const int brought = frame.contributions[from][chunk];
            int &held = m_now.contributions[to][chunk];
            held = isReduced ? held + brought : brought;
            m_now.sent[from] += transfer.bytes;
        }
        return frame;
    }

    std::int64_t m_elements;
    std::int64_t m_elementBytes;
    int m_ranks;
    RingFrame m_now;
};

/// Sums go up the tree and results down: the message passes each edge twice, once in either
/// direction, so that a rank sends as many messages as it has edges and takes as many. The tree is
/// the first of NCCL's (2.30, graph/trees.cc), which halves this with a second one (Sanders, Speck,
/// Traeff, 2009).
Bytes busiestInTree(Bytes message, int ranks)
{
    const std::vector<int> parents = treeParents(ranks, WhichTree::First);
    std::vector<int> edges(parents.size());
    for (std::size_t rank = 0; rank < parents.size(); ++rank) {
        if (parents[rank] < 0)
            continue;
        ++edges[rank];
        ++edges[static_cast<std::size_t>(parents[rank])];
    }
    return static_cast<double>(*std::max_element(edges.begin(), edges.end())) * message;
}

/// A parameter server on one of the ranks (Li et al., OSDI 2014): it takes the gradients of all the
/// others, and sends the sums to each of them.
Bytes busiestServer(Bytes message, int ranks)
{
    return static_cast<double>(ranks - 1) * message;
}

/// The largest reduction of gradients; null where there is none.
const Collective *reductionOf(const Traffic &traffic)
{
    const Collective *largest = nullptr;
    for (const Collective &one : traffic.collectives) {
        const bool isReduction = one.payload == Payload::Gradients
            && (one.op == CollectiveOp::AllReduce || one.op == CollectiveOp::ReduceScatter);
        if (isReduction && (!largest || one.message > largest->message))
            largest = &one;
    }
    return largest;
}

constexpr std::int64_t halfPrecision = 2; ///< bytes of a 16-bit number
constexpr std::int64_t singlePrecision = 4; ///< of an FP32 number

/// Whichever comes nearer to what is sent of each element.
std::int64_t elementBytesOf(Bytes message, double elements)
{
    constexpr double between = 3;
    return message.value() < between * elements ? halfPrecision : singlePrecision;
}

} // namespace

RingMotion ringMotion(std::int64_t elements, std::int64_t elementBytes, int ranks)
{
    RingMotion motion{.ranks = ranks,
        .message = Bytes(static_cast<double>(elements * elementBytes)),
        .frames = Ring(elements, elementBytes, ranks).played()};
    const std::vector<Bytes> &sent = motion.frames.back().sent;
    motion.perRank = *std::max_element(sent.begin(), sent.end());
    motion.byTree = busiestInTree(motion.message, ranks);
    motion.byServer = busiestServer(motion.message, ranks);
    return motion;
}

RingMotion ringMotion(const Plan &plan)
{
    const double trained = plan.model.trainableParameters;
    const Collective *reduction = reductionOf(plan.traffic);
    if (!reduction)
        return ringMotion(std::llround(trained), halfPrecision, 1);
    const std::int64_t each = elementBytesOf(reduction->message, trained);
    return ringMotion(std::llround(reduction->message.value() / static_cast<double>(each)), each,
        std::min(reduction->group, mostRingRanks));
}

} // namespace shardscope
