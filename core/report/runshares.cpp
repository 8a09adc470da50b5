// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/runshares.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// The passes of all micro-steps, without waiting for launches, products and attention.
Seconds memoryBoundPasses(const StepTime &time, double microSteps)
{
    const Seconds rest = microSteps * (time.forward + time.backward) - time.matmul - time.attention
        - time.launches;
    return std::max(rest, Seconds(0)); // what is left of rounding
}

std::vector<RunShare> computingShares(const Plan &plan)
{
    const StepTime &time = plan.time;
    const Seconds memory = memoryBoundPasses(time, plan.scenario.training.accumulation);
    return {{.id = "matmul",
                .name = english("run", "Matmuls"),
                .meaning = english("run", "Matrix products of forward and backward passes"),
                .perStep = time.matmul},
        {.id = "attention",
            .name = english("run", "Attention"),
            .meaning = english("run", "The products of scores and values in attention"),
            .perStep = time.attention},
        {.id = "memory-bound",
            .name = english("run", "Memory-bound"),
            .meaning = english("run",
                "Norms, activations, copies and the loss: bound by the GPU's memory bandwidth"),
            .perStep = memory},
        {.id = "update",
            .name = english("run", "Optimizer step"),
            .meaning = english("run", "optimizer.step() on the GPU"),
            .perStep = time.update - time.hostUpdate},
        {.id = "contention",
            .name = english("run", "Contention"),
            .meaning = english("run",
                "Computation takes longer while collectives occupy some of the multiprocessors"),
            .perStep = time.contention}};
}

RunShare exposedShare(const Collective &collective)
{
    const Named link{
        Named::What::Link, collective.waitsFor.empty() ? collective.link : collective.waitsFor};
    return {.id = "exposed-" + link.id,
        .name = {english("run", "Exposed, %1", "link"), {link}},
        .shortName = Phrase(Text{{}, "%1"}, {link}),
        .meaning
        = {english("run", "Communication over %1 that nothing is computed beside", "link"), {link}},
        .isWaiting = true,
        .perStep = collective.exposed};
}

std::vector<RunShare> waitingShares(const Plan &plan)
{
    const StepTime &time = plan.time;
    std::vector<RunShare> shares{
        {.id = "launches",
            .name = english("run", "Kernel launches"),
            .shortName = Phrase(english("run", "Launches")),
            .meaning = english("run", "The GPU waits for the CPU to launch the next kernel"),
            .isWaiting = true,
            .perStep = time.launches},
        {.id = "host-update",
            .name = english("run", "Update on the CPU"),
            .shortName = Phrase(english("run", "CPU update")),
            .meaning
            = english("run", "The optimizer step of what is offloaded, on the CPU of the host"),
            .isWaiting = true,
            .perStep = time.hostUpdate}};
    for (const Collective &collective : plan.traffic.collectives) {
        const RunShare exposed = exposedShare(collective);
        const auto known = std::find_if(shares.begin(), shares.end(),
            [&exposed](const RunShare &share) { return share.id == exposed.id; });
        if (known == shares.end())
            shares.push_back(exposed);
        else
            known->perStep += exposed.perStep;
    }
    return shares;
}

} // namespace

std::vector<RunShare> runShares(const Plan &plan)
{
    const Seconds step = plan.time.step;
    if (step <= Seconds(0))
        return {};
    std::vector<RunShare> shares = computingShares(plan);
    for (RunShare &waiting : waitingShares(plan))
        shares.push_back(std::move(waiting));
    std::erase_if(shares, [](const RunShare &share) { return share.perStep <= Seconds(0); });
    for (RunShare &share : shares) {
        share.share = share.perStep / step;
        share.duration = share.share * plan.run.duration;
        share.energyKwh = share.share * plan.run.energyKwh;
        share.cost = share.share * plan.run.cost;
    }
    return shares;
}

} // namespace shardscope
