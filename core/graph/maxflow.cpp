// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/maxflow.h"

#include <algorithm>

namespace shardscope {

void FlowGraph::connect(std::size_t from, std::size_t to, double capacity)
{
    m_edges[from].push_back({to, capacity, m_edges[to].size()});
    m_edges[to].push_back({from, 0, m_edges[from].size() - 1});
}

std::vector<const FlowGraph::Edge *> FlowGraph::reached(std::size_t source) const
{
    std::vector<const Edge *> by(m_edges.size(), nullptr);
    std::vector<std::size_t> queue{source};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const Edge &edge : m_edges[queue[next]]) {
            if (edge.left <= 0 || edge.to == source || by[edge.to])
                continue;
            by[edge.to] = &edge;
            queue.push_back(edge.to);
        }
    }
    return by;
}

std::vector<bool> FlowGraph::sourceSide(std::size_t source, std::size_t sink)
{
    for (;;) {
        const std::vector<const Edge *> by = reached(source);
        if (!by[sink]) {
            std::vector<bool> side(by.size());
            std::transform(by.begin(), by.end(), side.begin(),
                [](const Edge *edge) { return edge != nullptr; });
            side[source] = true;
            return side;
        }
        double least = Unlimited;
        for (std::size_t node = sink; node != source; node = opposite(*by[node]).to)
            least = std::min(least, by[node]->left);
        for (std::size_t node = sink; node != source;) {
            Edge &back = opposite(*by[node]);
            back.left += least;
            m_edges[back.to][back.back].left -= least;
            node = back.to;
        }
    }
}

} // namespace shardscope
