// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// What of a run changes its memory: choices first, then sizes. Amounts that stand in place of an
/// estimate (hardware.context_mib and its like) are no trait: whoever states them has measured.
enum class Trait {
    Family,
    Method,
    Framework,
    Strategy,
    Precision, ///< fp16 takes the bytes of bf16, and counts as it
    Optimizer,
    Checkpointing,
    Attention,
    Loss,
    Objective, ///< with its reference model; none: the next token
    ActivationOffload,
    Offload,
    Kernels,
    Modules,
    Experts,
    Outputs,
    LoraTargets, ///< all of them, or a list
    LoraDropout,
    LoraPrecision,
    KbitPreparation,
    Trained, ///< which layers and tables are, where that is not all or adapters alone
    Tower, ///< which parts of a vision tower are trained; none where no images are read
    Scales, ///< of quantised weights that are not quantised themselves
    Unquantized, ///< which modules stay in 16 bits, where that is not the head alone
    Accumulation, ///< which micro-steps reduce gradients
    Wrap,
    BucketView,
    GradientPrecision,
    Overlap,
    RankOrder, ///< other than tp-cp-ep-dp-pp
    Allocator,
    Architecture, ///< of the GPU
    Parameters,
    Tokens, ///< of one micro-step on one GPU
    Sequence,
    Gpus,
    GpusPerNode,
    ShardGroup,
    Adapters, ///< parameters of them; of all that is trained, where some layers are frozen
    ReduceBucket,
    PrefetchBucket,
    PersistenceThreshold,
    SubGroup,
    // Of Megatron's mesh; 0 where an axis is not cut.
    TensorRanks,
    SequenceRanks,
    PipelineStages,
    PipelineChunks,
    FirstStageLayers,
    LastStageLayers,
    MicroBatchesInFlight, ///< of the first stage, in chunks
    ContextRanks,
    ExpertRanks,
    ExpertTensorRanks,
    ExpertRows, ///< of the busiest GPU's experts, thousandths of the mean; 0: as many as all
    BlockLayers,
    GroupLayers,
    CheckpointEvery, ///< layers from one checkpoint to the next; 0: each has one, or none
    VocabularyPadding,
    // Of other objectives than the next token; 0 where there is none.
    Labels,
    CompletionTokens,
    ScoredTokens, ///< of GRPO's answers, in one pass without gradients; 0: as a micro-step's
    ImagePatches, ///< of the images of one micro-step, before any are merged
    RolloutMemory ///< MiB that an engine which generates answers holds at most, or a teacher
};
template <>
inline constexpr std::array<std::string_view, 63> namesOf<Trait>{"family", "method", "framework",
    "strategy", "precision", "optimizer", "checkpointing", "attention", "loss", "objective",
    "activation_offload", "offload", "kernels", "modules", "experts", "outputs", "lora_targets",
    "lora_dropout", "lora_precision", "kbit_preparation", "trained", "tower", "scales",
    "unquantized", "accumulation", "wrap", "bucket_view", "gradient_precision", "overlap",
    "rank_order", "allocator", "architecture", "parameters", "tokens", "sequence", "gpus",
    "gpus_per_node", "shard_group", "adapters", "reduce_bucket", "prefetch_bucket",
    "persistence_threshold", "sub_group", "tensor_ranks", "sequence_ranks", "pipeline_stages",
    "pipeline_chunks", "first_stage_layers", "last_stage_layers", "micro_batches_in_flight",
    "context_ranks", "expert_ranks", "expert_tensor_ranks", "expert_rows", "block_layers",
    "group_layers", "checkpoint_every", "vocabulary_padding", "labels", "completion_tokens",
    "scored_tokens", "image_patches", "rollout_memory"};

inline constexpr std::size_t choiceCount = static_cast<std::size_t>(Trait::Parameters);
inline constexpr std::size_t sizeCount = namesOf<Trait>.size() - choiceCount;
constexpr Trait choiceAt(std::size_t i)
{
    return static_cast<Trait>(i);
}
constexpr Trait sizeAt(std::size_t i)
{
    return static_cast<Trait>(choiceCount + i);
}

/// The choice of a run that has nothing of the kind; its size is then 0. Files leave both out.
inline constexpr std::string_view notThere = "none";

/// The traits of a run: words as scenario files spell them, and sizes.
template <class Text>
struct Setup
{
    std::array<Text, choiceCount> choices{};
    std::array<double, sizeCount> sizes{};

    Setup() { choices.fill(Text(notThere)); }
    Text &operator[](Trait choice) { return choices[static_cast<std::size_t>(choice)]; }
    const Text &operator[](Trait choice) const { return choices[static_cast<std::size_t>(choice)]; }
    double &size(Trait size) { return sizes[static_cast<std::size_t>(size) - choiceCount]; }
    bool operator==(const Setup &) const = default;
};

/// The same as numbers, so that comparing two runs touches no text.
struct Traits
{
    std::array<std::uint32_t, choiceCount> choices{}; ///< hashes of the words
    std::array<float, sizeCount> sizes{}; ///< binary logarithms

    bool operator==(const Traits &) const = default;
};

/// The traits of a set-up: hashes of its choices, binary logarithms of its sizes.
Traits traitsOf(const Setup<std::string_view> &setup);
Traits traitsOf(const Setup<std::string> &setup);

/// Which memory was measured, from the tensors alone to what nvidia-smi shows.
enum class Measured { Tensors, Allocated, Reserved, Device };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<Measured>{
    "tensors", "allocated", "reserved", "nvidia-smi"};

/// How it is known what torch's allocator reserves beyond what is allocated: a flat share, or some
/// steps played through it, request by request.
enum class Reserving { Estimated, Played };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<Reserving>{"estimated", "played"};

/// A measured run, and how far the prediction was from it.
struct ValidatedRun
{
    std::string id{};
    std::string model{};
    std::string source{}; ///< who measured: a project with all that it published
    Measured measured = Measured::Tensors;
    double error = 0; ///< predicted / measured - 1, with what is reserved played
    double estimatedError = 0; ///< the same with a flat share for that
    Setup<std::string> setup{};

    bool operator==(const ValidatedRun &) const = default;
};

} // namespace shardscope
