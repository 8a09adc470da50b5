// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/collectives/sent.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardscope {

/// GPUs that pass chunks to each other: who holds the sum of whose contributions, and what each has
/// sent over which tier. The algorithms are written out step by step, as their papers do.
class SimulatedGroup
{
public:
    using Chunks = std::vector<std::size_t>;

    SimulatedGroup(const Layout &layout, std::vector<std::int64_t> sizes)
        : m_layout(layout)
        , m_sizes(std::move(sizes))
        , m_sent(count(layout.ranks))
        , m_held(count(layout.ranks),
              std::vector<std::vector<int>>(
                  m_sizes.size(), std::vector<int>(count(layout.ranks), 0)))
    { }

    static std::size_t count(int value) { return static_cast<std::size_t>(value); }

    /// Everybody starts with a contribution of its own to everything.
    void contribute()
    {
        for (int rank = 0; rank < m_layout.ranks; ++rank) {
            for (std::size_t chunk = 0; chunk < m_sizes.size(); ++chunk)
                m_held[count(rank)][chunk][count(rank)] = 1;
        }
    }
    /// Only `rank` has this chunk.
    void own(int rank, std::size_t chunk) { m_held[count(rank)][chunk][count(rank)] = 1; }

    /// Steps at the same time: everybody sends what it had before.
    struct Transfer
    {
        int from;
        int to;
        Chunks chunks;
        bool adds;
    };
    void pass(const std::vector<Transfer> &transfers)
    {
        const auto before = m_held;
        for (const Transfer &transfer : transfers) {
            for (const std::size_t chunk : transfer.chunks) {
                auto &here = m_held[count(transfer.to)][chunk];
                const auto &there = before[count(transfer.from)][chunk];
                for (std::size_t i = 0; i < here.size(); ++i)
                    here[i] = transfer.adds ? here[i] + there[i] : there[i];
                addSent(transfer.from, transfer.to, m_sizes[chunk]);
            }
        }
    }

    /// `members` in the order of the ring, `pieces[i]` what is chunk i on it.
    void ringReduceScatter(const std::vector<int> &members, const std::vector<Chunks> &pieces)
    {
        turn(members, pieces, 0, true);
    }
    /// Each starts with the chunk behind its own number.
    void ringAllGather(const std::vector<int> &members, const std::vector<Chunks> &pieces)
    {
        turn(members, pieces, -1, false);
    }

    /// The switch reads these chunks from all of `members`, adds them up and hands the sum to one.
    void switchReduce(const std::vector<int> &members, int to, const Chunks &chunks)
    {
        for (const std::size_t chunk : chunks) {
            std::vector<int> sum(count(m_layout.ranks), 0);
            for (const int rank : members) {
                for (std::size_t i = 0; i < sum.size(); ++i)
                    sum[i] += m_held[count(rank)][chunk][i];
                m_sent[count(rank)].inside += m_sizes[chunk];
            }
            m_held[count(to)][chunk] = sum;
        }
    }
    /// One member stores a chunk; the switch copies it to everybody.
    void switchCopy(const std::vector<int> &members, int from, const Chunks &chunks)
    {
        for (const std::size_t chunk : chunks) {
            m_sent[count(from)].inside += m_sizes[chunk];
            for (const int rank : members)
                m_held[count(rank)][chunk] = m_held[count(from)][chunk];
        }
    }

    bool isSum(int rank, std::size_t chunk) const
    {
        const std::vector<int> &held = m_held[count(rank)][chunk];
        return std::all_of(held.begin(), held.end(), [](int times) { return times == 1; });
    }
    bool holdsOnly(int rank, std::size_t chunk, int owner) const
    {
        std::vector<int> wanted(count(m_layout.ranks), 0);
        wanted[count(owner)] = 1;
        return m_held[count(rank)][chunk] == wanted;
    }
    SentElements sentBy(int rank) const { return m_sent[count(rank)]; }

private:
    void addSent(int from, int to, std::int64_t elements)
    {
        const bool near = from / m_layout.perNode == to / m_layout.perNode;
        SentElements &sent = m_sent[count(from)];
        (near ? sent.inside : sent.network) += elements;
    }

    void turn(
        const std::vector<int> &members, const std::vector<Chunks> &pieces, int shift, bool adds)
    {
        const int size = static_cast<int>(members.size());
        for (int step = 0; step < size - 1; ++step) {
            std::vector<Transfer> transfers;
            for (int place = 0; place < size; ++place) {
                const int piece = ((place - step - shift) % size + size) % size;
                transfers.push_back({members[count(place)], members[count((place + 1) % size)],
                    pieces[count(piece)], adds});
            }
            pass(transfers);
        }
    }

    Layout m_layout;
    std::vector<std::int64_t> m_sizes;
    std::vector<SentElements> m_sent;
    std::vector<std::vector<std::vector<int>>> m_held; ///< rank, chunk, whose contribution
};

} // namespace shardscope
