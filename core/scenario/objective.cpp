// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/objective.h"

#include "core/scenario/framework.h"

namespace shardscope {

int labelsOf(const Training &training)
{
    if (!hasLabels(training.objective))
        return 0;
    return training.objective == Objective::Reward ? 1 : training.labels;
}

double sequencesOfExample(const Training &training)
{
    if (embedsTexts(training.objective))
        return training.texts;
    return takesPairs(training.objective) ? 2 : 1;
}

double sequencesOf(const Training &training)
{
    return sequencesOfExample(training) * training.microBatch;
}

bool embedsAnchorsApart(const Training &training, const ModelSpec &spec)
{
    const bool areApart = training.textPasses == TextPasses::AnchorsApart
        || (training.textPasses == TextPasses::Auto && spec.encoder);
    return embedsTexts(training.objective) && areApart;
}

Pooling poolingOf(const Training &training, const ModelSpec &spec)
{
    if (training.pooling != Pooling::Auto)
        return training.pooling;
    return spec.encoder ? Pooling::Mean : Pooling::LastToken;
}

ReferenceModel referenceOf(const Training &training)
{
    if (distills(training.objective))
        return ReferenceModel::Separate;
    if (!mayRefer(training.objective))
        return ReferenceModel::None;
    if (training.reference != ReferenceModel::Auto)
        return training.reference;
    if (training.objective == Objective::Grpo)
        return ReferenceModel::None;
    return training.method == Method::Full ? ReferenceModel::Separate : ReferenceModel::AdaptersOff;
}

// vLLM's own log-probabilities are corrected (vllm_importance_sampling_correction). KTO scores
// answers to other prompts (kto_trainer.py, _compute_kl_logps).
bool scoresAnswersFirst(const Scenario &scenario)
{
    const Objective objective = scenario.training.objective;
    return objective == Objective::Kto || runsVerl(scenario)
        || (objective == Objective::Grpo && scenario.rollout.engine != RolloutEngine::Transformers);
}

bool runsVerl(const Scenario &scenario)
{
    return scenario.training.loop == Loop::Verl && scenario.training.objective == Objective::Grpo
        && frameworkFor(scenario.parallel) == Framework::Fsdp1;
}

int answersScored(const Scenario &scenario)
{
    const int scored = runsVerl(scenario) ? scenario.rollout.scored : 0;
    return scored > 0 ? scored : scenario.training.microBatch;
}

bool stowsTrained(const Scenario &scenario)
{
    return runsVerl(scenario) && hasRolloutHere(scenario)
        && scenario.rollout.offload != RolloutOffload::None;
}

bool refersFromHost(const Scenario &scenario)
{
    return runsVerl(scenario) && referenceOf(scenario.training) == ReferenceModel::Separate;
}

bool verlUsesHost(const Scenario &scenario)
{
    return refersFromHost(scenario) || stowsTrained(scenario);
}

bool disablesAdapters(const Scenario &scenario)
{
    return referenceOf(scenario.training) == ReferenceModel::AdaptersOff;
}

// GRPO's answers are scored before.
bool refersWithinSteps(const Scenario &scenario)
{
    return disablesAdapters(scenario) && scenario.training.objective != Objective::Grpo;
}

bool hasRolloutHere(const Scenario &scenario)
{
    return scenario.training.objective == Objective::Grpo
        && scenario.rollout.engine == RolloutEngine::Colocated;
}

bool writesAnswers(const Scenario &scenario)
{
    return scenario.training.objective == Objective::Grpo
        && scenario.rollout.engine == RolloutEngine::Transformers;
}

} // namespace shardscope
