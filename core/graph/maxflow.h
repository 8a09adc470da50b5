// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace shardscope {

/// The cheapest way to part a source from a sink (Dinic: all shortest paths at once, then those
/// that are longer), in graphs of some thousand nodes.
class FlowGraph
{
public:
    static constexpr double Unlimited = std::numeric_limits<double>::infinity();

    explicit FlowGraph(std::size_t nodes)
        : m_edges(nodes)
    { }
    void connect(std::size_t from, std::size_t to, double capacity);
    /// Sends the largest flow; the nodes on the source's side of the cheapest cut.
    std::vector<bool> sourceSide(std::size_t source, std::size_t sink);

private:
    struct Edge
    {
        std::size_t to;
        double left; ///< capacity that the flow has not taken
        std::size_t back; ///< place of the opposite edge among those of `to`
    };

    static constexpr std::size_t Unreached = std::numeric_limits<std::size_t>::max();

    /// How many edges with capacity left each node is from the source.
    std::vector<std::size_t> levels(std::size_t source) const;
    /// Sends what the paths take that go up one level with each edge.
    void sendAlong(std::vector<std::size_t> levels, std::size_t source, std::size_t sink);
    Edge &opposite(const Edge &edge) { return m_edges[edge.to][edge.back]; }

    std::vector<std::vector<Edge>> m_edges;
};

} // namespace shardscope
