// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/objectivefacts.h"

#include "core/base/text.h"

namespace shardscope {

namespace {

constexpr std::string_view objective = "training.objective";

void addRollout(std::vector<DerivedInput> &inputs, const FactList &facts)
{
    const bool usesVllm = facts.is("rollout_vllm", "yes");
    const bool isElsewhere = facts.is("rollout_mode", "server");
    inputs.push_back({"rollout.engine",
        Json(!usesVllm        ? "transformers"
                : isElsewhere ? "vllm-server"
                              : "vllm-colocate"),
        usesVllm && isElsewhere            ? "rollout_mode"
            : facts.isSaid("rollout_vllm") ? "rollout_vllm"
                                           : objective});
}

/// max_completion_length is 512 unless it is said; a sequence has the prompt as well.
void addLengths(std::vector<DerivedInput> &inputs, const FactList &facts)
{
    constexpr double usualCompletion = 512;
    const std::optional<double> said = facts.number("training.completion_tokens");
    if (!said)
        inputs.push_back({"training.completion_tokens", Json(usualCompletion), objective});
    if (const std::optional<double> prompt = facts.number("prompt_tokens"))
        inputs.push_back({"training.sequence_length",
            Json(*prompt + said.value_or(usualCompletion)), "prompt_tokens",
            english("import", "Prompts and answers at their longest: shorter ones take less.")});
}

/// experimental/ppo/ppo_config.py: response_length is 53 unless it is said. Its train() is a loop
/// of its own, which switches no gradient checkpointing on.
void addPpo(std::vector<DerivedInput> &inputs, const FactList &facts)
{
    constexpr double usualResponse = 53;
    if (!facts.number("training.completion_tokens"))
        inputs.push_back({"training.completion_tokens", Json(usualResponse), objective});
    constexpr std::string_view checkpointing = "training.checkpointing";
    if (facts.is(checkpointing, "full"))
        inputs.push_back(
            {checkpointing, Json("none"), facts.isSaid(checkpointing) ? checkpointing : objective,
                english("import",
                    "PPOTrainer has a loop of its own, which leaves gradient checkpointing off: "
                    "gradient_checkpointing_enable() of both models switches it on.")});
}

/// Whether the loss of the preferred answers' tokens is part of SimPO's: of TRL's cpo_alpha, which
/// is 1 by default; of LLaMA-Factory's pref_ftx, which is 0.
bool learnsChosen(const FactList &facts)
{
    return facts.isSaid("chosen_weight") ? facts.is("chosen_weight", "some")
                                         : !facts.isSaid("own_preference_loop");
}

/// What the run is trained for, and by which fact. A trainer of pairs may have several losses;
/// SimPO is one of CPO's trainer, and is CPO where preferred answers' tokens are learned as well.
struct ObjectiveFact
{
    std::string_view word;
    std::string_view from = objective;
};
ObjectiveFact objectiveFact(const FactList &facts)
{
    ObjectiveFact fact{facts.word(objective)};
    const std::string_view loss = facts.word("preference_loss");
    if (fact.word.empty() && !loss.empty())
        fact = {loss, "preference_loss"};
    const bool isOther = loss == "simpo" || loss == "orpo";
    if (isOther && (fact.word == "cpo" || fact.word == "dpo"))
        fact = {loss, "preference_loss"};
    if (fact.word == "simpo" && learnsChosen(facts))
        fact.word = "cpo";
    return fact;
}

/// Pairs, unless a loss says otherwise: what a data set has is in no file.
void addTexts(std::vector<DerivedInput> &inputs, const FactList &facts)
{
    inputs.push_back({"training.text_passes",
        Json(facts.is("quantizes", "ms-swift") ? "together" : "anchors-apart"), objective});
    constexpr std::string_view texts = "training.texts";
    constexpr double pair = 2;
    if (!facts.isSaid(texts))
        inputs.push_back({texts, Json(pair), objective,
            english("import",
                "An anchor and what belongs to it: negatives of the data set come on top, and no "
                "file says how many.")});
}

} // namespace

std::vector<DerivedInput> objectiveInputs(const FactList &facts, bool isAdapted)
{
    std::vector<DerivedInput> inputs;
    const auto [word, from] = objectiveFact(facts);
    if (word.empty() || word == "causal-lm")
        return inputs;
    if (word != facts.word(objective))
        inputs.push_back({objective, Json(word), from});
    // sft_trainer.py alone takes chunks of its loss.
    if (!facts.isSaid("training.loss"))
        inputs.push_back({"training.loss", Json("standard"), objective});
    if ((word == "dpo" || word == "kto") && facts.is("reference_logs", "stored"))
        inputs.push_back({"training.reference_model", Json("none"), "reference_logs"});
    if (word == "embedding")
        addTexts(inputs, facts);
    if (facts.is("ranks", "yes"))
        inputs.push_back({"training.num_labels", Json(1.0), "ranks"});
    if (word == "ppo")
        addPpo(inputs, facts);
    if (word != "grpo")
        return inputs;
    addRollout(inputs, facts);
    addLengths(inputs, facts);
    if (facts.is("kl_weight", "some"))
        inputs.push_back({"training.reference_model", Json(isAdapted ? "adapters-off" : "separate"),
            "kl_weight"});
    return inputs;
}

} // namespace shardscope
