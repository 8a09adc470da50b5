// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/liveoutputs.h"

#include "core/plan/plantexts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace shardscope {

namespace {

Argument memory(const Plan &plan, Bytes bytes)
{
    return memoryOf(plan.scenario, bytes);
}

/// Of a plan that knows how long its step takes.
Argument timed(const Plan &plan, const Amount &amount)
{
    return plan.time.step > Seconds(0) ? Argument(amount) : std::string(unknownValue);
}

/// What is 0 where the scenario leaves it open.
Argument said(const Amount &amount)
{
    return amount.value > 0 ? Argument(amount) : std::string(unknownValue);
}

Bytes statesOf(const Memory &memory)
{
    using enum PartId;
    constexpr std::array states{Weights, Gradients, Master, OptimizerState};
    return std::accumulate(states.begin(), states.end(), Bytes(0),
        [&memory](Bytes sum, PartId part) { return sum + memory.atPeak(part); });
}

Bytes networkTraffic(const Traffic &traffic)
{
    return std::accumulate(traffic.collectives.begin(), traffic.collectives.end(), Bytes(0),
        [](Bytes sum, const Collective &one) { return sum + one.timesPerStep * one.networkBytes; });
}

/// Of the time of all stages.
double bubbleShare(const Plan &plan)
{
    if (plan.stages.empty())
        return 0;
    const Seconds all = std::accumulate(plan.stages.begin(), plan.stages.end(), Seconds(0),
        [](Seconds sum, const StagePlan &stage) { return sum + stage.time.bubble; });
    return all / (static_cast<double>(plan.stages.size()) * plan.time.step);
}

constexpr std::array<LiveOutput, 37> allOutputs{{
    {{"peak", english("lesson", "the most memory that a GPU holds during a step")},
        [](const Plan &plan) { return memory(plan, plan.memory.peak); }},
    {{"capacity", english("lesson", "memory of a GPU that can be used")},
        [](const Plan &plan) { return memory(plan, plan.memory.verdict.capacity); }},
    {{"headroom", english("lesson", "memory that is left at the peak; 0 where it does not fit")},
        [](const Plan &plan) {
            return memory(plan, std::max(Bytes(0), plan.memory.verdict.spare));
        }},
    {{"short_by", english("lesson", "memory that is missing at the peak; 0 where it fits")},
        [](const Plan &plan) {
            return memory(plan, std::max(Bytes(0), -plan.memory.verdict.spare));
        }},
    {{"peak_low", english("lesson", "lower end of the range of the peak")},
        [](const Plan &plan) { return memory(plan, plan.memory.confidence.low); }},
    {{"peak_high", english("lesson", "upper end of the range of the peak")},
        [](const Plan &plan) { return memory(plan, plan.memory.confidence.high); }},
    {{"peak_phase", english("lesson", "the phase of the step that holds most")},
        [](const Plan &plan) { return nested(textOf(plan.memory.peakPhase)); }},
    {{"verdict", english("lesson", "whether the peak fits, in a word")},
        [](const Plan &plan) { return nested(textOf(plan.memory.verdict.fit)); }},
    {{"states",
         english("lesson", "weights, gradients, master weights and optimizer state at the peak")},
        [](const Plan &plan) { return memory(plan, statesOf(plan.memory)); }},
    {{"allocated", english("lesson", "what tensors take at the peak, as torch counts it")},
        [](const Plan &plan) { return memory(plan, plan.memory.footprint.allocated); }},
    {{"reserved", english("lesson", "what torch's allocator holds at the peak")},
        [](const Plan &plan) { return memory(plan, plan.memory.footprint.reserved); }},
    {{"unallocated", english("lesson", "what is reserved at the peak, but not allocated")},
        [](const Plan &plan) {
            const Footprint &footprint = plan.memory.footprint;
            return memory(plan, std::max(Bytes(0), footprint.reserved - footprint.allocated));
        }},
    {{"host_memory", english("lesson", "what offloading puts into the memory of each node's host")},
        [](const Plan &plan) { return memory(plan, plan.memory.host.perNode); }},
    {{"traffic", english("lesson", "what a GPU sends in a step")},
        [](const Plan &plan) -> Argument {
            return Amount::traffic(plan.traffic.bytesPerGpuPerStep());
        }},
    {{"network_traffic", english("lesson", "what a GPU sends to other nodes in a step")},
        [](const Plan &plan) -> Argument { return Amount::traffic(networkTraffic(plan.traffic)); }},
    {{"step_time", english("lesson", "how long a step takes")},
        [](const Plan &plan) { return timed(plan, Amount::time(plan.time.step)); }},
    {{"compute_time", english("lesson", "of that, what the GPU computes in")},
        [](const Plan &plan) { return timed(plan, Amount::time(plan.time.compute)); }},
    {{"exposed_time", english("lesson", "exposed communication in a step")},
        [](const Plan &plan) { return timed(plan, Amount::time(plan.time.exposedCommunication)); }},
    {{"exposed_share", english("lesson", "share of the step that is exposed communication")},
        [](const Plan &plan) {
            const StepTime &time = plan.time;
            return timed(plan, Amount::share(time.exposedCommunication / time.step));
        }},
    {{"bubble_share",
         english("lesson", "share of the step that the stages of a pipeline idle, on average")},
        [](const Plan &plan) { return timed(plan, Amount::share(bubbleShare(plan))); }},
    {{"tokens_per_second", english("lesson", "tokens per second of all GPUs")},
        [](const Plan &plan) {
            return timed(plan, Amount::whole(std::round(plan.time.tokensPerSecond)));
        }},
    {{"tokens_per_second_per_gpu", english("lesson", "tokens per second and GPU")},
        [](const Plan &plan) {
            return timed(plan, Amount::whole(std::round(plan.time.tokensPerSecondPerGpu)));
        }},
    {{"mfu", english("lesson", "model FLOPs as a share of the dense peak")},
        [](const Plan &plan) { return timed(plan, Amount::share(plan.time.mfu)); }},
    {{"hfu", english("lesson", "the same with what is computed again")},
        [](const Plan &plan) { return timed(plan, Amount::share(plan.time.hfu)); }},
    {{"bottleneck", english("lesson", "what takes most of a step")},
        [](const Plan &plan) -> Argument {
            return plan.time.step > Seconds(0) ? nested(textOf(plan.time.bottleneck))
                                               : Argument(std::string(unknownValue));
        }},
    {{"model", english("lesson", "name of the model")},
        [](const Plan &plan) -> Argument { return plan.model.name; }},
    {{"layers", english("lesson", "decoder layers of the model")},
        [](const Plan &plan) -> Argument {
            return Amount::whole(static_cast<double>(plan.model.spec.layers));
        }},
    {{"parameters", english("lesson", "parameters of the model")},
        [](const Plan &plan) -> Argument { return Amount::parameters(plan.model.parameters); }},
    {{"active_parameters", english("lesson", "parameters that each token passes through")},
        [](const Plan &plan) -> Argument {
            return Amount::parameters(plan.model.activeParameters);
        }},
    {{"trainable", english("lesson", "parameters that are trained")},
        [](const Plan &plan) -> Argument {
            return Amount::parameters(plan.model.trainableParameters);
        }},
    {{"effective_batch", english("lesson", "sequences in a step of all GPUs")},
        [](const Plan &plan) -> Argument { return Amount::whole(plan.run.sequencesPerStep); }},
    {{"tokens_per_step", english("lesson", "tokens in a step of all GPUs")},
        [](const Plan &plan) -> Argument { return Amount::whole(plan.run.tokensPerStep); }},
    {{"checkpoint", english("lesson", "size of a saved checkpoint")},
        [](const Plan &plan) -> Argument { return Amount::traffic(plan.run.checkpoint); }},
    {{"steps", english("lesson", "optimizer steps of the run")},
        [](const Plan &plan) { return said(Amount::whole(plan.run.steps)); }},
    {{"gpu_hours", english("lesson", "GPU-hours of the run")},
        [](const Plan &plan) { return said(Amount::significant(plan.run.gpuHours)); }},
    {{"energy_kwh", english("lesson", "kWh of the run, of the GPUs alone")},
        [](const Plan &plan) { return said(Amount::significant(plan.run.energyKwh)); }},
    {{"cost", english("lesson", "price of the run, in its currency")},
        [](const Plan &plan) { return said(Amount::price(plan.run.cost)); }},
}};

} // namespace

std::span<const LiveOutput> liveOutputs()
{
    return allOutputs;
}

} // namespace shardscope
