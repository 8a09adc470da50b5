// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/objectivekeys.h"

#include "core/scenario/keyrow.h"
#include "core/scenario/optiontexts.h"

namespace shardscope {

void addObjectiveKeys(std::vector<Key> &table)
{
    using S = Scenario;
    using T = Training;
    table.push_back(choice<&S::training, &T::objective>("training.objective",
        english("keys",
            "what is trained for: the next token (of encoders, masked ones; of encoder-decoders, "
            "of the target), labels of a sequence or of each token, rewards of the last token, "
            "preferences (dpo, orpo, cpo, simpo, kto), rewards for answers of its own (grpo; ppo: "
            "beside a value model), a teacher's logits (gkd), or embeddings of texts (embedding); "
            "from reward to ppo as TRL trains them")));
    table.push_back(integer<&S::training, &T::labels>("training.num_labels",
        english("keys", "labels"), {1, 1 << 20},
        english("keys", "classification: outputs of the head, over the last token of a decoder")));
    table.push_back(choice<&S::training, &T::reference>("training.reference_model",
        english("keys",
            "dpo, kto, grpo and ppo: where log-probabilities of the model as it was come from: "
            "none "
            "(precomputed, or beta 0), the same model with adapters disabled, or a second one; "
            "auto: as TRL does")));
    table.push_back(text<&S::training, &T::teacher>("training.teacher",
        english("keys", "catalogue id"),
        english("keys", "gkd: the model that is learned from; empty: a copy of the trained one")));
    table.push_back(automaticAt(0,
        integer<&S::training, &T::completionTokens>("training.completion_tokens",
            english("keys", "tokens"), {0, 1 << 24},
            english("keys",
                "grpo and ppo: of each sequence, the tokens of the answer (grpo: of which alone "
                "there are logits, but in verl's loop); 0: all"))));
    table.push_back(integer<&S::training, &T::targetLength>("training.target_length",
        english("keys", "tokens"), {1, 1 << 24},
        english("keys",
            "encoder-decoders: tokens of each target, which the decoder learns to write; "
            "training.sequence_length counts those of the input")));
    table.push_back(integer<&S::training, &T::texts>("training.texts", english("keys", "texts"),
        {2, 1024},
        english("keys",
            "embedding: texts of an example, each of training.sequence_length tokens: an anchor, "
            "what belongs to it, and negatives")));
    table.push_back(choice<&S::training, &T::textPasses>("training.text_passes",
        english("keys",
            "embedding: how they go through the model: anchors in a pass of their own "
            "(sentence-transformers), or all in one batch (ms-swift); auto: of encoders the "
            "former, of decoders the latter")));
    table.push_back(automaticAt(0,
        integer<&S::training, &T::gradientCache>("training.gradient_cache",
            english("keys", "texts"), {0, 1 << 20},
            english("keys",
                "embedding, anchors apart: texts that are embedded at a time, twice each, so that "
                "the batch takes no more memory than they do (GradCache; mini_batch_size of "
                "sentence-transformers' cached losses); 0: all at once"))));
    table.push_back(choice<&S::training, &T::pooling>("training.pooling",
        english("keys",
            "embedding: what of a text's tokens makes its embedding: their mean, the first or the "
            "last one; auto: of encoders the mean, of decoders the last one")));
}

void addRolloutKeys(std::vector<Key> &table)
{
    using S = Scenario;
    using R = Rollout;
    table.push_back(choice<&S::rollout, &R::engine>("rollout.engine",
        english("keys",
            "grpo: who generates answers: vLLM on the same GPUs, vLLM on others, or the trained "
            "model itself (transformers)")));
    table.push_back(real<&S::rollout, &R::share>("rollout.share", {}, {0.01, 1},
        english("keys",
            "share of each GPU's memory that vLLM takes on the same GPUs "
            "(vllm_gpu_memory_utilization)")));
    table.push_back(choice<&S::rollout, &R::sleep>("rollout.sleep",
        english("keys",
            "whether vLLM gives its memory back while the model is trained "
            "(vllm_enable_sleep_mode)")));
    table.push_back(
        real<&S::rollout, &R::asleepGib>("rollout.asleep_gib", english("keys", "GiB"), {0, 4096},
            english("keys", "what vLLM still holds when it sleeps: CUDA graphs and workspaces")));
    table.push_back(integer<&S::rollout, &R::tensor>("rollout.tensor", english("keys", "GPUs"),
        {1, 1024},
        english("keys", "GPUs that share vLLM's copy of the model (vllm_tensor_parallel_size)")));
    table.push_back(
        integer<&S::rollout, &R::generations>("rollout.generations", english("keys", "answers"),
            {2, 1 << 16}, english("keys", "answers to each prompt (num_generations)")));
    table.push_back(
        integer<&S::rollout, &R::chunk>("rollout.chunk", english("keys", "answers"), {1, 1 << 20},
            english("keys",
                "ppo: answers that a GPU generates and scores at a time "
                "(local_rollout_forward_batch_size)")));
    table.push_back(integer<&S::rollout, &R::epochs>("rollout.epochs", english("keys", "steps"),
        {1, 1 << 16},
        english("keys", "ppo: optimizer steps that learn from the same answers (num_ppo_epochs)")));
    table.push_back(
        integer<&S::rollout, &R::scored>("rollout.scored", english("keys", "answers"), {0, 1 << 20},
            english("keys",
                "verl: answers that a GPU scores at a time (log_prob_micro_batch_size_per_gpu); 0: "
                "as many as a micro-batch has")));
    table.push_back(choice<&S::rollout, &R::offload>("rollout.offload",
        english("keys",
            "verl: what is on the host while answers are generated and scored: optimizer states "
            "(optimizer_offload), weights (param_offload; the GPU has them when it scores) or "
            "both")));
}

} // namespace shardscope
