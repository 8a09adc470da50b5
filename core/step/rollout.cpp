// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.10.0.dev0 (f2cd57710) generation/vllm_generation.py; vLLM 0.11 v1/worker/gpu_worker.py,
// determine_available_memory: an engine takes gpu_memory_utilization times the GPU's memory; what
// weights and a profiling run leave of that is KV cache.
#include "core/step/rollout.h"

#include "core/scenario/framework.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"

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

} // namespace

bool followsScoring(const Parallel &parallel)
{
    const Framework framework = frameworkFor(parallel);
    const bool isKnown = framework == Framework::Trainer || framework == Framework::Fsdp2
        || framework == Framework::DeepSpeed;
    return isKnown && parallel.strategy != Strategy::Zero3 && parallel.strategy != Strategy::Hsdp;
}

RolloutMemory rolloutOf(const Scenario &scenario, const Resolved &resolved)
{
    RolloutMemory memory;
    if (!hasRolloutHere(scenario))
        return memory;
    const Rollout &rollout = scenario.rollout;
    const Training &training = scenario.training;
    memory.awake = rollout.share * resolved.gpu->usable();
    memory.asleep = rollout.sleep == RolloutSleep::On
        ? std::min(memory.awake, Bytes(rollout.asleepGib * (1 << 30)))
        : memory.awake;
    // _sync_fsdp2_params_to_vllm: whole tensors of what is sharded, one after the other.
    const Recipe bytes = recipe(training.precision);
    const bool isSingle = bytes.weight > 2 || bytes.master > 0;
    if (isFsdp(frameworkFor(scenario.parallel)))
        memory.gathered = Bytes((isSingle ? 4 : 2) * resolved.count.largestTensor);
    // bitsandbytes quantises vLLM's copy as well.
    const bool isQuantized = training.method == Method::Qlora;
    memory.weights = isQuantized
        ? baseWeights(makeWorkload(scenario, resolved)).bytes() / rollout.tensor
        : Bytes(2 * resolved.count.total / rollout.tensor);
    memory.perToken = Bytes(cacheBytes * cachedNumbers(resolved.spec, rollout.tensor));
    const Bytes left = memory.awake - memory.weights;
    memory.tokens = left > Bytes(0) ? std::floor(left / memory.perToken) : 0;
    memory.answers
        = static_cast<double>(training.microBatch) * training.accumulation * rollout.tensor;
    return memory;
}

} // namespace shardscope
