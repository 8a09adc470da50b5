// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6 ZeRO stage 3 (runtime/zero/stage3.py), rank 0.
#include "core/engines/zerocoordinator.h"
#include "core/engines/zeroholdings.h"
#include "core/scenario/objective.h"

#include <algorithm>
#include <cassert>

namespace shardscope {

namespace {

constexpr std::string_view zero3GradientSource
    = "DeepSpeed 0.19.6 stage3.py: gradients until they are in the bucket, and their copies";
constexpr std::string_view scatterSource
    = "DeepSpeed 0.19.6 coalesced_collectives.py reduce_scatter_coalesced: padded copy of the "
      "bucket";
constexpr std::string_view zero3CastSource
    = "DeepSpeed 0.19.6 stage3.py step(): flat gradients of a sub-group in fp32";
constexpr std::string_view normSource = "DeepSpeed 0.19.6 stage3.py: the norm in fp64";

using Passes = std::vector<ZeroPass>;

/// Of a micro-step.
Passes passesOfEach(const Scenario &scenario)
{
    using enum ZeroPass;
    const bool scoresOthers = scenario.training.objective == Objective::Kto;
    if (!refersWithinSteps(scenario))
        return scoresOthers ? Passes{Scores, Learns} : Passes{Learns};
    return scoresOthers ? Passes{Scores, Scores, Refers, RefersThenLearns}
                        : Passes{Scores, RefersThenLearns};
}

/// How far it sees ahead in each pass of a step, as StepWalk runs them: of many micro-steps three.
/// GRPO's answers are scored before the first of them, by the model and then by the reference.
std::vector<ZeroAhead> aheadIn(const Scenario &scenario)
{
    const auto count = static_cast<std::size_t>(std::min(scenario.training.accumulation, 3));
    Passes passes;
    if (scenario.training.objective == Objective::Grpo) {
        passes.assign(scoresAnswersFirst(scenario) ? count : 0, ZeroPass::Scores);
        passes.resize(passes.size() + (disablesAdapters(scenario) ? count : 0), ZeroPass::Refers);
    }
    const Passes each = passesOfEach(scenario);
    for (std::size_t i = 0; i < count; ++i)
        passes.insert(passes.end(), each.begin(), each.end());
    return zeroAhead(passes);
}

/// Of GRPO's micro-steps each sees another trace, where the reference has left one of its own.
bool areMicroStepsAlike(const Scenario &scenario)
{
    return !disablesAdapters(scenario) || refersWithinSteps(scenario);
}

class ShardedPolicy final : public ZeroPolicy
{
public:
    ShardedPolicy(const Workload &work, const ModelTapes &model, const Sinks &sinks)
        : ZeroPolicy(work, model, sinks, zero3GradientSource)
        , m_offload(offloadFor(work.scenario.parallel))
        , m_weightBytes(work.recipe.weight)
        , m_accumulatedBytes(accumulatedBytes(work))
        , m_ranks(work.ranks())
        , m_shards(m_model, work.ranks(), m_sizes.persistenceThreshold)
        , m_sent(work, sinks.wire)
        , m_coordinator(work, m_model, m_shards, m_sizes, m_sent, m_ledger,
              disablesAdapters(work.scenario) ? ZeroCoordinator::Adapters::Disabled
                                              : ZeroCoordinator::Adapters::AlwaysOn)
        , m_ahead(aheadIn(work.scenario))
        , m_scattered(m_ledger.open(PartId::Buffers, scatterSource, "B of scattered gradients"))
        , m_casts(m_ledger.open(PartId::Temporaries, zero3CastSource, "B of fp32 gradients"))
        , m_norms(m_ledger.open(PartId::Temporaries, normSource, "B of norms"))
        , m_holdings(work, m_shards, {m_flat, m_scratch, m_casts, m_norms}, m_ledger)
    {
        if (offloads(Offload::Parameters))
            m_coordinator.takeShardsFromHost();
    }

    void resident() override
    {
        hold(m_holdings.betweenSteps());
        m_coordinator.gatherPersistent();
    }

    void beginPass() override
    {
        assert(m_pass < m_ahead.size());
        m_coordinator.begin(m_ahead[m_pass]);
        ++m_pass;
    }
    void enterModule(const Unit &unit, std::int32_t onTape, bool isBackward) override
    {
        m_coordinator.enterModule(unit, place(unit, onTape), isBackward);
    }
    void leaveModule(const Unit &unit, std::int32_t onTape, bool isBackward) override
    {
        if (isBackward && m_coordinator.isLeafDone(unit, onTape))
            reduceLeaf();
        m_coordinator.leaveModule(unit, place(unit, onTape), isBackward);
    }
    void view(const Unit &unit, const Parameter &parameter, bool isKept) override
    {
        m_coordinator.view(unit, parameter, isKept);
    }

    void beginBackward() override { m_coordinator.beginBackward(); }
    void switchAdapters(bool areOn) override
    {
        if (areOn && !m_areAdaptersOn)
            m_coordinator.enableAdapters();
        m_areAdaptersOn = areOn;
    }

    void endBackward() override
    {
        reduceBucket();
        m_coordinator.releaseLeftovers();
    }

    void step() override
    {
        m_coordinator.releaseAll();
        m_holdings.update();
        if (offloads(Offload::Optimizer)) {
            for (const double group : m_shards.subGroups(m_sizes.subGroup))
                m_sent.bringBack(group);
        }
        m_coordinator.gatherPersistent();
        m_pass = 0;
    }

    void save() override { m_holdings.save(); }

    bool repeatsMicroSteps() const override
    {
        return !offloads(Offload::Optimizer) && areMicroStepsAlike(m_work.scenario);
    }

private:
    int likeAhead(const LayerRow &row) const override { return m_coordinator.likeAhead(row); }
    void skipAhead(const LayerRow &row, int layers) override { m_coordinator.skip(row, layers); }
    void rememberAhead(const LayerRow &row) override { m_coordinator.remember(row); }

    /// create_reduce_and_remove_grad_hooks: a leaf's gradients wait until its backward pass is
    /// over.
    bool waits(const Unit &unit, const Parameter &parameter) override
    {
        const int number = ZeroModel::unitOf(unit);
        if (!m_model.module(number, m_model.moduleAt(number, parameter.module)).isLeaf)
            return false;
        m_waiting.push_back(m_model.indexOf(unit, parameter));
        return true;
    }
    void reduceLeaf()
    {
        std::sort(m_waiting.begin(), m_waiting.end());
        for (const int parameter : m_waiting)
            arrive(parameter);
        m_waiting.clear();
    }

    bool ready(int parameter) override { return addToBucket(parameter); }

    /// __reduce_and_partition_ipg_grads
    void reduceBucket() override
    {
        m_ledger.noteReduction();
        double shards = 0;
        for (const int parameter : m_bucket.parameters())
            shards += shardOf(parameter);
        const double whole = shards * m_ranks;
        m_sent.reduce(whole);
        // A single gradient that needs no padding is scattered where it is.
        if (m_bucket.parameters().size() > 1 || whole != m_bucket.filled())
            m_ledger.change(m_scattered, m_weightBytes * whole);
        if (m_accumulatedBytes != m_weightBytes)
            m_ledger.blink(m_scattered, m_accumulatedBytes * shards);
        if (offloads(Offload::Optimizer)) {
            for (const int parameter : m_bucket.parameters())
                handOver(parameter);
            m_ledger.releaseAll(m_flat);
        }
        m_ledger.releaseAll(m_scattered);
        for (const int parameter : m_bucket.parameters())
            disown(parameter);
        m_bucket.empty();
    }

    /// Where a module that runs is on the tape that has adapters.
    std::int32_t place(const Unit &unit, std::int32_t onTape) const
    {
        return m_areAdaptersOn ? onTape : m_model.amongAdapters(ZeroModel::unitOf(unit), onTape);
    }
    bool offloads(Offload what) const { return m_offload >= what; }
    double shardOf(int parameter) const { return m_shards.at(m_model.placeOf(parameter)).own; }

    /// partition_grads: the sum of the micro-steps is made on the GPU; after the last one the norm
    /// is taken in fp64, a piece of 250 million at a time, and the master's dtype goes to the host.
    /// What goes on to disk waits until the whole bucket is there.
    void handOver(int parameter)
    {
        const double shard = shardOf(parameter);
        m_sent.handOver(shard, m_step.isLast);
        const double sum = accumulatedBytes(m_work) * shard;
        const double cast
            = masterBytes(m_work) == accumulatedBytes(m_work) ? 0 : masterBytes(m_work) * shard;
        m_ledger.change(m_casts, sum);
        if (m_step.isLast) {
            m_ledger.blink(m_norms, 8 * std::min(shard, 250e6));
            if (offloads(Offload::Nvme))
                m_ledger.change(m_flat, cast);
            else
                m_ledger.blink(m_flat, cast);
        }
        m_ledger.change(m_casts, -sum);
    }

    const Offload m_offload;
    const double m_weightBytes;
    const double m_accumulatedBytes;
    const double m_ranks;
    const ZeroShards m_shards;
    ZeroWire m_sent;
    ZeroCoordinator m_coordinator;
    const std::vector<ZeroAhead> m_ahead; ///< by pass
    std::size_t m_pass = 0; ///< of the step, which comes next
    bool m_areAdaptersOn = true;
    Ledger::Account m_scattered;
    Ledger::Account m_casts;
    Ledger::Account m_norms;
    ZeroHoldings m_holdings;
    std::vector<int> m_waiting; ///< gradients of a leaf
};

} // namespace

std::unique_ptr<Policy> zeroSharded(
    const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<ShardedPolicy>(work, model, sinks);
}

} // namespace shardscope
