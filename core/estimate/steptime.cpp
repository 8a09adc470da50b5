// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/hostupdate.h"
#include "core/compute/stepwork.h"
#include "core/estimate/overlap.h"
#include "core/estimate/traffic.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// The GPU works, or waits for the CPU to launch the next kernel.
Seconds taken(const Work &work, const Machine &machine)
{
    return std::max(work.total(), launchTime(work, machine));
}

double shareOf(const Work &part, const Work &whole)
{
    return whole.total() > Seconds(0) ? part.total() / whole.total() : 0;
}

/// NCCL runs on multiprocessors of its own, one for each channel, while the others compute: 24 of
/// them for rings over NVLink on A100 to B200, two for PCIe (NCCL 2.30 graph/search.cc,
/// connect.cc).
Seconds contention(const Traffic &traffic, const Machine &machine)
{
    Seconds hidden{};
    for (const Collective &collective : traffic.collectives) {
        if (isCopy(collective.op)) // done by copy engines
            continue;
        const double channels = collective.waitsFor.starts_with("pcie") ? 2 : 24;
        hidden += (channels / machine.multiprocessors) * (collective.seconds - collective.exposed);
    }
    return hidden;
}

/// Where the CPU keeps the GPU waiting, what the GPU does meanwhile is not what takes the time.
Bottleneck bottleneckOf(const StepTime &time, const StepWork &work, double microSteps)
{
    std::array<Seconds, namesOf<Bottleneck>.size()> shares{};
    const auto share = [&shares](Bottleneck which) -> Seconds & {
        return shares[static_cast<std::size_t>(which)];
    };
    const auto add = [&](double times, const Work &part, Seconds took) {
        if (took > part.total()) {
            share(Bottleneck::Launches) += times * took;
            return;
        }
        share(Bottleneck::Matmul) += times * part.matmul;
        share(Bottleneck::Attention) += times * part.attention;
        share(Bottleneck::Memory) += times * part.memory;
    };
    add(microSteps, work.forward, time.forward);
    add(microSteps, work.backward, time.backward);
    add(1, work.update, time.update - time.hostUpdate);
    share(Bottleneck::Host) = time.hostUpdate;
    share(Bottleneck::Link) = time.exposedCommunication;
    return static_cast<Bottleneck>(std::max_element(shares.begin(), shares.end()) - shares.begin());
}

/// What follows from how long the step takes.
void setRates(StepTime &time, const Workload &work, const Machine &machine)
{
    const double tokens = work.tokens * work.training().accumulation * work.ranks();
    const double gpus = work.ranks() * work.gpusOfModel();
    time.tokensPerSecond = tokens / time.step.value();
    time.tokensPerSecondPerGpu = time.tokensPerSecond / gpus;
    time.mfu = Flops(modelFlopsPerToken(work) * tokens / gpus) / machine.peak / time.step;
}

} // namespace

StepTime inPipeline(StepTime own, Seconds step, const Workload &work)
{
    const Seconds alone = own.step;
    if (alone <= Seconds(0))
        return own;
    own.step = step;
    own.bubble = own.step - alone;
    own.hfu *= alone / own.step;
    setRates(own, work, machineOf(work));
    return own;
}

StepTime stepTime(const Workload &work, const StepModules &modules, Traffic &traffic)
{
    const Training &training = work.training();
    const Machine machine = machineOf(work);
    if (!machine.isKnown())
        return {};
    const StepWork parts = stepWork(work, modules, machine);
    const double microSteps = training.accumulation;

    StepTime time;
    time.forward = taken(parts.forward, machine);
    time.backward = taken(parts.backward, machine);
    time.weightGradients = shareOf(parts.weights, parts.backward) * time.backward;
    time.headWeightGradients = shareOf(parts.headWeights, parts.backward) * time.backward;
    time.hostUpdate = hostUpdate(work);
    time.update = taken(parts.update, machine) + time.hostUpdate;
    time.headForward = shareOf(parts.headForward, parts.forward) * time.forward;
    time.headBackward = shareOf(parts.headBackward, parts.backward) * time.backward;
    time.compute = microSteps * (time.forward + time.backward) + time.update;
    time.exposedCommunication = expose(traffic, time, microSteps);
    time.contention = contention(traffic, machine);
    time.compute += time.contention;
    time.step = time.compute + time.exposedCommunication;
    time.matmul = microSteps * (parts.forward.matmul + parts.backward.matmul);
    time.attention = microSteps * (parts.forward.attention + parts.backward.attention);
    time.memory = microSteps * (parts.forward.memory + parts.backward.memory) + parts.update.memory;
    time.launches = microSteps
        * (time.forward - parts.forward.total() + time.backward - parts.backward.total());
    time.bottleneck = bottleneckOf(time, parts, microSteps);

    setRates(time, work, machine);
    const Flops computed = parts.forward.flops + parts.backward.flops;
    time.hfu = microSteps * computed / machine.peak / time.step;
    time.recomputed = parts.backward.recomputed / computed;
    return time;
}

} // namespace shardscope
