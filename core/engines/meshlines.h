// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/spacing.h"
#include "core/step/policy.h"

#include <algorithm>

namespace shardscope {

/// Lines over the groups of a mesh, whose ranks lie as `spacingOf` says.
class MeshLines
{
public:
    /// `tensorSource` says where the framework's tensor parallelism is written.
    MeshLines(const Workload &work, const LayerSettings &settings, Wire &wire,
        std::string_view tensorSource)
        : m_settings(settings)
        , m_mesh(work.mesh)
        , m_perNode(work.scenario.parallel.gpusPerNode)
        , m_wire(wire)
        , m_gather(open(tensor(), {.op = CollectiveOp::AllGather, .source = tensorSource}))
        , m_scatter(open(tensor(), {.op = CollectiveOp::ReduceScatter, .source = tensorSource}))
        , m_reduce(open(tensor(), {.op = CollectiveOp::AllReduce, .source = tensorSource}))
    { }

    struct Line
    {
        Wire::Line id = 0;
        bool isOpen = false;
    };
    struct Kind
    {
        Payload payload = Payload::Activations;
        CollectiveOp op = CollectiveOp::AllReduce;
        std::string_view source{};
        bool overlaps = false;
        double bucket = 0; ///< elements
        double busiest = 1; ///< as in Channel
    };
    /// Of one rank alone nothing is sent.
    Line open(const RankSpacing &group, const Kind &kind)
    {
        if (group.ranks <= 1)
            return {};
        return {m_wire.open({.payload = kind.payload,
                    .op = kind.op,
                    .source = kind.source,
                    .overlaps = kind.overlaps,
                    .group = group.ranks,
                    .apart = group.apart,
                    .row = group.row,
                    .rowsApart = group.rowsApart,
                    .bucket = kind.bucket,
                    .busiest = kind.busiest}),
            true};
    }
    void send(const Line &line, double elements, double bytes, double calls = 1)
    {
        if (line.isOpen && elements > 0)
            m_wire.send(line.id, {bytes, elements}, calls);
    }
    /// In the dtype of activations.
    void send(const Line &line, double elements)
    {
        const bool inHalf = m_settings.autocast || m_settings.isEngines();
        send(line, elements, bytesOf(inHalf ? Dtype::Half : m_settings.stream()));
    }

    /// Over the ranks that share a matrix.
    void gather(double elements) { send(m_gather, elements); }
    void gather(double elements, double bytes) { send(m_gather, elements, bytes); }
    void scatter(double elements) { send(m_scatter, elements); }
    void reduce(double elements) { send(m_reduce, elements); }
    void reduce(double elements, double bytes) { send(m_reduce, elements, bytes); }
    /// Around column-parallel matrices: with sequence parallelism the stream is gathered once and
    /// kept, and its gradient is scattered; else that is summed up.
    void column(bool isBackward)
    {
        if (isBackward)
            columnGradient(wholeStream());
        else if (m_settings.cut.sequence)
            gather(wholeStream());
    }
    /// The gradient of what a column-parallel matrix read.
    void columnGradient(double elements)
    {
        m_settings.cut.sequence ? scatter(elements) : reduce(elements);
    }
    /// Around row-parallel matrices, the other way round.
    void row(bool isBackward)
    {
        if (m_settings.cut.sequence)
            isBackward ? gather(wholeStream()) : scatter(wholeStream());
        else if (!isBackward)
            reduce(wholeStream());
    }
    /// A loss over split logits: the largest, the sum and the label's own, of each token in fp32.
    void splitLoss() { send(m_reduce, 3 * m_settings.tokens(), 4, 3); }

    RankSpacing tensor() const { return along(MeshAxis::Tensor); }
    RankSpacing context() const { return along(MeshAxis::Context); }
    RankSpacing replicas() const { return along(MeshAxis::Data); }
    RankSpacing along(MeshAxis axis) const { return spacingOf(m_mesh, axis); }

    /// From a stage to the next one, and to the one before: over one line where both are as near.
    struct Neighbours
    {
        Line next;
        Line previous;
    };
    Neighbours openNeighbours(const Kind &kind)
    {
        if (m_mesh.pipeline <= 1)
            return {};
        const int stage = m_settings.cut.stage.index;
        const RankSpacing next = stagesBeside(m_mesh, stage, stage + 1, m_perNode);
        const RankSpacing previous = stagesBeside(m_mesh, stage, stage - 1, m_perNode);
        const Line line = open(next, kind);
        return {line, next == previous ? line : open(previous, kind)};
    }
    /// So many passes' activations, or their gradients.
    void sendBetween(const Line &stages, double times)
    {
        send(stages, times * betweenStages(), 2, times);
    }
    /// What goes from a stage to the next one, as two ranks would send half of it each.
    double betweenStages() const { return 2 * wholeStream() * m_settings.cut.stream(); }
    /// Rows of a layer's tokens that go to their experts, and that come: the other way round on the
    /// way back.
    MeshCut::RoutedRows routedRows() const
    {
        const Experts &experts = *m_settings.spec.experts;
        return m_settings.cut.routedRows(
            m_settings.tokens() * m_settings.cut.stream() * experts.perToken, experts.count);
    }
    /// Elements of both ways.
    double routed() const
    {
        const MeshCut::RoutedRows rows = routedRows();
        return (rows.sent + rows.arrived) * static_cast<double>(m_settings.spec.hidden);
    }
    /// Of the rank that gets most, the larger of both ways by their mean.
    double busiestExperts() const
    {
        if (!m_settings.spec.experts)
            return 1;
        const MeshCut::RoutedRows rows = routedRows();
        return 2 * std::max(rows.sent, rows.arrived) / (rows.sent + rows.arrived);
    }
    /// What Ulysses exchanges in a layer: queries, keys, values, and what attention makes of them;
    /// elements of a rank's own tokens.
    double exchanged() const
    {
        const ModelSpec &spec = m_settings.spec;
        std::int64_t widths = spec.queryWidth() + spec.kvWidth();
        if (const auto &latent = spec.latent)
            widths = spec.heads * (latent->nopeDim + latent->ropeDim + latent->valueDim);
        return m_settings.tokens() * 2 * static_cast<double>(widths) / m_settings.cut.tensor;
    }
    /// Elements of the residual stream of all tokens.
    double wholeStream() const
    {
        return m_settings.tokens() * static_cast<double>(m_settings.spec.hidden);
    }

private:
    const LayerSettings &m_settings;
    const Mesh &m_mesh;
    int m_perNode;
    Wire &m_wire;
    Line m_gather;
    Line m_scatter;
    Line m_reduce;
};

/// The first of a module's parameters, which names it; null where it has none.
inline const Parameter *firstOf(const Unit &unit, std::int32_t module)
{
    const auto &parameters = unit.tape->parameters;
    const auto found = std::find_if(parameters.begin(), parameters.end(),
        [module](const Parameter &parameter) { return parameter.module == module; });
    return found == parameters.end() ? nullptr : &*found;
}

inline std::string_view nameOf(const Unit &unit, std::int32_t module)
{
    const Parameter *first = firstOf(unit, module);
    return first ? first->name : std::string_view();
}

} // namespace shardscope
