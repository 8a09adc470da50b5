// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/scenario/move.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace shardscope {

enum class Severity { Information, Warning, Critical };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Severity>{
    "information", "warning", "critical"};

/// Something the user should know about a plan. The sentence is made in the user's language.
enum class FindingId {
    DoesNotFit,
    AtRisk, ///< the capacity lies within the range of the estimate
    NoBf16, ///< the GPU has no bf16 units
    ScaledModel, ///< a Llama-like shape stands in for a real model
    SequenceTooLong, ///< beyond what the model was made for; rotary positions go on
    LinkBound, ///< the GPU waits for communication for much of the step
    NodeNotFull, ///< the GPUs do not fill whole nodes
    Fp16LossScaling, ///< fp16 needs loss scaling; bf16 does not
    WorksheetOnly, ///< the worksheet's rules of thumb do not know a chosen option
    UnvalidatedFamily, ///< no measured run of this family was compared
    QuantizedSharding, ///< QLoRA with sharded weights needs a quant storage dtype
    ShardingAlone, ///< one GPU: nothing is sharded, nothing is sent
    GroupDoesNotDivide, ///< the GPUs of a shard group do not divide all GPUs
    AlgorithmUnavailable, ///< the pinned algorithm cannot do some all-reduce there, or nothing
    LinkNotThere, ///< the GPU has no such link
    UnevenHeads, ///< attention heads do not divide what they share
    HostTooSmall, ///< the host's memory does not hold what is offloaded
    HostUnknown, ///< nobody said how much memory the host has
    FusedDropout, ///< PEFT adapts experts that are one tensor without dropout alone
    RouterAdapter, ///< PEFT's adapter hides what the experts' router reads of it
    RefusedAdapter, ///< PEFT refuses to adapt the output matrix of a state space
    PackedOutput, ///< the kernel of a state space multiplies with a weight that QLoRA has packed
    PartsLeftOut, ///< a vision or audio tower is not counted
    OffloadBound, ///< the GPU waits for copies to and from its host for much of the step
    OffloadDiffers, ///< the framework offloads something else than what was chosen
    UpdateOnHost, ///< the CPU runs the optimizer; how long that takes was not measured
    UnknownModules, ///< of those that are to stay in 16 bits the model has one not
    NotQuantized, ///< QLoRA leaves most weights of the model as they are
    NoFlash, ///< FlashAttention does not run there
    QuantizedFile, ///< the config's weights are quantised; they are planned as they are trained
    OtherHead, ///< the config names a class whose head is another than the one planned
    UnreadKeys, ///< keys of the config change memory and are not read
    EvenExperts, ///< tokens are taken to come to the experts of every GPU alike
    TableAdapters, ///< adapters on embedding or head are not counted
    SavedModules, ///< PEFT's modules_to_save are not counted
    SparseCheckpoints, ///< layers without a checkpoint are counted as if they had one
    FrozenLayers, ///< frozen layers are counted as if they were trained
    LossReplaced, ///< label smoothing computes the loss from logits, whatever was chosen
    AttentionRefused, ///< transformers has no such attention for the model
    AttentionLeavesOut, ///< that attention leaves out something that the model has
    KeptExperts, ///< ZeRO-3 releases experts that autograd keeps
    IdleKernels, ///< the kernels that such a base is loaded with by default have no backward pass
    HeldFrozen, ///< ZeRO-3 releases no frozen weights before the backward pass is over
    OddBucket, ///< DeepSpeed refuses the size of the all-gather bucket
    ShardPadding, ///< FSDP2 pads parameters to the GPUs that shard them
    GatheredWeights, ///< ZeRO-3 keeps much gathered that its trace uses again soon
    KeptGradients, ///< ZeRO-1 with offload frees no gradients but those of the own partition
    TakesMore, ///< a setting that is to save memory takes more of it
    LargeTransients, ///< transient buffers are much of the peak
    LargeOverhead, ///< what is no tensor is much of the peak
    MeshDoesNotDivide, ///< an axis of parallelism does not divide what it cuts
    MeshNotPlanned, ///< axes beside data parallelism, of what Megatron's layers are not planned for
    ScheduleNotRun, ///< the engine has no such pipeline schedule
    ContextKindNotRun, ///< the engine does context parallelism otherwise
    TensorOverNodes, ///< tensor parallelism goes over the network
    BeyondPositions, ///< the sequence has more tokens than the learned position table has rows
    CapacityOnly, ///< of the accelerator nothing but its memory is known
    ModulesNotPlanned, ///< what the model is in these modules is not known here
    TowerNotPlanned, ///< what this engine holds of a vision tower is not derived
    ImagesTooLong, ///< images take more tokens than a sequence has
    ImageSize, ///< there are images, of a size that nobody has said
    ObjectiveNotPlanned, ///< what the objective holds under such a setting is not derived
    GenerationsDoNotDivide, ///< answers to a prompt do not divide the batch
    LoneAnswer, ///< KTO compares answers of a micro-batch, which has but one
    RolloutTooSmall, ///< vLLM's share holds no KV cache for one answer
    RolloutCache, ///< how many tokens vLLM's KV cache takes
    RolloutNotTimed, ///< generating answers is not part of the step's time
    ValuesLearn, ///< PPO trains a value model beside the policy
    AnswerLogits, ///< PPO's trainer refers to the logits of all answers of a step
    CheckpointsByScript, ///< PPO's trainer leaves gradient checkpointing to the script
    RouterLoss, ///< the loss of the router, which trainers of TRL add, is not counted
    LearnsMasked, ///< an encoder was asked to predict the next token
    AdapterNotPlanned, ///< what adapters of this kind hold under such a setting is not derived
    DecomposedStart, ///< a matrix is decomposed before the first step, which is not planned
    IndexerNotPlanned, ///< what a run holds of an indexer under such a setting is not derived
    IndexerUnheard, ///< DistributedDataParallel waits for gradients that an indexer never gets
    PaddingMisread, ///< SDPA turns an indexer's choice around where sequences are padded
    PackedBase, ///< the file's own quantisation takes the place of the one asked for
    NoFp8, ///< the GPU has no units for 8 bits
    Fp8NotPlanned, ///< what products in 8 bits hold under such a setting is not derived
    BaseNotPlanned, ///< what a base that is stored so holds under such a setting is not derived
    KeptInputs, ///< 8-bit products hold on to what they are given, whatever is checkpointed
    KeptMatrices, ///< autograd keeps the matrices that GPTQ's products are computed with
    UnfoundModules, ///< PEFT's all-linear knows no module of such a base
    SharedKeysInSingle, ///< SDPA has no fused kernel for them and keeps scores
    TeacherVocabulary, ///< a teacher has other words than the model that learns from it
    UpdateNotPlanned, ///< what updates within the backward pass leave is not derived there
    HostActivationsNotPlanned, ///< the same of activations that wait on the host
    ReentryNotPlanned, ///< the same of what reentrant checkpoints hold
    ExpertsNeedOwnLoop, ///< the Trainer hands on parameters that AutoEP then replaces
    ClampedBase, ///< the model clamps weights in place that a base would hold packed
    PackedPixels, ///< the model casts pixels to the dtype of a weight that a base would hold packed
    NoCheckpoints, ///< the model's class has no gradient checkpointing
    CompileNotFollowed, ///< nobody has followed what torch.compile makes of such a run
    WindowsUnmasked, ///< FlashAttention takes windows as they are, SDPA would be given masks
    ProjectionNotPlanned, ///< what projected gradients hold under such a setting is not derived
    DecomposedGradients, ///< an SVD's workspace and time, which nothing here tells
    OptimizerStops, ///< the optimizer ends with an error under such a setting
    OptimizerNotPlanned, ///< what the optimizer holds under such a setting is not derived
    IdleAdapters, ///< a kernel reads weights past the adapters beside them
    BuffersInSingle, ///< FSDP2 leaves them in fp32, and their products meet 16 bits
    RoutersInSingle, ///< the class keeps them in fp32, and FSDP wants one dtype of all it gathers
    DenseBehind ///< sentence-transformers has dense layers behind the model's pooling
};
template <>
inline constexpr std::array<std::string_view, 103> namesOf<FindingId>{"does-not-fit", "at-risk",
    "no-bf16", "scaled-model", "sequence-too-long", "link-bound", "node-not-full",
    "fp16-loss-scaling", "worksheet-only", "unvalidated-family", "quantized-sharding",
    "sharding-alone", "group-does-not-divide", "algorithm-unavailable", "link-not-there",
    "uneven-heads", "host-too-small", "host-unknown", "fused-dropout", "router-adapter",
    "refused-adapter", "packed-output", "parts-left-out", "offload-bound", "offload-differs",
    "update-on-host", "unknown-modules", "not-quantized", "no-flash", "quantized-file",
    "other-head", "unread-keys", "even-experts", "table-adapters", "saved-modules",
    "sparse-checkpoints", "frozen-layers", "loss-replaced", "attention-refused",
    "attention-leaves-out", "kept-experts", "idle-kernels", "held-frozen", "odd-bucket",
    "shard-padding", "gathered-weights", "kept-gradients", "takes-more", "large-transients",
    "large-overhead", "mesh-does-not-divide", "mesh-not-planned", "schedule-not-run",
    "context-kind-not-run", "tensor-over-nodes", "beyond-positions", "capacity-only",
    "modules-not-planned", "tower-not-planned", "images-too-long", "image-size",
    "objective-not-planned", "generations-do-not-divide", "lone-answer", "rollout-too-small",
    "rollout-cache", "rollout-not-timed", "values-learn", "answer-logits", "checkpoints-by-script",
    "router-loss", "learns-masked", "adapter-not-planned", "decomposed-start",
    "indexer-not-planned", "indexer-unheard", "padding-misread", "packed-base", "no-fp8",
    "fp8-not-planned", "base-not-planned", "kept-inputs", "kept-matrices", "unfound-modules",
    "shared-keys-in-single", "teacher-vocabulary", "update-not-planned",
    "host-activations-not-planned", "reentry-not-planned", "experts-need-own-loop", "clamped-base",
    "packed-pixels", "no-checkpoints", "compile-not-followed", "windows-unmasked",
    "projection-not-planned", "decomposed-gradients", "optimizer-stops", "optimizer-not-planned",
    "idle-adapters", "buffers-in-single", "routers-in-single", "dense-behind"};
static_assert(namesOf<FindingId>[static_cast<std::size_t>(FindingId::DenseBehind)]
    == namesOf<FindingId>.back());

/// Whether memory is short, which is what advice is about.
constexpr bool isShortage(FindingId id)
{
    return id == FindingId::DoesNotFit || id == FindingId::AtRisk;
}

struct Finding
{
    FindingId id = FindingId::AtRisk;
    Severity severity = Severity::Information;
    /// What it is about: the payload that a link waits with; the input that takes more.
    std::string_view subject{};
    std::string link{}; ///< the link that makes the step slow, by catalogue id
    double gain = 0; ///< how many times as fast it would be without
    std::string what{}; ///< as it stands in the file or the scenario: "fp8", "lm_head"
    Bytes bytes{}; ///< that it makes, or is about, on each GPU; 0: not known, or none
    Bytes planned{}; ///< counted in its place, where that is something else
    /// Empty: only the user can say what to change, or advice where memory is short.
    Move repair{};

    bool operator==(const Finding &) const = default;
};

} // namespace shardscope
