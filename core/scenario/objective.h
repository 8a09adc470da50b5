// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

namespace shardscope {

/// Whether pairs are compared without a reference model (TRL 1.10.0.dev0, orpo_trainer.py and
/// cpo_trainer.py, concatenated_forward).
constexpr bool comparesAlone(Objective objective)
{
    return objective == Objective::Orpo || objective == Objective::Cpo
        || objective == Objective::Simpo;
}

/// Whether pairs of a chosen and a rejected answer go through the model in one batch (TRL
/// 1.10.0.dev0, DataCollatorForPreference of dpo_trainer.py and reward_trainer.py).
constexpr bool takesPairs(Objective objective)
{
    return objective == Objective::Dpo || objective == Objective::Reward
        || comparesAlone(objective);
}

/// Whether a reference model scores the answers too, unless told otherwise or beside adapters.
constexpr bool mayRefer(Objective objective)
{
    return objective == Objective::Dpo || objective == Objective::Kto
        || objective == Objective::Grpo || objective == Objective::Ppo;
}

/// Whether a value model, as large as the policy, learns beside it, and a reward model judges what
/// the policy itself has generated (TRL 1.10.0.dev0, experimental/ppo/ppo_trainer.py).
constexpr bool trainsValues(Objective objective)
{
    return objective == Objective::Ppo;
}

/// Whether a teacher's logits are learned (TRL 1.10.0.dev0, experimental/gkd/gkd_trainer.py).
constexpr bool distills(Objective objective)
{
    return objective == Objective::Gkd;
}

/// Whether texts are embedded, and compared with those of other examples of the batch.
constexpr bool embedsTexts(Objective objective)
{
    return objective == Objective::Embedding;
}

/// Whether TRL computes the loss from the log-probabilities of answers, of what the model returns.
constexpr bool scoresAnswers(Objective objective)
{
    return mayRefer(objective) || comparesAlone(objective) || distills(objective);
}

/// Whether a head of labels takes the place of the one over words.
constexpr bool hasLabels(Objective objective)
{
    return objective == Objective::Classification || objective == Objective::TokenClassification
        || objective == Objective::Reward;
}

/// What a model is trained for: an encoder has no next token, and learns masked ones in its place.
inline Objective objectiveOf(const Training &training, const ModelSpec &spec)
{
    const bool isMasked = spec.encoder && training.objective == Objective::CausalLm;
    return isMasked ? Objective::MaskedLm : training.objective;
}

/// Outputs of that head; 0: the model's own. A reward is one number.
int labelsOf(const Training &training);

/// Sequences of one example: answers of a pair, texts whose embeddings are compared.
double sequencesOfExample(const Training &training);

/// Sequences that a GPU takes in one micro-step.
double sequencesOf(const Training &training);

/// Whether anchors of examples whose embeddings are learned go through the model by themselves.
bool embedsAnchorsApart(const Training &training, const ModelSpec &spec);

/// What of a text's tokens makes its embedding.
Pooling poolingOf(const Training &training, const ModelSpec &spec);

/// Where log-probabilities of the model as it was come from, or of a teacher, which always is a
/// second model. auto: that for DPO, KTO and PPO in full training, the same one without its
/// adapters otherwise (dpo_trainer.py, kto_trainer.py and ppo_trainer.py, __init__), and none for
/// GRPO, whose beta is 0 (grpo_config.py).
ReferenceModel referenceOf(const Training &training);

/// Whether answers are learned from as verl does it under FSDP1 (b178a3cd,
/// workers/actor/dp_actor.py and workers/fsdp_workers.py).
bool runsVerl(const Scenario &scenario);
/// Answers that are scored at a time before any is learned from.
int answersScored(const Scenario &scenario);
/// Whether some of what is trained is on the host while vLLM generates on the same GPU.
bool stowsTrained(const Scenario &scenario);
/// Whether a reference model waits on the host between its passes (CPUOffload: verl, role "ref").
bool refersFromHost(const Scenario &scenario);
/// Whether verl has anything on the host, always or at times.
bool verlUsesHost(const Scenario &scenario);

/// Whether vLLM generates on the GPUs that train.
bool hasRolloutHere(const Scenario &scenario);
/// Whether the trained model writes GRPO's answers itself, with transformers' generate().
bool writesAnswers(const Scenario &scenario);
/// Whether the reference is the trained model with its adapters disabled.
bool disablesAdapters(const Scenario &scenario);
/// Whether that reference runs between a forward pass of the trained model and its backward pass.
bool refersWithinSteps(const Scenario &scenario);
/// Whether the trained model scores answers without autograd before it learns from any.
bool scoresAnswersFirst(const Scenario &scenario);

} // namespace shardscope
