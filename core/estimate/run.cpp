// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/run.h"

#include "core/engines/optimizerstate.h"
#include "core/scenario/objective.h"

#include <cmath>

namespace shardscope {

namespace {

constexpr double secondsPerHour = 3600;

double tokensOfExample(const Training &training)
{
    return sequencesOfExample(training) * training.sequenceLength;
}

/// Tokens of all epochs: said as such, or as examples, each of which fills a sequence.
double tokensOf(const Scenario &scenario)
{
    const RunChoice &run = scenario.run;
    const double once
        = run.tokens > 0 ? run.tokens : run.examples * tokensOfExample(scenario.training);
    return once * run.epochs;
}

/// Weights with their master copy and the optimizer's state, whole; of adapters only theirs.
Term checkpoint(const Workload &work)
{
    const Recipe &recipe = work.recipe;
    return Term::each(recipe.weight + recipe.master) * Term::count(work.trainable)
        + optimizerState(work, recipe.moment);
}

/// A larger batch takes proportionally larger steps (Goyal et al., 2017).
double scaledLearningRate(const RunChoice &run, double sequences)
{
    return run.learningRate > 0 && run.referenceBatch > 0
        ? run.learningRate * sequences / run.referenceBatch
        : 0;
}

} // namespace

double sequencesPerStep(const Training &training, int replicas)
{
    return static_cast<double>(training.microBatch) * training.accumulation * replicas;
}

double sequencesPerStep(const Scenario &scenario)
{
    return sequencesPerStep(scenario.training, meshOf(scenario).data);
}

RunPlan runPlan(const Workload &work, const StepTime &time)
{
    const Scenario &scenario = work.scenario;
    const RunChoice &run = scenario.run;
    const Term saved = checkpoint(work);
    RunPlan plan{.sequencesPerStep = sequencesPerStep(scenario.training, work.mesh.data),
        .checkpoint = saved.bytes(),
        .checkpointFormula = saved};
    plan.tokensPerStep = plan.sequencesPerStep * tokensOfExample(scenario.training);
    plan.learningRate = scaledLearningRate(run, plan.sequencesPerStep);
    if (run.diskGBs > 0)
        plan.checkpointWrite = plan.checkpoint / (run.diskGBs * GBPerSecond);

    plan.tokens = tokensOf(scenario);
    plan.steps = std::ceil(plan.tokens / plan.tokensPerStep);
    plan.duration = plan.steps * time.step;
    plan.gpuHours = plan.duration.value() / secondsPerHour * scenario.parallel.gpus;
    plan.energyKwh = plan.gpuHours * work.resolved.gpu->powerWatts.value / 1000;
    plan.cost = plan.gpuHours * run.pricePerGpuHour;
    return plan;
}

} // namespace shardscope
