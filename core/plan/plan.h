// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/base/quantity.h"
#include "core/base/term.h"
#include "core/catalog/catalog.h"
#include "core/catalog/validatedrun.h"
#include "core/plan/finding.h"
#include "core/plan/stage.h"
#include "core/scenario/scenario.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// The shares of memory, in the order in which the bars stack them.
enum class PartId {
    Weights,
    Gradients,
    Master,
    OptimizerState,
    Adapters,
    Tower,
    Activations,
    Logits,
    Gathered,
    Buffers,
    Temporaries,
    Reference, ///< weights of a second model, which is not trained
    Rollout, ///< what generates answers: weights and KV cache
    Overhead
};
template <>
inline constexpr std::array<std::string_view, 14> namesOf<PartId>{"weights", "gradients", "master",
    "optimizer", "adapters", "tower", "activations", "logits", "gathered", "buffers", "temporaries",
    "reference", "rollout", "overhead"};

/// A moment of the training step. The last two come first, where answers are generated.
enum class PhaseId { Forward, Loss, Backward, OptimizerStep, Save, Generation, Scoring };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<PhaseId>{
    "forward", "loss", "backward", "optimizer-step", "save", "generation", "scoring"};

struct Part
{
    PartId id = PartId::Weights;
    Bytes bytes{};
    Term formula{}; ///< with today's numbers filled in
    std::string_view source{}; ///< where the formula comes from

    bool operator==(const Part &) const = default;
};

/// What is held beyond the tensors of the step.
enum class OverheadId { Workspace, Allocator, Context, Nccl, Correction };
template <>
inline constexpr std::array<std::string_view, 5> namesOf<OverheadId>{
    "cublas-workspace", "allocator", "cuda-context", "nccl-buffers", "correction"};

/// One named share of the overhead part.
struct Overhead
{
    OverheadId id = OverheadId::Workspace;
    Bytes bytes{};
    Term formula{};
    std::string_view source{};

    bool operator==(const Overhead &) const = default;
};

/// Three questions about one instant, answered apart.
struct Footprint
{
    Bytes tensors{};
    Bytes allocated{}; ///< torch.cuda.memory_allocated
    Bytes reserved{}; ///< torch.cuda.memory_reserved
    Bytes device{}; ///< what nvidia-smi shows

    bool operator==(const Footprint &) const = default;
};

/// What torch's allocator comes to hold when some steps are played through it.
struct Reservation
{
    Bytes reserved{};
    Bytes device{}; ///< what nvidia-smi shows
    /// The part of these that the host takes because it is ahead of the GPU, and gives back where
    /// memory is short: no run needs it.
    Bytes ahead{};
    Bytes room{}; ///< that there is for it on the GPU
    int retries = 0; ///< how often cached segments were given back to make room
    /// Not even that made room, where torch throws. Then it decides nothing but that: what would be
    /// reserved is estimated.
    bool ranOut = false;

    bool operator==(const Reservation &) const = default;
};

struct Phase
{
    PhaseId id = PhaseId::Forward;
    Bytes peak{}; ///< largest amount during the phase; `parts` add up to it
    Bytes end{}; ///< what is still held when it is over
    Bytes tensorPeak{}; ///< the same without overheads
    Bytes tensorEnd{};
    std::vector<Part> parts{};

    bool operator==(const Phase &) const = default;
};

/// Where the range of the estimate lies: all of it below the capacity, around it, all of it above.
enum class Fit { Fits, AtRisk, DoesNotFit };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Fit>{"fits", "at-risk", "does-not-fit"};

struct Verdict
{
    Fit fit = Fit::Fits;
    Bytes capacity{}; ///< after the user's reserve
    Bytes spare{}; ///< negative: what is missing

    bool fits() const { return spare >= Bytes(0); } ///< by the estimate itself
    bool operator==(const Verdict &) const = default;
};

/// What is held at one instant of the step.
struct Sample
{
    PhaseId phase = PhaseId::Forward;
    int microStep = 0;
    int layer = -1; ///< -1: outside the decoder layers
    std::array<double, namesOf<PartId>.size()> parts{}; ///< bytes, in stacking order

    bool operator==(const Sample &) const = default;
};

/// The course of memory over a step, in execution order. Overheads that do not change are left out.
struct Timeline
{
    std::vector<Sample> samples{};

    bool operator==(const Timeline &) const = default;
};

/// What offloading puts into the memory of each node's host. Empty where nothing is offloaded.
struct HostMemory
{
    Bytes perNode{}; ///< `parts` add up to it
    std::vector<Part> parts{};
    Bytes capacity{}; ///< 0: unknown
    Bytes diskPerNode{}; ///< swapped out to NVMe
    Term diskFormula{};

    Bytes missing() const
    {
        return capacity > Bytes(0) && perNode > capacity ? perNode - capacity : Bytes(0);
    }

    bool operator==(const HostMemory &) const = default;
};

/// How sure the peak is, by the errors of the measured runs nearest to the scenario.
struct Confidence
{
    Bytes low{};
    Bytes high{};
    bool isValidated = true; ///< near enough to measured runs
    /// Whether all that the run holds is counted; `high` holds what of the rest is known.
    bool isComplete = true;
    std::string nearest{}; ///< the measured run that is nearest
    double distance = 0; ///< how far it is
    std::string difference{}; ///< what is unlike in it; empty: nothing that changes memory
    std::string reason{}; ///< why it is not validated
    std::vector<Trait> unproven{}; ///< the same for readers in another language
    std::size_t cases = 0; ///< on which the range rests
    Reserving reserving = Reserving::Estimated; ///< whose errors those are

    bool isRange() const { return high > low; }
    bool operator==(const Confidence &) const = default;
};

struct Memory
{
    PhaseId peakPhase = PhaseId::Forward;
    Bytes peak{};
    Verdict verdict{};
    std::vector<Phase> phases{};
    Timeline timeline{};
    Footprint footprint{}; ///< at the peak
    /// Where it was played; all of `peak` goes by it, but for what is held ahead of the GPU, and
    /// unless it ran out.
    std::optional<Reservation> reservation{};
    std::vector<Overhead> overheads{}; ///< what the overhead part at the peak consists of
    HostMemory host{};
    Confidence confidence{}; ///< of `peak`

    const Phase &atPeak() const;
    /// What a part holds at the peak; 0 where it holds nothing then.
    Bytes atPeak(PartId id) const;
    /// Whether the estimate itself fits, on the GPU and on the host.
    bool fits() const { return verdict.fits() && host.missing() <= Bytes(0); }
    Reserving reserving() const { return reservation ? Reserving::Played : Reserving::Estimated; }
    bool operator==(const Memory &) const = default;
};

/// What is to be had of a GPU's memory; nothing where more is to stay free than there is.
Bytes capacityOf(Bytes memory, const Hardware &hardware);

/// A range of amounts against `capacity`; pure arithmetic, so that any GPU's line can be judged
/// alike.
Verdict judge(Bytes needed, const Confidence &confidence, Bytes capacity);
/// An amount without a range.
Verdict judge(Bytes needed, Bytes capacity);
inline Verdict judge(const Memory &memory, Bytes capacity)
{
    return judge(memory.peak, memory.confidence, capacity);
}

enum class CollectiveOp {
    AllReduce,
    ReduceScatter,
    AllGather,
    Broadcast,
    AllToAll,
    SendReceive, ///< around a ring, from each rank to the next
    CopyToHost, ///< each GPU for itself, over the link to its host
    CopyToGpu
};
template <>
inline constexpr std::array<std::string_view, 8> namesOf<CollectiveOp>{"all-reduce",
    "reduce-scatter", "all-gather", "broadcast", "all-to-all", "send-receive", "copy-to-host",
    "copy-to-gpu"};
constexpr bool isCopy(CollectiveOp op)
{
    return op == CollectiveOp::CopyToHost || op == CollectiveOp::CopyToGpu;
}

/// What comes out of computation; anything else goes into it.
constexpr bool isResult(CollectiveOp op)
{
    return op == CollectiveOp::AllReduce || op == CollectiveOp::ReduceScatter
        || op == CollectiveOp::CopyToHost;
}

/// What a collective carries; together with the operation it makes the id in files.
enum class Payload {
    Gradients,
    Weights,
    Shards,
    Activations, ///< of tensor and pipeline parallelism, and their gradients
    KeysValues, ///< of context parallelism
    Tokens, ///< on their way to routed experts and back
    ExpertGradients,
    ExpertWeights
};
template <>
inline constexpr std::array<std::string_view, 8> namesOf<Payload>{"gradient", "weight", "shard",
    "activation", "key-value", "token", "expert-gradient", "expert-weight"};

/// The parts of an optimizer step; a micro-step has the first two.
enum class Pass { Forward, Backward, Update };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Pass>{"forward", "backward", "update"};

/// How often something happens in them, over all micro-steps.
struct Times
{
    double forward = 0;
    double backward = 0;
    double update = 0;

    double &in(Pass pass)
    {
        return pass == Pass::Forward ? forward : pass == Pass::Backward ? backward : update;
    }
    double in(Pass pass) const { return Times(*this).in(pass); }
    double sum() const { return forward + backward + update; }
    bool operator==(const Times &) const = default;
};

struct Collective
{
    Payload payload = Payload::Gradients;
    CollectiveOp op = CollectiveOp::AllReduce;
    int group = 1; ///< ranks that take part
    std::string link{}; ///< catalogue id of the slowest link it crosses
    Bytes message{}; ///< all of it each time: gathered, or before it is reduced
    Bytes bytesPerGpu{}; ///< sent by one GPU each time
    double timesPerStep = 1;
    Seconds seconds{}; ///< per optimizer step; 0 when the link is unknown
    Seconds exposed{}; ///< of these, what the GPU has nothing to compute in
    Bytes networkBytes{}; ///< of bytesPerGpu, what leaves the node
    double messages = 1; ///< calls that each time is made of
    double edge = 0; ///< share of it that has no computation to run beside; no less than a message
    Algorithm algorithm = Algorithm::Ring;
    std::string_view protocol{}; ///< NCCL's name for it
    Times times{};
    /// Where another pass sends another amount of the same.
    std::optional<Pass> only{};
    bool overlaps = false; ///< runs beside computation
    std::string waitsFor{}; ///< id of the link that takes longest: it may be the one in the node
    Term formula{};
    std::string_view source{};

    Bytes bytesPerStep() const { return timesPerStep * bytesPerGpu; }
    std::string id() const;
    bool operator==(const Collective &) const = default;
};

struct Traffic
{
    std::vector<Collective> collectives{};

    Bytes bytesPerGpuPerStep() const;
    Seconds seconds() const;
    bool hasAllReduce() const;
    bool operator==(const Traffic &) const = default;
};

/// What takes most of a step.
enum class Bottleneck { Matmul, Attention, Memory, Launches, Link, Host };
template <>
inline constexpr std::array<std::string_view, 6> namesOf<Bottleneck>{
    "matmul", "attention", "memory-bandwidth", "kernel-launches", "link", "host-update"};

/// How long one optimizer step takes: computation, and what communication takes beyond it.
struct StepTime
{
    Seconds step{};
    Seconds compute{};
    Seconds exposedCommunication{};
    Seconds bubble{}; ///< what a pipeline leaves idle
    double tokensPerSecond = 0; ///< all GPUs together
    double mfu = 0; ///< model FLOPs over the dense peak, 0..1
    double hfu = 0; ///< the same with everything that is really computed
    double recomputed = 0; ///< of that, the share that checkpointing computes a second time
    double tokensPerSecondPerGpu = 0;
    Seconds forward{}; ///< of one micro-step
    Seconds backward{}; ///< of one micro-step, with what is computed again
    Seconds update{}; ///< optimizer.step()
    Seconds hostUpdate{}; ///< of `update`, on the host, where optimizer states are offloaded
    Seconds headForward{}; ///< of `forward`, the output layer and the loss
    Seconds headBackward{}; ///< of `backward`
    /// Of `backward`, where gradients of weights come in a pass of their own.
    Seconds weightGradients{};
    Seconds headWeightGradients{}; ///< of `headBackward`
    // What the computation of the whole step consists of.
    Seconds matmul{};
    Seconds attention{};
    Seconds memory{}; ///< norms, activations, loss, optimizer: bound by memory bandwidth
    Seconds launches{}; ///< of all passes, what the GPU waits for kernels to be launched
    Seconds contention{}; ///< multiprocessors that collectives take away while they are hidden
    Bottleneck bottleneck = Bottleneck::Matmul;

    bool operator==(const StepTime &) const = default;
};

/// The whole run: as many steps as the data takes. What the scenario leaves open is 0.
struct RunPlan
{
    double sequencesPerStep = 0; ///< effective batch: micro-batch x accumulation x GPUs
    double tokensPerStep = 0;
    double tokens = 0; ///< of all epochs
    double steps = 0;
    Seconds duration{};
    double gpuHours = 0;
    double energyKwh = 0; ///< of the GPUs at the power that they may draw
    double cost = 0;
    Bytes checkpoint{}; ///< weights, master copy, optimizer state
    Term checkpointFormula{};
    Seconds checkpointWrite{};
    double learningRate = 0; ///< the reference one, scaled linearly with the batch

    bool operator==(const RunPlan &) const = default;
};

/// The model that the scenario's choice came out as.
struct ResolvedModel
{
    std::string name{};
    ModelSpec spec{};
    double parameters = 0;
    double activeParameters = 0; ///< used per token
    double trainableParameters = 0;
    bool isScaled = false; ///< a Llama-like shape made for a size, no real model

    bool operator==(const ResolvedModel &) const = default;
};

/// What a GPU of one stage holds, sends and takes.
struct StagePlan
{
    Stage stage{};
    Memory memory{};
    Traffic traffic{};
    StepTime time{};

    bool operator==(const StagePlan &) const = default;
};

/// Every output, as one plain value: that of the stage which decides, and what is common to all.
struct Plan : StagePlan
{
    std::vector<StagePlan> stages{}; ///< of a pipeline, in order; empty without one
    Scenario scenario{};
    ResolvedModel model{};
    RunPlan run{};
    std::vector<Finding> findings{};

    bool operator==(const Plan &) const = default;
};

} // namespace shardscope
