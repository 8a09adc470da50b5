// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/plan/plan.h"

namespace shardscope {

// What people call the ids of a plan.

template <>
inline constexpr std::array<Text, 14> textsOf<PartId>{
    {english("plan", "Weights"), english("plan", "Gradients"), english("plan", "Master weights"),
        english("plan", "Optimizer states"), english("plan", "Adapters"),
        english("plan", "Vision tower"), english("plan", "Activations"),
        english("plan", "Logits and loss"), english("plan", "All-gathered parameters"),
        english("plan", "Communication buffers"), english("plan", "Transient buffers"),
        english("plan", "Reference model"), english("plan", "Rollout"),
        english("plan", "CUDA context, NCCL, fragmentation")}};

template <>
inline constexpr std::array<Text, 14> hintsOf<PartId>{{
    english("plan", "The model itself, or the share of it that this GPU keeps."),
    english("plan", "One number for each trained weight: which way to change it."),
    english("plan", "A full-precision copy of the weights that the optimizer changes."),
    english("plan", "What the optimizer remembers about each weight between steps."),
    english("plan", "The small matrices that LoRA trains beside the frozen model."),
    english("plan",
        "What images take: their pixels, what the vision tower keeps of them, and their features."),
    english("plan", "Results of the forward pass that the backward pass needs again."),
    english("plan", "A score for each word of the vocabulary and each token, and the loss."),
    english(
        "plan", "Parameters of whole layers, all-gathered from all GPUs while they are in use."),
    english("plan", "Buckets in which gradients and weights travel between GPUs."),
    english("plan", "Buffers that one operation allocates while it runs."),
    english("plan",
        "Weights of models that are not trained: the model as it was, which answers are compared "
        "with, a teacher, a reward model."),
    english("plan",
        "What generates answers: a copy of the weights and the KV cache; with PPO the logits of "
        "all answers as well."),
    english("plan",
        "The CUDA context, NCCL's buffers, and what the allocator has reserved but not allocated."),
}};

template <>
inline constexpr std::array<Text, 7> textsOf<PhaseId>{{english("plan", "forward pass"),
    english("plan", "loss"), english("plan", "backward pass"), english("plan", "optimizer step"),
    english("plan", "saving"), english("plan", "generation"), english("plan", "scoring")}};

template <>
inline constexpr std::array<Text, 3> textsOf<Fit>{{english("plan", "Fits"),
    english("plan", "At risk", "it may not fit"), english("plan", "Does not fit")}};

template <>
inline constexpr std::array<Text, 3> textsOf<Severity>{
    {english("plan", "Note"), english("plan", "Warning"), english("plan", "Problem")}};

template <>
inline constexpr std::array<Text, 8> textsOf<CollectiveOp>{{english("plan", "All-reduce"),
    english("plan", "Reduce-scatter"), english("plan", "All-gather"), english("plan", "Broadcast"),
    english("plan", "All-to-all"), english("plan", "Send and receive"),
    english("plan", "Copy to the host"), english("plan", "Copy from the host")}};

template <>
inline constexpr std::array<Text, 8> textsOf<Payload>{{english("plan", "gradients"),
    english("plan", "weights"), english("plan", "gradient shards"), english("plan", "activations"),
    english("plan", "keys and values"), english("plan", "tokens of experts"),
    english("plan", "gradients of experts"), english("plan", "weights of experts")}};

template <>
inline constexpr std::array<Text, 6> textsOf<Bottleneck>{
    {english("plan", "matmuls"), english("plan", "attention"), english("plan", "memory bandwidth"),
        english("plan", "kernel launches"), english("plan", "exposed communication"),
        english("plan", "the optimizer step on the CPU")}};

template <>
inline constexpr std::array<Text, 63> textsOf<Trait>{
    {english("plan", "model family"), english("plan", "method"), english("plan", "framework"),
        english("plan", "sharding"), english("plan", "precision"), english("plan", "optimizer"),
        english("plan", "checkpointing"), english("plan", "attention"), english("plan", "loss"),
        english("plan", "objective"), english("plan", "activation offloading"),
        english("plan", "offload"), english("plan", "kernels"), english("plan", "library"),
        english("plan", "expert products"), english("plan", "model output"),
        english("plan", "target modules"), english("plan", "adapters' dropout"),
        english("plan", "adapters' precision"), english("plan", "k-bit training preparation"),
        english("plan", "what is trained"), english("plan", "training of the vision tower"),
        english("plan", "scales of 4-bit weights"), english("plan", "modules left in 16 bits"),
        english("plan", "reduction of gradients"), english("plan", "FSDP units"),
        english("plan", "bucket views"), english("plan", "gradients' precision"),
        english("plan", "overlap"), english("plan", "order of GPUs"), english("plan", "allocator"),
        english("plan", "GPU architecture"), english("plan", "model size"),
        english("plan", "tokens per micro-step"), english("plan", "sequence length"),
        english("plan", "number of GPUs"), english("plan", "GPUs per node"),
        english("plan", "shard group"), english("plan", "size of the adapters"),
        english("plan", "reduce bucket"), english("plan", "prefetch bucket"),
        english("plan", "persistence threshold"), english("plan", "sub-group"),
        english("plan", "tensor parallelism"), english("plan", "sequence parallelism"),
        english("plan", "pipeline stages"), english("plan", "interleaved chunks"),
        english("plan", "layers of the first stage"), english("plan", "layers of the last stage"),
        english("plan", "micro-batches in flight"), english("plan", "context parallelism"),
        english("plan", "expert parallelism"), english("plan", "GPUs of an expert"),
        english("plan", "tokens of experts"), english("plan", "checkpointed layers"),
        english("plan", "layers of a checkpoint"), english("plan", "layers between checkpoints"),
        english("plan", "padding of the vocabulary"), english("plan", "labels"),
        english("plan", "tokens of answers"), english("plan", "tokens scored at a time"),
        english("plan", "patches of images"),
        english("plan", "memory of the rollout engine or the teacher")}};

/// Where there is little room: "backward".
inline constexpr std::array<Text, 7> phaseShortTexts{
    {english("plan", "forward", "short for forward pass"), english("plan", "loss"),
        english("plan", "backward", "short for backward pass"),
        english("plan", "update", "short for optimizer step"),
        english("plan", "save", "short for saving"), english("plan", "generation"),
        english("plan", "scoring")}};

/// "at the optimizer step"
inline constexpr std::array<Text, 7> phaseMoments{{english("plan", "in the forward pass"),
    english("plan", "while computing the loss"), english("plan", "in the backward pass"),
    english("plan", "at the optimizer step"), english("plan", "while saving"),
    english("plan", "while answers are generated"), english("plan", "while answers are scored")}};

/// Memory in the unit that a scenario's estimator speaks: GiB, or the worksheet's decimal GB.
inline Amount memoryOf(const Scenario &scenario, Bytes bytes)
{
    const bool isDecimal = scenario.estimator == EstimatorKind::Worksheet;
    return Amount{isDecimal ? Notation::DecimalMemory : Notation::Memory, bytes.value()};
}

/// "All-gather of weights (backward)": the pass where others send another amount
template <>
inline constexpr std::array<Text, 3> textsOf<Pass>{
    {english("plan", "%1 of %2 (forward)", "all-gather of weights"),
        english("plan", "%1 of %2 (backward)", "all-gather of weights"),
        english("plan", "%1 of %2 (update)", "all-gather of weights")}};
inline Phrase phraseOf(const Collective &collective)
{
    const Text all = english("plan", "%1 of %2", "all-reduce of gradients");
    return {collective.only ? textOf(*collective.only) : all,
        {nested(textOf(collective.op)), nested(textOf(collective.payload))}};
}

} // namespace shardscope
