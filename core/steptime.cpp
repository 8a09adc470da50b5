// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/stepwork.h"
#include "core/overlap.h"
#include "core/traffic.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

/// CPU time of one eager operator of PyTorch 2 with its Python, where the GPU does not keep it
/// waiting; a compiled graph launches for less than half.
constexpr double eagerLaunch = 8e-6;
constexpr double compiledLaunch = 3e-6;

/// The GPU works, or waits for the CPU to launch the next kernel.
Seconds taken(const Work &work, const Training &training)
{
    const double launch
        = training.fusion == Fusion::Fused ? compiledLaunch : eagerLaunch;
    return std::max(work.total(), Seconds(launch * work.kernels));
}

/// NCCL runs on multiprocessors of its own, one for each channel, while the others compute: 24 of
/// them for rings over NVLink on A100 to B200, two for PCIe (NCCL 2.30 graph/search.cc, connect.cc).
Seconds contention(const Traffic &traffic, const Machine &machine)
{
    Seconds hidden{};
    for (const Collective &collective : traffic.collectives) {
        const double channels = collective.waitsFor.starts_with("pcie") ? 2 : 24;
        hidden += (channels / machine.multiprocessors)
            * (collective.seconds - collective.exposed);
    }
    return hidden;
}

Bottleneck bottleneckOf(const StepTime &time, const StepWork &work, double microSteps)
{
    const Seconds matmul = microSteps * (work.forward.matmul + work.backward.matmul);
    const Seconds attention = microSteps * (work.forward.attention + work.backward.attention);
    const Seconds memory
        = microSteps * (work.forward.memory + work.backward.memory) + work.update.memory;
    const Seconds launches = time.compute - matmul - attention - memory;
    const std::array<std::pair<Seconds, Bottleneck>, 5> shares{
        {{matmul, Bottleneck::Matmul}, {attention, Bottleneck::Attention},
            {memory, Bottleneck::Memory}, {launches, Bottleneck::Launches},
            {time.exposedCommunication, Bottleneck::Link}}};
    return std::max_element(shares.begin(), shares.end(), [](const auto &a, const auto &b) {
        return a.first < b.first;
    })->second;
}

} // namespace

StepTime stepTime(const Scenario &scenario, const Resolved &resolved, Traffic &traffic)
{
    const Training &training = scenario.training;
    const Workload work = makeWorkload(scenario, resolved);
    const Machine machine = machineOf(*resolved.gpu, training.precision,
        training.sequenceLength, static_cast<double>(resolved.spec.headDim));
    if (!machine.isKnown())
        return {};
    const StepWork parts = stepWork(work, machine);
    const double microSteps = training.accumulation;

    StepTime time;
    time.forward = taken(parts.forward, training);
    time.backward = taken(parts.backward, training);
    time.update = taken(parts.update, training);
    time.compute = microSteps * (time.forward + time.backward) + time.update;
    time.exposedCommunication = expose(traffic, time, microSteps);
    time.contention = contention(traffic, machine);
    time.compute += time.contention;
    time.step = time.compute + time.exposedCommunication;
    time.matmul = microSteps * (parts.forward.matmul + parts.backward.matmul);
    time.attention = microSteps * (parts.forward.attention + parts.backward.attention);
    time.memory
        = microSteps * (parts.forward.memory + parts.backward.memory) + parts.update.memory;
    time.bottleneck = bottleneckOf(time, parts, microSteps);

    const double tokens = work.tokens * microSteps;
    time.tokensPerSecond = tokens * scenario.parallel.gpus / time.step.value();
    time.tokensPerSecondPerGpu = tokens / time.step.value();
    const auto utilization = [&](double flopsPerToken) {
        return Flops(flopsPerToken * tokens) / machine.peak / time.step;
    };
    time.mfu = utilization(modelFlopsPerToken(work));
    time.hfu = utilization(hardwareFlopsPerToken(work));
    return time;
}

} // namespace shardscope
