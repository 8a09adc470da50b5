// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.10.0.dev0 (f2cd57710) generation/vllm_generation.py; vLLM 0.11 v1/worker/gpu_worker.py,
// determine_available_memory: an engine takes gpu_memory_utilization times the GPU's memory; what
// weights and a profiling run leave of that is KV cache.
#include "core/step/rollout.h"

#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr double cacheBytes = 2; ///< of a number: kv_cache_dtype auto, the model's 16 bit

/// Numbers that a token leaves in the cache of one GPU: a key and a value of each head, or what
/// latent attention keeps of both. Heads are shared as long as there are any.
double cachedNumbers(const ModelSpec &spec, int tensor)
{
    const auto layers = static_cast<double>(spec.layers);
    if (spec.latent)
        return layers * static_cast<double>(spec.latent->kvRank + spec.latent->ropeDim);
    double withAttention = layers;
    if (spec.delta) {
        const auto &rules = spec.delta->layers;
        withAttention -= static_cast<double>(std::count(rules.begin(), rules.end(), true));
    }
    // What layers with a state hold is one for each answer, however long that is.
    withAttention -= static_cast<double>(std::count_if(spec.forms.begin(), spec.forms.end(),
        [](const LayerForm &form) { return !form.attends(); }));
    const double heads = std::max(1.0, std::ceil(static_cast<double>(spec.kvHeads) / tensor));
    return withAttention * 2 * heads * static_cast<double>(spec.headDim);
}

/// Bytes of trained weights that are gathered to be handed to vLLM, at most at a time: each sharded
/// tensor for itself (sync_weights, _sync_fsdp2_params_to_vllm), but under ZeRO-3 all of a model
/// with adapters, which are merged into it.
Bytes handedOver(const Scenario &scenario, const Resolved &resolved)
{
    const Training &training = scenario.training;
    const Recipe bytes = recipe(training.precision);
    const bool isSingle = bytes.weight > 2 || bytes.master > 0;
    if (isFsdp(frameworkFor(scenario.parallel)))
        return Bytes((isSingle ? 4 : 2) * resolved.count.largestTensor);
    if (scenario.parallel.strategy != Strategy::Zero3)
        return {};
    if (training.method == Method::Full)
        return Bytes(bytes.weight * resolved.count.largestTensor);
    return baseWeights(makeWorkload(scenario, resolved)).bytes();
}

/// Unsloth trains adapters beside the weights that vLLM has loaded: there is one copy of them,
/// which stays when the engine sleeps (unsloth_zoo ce232d6c, vllm_utils.py: get_vllm_state_dict,
/// patch_vllm_enable_sleep_mode).
bool sharesWeights(const Training &training)
{
    return training.kernels == Kernels::Unsloth && training.method != Method::Full;
}

} // namespace

bool followsWriting(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const Strategy strategy = scenario.parallel.strategy;
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isWhole = framework == Framework::Trainer
        || (framework == Framework::DeepSpeed
            && (strategy == Strategy::Zero1 || strategy == Strategy::Zero2));
    const bool isTrls
        = isWhole && training.kernels != Kernels::Unsloth && !cutsModel(scenario.parallel);
    const bool keepsOther = spec.latent || spec.delta || spec.stateSpace || spec.convolution
        || spec.lightning || spec.indexer || spec.tower || spec.mixed || spec.unlikeHeads
        || spec.encoder || spec.seq2seq || spec.altUp || spec.layerEmbeddings || spec.attentionSinks
        || spec.hasExpertHeads();
    const bool forgets = spec.windows && spec.windows->tokens < training.sequenceLength;
    const AttentionCode code = spec.modules.attention;
    // What Persimmon holds, whose attention is else the usual, came out 6 % low.
    const bool isUsual = code == AttentionCode::Bloom
        || (code == AttentionCode::Standard && spec.modules.fusedSplit != FusedSplit::Selects);
    const bool addsTokens = training.method != Method::Full && !adaptsMatrices(training.adapter);
    return isTrls && !keepsOther && !forgets && isUsual && !addsTokens;
}

bool followsScoring(const Scenario &scenario, const ModelSpec &spec)
{
    const Parallel &parallel = scenario.parallel;
    const Framework framework = frameworkFor(parallel);
    const bool isFlat = framework == Framework::Fsdp1 && parallel.strategy == Strategy::Fsdp
        && scenario.training.method == Method::Full;
    const bool isKnown = framework == Framework::Trainer || framework == Framework::Fsdp2
        || framework == Framework::DeepSpeed || isFlat;
    return isKnown && !tracedReferenceObstacle(scenario, spec)
        && parallel.strategy != Strategy::Hsdp;
}

// TRL 1.10.0.dev0 experimental/ppo/ppo_trainer.py: generate, batch_generation and train;
// transformers 5.12 generation/utils.py, _sample: scores are fp32.
Answers answersOf(const Scenario &scenario, const Resolved &resolved)
{
    const Training &training = scenario.training;
    const double tokens = training.sequenceLength;
    const double most = tokens - 1;
    const double answer
        = training.completionTokens > 0 ? std::min<double>(training.completionTokens, most) : most;
    const auto words = static_cast<double>(resolved.spec.vocabulary);
    const double count = static_cast<double>(training.microBatch) * training.accumulation;
    const double chunk = std::min<double>(scenario.rollout.chunk, count);
    const double whole = std::floor(count / chunk);
    const double rest = count - whole * chunk;
    const auto scores
        = [&](double rows) { return storageBytes(rows * answer * words, Dtype::Single); };
    const double perToken
        = recipe(training.precision).weight * cachedNumbers(resolved.spec, 1); // of the cache
    const auto generated = [&](double rows) { // a tensor of each token, and one of all
        return answer * storageBytes(rows * words, Dtype::Single) + scores(rows)
            + rows * most * perToken;
    };
    const double all = scores(std::ceil(count / chunk) * chunk); // padded to whole chunks
    const auto numbers = [](double elements, Dtype dtype) { return storageBytes(elements, dtype); };
    Answers answers{.count = count, .chunk = chunk};
    answers.logits = all;
    answers.listed = (whole - 1) * scores(chunk);
    answers.stacked = generated(chunk);
    if (rest > 0)
        answers.stacked = std::max(answers.stacked, scores(chunk) + generated(rest));
    answers.padded = whole * scores(chunk) + (rest > 0 ? scores(rest) : 0) + all;
    // Prompts and answers, and what names still refer to: advantages, token by token, values,
    // statistics.
    const double rows = count * answer;
    answers.kept = all + numbers(count * (tokens - answer), Dtype::Wide)
        + numbers(count * tokens, Dtype::Wide) + numbers(chunk * tokens, Dtype::Wide)
        + (answer + 9) * StorageGranule + 2 * numbers(rows, Dtype::Single);
    // Of all answers and of a micro-batch of them.
    const double part = rows / training.accumulation;
    answers.names = 3 * numbers(rows, Dtype::Wide) + 8 * numbers(rows, Dtype::Single)
        + 2 * numbers(rows, Dtype::Byte)
        + numbers(count / training.accumulation * tokens, Dtype::Wide) + numbers(part, Dtype::Wide)
        + 17 * numbers(part, Dtype::Single)
        + numbers(count / training.accumulation * tokens, Dtype::Single)
        + 6 * numbers(count, Dtype::Wide) + 4 * StorageGranule;
    return answers;
}

RolloutMemory rolloutOf(const Scenario &scenario, const Resolved &resolved)
{
    RolloutMemory memory;
    const Rollout &rollout = scenario.rollout;
    const Training &training = scenario.training;
    const bool isZero3 = scenario.parallel.strategy == Strategy::Zero3;
    if (!hasRolloutHere(scenario)) {
        if (isZero3 && training.objective == Objective::Grpo)
            memory.gathered = handedOver(scenario, resolved);
        return memory;
    }
    // bitsandbytes quantises vLLM's copy as well.
    const bool isQuantized = training.method == Method::Qlora;
    memory.weights = isQuantized
        ? baseWeights(makeWorkload(scenario, resolved)).bytes() / rollout.tensor
        : Bytes(2 * resolved.count.total / rollout.tensor);
    const Bytes all = rollout.share * resolved.gpu->usable();
    const bool isShared = sharesWeights(training);
    memory.awake = isShared ? std::max(all - memory.weights, Bytes(0)) : all;
    memory.asleep = rollout.sleep == RolloutSleep::On
        ? std::min(memory.awake, Bytes(rollout.asleepGib * (1 << 30)))
        : memory.awake;
    memory.gathered = isShared ? Bytes(0) : handedOver(scenario, resolved);
    const bool wakesInTwo = isZero3 || runsVerl(scenario); // weights first, then the cache
    if (wakesInTwo && rollout.sleep == RolloutSleep::On)
        memory.gathered = std::max(memory.weights + memory.gathered, memory.awake) - memory.awake;
    memory.perToken = Bytes(cacheBytes * cachedNumbers(resolved.spec, rollout.tensor));
    const Bytes left = all - memory.weights;
    memory.tokens = left > Bytes(0) ? std::floor(left / memory.perToken) : 0;
    memory.answers
        = static_cast<double>(training.microBatch) * training.accumulation * rollout.tensor;
    return memory;
}

} // namespace shardscope
