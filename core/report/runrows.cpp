// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/runrows.h"

namespace shardscope {

namespace {

constexpr double secondsPerHour = 3600;
constexpr Text amountAlone{{}, "%1"};
constexpr Text noDataSet = english("run", "Set the size of the data set");

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

void addBatch(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    const Training &training = plan.scenario.training;
    rows.push_back(known("batch", english("run", "Effective batch"),
        {english("run", "%1 sequences, %2 tokens"),
            {Amount::whole(run.sequencesPerStep), Amount::whole(run.tokensPerStep)}},
        {english("run", "Micro-batch %1 × accumulation %2 × %3 GPUs"),
            {Amount::whole(training.microBatch), Amount::whole(training.accumulation),
                Amount::whole(plan.scenario.parallel.gpus)}}));
    constexpr Text rate = english("run", "Learning rate, scaled linearly");
    rows.push_back(run.learningRate > 0
            ? known("learning-rate", rate, alone(Amount::rate(run.learningRate)),
                english(
                    "run", "In proportion to the batch (Goyal et al., 2017): a hint, try it out"))
            : open("learning-rate", rate,
                english("run", "Set a learning rate and the batch that it went well with")));
}

void addDuration(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    const bool hasSteps = run.steps > 0;
    const bool hasTime = run.duration > Seconds(0);
    const Text missing = hasSteps
        ? english("summary", "How long a step takes cannot be said for this GPU.")
        : noDataSet;
    const auto add
        = [&](std::string_view id, Text name, bool isKnown, Phrase amount, Phrase detail) {
              rows.push_back(isKnown ? known(id, name, std::move(amount), std::move(detail))
                                     : open(id, name, missing));
          };
    add("steps", english("run", "Optimizer steps"), hasSteps, alone(Amount::whole(run.steps)),
        {english("run", "%1 tokens of all epochs"), {Amount::whole(run.tokens)}});
    add("duration", english("run", "Duration"), hasTime, durationOf(run.duration),
        {english("run", "%1 for each step; saving and evaluating come on top"),
            {Amount::time(plan.time.step)}});
    add("gpu-hours", english("run", "GPU-hours"), hasTime, alone(Amount::significant(run.gpuHours)),
        {english("run", "Duration × %1 GPUs"), {Amount::whole(plan.scenario.parallel.gpus)}});
    add("energy", english("run", "Energy"), hasTime && run.energyKwh > 0,
        {english("run", "%1 kWh"), {Amount::significant(run.energyKwh)}},
        english("run", "Of the GPUs alone, at the power that they may draw"));
}

RunRow costRow(const Plan &plan)
{
    constexpr Text name = english("run", "Cost");
    if (plan.run.cost > 0)
        return known("cost", name, alone(Amount::price(plan.run.cost)),
            english("run", "GPU-hours × price, in its currency"));
    return open("cost", name,
        plan.scenario.run.pricePerGpuHour > 0
            ? noDataSet
            : english("run", "Set the price of a GPU-hour: none is assumed"));
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
    std::vector<RunRow> rows;
    addBatch(plan, rows);
    addDuration(plan, rows);
    rows.push_back(costRow(plan));
    addCheckpoint(plan, rows);
    return rows;
}

} // namespace shardscope
