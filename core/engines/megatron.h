// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/policy.h"

#include <optional>

namespace shardscope {

/// GPUs that share one copy of the optimizer's state where ZeRO-1 alone shards it.
int optimizerShards(const Workload &work);

/// Elements that one call carries where communication is overlapped.
double megatronBucket(const Workload &work);

/// Megatron-Core's optimizer on the host (HybridDeviceOptimizer).
class HybridUpdate
{
public:
    explicit HybridUpdate(Wire &wire);
    /// Gradients go there in fp32, and weights, cast there, come back.
    void update(double elements);

private:
    Wire &m_wire;
    Wire::Line m_toHost;
    Wire::Line m_toGpu;
};
/// Nothing where the optimizer stays on the GPU.
std::optional<HybridUpdate> hybridUpdate(const Workload &work, Wire &wire);

/// What Megatron-LM holds and sends, and nanotron besides its 16-bit gradients: 16-bit weights, one
/// fp32 gradient buffer for the whole run, reduced in the last micro-step, and the fp32 master copy
/// with the optimizer's state, whole or sharded.
class MegatronPolicy : public Policy
{
public:
    /// `reduction` carries the gradients; updated weights are gathered in buckets of the same size.
    /// `source` says whose parts these are, `gatherSource` where that gather was read.
    MegatronPolicy(const Workload &work, const Sinks &sinks, const Channel &reduction,
        std::string_view source, std::string_view gatherSource);

    bool repeatsLayers() const final { return true; }
    void resident() override;
    void beginMicroStep(const MicroStep &step) final { m_isLast = step.isLast; }
    void gradient(const Unit &unit, const Parameter &parameter) override;
    void step() override;
    /// The gradient buffer stays.
    void zeroGradients() final { }

protected:
    bool isSharded() const { return m_shards > 1; }
    /// Elements that this GPU updates.
    double updated() const { return m_work.trainedHere() / m_shards; }

private:
    const int m_shards;
    const double m_bucket; ///< elements
    const std::string_view m_source;
    Ledger::Account m_scratch;
    Wire::Line m_reduction;
    Wire::Line m_gather;
    std::optional<HybridUpdate> m_host;
    bool m_isLast = true;
};

} // namespace shardscope
