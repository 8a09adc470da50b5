// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/runrows.h"

#include <cmath>

namespace shardscope {

namespace {

constexpr double secondsPerHour = 3600;
constexpr Text amountAlone{{}, "%1"};
constexpr Text noDataSet = english("run", "Set the size of the data set");
constexpr Text noPrice = english("run", "Set the price of a GPU-hour: none is assumed");

Phrase alone(const Amount &amount)
{
    return {amountAlone, {amount}};
}

RunRow open(std::string_view id, Text name, Text missing)
{
    return {.id = id, .name = name, .amount = Text{{}, "–"}, .detail = missing, .isOpen = true};
}

RunRow known(std::string_view id, Text name, Phrase amount, Phrase detail)
{
    return {.id = id, .name = name, .amount = std::move(amount), .detail = std::move(detail)};
}

/// "36.4 hours", and days where those are easier to picture.
Phrase durationOf(Seconds time)
{
    constexpr double manyHours = 72;
    const double hours = time.value() / secondsPerHour;
    if (hours < 1)
        return alone(Amount::time(time));
    return hours < manyHours ? Phrase(english("run", "%1 hours"), {Amount::significant(hours)})
                             : Phrase(english("run", "%1 days"), {Amount::significant(hours / 24)});
}

/// Nothing where all is known that a duration needs.
Text missingForTime(const Plan &plan)
{
    if (plan.time.step <= Seconds(0))
        return english("summary", "How long a step takes cannot be said for this GPU.");
    return plan.run.steps > 0 ? Text() : noDataSet;
}

RunRow durationRow(const Plan &plan)
{
    constexpr Text name = english("run", "Duration");
    if (const Text missing = missingForTime(plan); !missing.isEmpty())
        return open("duration", name, missing);
    return known("duration", name, durationOf(plan.run.duration),
        {english("run", "%1 for each step; saving and evaluating come on top"),
            {Amount::time(plan.time.step)}});
}

RunRow costRow(const Plan &plan)
{
    constexpr Text name = english("run", "Cost");
    if (plan.run.cost > 0)
        return known("cost", name, alone(Amount::price(plan.run.cost)),
            english("run", "GPU-hours × price, in its currency"));
    if (plan.scenario.run.pricePerGpuHour <= 0)
        return open("cost", name, noPrice);
    return open("cost", name, missingForTime(plan));
}

/// Needs no data set: it is a matter of speed and price.
RunRow tokensPerCostRow(const Plan &plan)
{
    constexpr Text name = english("run", "Tokens per unit of cost");
    const double price = plan.scenario.run.pricePerGpuHour;
    const double perHour = plan.time.tokensPerSecondPerGpu * secondsPerHour;
    if (price <= 0)
        return open("tokens-per-cost", name, noPrice);
    if (perHour <= 0)
        return open("tokens-per-cost", name, missingForTime(plan));
    return known("tokens-per-cost", name,
        {english("run", "%1 tokens"), {Amount::parameters(perHour / price)}},
        {english("run", "%1 tokens/s per GPU, for %2 an hour"),
            {Amount::whole(std::round(plan.time.tokensPerSecondPerGpu)), Amount::price(price)}});
}

RunRow stepsRow(const Plan &plan)
{
    constexpr Text name = english("run", "Optimizer steps");
    if (plan.run.steps <= 0)
        return open("steps", name, noDataSet);
    return known("steps", name, alone(Amount::whole(plan.run.steps)),
        {english("run", "%1 tokens of all epochs"), {Amount::whole(plan.run.tokens)}});
}

RunRow batchRow(const Plan &plan)
{
    const RunPlan &run = plan.run;
    const Training &training = plan.scenario.training;
    return known("batch", english("run", "Effective batch"),
        {english("run", "%1 sequences, %2 tokens"),
            {Amount::whole(run.sequencesPerStep), Amount::whole(run.tokensPerStep)}},
        {english("run", "Micro-batch %1 × accumulation %2 × %3 GPUs"),
            {Amount::whole(training.microBatch), Amount::whole(training.accumulation),
                Amount::whole(plan.scenario.parallel.gpus)}});
}

RunRow gpuHoursRow(const Plan &plan)
{
    constexpr Text name = english("run", "GPU-hours");
    if (const Text missing = missingForTime(plan); !missing.isEmpty())
        return open("gpu-hours", name, missing);
    return known("gpu-hours", name, alone(Amount::significant(plan.run.gpuHours)),
        {english("run", "Duration × %1 GPUs"), {Amount::whole(plan.scenario.parallel.gpus)}});
}

RunRow energyRow(const Plan &plan)
{
    constexpr Text name = english("run", "Energy");
    if (plan.run.energyKwh <= 0)
        return open("energy", name,
            missingForTime(plan).isEmpty()
                ? english("run", "How much power this GPU may draw is not known")
                : missingForTime(plan));
    return known("energy", name,
        {english("run", "%1 kWh"), {Amount::significant(plan.run.energyKwh)}},
        english("run", "Of the GPUs alone, at the power that they may draw"));
}

RunRow learningRateRow(const Plan &plan)
{
    constexpr Text name = english("run", "Learning rate, scaled linearly");
    if (plan.run.learningRate <= 0)
        return open("learning-rate", name,
            english("run", "Set a learning rate and the batch that it went well with"));
    return known("learning-rate", name, alone(Amount::rate(plan.run.learningRate)),
        english("run", "In proportion to the batch (Goyal et al., 2017): a hint, try it out"));
}

void addCheckpoint(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    rows.push_back(known("checkpoint", english("run", "Checkpoint"),
        alone(Amount::traffic(run.checkpoint)), run.checkpointFormula.text()));
    rows.back().isFormula = true;
    constexpr Text writing = english("run", "Writing a checkpoint");
    rows.push_back(run.checkpointWrite > Seconds(0)
            ? known("checkpoint-write", writing, alone(Amount::time(run.checkpointWrite)),
                english("run", "At the disk rate that is set"))
            : open("checkpoint-write", writing, english("run", "Set the disk rate")));
}

} // namespace

std::vector<RunRow> runRows(const Plan &plan)
{
    std::vector<RunRow> rows{durationRow(plan), costRow(plan), tokensPerCostRow(plan),
        stepsRow(plan), batchRow(plan), gpuHoursRow(plan), energyRow(plan)};
    addCheckpoint(plan, rows);
    rows.push_back(learningRateRow(plan));
    return rows;
}

} // namespace shardscope
