// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/steppace.h"

#include "core/compute/stepwork.h"
#include "core/engines/steprecord.h"
#include "core/estimate/overlap.h"
#include "core/estimate/traffic.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Bringing weights to the GPU in one pass of a micro-step, from other GPUs or from the host.
Seconds gatherTime(const Traffic &traffic, Pass pass)
{
    Seconds sum{};
    for (const Collective &collective : traffic.collectives) {
        const bool isWeights = collective.op == CollectiveOp::AllGather
            || (collective.op == CollectiveOp::CopyToGpu && collective.payload == Payload::Weights);
        if (isWeights && collective.times.in(pass) > 0)
            sum += secondsEach(collective);
    }
    return sum;
}

/// One of `count` like parts of `pass`.
Pace paceOf(const Work &pass, double count, const Machine &machine, Seconds gather)
{
    return {.device = pass.total() / count,
        .host = std::max(launchTime(pass, machine), gather) / count};
}

} // namespace

StepPace paceOf(const Workload &work, const StepModules &modules)
{
    const Machine machine = machineOf(work);
    if (!machine.isKnown())
        return {};
    const StepWork parts = stepWork(work, modules, machine);
    const Traffic traffic = trafficOf(work, recordStep(work, modules, Ledger::Detail::Totals).wire);
    const auto layers = static_cast<double>(work.spec().layers);
    const auto layer = [&](const Work &pass, const Work &head, Pass which) {
        return paceOf(pass + -1 * head, layers, machine, gatherTime(traffic, which));
    };
    return {.layerForward = layer(parts.forward, parts.headForward, Pass::Forward),
        .layerBackward = layer(parts.backward, parts.headBackward, Pass::Backward),
        .headForward = paceOf(parts.headForward, 1, machine, {}),
        .headBackward = paceOf(parts.headBackward, 1, machine, {})};
}

} // namespace shardscope
