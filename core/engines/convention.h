// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/offload/offload.h"
#include "core/scenario/framework.h"
#include "core/step/policy.h"
#include "core/step/workload.h"

namespace shardscope {

/// What a framework holds on one GPU at each moment of the step, and what it sends.
/// One file for each convention, named after the framework; adding one means adding a file and a
/// line in `conventionFor`.
struct Convention
{
    std::string_view name; ///< with the version whose source was read
    /// What it does, as the replayed step asks for it. The tapes outlive it.
    std::unique_ptr<Policy> (*policy)(const Workload &, const ModelTapes &, const Sinks &)
        = nullptr;

    /// Where it can offload: what is then on the host.
    HostShares (*host)(const Workload &) = nullptr;
};

/// The `policy` of a convention that is one class.
template <class Only>
std::unique_ptr<Policy> policyOf(const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    return std::make_unique<Only>(work, model, sinks);
}

extern const Convention trainerConvention;
extern const Convention deepSpeedConvention;
extern const Convention fsdp1Convention;
extern const Convention fsdp2Convention;
extern const Convention megatronConvention;
extern const Convention nanotronConvention;

/// The convention of the framework that runs the scenario (frameworkFor).
const Convention &conventionFor(const Parallel &parallel);

/// DeepSpeed's stage 1 with bf16 weights and gradients accumulated in fp32 runs under a wrapper of
/// its own.
bool usesBf16Optimizer(const Scenario &scenario);

/// Whether every micro-step reduces gradients, where DDP and FSDP leave the choice to the loop.
bool reducesEachMicroStep(const Scenario &scenario);

// Bits that conventions share.

/// Bytes of one gradient on the wire: as set, or as the framework does by default.
double reducedBytes(const Workload &work, double standard);

/// Whether communication runs beside the backward pass: as set, or as the framework does.
bool overlaps(const Workload &work, bool standard);

/// Weights (and adapters) held whole on every GPU.
void addWholeWeights(Shares &shares, const Workload &work, std::string_view source);

} // namespace shardscope
