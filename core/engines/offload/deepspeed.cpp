// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19.6, pin_memory as by default (offload_config.py): stage_1_and_2.py, stage3.py,
// partition_parameters.py, swap_tensor/.
#include "core/engines/offload/offload.h"
#include "core/engines/zeropartition.h"
#include "core/engines/zeroshards.h"
#include "core/step/stepmodules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace shardscope {

namespace {

constexpr std::string_view offloadMasterSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: single_partition_of_fp32_groups, page-locked";
constexpr std::string_view offloadGradientSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: its .grad, and accumulated_grads_in_cpu: whole gradients "
      "of every parameter that touches the own partition";
constexpr std::string_view offloadStateSource = "DeepSpeed 0.19.6 cpu_adam.py: exp_avg, exp_avg_sq";
constexpr std::string_view offloadBufferSource
    = "DeepSpeed 0.19.6 stage_1_and_2.py: param_buffer_of_bit16_for_cpu_offload_groups, "
      "temp_grad_buffer_for_cpu_offload";
constexpr std::string_view shardMasterSource
    = "DeepSpeed 0.19.6 stage3.py: fp32_partitioned_groups_flat";
constexpr std::string_view shardGradientSource
    = "DeepSpeed 0.19.6 stage3.py: grad_partitions_flat_buffer, and fp32 gradients by sub-group";
constexpr std::string_view offloadShardSource
    = "DeepSpeed 0.19.6 stage3.py: param_groups_fp16_flat_cpu_memory; frozen parameters one by one";
constexpr std::string_view cachedSource
    = "DeepSpeed 0.19.6 partition_parameters.py: page-locked shards of each parameter before they "
      "moved to the flat buffer; torch's allocator keeps their blocks (CachingHostAllocator.h)";
constexpr std::string_view offloadCastSource
    = "DeepSpeed 0.19.6 stage3.py: updated weights are cast on the host (ATen Copy.cu, blocking)";
constexpr std::string_view swapSource
    = "DeepSpeed 0.19.6 swap_tensor/: page-locked swap buffers, exact to the page";

// offload_config.py
constexpr double maxInCpu = 1e9; ///< elements of parameters that stay in host memory
constexpr double parameterBuffers = 5;
constexpr double parameterBufferElements = 1e8;
constexpr double optimizerBuffers = 4;

Term each(double bytes, double elements)
{
    return Term::each(bytes) * Term::count(elements);
}

double sum(const std::vector<double> &values)
{
    return std::accumulate(values.begin(), values.end(), 0.0);
}

/// Stages 1 and 2: the own partition.
class PartitionOnHost
{
public:
    explicit PartitionOnHost(const Workload &work)
        : m_work(work)
        , m_model(work, StepModules(work.layerSettings()).tapes())
        , m_partition(m_model, work)
    { }

    HostShares shares() const
    {
        const double own = m_partition.elements();
        const Term master = pinned(each(masterBytes(m_work), own));
        const double weight = m_work.recipe.weight;
        return {.memory = {{PartId::Master, master, offloadMasterSource},
                    {PartId::Gradients, master + accumulated(), offloadGradientSource},
                    {PartId::OptimizerState, zeroState(m_work, own), offloadStateSource},
                    {PartId::Buffers,
                        pinned(each(weight, own)) + pinned(each(weight, m_partition.largest())),
                        offloadBufferSource}}};
    }

private:
    /// With all-16-bit optimizers the sum is made in .grad itself.
    bool accumulates() const
    {
        return m_work.accumulates() && masterBytes(m_work) != m_work.recipe.weight;
    }
    template <class Use>
    void forOwned(const Use &use) const
    {
        for (int i = 0; i < m_model.parameterCount(); ++i) {
            if (m_model.at(i).trainable && m_partition.isOwned(i))
                use(m_model.at(i).elements);
        }
    }
    Term accumulated() const
    {
        PinnedTensors tensors;
        if (accumulates())
            forOwned([&](double count) { tensors.add(m_work.recipe.weight * count); });
        return tensors.term("gradients");
    }

    const Workload &m_work;
    const ZeroModel m_model;
    const ZeroPartition m_partition;
};

/// Stage 3: a shard of each parameter, updated by sub-groups.
class ShardsOnHost
{
public:
    explicit ShardsOnHost(const Workload &work)
        : m_work(work)
        , m_sizes(zeroSizes(work))
        , m_offload(offloadFor(work.scenario.parallel))
    {
        const ZeroModel model(work, StepModules(work.layerSettings()).tapes());
        for (const ZeroParameter *parameter : model.parameters()) {
            const double shard = std::ceil(parameter->elements / work.ranks());
            (parameter->trainable ? m_trained : m_frozen).push_back(shard);
            const bool isPersistent = parameter->elements <= m_sizes.persistenceThreshold;
            if (parameter->trainable && !isPersistent)
                m_moved.add(weight() * shard);
        }
        m_groups = ZeroShards(model, work.ranks(), m_sizes.persistenceThreshold)
                       .subGroups(m_sizes.subGroup);
        if (!m_groups.empty()) // else nothing is trained
            m_largestGroup = *std::max_element(m_groups.begin(), m_groups.end());
    }

    HostShares shares() const
    {
        HostShares held;
        addGradients(held.memory);
        if (isSwapped()) {
            addSwapBuffers(held);
        } else {
            const double own = sum(m_trained);
            held.memory.push_back(
                {PartId::Master, each(masterBytes(m_work), own), shardMasterSource});
            held.memory.push_back(
                {PartId::OptimizerState, zeroState(m_work, own), offloadStateSource});
            addWeights(held.memory);
        }
        return held;
    }

private:
    bool isSwapped() const { return m_offload == Offload::Nvme; }
    double weight() const { return m_work.recipe.weight; }
    double frozenWeight() const { return recipe(m_work.training().precision).weight; }

    void addGradients(Shares &shares) const
    {
        Term gradients = pinned(each(accumulatedBytes(m_work), sum(m_trained)));
        PinnedTensors groups;
        for (const double group : m_groups)
            groups.add(masterBytes(m_work) * group);
        if (!isSwapped())
            gradients += groups.term("sub-groups");
        shares.push_back({PartId::Gradients, gradients, shardGradientSource});
    }

    void addWeights(Shares &shares) const
    {
        if (m_offload == Offload::Optimizer) {
            if (masterBytes(m_work) != weight())
                shares.push_back(
                    {PartId::Temporaries, each(weight(), m_largestGroup), offloadCastSource});
            return;
        }
        PinnedTensors frozen;
        for (const double shard : m_frozen)
            frozen.add(frozenWeight() * shard);
        const Term flat = pinned(each(weight(), sum(m_trained)));
        shares.push_back({PartId::Weights, flat + frozen.term("shards"), offloadShardSource});
        shares.push_back({PartId::Buffers, m_moved.term("shards"), cachedSource});
    }

    /// Whole sub-groups of parameters stay in host memory as long as they fit into max_in_cpu.
    void addSwapBuffers(HostShares &held) const
    {
        const double all = sum(m_trained);
        double kept = 0;
        double largestOut = 0;
        for (const double group : m_groups) {
            if (kept + group <= std::min(all, maxInCpu))
                kept += group;
            else
                largestOut = std::max(largestOut, group);
        }
        held.memory.push_back(
            {PartId::Weights, pinned(each(weight(), std::min(all, maxInCpu))), offloadShardSource});
        Term buffers
            = Term::count(parameterBuffers, "buffers") * each(weight(), parameterBufferElements)
            + Term::count(optimizerBuffers, "buffers") * each(masterBytes(m_work), m_largestGroup);
        // reserve_partitioned_swap_space: whole parameters, not shards.
        if (largestOut > 0)
            buffers += each(weight(), largestOut * m_work.ranks());
        held.memory.push_back({PartId::Buffers, buffers, swapSource});
        const double frozen = sum(m_frozen);
        held.disk = each(2 * masterBytes(m_work), all) + zeroState(m_work, all)
            + each(weight(), all - kept) + (frozen > 0 ? each(frozenWeight(), frozen) : Term());
    }

    const Workload &m_work;
    const ZeroSizes m_sizes;
    const Offload m_offload;
    std::vector<double> m_trained; ///< elements of the own shards
    std::vector<double> m_frozen;
    std::vector<double> m_groups;
    double m_largestGroup = 0;
    PinnedTensors m_moved; ///< into the flat buffer
};

} // namespace

HostShares deepSpeedHost(const Workload &work)
{
    const bool isStage3 = work.scenario.parallel.strategy == Strategy::Zero3;
    return isStage3 ? ShardsOnHost(work).shares() : PartitionOnHost(work).shares();
}

} // namespace shardscope
