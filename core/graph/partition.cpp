// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/partition.h"

#include "core/graph/maxflow.h"

#include <queue>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace shardscope {

namespace {

std::size_t slot(std::int32_t id)
{
    return static_cast<std::size_t>(id);
}

class Partitioner
{
public:
    Partitioner(const Tape &tape, const Dataflow &flow, GraphScope scope)
        : m_tape(tape)
        , m_flow(flow)
        , m_scope(scope)
        , m_isWanted(tape.tensors.size())
        , m_isBanned(tape.tensors.size())
        , m_distance(tape.tensors.size(), Far)
    {
        want();
        measure();
        ban();
        banFarUsers();
    }

    std::vector<bool> kept() const
    {
        FlowGraph graph(2 * m_tape.tensors.size() + 2);
        const std::size_t source = 2 * m_tape.tensors.size();
        const std::size_t sink = source + 1;
        forValues([&](TensorId id) {
            if (m_isBanned[slot(id)])
                graph.connect(source, in(id), FlowGraph::Unlimited);
            if (m_isWanted[slot(id)])
                graph.connect(out(id), sink, FlowGraph::Unlimited);
            graph.connect(in(id), out(id), weightOf(id));
        });
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            if (!m_flow.isRepeated(static_cast<std::int32_t>(i)))
                connect(graph, m_tape.ops[i]);
        }
        const std::vector<bool> side = graph.sourceSide(source, sink);
        std::vector<bool> kept(m_tape.tensors.size());
        forValues([&](TensorId id) { kept[slot(id)] = side[in(id)] && !side[out(id)]; });
        return kept;
    }

private:
    static constexpr int Far = 1000;

    static std::size_t in(TensorId id) { return 2 * slot(id); }
    static std::size_t out(TensorId id) { return 2 * slot(id) + 1; }
    template <class Visit>
    void forValues(const Visit &visit) const
    {
        for (std::size_t i = 0; i < m_tape.tensors.size(); ++i) {
            const auto id = static_cast<TensorId>(i);
            if (m_flow.valueOf(id) == id)
                visit(id);
        }
    }
    template <class Visit>
    void forInputs(const Op &op, const Visit &visit) const
    {
        for (const TensorId id : op.inputs) {
            if (const TensorId value = m_flow.valueOf(id); value != NoTensor)
                visit(value);
        }
    }

    void connect(FlowGraph &graph, const Op &op) const
    {
        if (fusingOf(op) == Fusing::View)
            return;
        for (const TensorId made : op.outputs) {
            if (made == NoTensor)
                continue;
            forInputs(op,
                [&](TensorId value) { graph.connect(out(value), in(made), FlowGraph::Unlimited); });
            // A row's mean, a mask: computed first, and then the result with it.
            if (made != op.outputs[0])
                graph.connect(out(made), in(op.outputs[0]), FlowGraph::Unlimited);
        }
    }

    /// What the derivatives of operations read.
    void want()
    {
        for (const Op &op : m_tape.ops) {
            const bool isOpaque = fusingOf(op) == Fusing::Opaque;
            for (const TensorId id : op.saved) {
                const TensorId value = m_flow.valueOf(id);
                if (value == NoTensor)
                    continue;
                m_isWanted[slot(value)] = true;
                // is_materialized_backwards
                m_isBanned[slot(value)] = m_isBanned[slot(value)] || isOpaque;
            }
        }
    }

    /// node.dist_from_bw
    void measure()
    {
        for (std::size_t i = m_tape.tensors.size(); i-- > 0;) {
            const auto id = static_cast<TensorId>(i);
            if (m_flow.valueOf(id) != id)
                continue;
            int nearest = m_isWanted[i] ? 1 : Far;
            for (const std::int32_t user : m_flow.usersOf(id)) {
                for (const TensorId made : m_tape.ops[slot(user)].outputs) {
                    if (made != NoTensor)
                        nearest = std::min(nearest, m_distance[slot(made)] + 1);
                }
            }
            m_distance[i] = nearest;
        }
    }

    /// get_node_weight, which doubles that of values that no kernel stores otherwise: of two that
    /// are equally large that decides, and for bytes it makes no difference which is kept.
    double weightOf(TensorId id) const
    {
        constexpr double farther = 1.1;
        constexpr int farthest = 100;
        return m_tape.at(id).bytes() * std::pow(farther, std::min(m_distance[slot(id)], farthest));
    }

    /// should_ban_recomputation
    void ban()
    {
        if (m_tape.input != NoTensor)
            m_isBanned[slot(m_tape.input)] = true;
        for (const Op &op : m_tape.ops) {
            const Fusing fusing = fusingOf(op);
            if (fusing == Fusing::View)
                continue;
            double given = 0;
            forInputs(op, [&](TensorId value) { given += m_tape.at(value).bytes(); });
            for (const TensorId made : op.outputs) {
                if (made == NoTensor)
                    continue;
                constexpr double reduction = 4;
                const bool isReduced = m_tape.at(made).bytes() * reduction < given;
                m_isBanned[slot(made)] = m_isBanned[slot(made)] || fusing != Fusing::Pointwise
                    || isReduced || made != op.outputs[0];
            }
        }
    }

    /// The place of the first operation behind them that runs in a kernel of its own.
    std::int32_t firstUnfusible(const std::vector<std::int32_t> &users) const
    {
        using Place = std::pair<std::int32_t, bool>; // operation, runs in the kernel before it
        std::priority_queue<Place, std::vector<Place>, std::greater<>> open;
        for (const std::int32_t user : users)
            open.emplace(user, true);
        std::vector<bool> isSeen(m_tape.ops.size());
        while (!open.empty()) {
            const auto [op, isFused] = open.top();
            open.pop();
            if (!isFused)
                return op;
            if (isSeen[slot(op)])
                continue;
            isSeen[slot(op)] = true;
            for (const TensorId made : m_tape.ops[slot(op)].outputs) {
                if (made == NoTensor)
                    continue;
                for (const std::int32_t next : m_flow.usersOf(made)) {
                    if (next <= users.back())
                        open.emplace(next, m_flow.fuses(op, next));
                }
            }
        }
        return users.back();
    }

    /// In a graph of the whole model a unit's input is what the unit before has added up.
    bool fuses(TensorId value, std::int32_t user) const
    {
        return value == m_tape.input && m_scope == GraphScope::Model
            ? m_flow.fusingOf(user) == Fusing::Pointwise
            : m_flow.fuses(m_flow.makerOf(value), user);
    }

    /// ban_recompute_used_far_apart
    void banFarUsers()
    {
        forValues([this](TensorId id) {
            const std::vector<std::int32_t> &users = m_flow.usersOf(id);
            if (users.empty())
                return;
            const std::int32_t first = firstUnfusible(users);
            for (const std::int32_t user : users) {
                if (user > first && fuses(id, user))
                    m_isBanned[slot(m_tape.ops[slot(user)].outputs[0])] = true;
            }
        });
    }

    const Tape &m_tape;
    const Dataflow &m_flow;
    GraphScope m_scope;
    std::vector<bool> m_isWanted;
    std::vector<bool> m_isBanned; ///< from being computed again
    std::vector<int> m_distance; ///< operations up to the backward pass
};

} // namespace

std::vector<bool> keptValues(const Tape &tape, const Dataflow &flow, GraphScope scope)
{
    return Partitioner(tape, flow, scope).kept();
}

} // namespace shardscope
