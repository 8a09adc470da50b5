// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/maxflow.h"

#include <algorithm>
#include <utility>

namespace shardscope {

void FlowGraph::connect(std::size_t from, std::size_t to, double capacity)
{
    m_edges[from].push_back({to, capacity, m_edges[to].size()});
    m_edges[to].push_back({from, 0, m_edges[from].size() - 1});
}

std::vector<std::size_t> FlowGraph::levels(std::size_t source) const
{
    std::vector<std::size_t> levels(m_edges.size(), Unreached);
    levels[source] = 0;
    std::vector<std::size_t> queue{source};
    for (std::size_t next = 0; next < queue.size(); ++next) {
        for (const Edge &edge : m_edges[queue[next]]) {
            if (edge.left <= 0 || levels[edge.to] != Unreached)
                continue;
            levels[edge.to] = levels[queue[next]] + 1;
            queue.push_back(edge.to);
        }
    }
    return levels;
}

void FlowGraph::sendAlong(std::vector<std::size_t> levels, std::size_t source, std::size_t sink)
{
    std::vector<std::size_t> next(m_edges.size(), 0); // of each node's edges, those not yet in vain
    std::vector<Edge *> path;
    for (std::size_t node = source;;) {
        if (node == sink) {
            const auto hasLess = [](const Edge *a, const Edge *b) { return a->left < b->left; };
            const auto narrowest = std::min_element(path.begin(), path.end(), hasLess);
            const double sent = (*narrowest)->left;
            for (Edge *edge : path) {
                edge->left -= sent;
                opposite(*edge).left += sent;
            }
            node = opposite(**narrowest).to;
            path.erase(narrowest, path.end());
            continue;
        }
        std::vector<Edge> &edges = m_edges[node];
        const auto goesUp = [&](const Edge &edge) {
            return edge.left > 0 && levels[edge.to] == levels[node] + 1;
        };
        std::size_t &place = next[node];
        while (place < edges.size() && !goesUp(edges[place]))
            ++place;
        if (place < edges.size()) {
            path.push_back(&edges[place]);
            node = edges[place].to;
        } else if (node == source) {
            return;
        } else {
            levels[node] = Unreached; // a dead end
            node = opposite(*path.back()).to;
            path.pop_back();
        }
    }
}

std::vector<bool> FlowGraph::sourceSide(std::size_t source, std::size_t sink)
{
    std::vector<std::size_t> reached = levels(source);
    for (; reached[sink] != Unreached; reached = levels(source))
        sendAlong(std::move(reached), source, sink);
    std::vector<bool> side(reached.size());
    std::transform(reached.begin(), reached.end(), side.begin(),
        [](std::size_t level) { return level != Unreached; });
    return side;
}

} // namespace shardscope
