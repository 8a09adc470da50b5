// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 ZeRO stages 1 and 2 (runtime/zero/stage_1_and_2.py), rank 0.
#include "core/frameworks/traffic/traffic.h"
#include "core/frameworks/zeropartition.h"
#include "core/frameworks/zeroreductions.h"

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
        , m_parallel(work.scenario.parallel)
        , m_partition(m_model, work.ranks())
        , m_partitionsGradients(work.scenario.parallel.strategy == Strategy::Zero2)
        , m_offloads(offloadsOptimizer(work))
        , m_buffers(ledger.open(PartId::Buffers, bucketSource, "B of reduce buckets"))
        , m_reduced(ledger.open(PartId::Gradients, partitionSource, "B of own gradients"))
        , m_fresh(ledger.open(PartId::Gradients, partitionSource, "B of new own gradients"))
        , m_casts(ledger.open(PartId::Temporaries, castSource, "B of fp32 gradients"))
        , m_checks(ledger.open(PartId::Temporaries, checkSource, "B of checks"))
    {
        findOwned();
    }

    void resident() override
    {
        hold(heldBetweenSteps());
        grow(Resident);
    }

    void beginMicroStep(const MicroStep &step) override
    {
        ZeroPolicy::beginMicroStep(step);
        m_nextWritten = 0;
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
            shrink(Fresh);
        } else {
            keepFresh();
        }
        changeBuffers(-m_ledger.held(m_buffers));
        disownAll();
    }

    void step() override
    {
        if (m_offloads)
            return;
        m_ledger.blink(m_checks, checkBytes());
        m_ledger.change(m_flat, flatBytes());
        if (hasMaster())
            m_ledger.change(m_casts, castBytes());
        else
            moveFlat();
        blink(Joined);
        m_ledger.releaseAll(m_flat);
        m_ledger.releaseAll(m_reduced);
        shrink(Fresh);
        m_ledger.blink(m_scratch, partitionScratch(m_work, m_partition.elements()));
        m_ledger.releaseAll(m_casts);
        blink(Updated);
    }

    /// Buckets are filled alike; where they are cut, and what of it is the own, depends on how many
    /// there are. Stage 1 keeps gradients by what is the own, too.
    bool hasOtherSizes() const override
    {
        return m_partitionsGradients && !m_offloads
            && differInGpusAlone(m_work.scenario.parallel, m_parallel);
    }
    void write(Script &script) override
    {
        m_script = &script;
        writeGradients(script);
    }
    void addSizes(std::vector<double> &bytes) override;
    double momentOf(Script::Size size) const override
    {
        return flattened(m_written.at(size - flatSize(0)), 0);
    }

    bool repeatsMicroSteps() const override { return m_partitionsGradients && !m_offloads; }
    std::span<const double> unlikeInSkipped() const override
    {
        return m_skipped == m_knownSkips.size() ? std::span<const double>()
                                                : m_knownSkips[m_skipped].flat;
    }

private:
    using Extracts = ZeroReductions::Extracts;

    /// Of the script. Gradients that are kept come with the first of them: wherever that may be.
    enum : Script::Size { Resident, Fresh, Joined, Updated, FreshAtFirst };
    static Script::Size freshAt(int parameter)
    {
        return FreshAtFirst + static_cast<Script::Size>(parameter);
    }
    /// What a reduction flattens.
    Script::Size flatSize(std::size_t reduction) const
    {
        return freshAt(m_model.parameterCount()) + static_cast<Script::Size>(reduction);
    }

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
        if (m_script && row.isBackward)
            return 0;
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

    /// check_grad_overflow
    bool checks() const { return m_work.recipe.weight == 2; }
    bool overlaps() const { return shardscope::overlaps(m_work, false); }
    Dtype dtype() const { return m_work.recipe.weight > 2 ? Dtype::Single : Dtype::Half; }

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
        writeReduction(extracts);
        for (const int parameter : m_bucket.parameters()) {
            grow(freshAt(parameter));
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
        if (m_script)
            m_script->change(bytes);
    }

    Shares heldBetweenSteps() const
    {
        const double weight = m_work.recipe.weight;
        Shares shares;
        constexpr std::size_t most = 4;
        shares.reserve(most);
        if (!m_work.isFull())
            shares.push_back({PartId::Weights, baseWeights(m_work), frozenSource});
        shares.push_back({PartId::Weights, Term::each(weight) * Term::count(m_partition.aligned()),
            weightsSource});
        if (m_offloads) {
            shares.push_back({PartId::Buffers,
                Term::each(weight) * Term::count(m_partition.largest()), offloadSource});
            return shares;
        }
        const double own = m_partition.elements();
        shares.push_back(
            {PartId::Master, Term::each(masterBytes(m_work)) * Term::count(own), masterSource});
        shares.push_back({PartId::OptimizerState, zeroState(m_work, own), stateSource});
        return shares;
    }

    // Of the update.
    bool hasMaster() const { return masterBytes(m_work) != m_work.recipe.weight; }
    /// A single gradient is flat already.
    double flatBytes() const
    {
        return m_owned.size() > 1 ? storageBytes(m_partition.elements(), dtype()) : 0;
    }
    double castBytes() const
    {
        return hasMaster() ? masterBytes(m_work) * m_partition.elements() : flatBytes();
    }
    /// One gradient after the other is looked at: the fp32 copy, three masks and one of them in
    /// fp32; then, for the norm, an fp64 copy.
    double checkBytes() const
    {
        double largest = 0;
        for (const int parameter : m_owned)
            largest
                = std::max(largest, m_partition.owned(parameter, m_model.at(parameter).elements));
        const double norms = StorageGranule * static_cast<double>(m_owned.size());
        return std::max((checks() ? 4 + 3 + 4 : 0) * largest, 8 * largest + norms);
    }

    void findOwned()
    {
        m_owned.clear();
        for (int i = 0; i < m_model.parameterCount() && m_partition.isOwned(i); ++i) {
            if (m_model.at(i).trainable)
                m_owned.push_back(i);
        }
    }

    void grow(Script::Size size)
    {
        if (m_script)
            m_script->grow(size);
    }
    void shrink(Script::Size size)
    {
        if (m_script)
            m_script->shrink(size);
    }
    void blink(Script::Size size)
    {
        grow(size);
        shrink(size);
    }
    /// Micro-steps do the same.
    void writeReduction(Extracts extracts)
    {
        if (!m_script)
            return;
        const std::size_t next = m_nextWritten++;
        if (next < m_written.size() && std::ranges::equal(m_written.at(next), extracts))
            return m_script->blinkUnlike(flatSize(next));
        m_script->blinkUnlike(flatSize(m_written.size()));
        for (std::size_t i = 0; i < extracts.size(); ++i) {
            m_written.add(extracts[i]);
            m_arrived.push_back(m_bucket.parameters()[i]);
        }
        m_written.endReduction();
    }

    const Parallel m_parallel; ///< that it runs with
    ZeroPartition m_partition;
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
    ZeroReductions m_reductions; ///< since then
    std::vector<SkippedRow> m_knownSkips; ///< micro-steps skip the same
    std::size_t m_skipped = 0; ///< the last of these that was skipped, or their number
    Script *m_script = nullptr;
    ZeroReductions m_written; ///< of a micro-step
    std::size_t m_nextWritten = 0;
    std::vector<int> m_arrived; ///< parameters, in order of these
};

void PartitionedPolicy::addSizes(std::vector<double> &bytes)
{
    m_partition.cut(m_work.ranks());
    findOwned();
    double resident = 0;
    for (const Share &share : heldBetweenSteps())
        resident += share.term.value();
    const double fresh = ownedBytes();
    bytes.push_back(resident);
    bytes.push_back(fresh);
    bytes.push_back(std::max(checkBytes(), flatBytes() + (hasMaster() ? castBytes() : 0)));
    bytes.push_back(castBytes() + partitionScratch(m_work, m_partition.elements()));
    bytes.resize(flatSize(0));
    const auto first = std::find_if(m_arrived.begin(), m_arrived.end(),
        [this](int parameter) { return m_partition.isOwned(parameter); });
    if (first != m_arrived.end())
        bytes[freshAt(*first)] = fresh;
    // A flat tensor is full before its last slice.
    const double most = m_sizes.reduceBucket + m_partition.elements();
    for (std::size_t i = 0; i < m_written.size(); ++i)
        bytes.push_back(storageBytes(std::min(m_written.elements(i), most), dtype()));
}

} // namespace

std::unique_ptr<Policy> zeroPartitioned(
    const Workload &work, const ModelTapes &model, Ledger &ledger)
{
    return std::make_unique<PartitionedPolicy>(work, model, ledger);
}

} // namespace shardscope
