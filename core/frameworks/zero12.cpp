// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 ZeRO stages 1 and 2 (runtime/zero/stage_1_and_2.py), rank 0.
#include "core/frameworks/traffic/traffic.h"
#include "core/frameworks/zeropartitionholdings.h"
#include "core/frameworks/zeropartitionscript.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view gradientSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: gradients until they are in a bucket, and their copies";
constexpr std::string_view bucketSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: setup_buckets, from the first gradient on";
constexpr std::string_view partitionSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: copy_grads_in_partition, whole gradients of every "
      "parameter that touches the own partition";
constexpr std::string_view castSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py step(): flat gradients in fp32";
constexpr std::string_view checkSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: _has_inf_or_nan, and the norm in fp64";

class PartitionedPolicy final : public ZeroPolicy
{
public:
    PartitionedPolicy(const Workload &work, const ModelTapes &model, Ledger &ledger)
        : ZeroPolicy(work, model, ledger, gradientSource)
        , m_parallel(work.scenario.parallel)
        , m_holdings(work, m_model)
        , m_partition(m_holdings.partition())
        , m_script(m_model, m_holdings, m_sizes.reduceBucket)
        , m_partitionsGradients(work.scenario.parallel.strategy == Strategy::Zero2)
        , m_buffers(ledger.open(PartId::Buffers, bucketSource, "B of reduce buckets"))
        , m_reduced(ledger.open(PartId::Gradients, partitionSource, "B of own gradients"))
        , m_fresh(ledger.open(PartId::Gradients, partitionSource, "B of new own gradients"))
        , m_casts(ledger.open(PartId::Temporaries, castSource, "B of fp32 gradients"))
        , m_checks(ledger.open(PartId::Temporaries, checkSource, "B of checks"))
    {
        constexpr std::size_t usualExtracts = 32;
        m_reductions.reserve(usualExtracts);
    }

    void resident() override
    {
        hold(m_holdings.betweenSteps());
        m_script.grow(ZeroPartitionScript::Resident);
    }

    void beginMicroStep(const MicroStep &step) override
    {
        ZeroPolicy::beginMicroStep(step);
        m_script.beginMicroStep();
    }

    void endBackward() override
    {
        if (!m_partitionsGradients && !m_step.isLast)
            return;
        if (!m_partitionsGradients && !overlaps())
            reduceKept();
        reduce();
        // Of several micro-steps, the first one's gradients stay and the others' are added.
        if (m_ledger.held(m_reduced) > 0) {
            m_ledger.releaseAll(m_fresh);
            m_script.shrink(ZeroPartitionScript::Fresh);
        } else {
            keepFresh();
        }
        changeBuffers(-m_ledger.held(m_buffers));
        disownAll();
    }

    void step() override
    {
        if (offloads())
            return;
        m_ledger.blink(m_checks, m_holdings.checks());
        m_ledger.change(m_flat, m_holdings.flat());
        if (m_holdings.hasMaster())
            m_ledger.change(m_casts, m_holdings.casts());
        else
            moveFlat();
        m_script.blink(ZeroPartitionScript::Joined);
        m_ledger.releaseAll(m_flat);
        m_ledger.releaseAll(m_reduced);
        m_script.shrink(ZeroPartitionScript::Fresh);
        m_ledger.blink(m_scratch, m_holdings.scratch());
        m_ledger.releaseAll(m_casts);
        m_script.blink(ZeroPartitionScript::Updated);
    }

    /// Buckets are filled alike; where they are cut, and what of it is the own, depends on how many
    /// there are. Stage 1 keeps gradients by what is the own, too.
    bool hasOtherSizes() const override
    {
        return m_partitionsGradients && !offloads()
            && differInGpusAlone(m_work.scenario.parallel, m_parallel);
    }
    void write(Script &script) override
    {
        m_script.writeTo(script);
        writeGradients(script);
    }
    void fillSizes(std::vector<double> &bytes) override
    {
        m_holdings.cut();
        m_script.fillSizes(bytes);
    }
    double momentOf(Script::Size size) const override { return m_script.momentOf(size); }

    bool repeatsMicroSteps() const override { return m_partitionsGradients && !offloads(); }
    std::span<const double> unlikeInSkipped() const override
    {
        return m_skipped == m_knownSkips.size() ? std::span<const double>()
                                                : m_knownSkips[m_skipped].flat;
    }

private:
    using Extracts = ZeroReductions::Extracts;

    /// What skipped layers flatten: bytes, by layer and reduction.
    struct SkippedRow
    {
        ZeroReductions before; ///< of the layer before
        int layers = 0;
        std::vector<double> flat;
    };

    /// What leaves the bucket is owned, or none of it is. How much of it is flattened depends on
    /// where partitions end: that differs from layer to layer.
    int likeAhead(const LayerRow &row) const override
    {
        // A script is played where other layers are cut.
        if (m_script.isWriting() && row.isBackward)
            return 0;
        if (!m_bucket.wasEmptiedSince(m_bucketBefore))
            return row.left;
        const int unit = ZeroModel::unitOf(row.last);
        const double fresh = m_ledger.held(m_fresh);
        // What was in the bucket came from a layer like this one.
        const auto count = static_cast<int>(m_model.kind(unit).parameters.size());
        if (m_oldestBefore >= m_model.firstParameter(unit) + 2 * count || fresh != m_freshBefore)
            return 0;
        const bool isOwnedAnyway = m_partitionsGradients && !offloads() && fresh > 0;
        if (isOwnedAnyway || m_endBefore <= m_partition.elements())
            return row.left;
        const double layers
            = std::floor((startOf(unit) - m_partition.elements()) / elementsOfLayer(unit));
        return layers < row.left ? std::max(static_cast<int>(layers), 0) : row.left;
    }
    void skipAhead(const LayerRow &row, int layers) override
    {
        const auto known = std::find_if(
            m_knownSkips.begin(), m_knownSkips.end(), [&](const SkippedRow &skipped) {
                return skipped.layers == layers && skipped.before == m_reductions;
            });
        m_skipped = static_cast<std::size_t>(known - m_knownSkips.begin());
        if (known == m_knownSkips.end() && !m_reductions.isEmpty())
            m_knownSkips.push_back({m_reductions, layers,
                flattenedIn(layers, elementsOfLayer(ZeroModel::unitOf(row.last)))});
    }
    /// The reductions of the last layer as so many layers after it make them.
    std::vector<double> flattenedIn(int layers, double elementsOfLayer) const
    {
        std::vector<double> flat;
        flat.reserve(static_cast<std::size_t>(layers) * m_reductions.size());
        for (int layer = 1; layer <= layers; ++layer) {
            for (std::size_t i = 0; i < m_reductions.size(); ++i)
                flat.push_back(flattened(m_reductions.at(i), layer * elementsOfLayer));
        }
        return flat;
    }
    void remember(const LayerRow &row) override
    {
        m_reductions.clear();
        m_freshBefore = m_ledger.held(m_fresh);
        m_endBefore = startOf(ZeroModel::unitOf(row.last));
        for (const int parameter : m_bucket.parameters())
            m_endBefore = std::max(m_endBefore, endOf(parameter));
        m_oldestBefore = m_bucket.parameters().empty() ? 0 : m_bucket.parameters().front();
    }
    /// Of a layer with another one like it before.
    double elementsOfLayer(int unit) const { return startOf(unit) - startOf(unit - 1); }
    double endOf(int parameter) const
    {
        return m_partition.start(parameter) + m_model.at(parameter).elements;
    }
    double startOf(int unit) const { return m_partition.start(m_model.firstParameter(unit)); }

    bool overlaps() const { return shardscope::overlaps(m_work, false); }
    bool offloads() const { return m_holdings.offloads(); }
    Dtype dtype() const { return m_holdings.dtype(); }

    bool ready(int parameter) override
    {
        if (m_ledger.held(m_buffers) == 0)
            changeBuffers((overlaps() ? 2 : 1) * storageBytes(m_sizes.reduceBucket, dtype()));
        if (m_partitionsGradients)
            return addToBucket(parameter);
        const bool isFirst = isFirstGradient(parameter);
        if (!overlaps() || !m_step.isLast)
            return isFirst;
        if (isFirst)
            return addToBucket(parameter);
        if (!addToBucket(parameter))
            disown(parameter);
        return false;
    }

    /// Stage 1 leaves gradients to autograd until the last micro-step, which adds later ones to the
    /// first.
    bool isFirstGradient(int parameter) const { return !owns(parameter); }

    void reduceKept()
    {
        for (int i = 0; i < m_model.parameterCount(); ++i) {
            if (owns(i) && !addToBucket(i))
                disown(i);
        }
    }

    /// reduce_independent_p_g_buckets_and_remove_grads: whether the gradient keeps its own storage,
    /// being larger than a bucket.
    bool addToBucket(int parameter)
    {
        const double elements = m_model.at(parameter).elements;
        if (m_bucket.isFullFor(elements))
            reduce();
        m_bucket.add(parameter, elements);
        return !m_bucket.holds(elements);
    }

    /// reduce_ipg_grads
    void reduce()
    {
        for (const int parameter : m_bucket.parameters())
            m_reductions.add({m_partition.start(parameter), endOf(parameter)});
        m_reductions.endReduction();
        const Extracts extracts = m_reductions.at(m_reductions.size() - 1);
        m_ledger.blinkUnlike(m_flat, flattened(extracts, 0));
        m_script.reduce(extracts, m_bucket.parameters());
        for (const int parameter : m_bucket.parameters()) {
            m_script.arrive(parameter);
            if (m_partition.isOwned(parameter))
                copyToPartition(parameter);
            else if (m_partitionsGradients)
                disown(parameter);
        }
        m_bucket.empty();
    }

    void copyToPartition(int parameter)
    {
        if (offloads()) {
            if (m_step.isLast)
                m_ledger.blink(m_checks, m_holdings.handedOver(parameter));
            disown(parameter);
            return;
        }
        if (m_ledger.held(m_fresh) == 0)
            m_ledger.change(m_fresh, m_holdings.gradients());
        disown(parameter);
    }

    void keepFresh()
    {
        const double bytes = m_ledger.held(m_fresh);
        m_ledger.releaseAll(m_fresh);
        m_ledger.change(m_reduced, bytes);
    }

    /// The gradient partition is the optimizer's as it is.
    void moveFlat()
    {
        const double bytes = m_ledger.held(m_flat);
        m_ledger.releaseAll(m_flat);
        m_ledger.change(m_casts, bytes);
    }

    /// Bytes; `back`: so many elements before these.
    double flattened(Extracts extracts, double back) const
    {
        return storageBytes(
            ZeroReductions::flattened(extracts, m_sizes.reduceBucket, m_partition.elements(), back),
            dtype());
    }

    void changeBuffers(double bytes)
    {
        m_ledger.change(m_buffers, bytes);
        m_script.change(bytes);
    }

    const Parallel m_parallel; ///< that it runs with
    ZeroPartitionHoldings m_holdings;
    const ZeroPartition &m_partition; ///< of these
    ZeroPartitionScript m_script;
    const bool m_partitionsGradients;
    Ledger::Account m_buffers;
    Ledger::Account m_reduced; ///< grads_in_partition of earlier micro-steps
    Ledger::Account m_fresh; ///< grads_in_partition of this one
    Ledger::Account m_casts;
    Ledger::Account m_checks;
    double m_endBefore = 0; ///< of what was in the bucket before the row's last layer
    double m_freshBefore = 0;
    int m_oldestBefore = 0; ///< parameter in it
    ZeroReductions m_reductions; ///< since then
    std::vector<SkippedRow> m_knownSkips; ///< micro-steps skip the same
    std::size_t m_skipped = 0; ///< the last of these that was skipped, or their number
};

} // namespace

std::unique_ptr<Policy> zeroPartitioned(
    const Workload &work, const ModelTapes &model, Ledger &ledger)
{
    return std::make_unique<PartitionedPolicy>(work, model, ledger);
}

} // namespace shardscope
