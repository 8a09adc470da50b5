// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace shardscope {

/// The cheapest way to part a source from a sink (Ford and Fulkerson, along shortest paths), in
/// graphs of some hundred nodes.
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

    /// Which edge each node is reached by, from the source; `to` of none is the source itself.
    std::vector<const Edge *> reached(std::size_t source) const;
    Edge &opposite(const Edge &edge) { return m_edges[edge.to][edge.back]; }

    std::vector<std::vector<Edge>> m_edges;
};

} // namespace shardscope
