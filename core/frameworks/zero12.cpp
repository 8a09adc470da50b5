// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 ZeRO stages 1 and 2 (runtime/zero/stage_1_and_2.py), rank 0.
#include "core/frameworks/flatslices.h"
#include "core/frameworks/traffic/traffic.h"
#include "core/frameworks/zeropartition.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace shardscope {

namespace {

constexpr std::string_view weightsSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: all 16-bit weights in one flat buffer";
constexpr std::string_view frozenSource = "DeepSpeed 0.19.6: what is not trained stays as it is";
constexpr std::string_view masterSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: single_partition_of_fp32_groups";
constexpr std::string_view stateSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: optimizer state of the own partition";
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
constexpr std::string_view offloadSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: temp_grad_buffer_for_gpu_offload";

class PartitionedPolicy final : public ZeroPolicy
{
public:
    PartitionedPolicy(const Workload &work, const ModelTapes &model, Ledger &ledger)
        : ZeroPolicy(work, model, ledger, gradientSource)
        , m_partition(m_model, work.ranks())
        , m_partitionsGradients(work.scenario.parallel.strategy == Strategy::Zero2)
        , m_offloads(offloadsOptimizer(work))
        , m_buffers(ledger.open(PartId::Buffers, bucketSource, "B of reduce buckets"))
        , m_reduced(ledger.open(PartId::Gradients, partitionSource, "B of own gradients"))
        , m_fresh(ledger.open(PartId::Gradients, partitionSource, "B of new own gradients"))
        , m_casts(ledger.open(PartId::Temporaries, castSource, "B of fp32 gradients"))
        , m_checks(ledger.open(PartId::Temporaries, checkSource, "B of checks"))
    {
        for (int i = 0; i < m_model.parameterCount() && m_partition.isOwned(i); ++i) {
            if (m_model.at(i).trainable)
                m_owned.push_back(i);
        }
        constexpr std::size_t usualReductions = 32;
        m_reductions.extracts.reserve(usualReductions);
        m_reductions.ends.reserve(usualReductions);
    }

    void resident() override
    {
        holdFrozen(frozenSource);
        const Term own = Term::count(m_partition.elements());
        hold(PartId::Weights, weightsSource,
            Term::each(m_work.recipe.weight) * Term::count(m_partition.aligned()));
        if (m_offloads) {
            hold(PartId::Buffers, offloadSource,
                Term::each(m_work.recipe.weight) * Term::count(m_partition.largest()));
            return;
        }
        hold(PartId::Master, masterSource, Term::each(masterBytes(m_work)) * own);
        hold(PartId::OptimizerState, stateSource, zeroState(m_work, m_partition.elements()));
    }

    void endBackward() override
    {
        if (!m_partitionsGradients && !m_step.isLast)
            return;
        if (!m_partitionsGradients && !overlaps())
            reduceKept();
        reduce();
        // Of several micro-steps, the first one's gradients stay and the others' are added.
        if (m_ledger.held(m_reduced) > 0)
            m_ledger.releaseAll(m_fresh);
        else
            keepFresh();
        m_ledger.releaseAll(m_buffers);
        disownAll();
    }

    void step() override
    {
        if (m_offloads)
            return;
        check();
        const double elements = m_partition.elements();
        // A single gradient is flat already.
        if (m_owned.size() > 1)
            m_ledger.change(m_flat, storageBytes(elements, dtype()));
        if (masterBytes(m_work) != m_work.recipe.weight)
            m_ledger.change(m_casts, masterBytes(m_work) * elements);
        else
            moveFlat();
        m_ledger.releaseAll(m_flat);
        m_ledger.releaseAll(m_reduced);
        m_ledger.blink(m_scratch, partitionScratch(m_work, elements));
        m_ledger.releaseAll(m_casts);
    }

    bool repeatsMicroSteps() const override { return m_partitionsGradients && !m_offloads; }
    std::span<const double> unlikeInSkipped() const override
    {
        return m_skipped == m_knownSkips.size() ? std::span<const double>()
                                                : m_knownSkips[m_skipped].flat;
    }

private:
    /// Where a gradient lies among all of them.
    struct Extract
    {
        double from = 0;
        double to = 0;

        bool operator==(const Extract &) const = default;
    };
    using Extracts = std::span<const Extract>;

    /// Gradients that left the bucket, one reduction after the other.
    struct Reductions
    {
        std::vector<Extract> extracts;
        std::vector<std::size_t> ends; ///< of each one's extracts

        bool operator==(const Reductions &) const = default;
    };
    /// What skipped layers flatten: bytes, by layer and reduction.
    struct SkippedRow
    {
        Reductions before; ///< of the layer before
        int layers = 0;
        std::vector<double> flat;
    };

    /// What leaves the bucket is owned, or none of it is. How much of it is flattened depends on
    /// where partitions end: that differs from layer to layer.
    int likeAhead(const LayerRow &row) const override
    {
        if (!m_bucket.wasEmptiedSince(m_bucketBefore))
            return row.left;
        const int unit = ZeroModel::unitOf(row.last);
        const double fresh = m_ledger.held(m_fresh);
        // What was in the bucket came from a layer like this one.
        const auto count = static_cast<int>(m_model.kind(unit).parameters.size());
        if (m_oldestBefore >= m_model.firstParameter(unit) + 2 * count || fresh != m_freshBefore)
            return 0;
        const bool isOwnedAnyway = m_partitionsGradients && !m_offloads && fresh > 0;
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
        if (known == m_knownSkips.end() && !m_reductions.ends.empty())
            m_knownSkips.push_back({m_reductions, layers,
                flattenedIn(layers, elementsOfLayer(ZeroModel::unitOf(row.last)))});
    }
    /// The reductions of the last layer as so many layers after it make them.
    std::vector<double> flattenedIn(int layers, double elementsOfLayer) const
    {
        std::vector<double> flat;
        flat.reserve(static_cast<std::size_t>(layers) * m_reductions.ends.size());
        for (int layer = 1; layer <= layers; ++layer) {
            std::size_t from = 0;
            for (const std::size_t to : m_reductions.ends) {
                const Extracts extracts = Extracts(m_reductions.extracts).subspan(from, to - from);
                flat.push_back(flattened(extracts, layer * elementsOfLayer));
                from = to;
            }
        }
        return flat;
    }
    void remember(const LayerRow &row) override
    {
        m_reductions.extracts.clear();
        m_reductions.ends.clear();
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

    /// check_grad_overflow
    bool checks() const { return m_work.recipe.weight == 2; }
    bool overlaps() const { return shardscope::overlaps(m_work, false); }
    Dtype dtype() const { return m_work.recipe.weight > 2 ? Dtype::Single : Dtype::Half; }

    bool ready(int parameter) override
    {
        if (m_ledger.held(m_buffers) == 0)
            m_ledger.change(
                m_buffers, (overlaps() ? 2 : 1) * storageBytes(m_sizes.reduceBucket, dtype()));
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
        auto &[extracts, ends] = m_reductions;
        const std::size_t from = extracts.size();
        for (const int parameter : m_bucket.parameters())
            extracts.push_back({m_partition.start(parameter), endOf(parameter)});
        ends.push_back(extracts.size());
        m_ledger.blinkUnlike(m_flat, flattened(Extracts(extracts).subspan(from), 0));
        for (const int parameter : m_bucket.parameters()) {
            if (m_partition.isOwned(parameter))
                copyToPartition(parameter);
            else if (m_partitionsGradients)
                disown(parameter);
        }
        m_bucket.empty();
    }

    void copyToPartition(int parameter)
    {
        if (m_offloads) {
            if (m_step.isLast)
                m_ledger.blink(m_checks, handedOver(parameter));
            disown(parameter);
            return;
        }
        if (m_ledger.held(m_fresh) == 0)
            m_ledger.change(m_fresh, ownedBytes());
        disown(parameter);
    }

    /// On its way to the host: the norm in fp64, the whole gradient checked, the own part in the
    /// master's dtype.
    double handedOver(int parameter) const
    {
        const double whole = m_model.at(parameter).elements;
        const double own = m_partition.owned(parameter, whole);
        const double cast = masterBytes(m_work) == m_work.recipe.weight ? 0 : masterBytes(m_work);
        return std::max((checks() ? 4 + 3 + 4 : 0) * whole, std::max(8.0, cast) * own);
    }

    double ownedBytes() const
    {
        double elements = 0;
        for (const int parameter : m_owned)
            elements += m_model.at(parameter).elements;
        return storageBytes(elements, dtype());
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

    /// allreduce_and_scatter: slices of one rank each are flattened, a bucket's worth at a time.
    /// `back`: so many elements before these.
    double flattened(Extracts extracts, double back) const
    {
        FlatSlices flat(m_sizes.reduceBucket, m_partition.elements());
        for (const Extract &extract : extracts)
            flat.add(extract.from - back, extract.to - back);
        return storageBytes(flat.most(), dtype());
    }

    /// One gradient after the other is looked at: the fp32 copy, three masks and one of them in
    /// fp32; then, for the norm, an fp64 copy.
    void check()
    {
        double largest = 0;
        for (const int parameter : m_owned)
            largest
                = std::max(largest, m_partition.owned(parameter, m_model.at(parameter).elements));
        const double norms = StorageGranule * static_cast<double>(m_owned.size());
        m_ledger.blink(
            m_checks, std::max((checks() ? 4 + 3 + 4 : 0) * largest, 8 * largest + norms));
    }

    const ZeroPartition m_partition;
    const bool m_partitionsGradients;
    const bool m_offloads;
    Ledger::Account m_buffers;
    Ledger::Account m_reduced; ///< grads_in_partition of earlier micro-steps
    Ledger::Account m_fresh; ///< grads_in_partition of this one
    Ledger::Account m_casts;
    Ledger::Account m_checks;
    std::vector<int> m_owned; ///< parameters that touch the own partition
    double m_endBefore = 0; ///< of what was in the bucket before the row's last layer
    double m_freshBefore = 0;
    int m_oldestBefore = 0; ///< parameter in it
    Reductions m_reductions; ///< since then
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
