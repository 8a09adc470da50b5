// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelinepace.h"

#include "core/estimate/overlap.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Sent of the micro-batch itself, not of weights and gradients.
bool isOfMicroBatch(Payload payload)
{
    return payload == Payload::Activations || payload == Payload::KeysValues
        || payload == Payload::Tokens;
}

Seconds waitedIn(
    const std::vector<Window> &windows, const Traffic &traffic, PhaseId phase, bool isOnly)
{
    Seconds waited{};
    for (const Window &window : windows) {
        // Where there is one micro-batch alone, what comes once stands in the same window.
        if (window.phase != phase || window.isOnce != isOnly)
            continue;
        for (const Beside &one : window.beside) {
            if (!isOnly || isOfMicroBatch(traffic.collectives[one.collective].payload))
                waited += one.exposed();
        }
    }
    return waited;
}

} // namespace

StagePace paceOf(const Traffic &traffic, const StepTime &time, double microSteps)
{
    if (time.compute <= Seconds(0))
        return {};
    const std::vector<Window> windows = windowsOf(traffic, time, microSteps);
    const bool isOnly = microSteps <= 1;
    // Multiprocessors that collectives take away are missing throughout.
    const double slowdown = time.compute / (time.compute - time.contention);
    const auto pass = [&](Seconds compute, PhaseId phase) {
        const Seconds waited = waitedIn(windows, traffic, phase, isOnly);
        return PassTime{slowdown * compute + waited, waited};
    };
    StagePace pace{.forward = pass(time.forward, PhaseId::Forward),
        .backward = pass(time.backward, PhaseId::Backward),
        .headForward = slowdown * time.headForward,
        .headBackward = slowdown * time.headBackward,
        .weights = slowdown * (time.weightGradients - time.headWeightGradients),
        .headWeights = slowdown * time.headWeightGradients};
    const Seconds waited = pace.forward.waited + pace.backward.waited;
    pace.update = {std::max(Seconds(0),
                       time.compute + time.exposedCommunication - microSteps * pace.microStep()),
        std::max(Seconds(0), time.exposedCommunication - microSteps * waited)};
    return pace;
}

StagePace paceOf(const StagePlan &stage, double microSteps)
{
    return paceOf(stage.traffic, stage.time, microSteps);
}

} // namespace shardscope
