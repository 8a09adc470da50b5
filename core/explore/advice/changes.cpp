// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/changes.h"

#include "core/base/number.h"
#include "core/engines/convention.h"
#include "core/judge/attentionkernel.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"
#include "core/scenario/relevance.h"
#include "core/step/workload.h"

#include <algorithm>
#include <cassert>

namespace shardscope {

namespace {

using Moves = std::vector<Move>;

constexpr std::int64_t mostGpus = 1 << 20;
constexpr std::int64_t mostAccumulation = 1 << 20;
constexpr std::int64_t mostMicroBatch = 1 << 16;
constexpr int mostDoublings = 6;
constexpr int shortestSequence = 256;

bool isMegatron(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::Megatron;
}

/// Whether the engine knows the axes of a mesh.
bool cutsModels(const Scenario &scenario)
{
    return !missingFor("parallel.tensor", scenario, Answer::Anything);
}

bool isDeepSpeed(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::DeepSpeed;
}

bool isAdamW(Optimizer optimizer)
{
    return optimizer == Optimizer::AdamW || optimizer == Optimizer::AdamWForeach
        || optimizer == Optimizer::AdamWForLoop;
}

/// To each of the values that `isPossible`.
template <class E, class Condition>
Moves movesTo(const char *key, std::initializer_list<E> values, Condition isPossible)
{
    Moves moves;
    for (const E value : values) {
        if (isPossible(value))
            moves.push_back(setting(key, value));
    }
    return moves;
}

/// Twice as many, and again; fewer micro-steps keep the batch where they can.
Moves moreGpus(const Start &start)
{
    Moves moves;
    for (const int times : {2, 4, 8, 16, 32, 64, 128}) {
        const std::int64_t gpus = std::int64_t{start.scenario.parallel.gpus} * times;
        const std::int64_t accumulation = start.scenario.training.accumulation;
        if (gpus > mostGpus)
            break;
        moves.push_back(setting("parallel.gpus", gpus));
        if (accumulation % times == 0)
            moves.back()
                = combined(moves.back(), setting("training.accumulation", accumulation / times));
    }
    return moves;
}

/// Half of them, a quarter, ...; more micro-steps keep the batch.
Moves fewerGpus(const Start &start)
{
    Moves moves;
    std::int64_t accumulation = start.scenario.training.accumulation;
    std::int64_t gpus = start.scenario.parallel.gpus;
    while (gpus % 2 == 0 && accumulation * 2 <= mostAccumulation) {
        gpus /= 2;
        accumulation *= 2;
        moves.push_back(combined(
            setting("parallel.gpus", gpus), setting("training.accumulation", accumulation)));
    }
    return moves;
}

/// The well-known GPUs with more memory.
Moves largerGpu(const Start &start)
{
    const GpuSpec &present = *start.resolved.gpu;
    Moves moves;
    for (const GpuSpec *gpu : gpusLike(present, start.catalog)) {
        if (gpu->isLandmark && gpu->usable() > present.usable())
            moves.push_back(toGpu(*gpu, start.scenario.hardware));
    }
    return moves;
}

/// Megatron-LM has no adapters of its own.
Moves adapters(const Start &start)
{
    const Method now = start.scenario.training.method;
    if (isMegatron(start.scenario))
        return {};
    Moves moves;
    if (now == Method::Full)
        moves.push_back(setting("training.method", Method::Lora));
    const bool isInFourBits
        = now == Method::Qlora && start.scenario.training.base == BaseStorage::Nf4;
    if (!isInFourBits)
        // Sharding takes it in 16-bit storage alone, and the bytes are the same.
        moves.push_back(combined(combined(setting("training.method", Method::Qlora),
                                     setting("training.base", BaseStorage::Nf4)),
            setting("training.quant_storage", QuantStorage::Bits16)));
    return moves;
}

/// 4-bit weights are unpacked again and again.
Moves plainWeights(const Start &start)
{
    if (start.scenario.training.method != Method::Qlora)
        return {};
    return {setting("training.method", Method::Lora)};
}

Moves shorterSequence(const Start &start)
{
    Moves moves;
    for (const int part : {2, 4, 8}) {
        const int tokens = start.scenario.training.sequenceLength / part;
        if (tokens >= shortestSequence)
            moves.push_back(setting("training.sequence_length", std::int64_t{tokens}));
    }
    return moves;
}

/// Fewer bytes for each parameter. Weights in 16 bit with a master copy are what DeepSpeed and
/// Megatron keep; the others train in 16 bit throughout, which only bf16 stands.
Moves fewerBytes(const Start &start)
{
    const Precision now = start.scenario.training.precision;
    const bool bf16 = start.resolved.gpu->hasBf16() && !usesFp16(now);
    const bool keepsMaster = isDeepSpeed(start.scenario) || isMegatron(start.scenario);
    const bool isWide = recipe(now).weight == 4;
    Moves moves;
    const auto add = [&moves](Precision to) { moves.push_back(setting("training.precision", to)); };
    if (now == Precision::Fp32)
        add(bf16 ? Precision::Bf16Amp : Precision::Fp16Amp);
    if (isWide && keepsMaster)
        add(bf16 ? Precision::Bf16Master : Precision::Fp16Master);
    if (bf16 && !keepsMaster && now != Precision::Bf16)
        add(Precision::Bf16);
    return moves;
}

Moves narrowGradients(const Start &start)
{
    if (start.scenario.parallel.gradientPrecision != GradientPrecision::Fp32
        || recipe(start.scenario.training.precision).weight != 2)
        return {};
    return {setting("parallel.gradient_precision", GradientPrecision::Bits16)};
}

std::vector<Strategy> strongerStrategies(const Parallel &parallel)
{
    const bool isOfMegatron = parallel.framework == Framework::Megatron;
    switch (parallel.strategy) {
    case Strategy::Ddp:
        if (isOfMegatron)
            return {Strategy::Zero1};
        if (isFsdp(parallel.framework))
            return {Strategy::FsdpGradOp, Strategy::Fsdp};
        return {Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};
    case Strategy::Zero1:
        if (isOfMegatron)
            return {};
        return {Strategy::Zero2, Strategy::Zero3};
    case Strategy::Zero2:
        return {Strategy::Zero3};
    case Strategy::FsdpGradOp:
    case Strategy::Hsdp:
        return {Strategy::Fsdp};
    case Strategy::Zero3:
    case Strategy::Fsdp:
        break;
    }
    return {};
}

std::vector<Strategy> weakerStrategies(const Parallel &parallel)
{
    switch (parallel.strategy) {
    case Strategy::Zero3:
        return {Strategy::Zero2, Strategy::Zero1, Strategy::Ddp};
    case Strategy::Zero2:
        return {Strategy::Zero1, Strategy::Ddp};
    case Strategy::Zero1:
        return {Strategy::Ddp};
    case Strategy::Fsdp:
    case Strategy::Hsdp:
        return {Strategy::FsdpGradOp};
    case Strategy::Ddp:
    case Strategy::FsdpGradOp:
        break;
    }
    return {};
}

Moves moreSharding(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    if (parallel.gpus == 1)
        return {};
    Moves moves;
    for (const Strategy strategy : strongerStrategies(parallel)) {
        Move move = setting("parallel.strategy", strategy);
        if (parallel.framework == Framework::Trainer)
            move = combined(move, setting("parallel.framework", Framework::Auto));
        if (start.scenario.training.method == Method::Qlora)
            move = combined(move, setting("training.quant_storage", QuantStorage::Bits16));
        moves.push_back(std::move(move));
    }
    return moves;
}

Moves lessSharding(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    Moves moves;
    for (const Strategy strategy : weakerStrategies(parallel)) {
        Parallel next = parallel;
        next.strategy = strategy;
        if (offloadFor(next) == offloadFor(parallel))
            moves.push_back(setting("parallel.strategy", strategy));
    }
    return moves;
}

bool canOffload(Offload offload, Parallel parallel)
{
    parallel.offload = offload;
    return offloadFor(parallel) == offload;
}

/// DeepSpeedCPUAdam and its like run what is offloaded; bitsandbytes' kernels need the GPU.
Moves moreOffload(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    const Optimizer optimizer = start.scenario.training.optimizer;
    if (!isAdamW(optimizer) && optimizer != Optimizer::Lion)
        return {};
    return movesTo("parallel.offload", {Offload::Optimizer, Offload::Parameters},
        [&](Offload more) { return more > parallel.offload && canOffload(more, parallel); });
}

Moves lessOffload(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    return movesTo("parallel.offload", {Offload::Parameters, Offload::Optimizer, Offload::None},
        [&](Offload less) { return less < parallel.offload && canOffload(less, parallel); });
}

/// bitsandbytes knows nothing of the DTensors of FSDP2 (bitsandbytes/optim/optimizer.py).
Moves narrowStates(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    if (frameworkFor(parallel) == Framework::Fsdp2 || isMegatron(start.scenario)
        || !isAdamW(start.scenario.training.optimizer) || offloadFor(parallel) != Offload::None)
        return {};
    return {setting("training.optimizer", Optimizer::AdamW8bit)};
}

Move toBatch(std::int64_t microBatch, std::int64_t accumulation)
{
    return combined(setting("training.micro_batch", microBatch),
        setting("training.accumulation", accumulation));
}

/// The same batch in smaller bites.
Moves smallerMicroBatch(const Start &start)
{
    const std::int64_t microBatch = start.scenario.training.microBatch;
    Moves moves;
    for (std::int64_t parts = 2; parts <= microBatch; ++parts) {
        const std::int64_t accumulation = start.scenario.training.accumulation * parts;
        if (microBatch % parts == 0 && accumulation <= mostAccumulation)
            moves.push_back(toBatch(microBatch / parts, accumulation));
    }
    return moves;
}

/// Fewer micro-steps keep the batch; where there are too few of them, it grows.
Moves largerMicroBatch(const Start &start)
{
    Moves moves;
    std::int64_t microBatch = start.scenario.training.microBatch;
    std::int64_t accumulation = start.scenario.training.accumulation;
    for (int i = 0; i < mostDoublings && microBatch * 2 <= mostMicroBatch; ++i) {
        microBatch *= 2;
        if (accumulation % 2 == 0)
            accumulation /= 2;
        moves.push_back(toBatch(microBatch, accumulation));
    }
    return moves;
}

Moves moreCheckpointing(const Start &start)
{
    return movesTo("training.checkpointing", {Checkpointing::Selective, Checkpointing::Full},
        [&](Checkpointing more) { return more > start.scenario.training.checkpointing; });
}

Moves lessCheckpointing(const Start &start)
{
    return movesTo("training.checkpointing", {Checkpointing::Selective, Checkpointing::None},
        [&](Checkpointing less) { return less < start.scenario.training.checkpointing; });
}

/// DeepSpeed releases what others gather in a recomputation.
Moves otherCheckpoints(const Start &start)
{
    if (!asksForReentry(start.scenario) || !replacesLinear(start.scenario.parallel))
        return {};
    return {setting("training.checkpoint_kind", CheckpointKind::NonReentrant)};
}

Moves betterAttention(const Start &start)
{
    const Attention now = start.scenario.training.attention;
    return movesTo(
        "training.attention", {Attention::Sdpa, Attention::Flash}, [&](Attention better) {
            const bool isOfPadded = better == Attention::Sdpa && now == Attention::SdpaUnpadded;
            return better < now && !isOfPadded && canAttend(better, start.scenario, start.resolved);
        });
}

// Families whose head Liger fuses with the loss (Liger-Kernel, transformers/monkey_patch.py).
constexpr std::array<std::string_view, 11> fusableFamilies{"llama", "mistral", "mixtral", "qwen2",
    "qwen3", "qwen3_moe", "phi3", "gemma", "gemma2", "gemma3_text", "olmo2"};

Moves smallerLoss(const Start &start)
{
    const Loss now = start.scenario.training.loss;
    if (isMegatron(start.scenario) || now == Loss::Fused)
        return {};
    const bool isFusable
        = std::find(fusableFamilies.begin(), fusableFamilies.end(), start.resolved.spec.modelType)
        != fusableFamilies.end();
    if (isFusable)
        return {setting("training.loss", Loss::Fused)};
    return now == Loss::Chunked ? Moves{} : Moves{setting("training.loss", Loss::Chunked)};
}

Moves plainLoss(const Start &start)
{
    const Loss now = start.scenario.training.loss;
    const bool isPlain = now != Loss::Chunked && now != Loss::Fused;
    return isPlain ? Moves{} : Moves{setting("training.loss", Loss::Standard)};
}

Moves cachedGradients(const Start &start)
{
    const Training &training = start.scenario.training;
    if (!embedsAnchorsApart(training, start.resolved.spec) || training.gradientCache > 0)
        return {};
    const std::int64_t texts = training.microBatch > 64 ? 32 : training.microBatch / 2;
    return texts > 0 ? Moves{setting("training.gradient_cache", texts)} : Moves{};
}

Moves growingSegments(const Start &start)
{
    if (start.scenario.hardware.allocator == Allocator::Expandable
        || start.scenario.estimator == EstimatorKind::Worksheet)
        return {};
    return {setting("hardware.allocator", Allocator::Expandable)};
}

Moves oneBucket(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    if (!isDeepSpeed(start.scenario) || parallel.overlap == Overlap::Off || parallel.gpus == 1)
        return {};
    return {setting("parallel.overlap", Overlap::Off)};
}

/// An axis of the mesh with twice as many ranks, or more; more micro-steps keep the batch.
Moves longerAxis(const Start &start, const char *key, std::int64_t present, std::int64_t most)
{
    Moves moves;
    for (const int times : {2, 4, 8}) {
        const std::int64_t accumulation
            = std::int64_t{start.scenario.training.accumulation} * times;
        if (present * times > most || accumulation > mostAccumulation)
            break;
        moves.push_back(combined(
            setting(key, present * times), setting("training.accumulation", accumulation)));
    }
    return moves;
}

/// Whether an axis counts for the engine.
bool takes(const Scenario &scenario, std::string_view key)
{
    return !missingFor(key, scenario, Answer::Memory);
}

/// Within a node, and as far as there are copies to give up.
Moves moreTensorRanks(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    if (meshOf(start.scenario).tensor != parallel.tensor || !cutsModels(start.scenario))
        return {};
    const std::int64_t most = std::min<std::int64_t>(
        parallel.gpusPerNode, std::int64_t{parallel.tensor} * meshOf(start.scenario).data);
    return longerAxis(start, "parallel.tensor", parallel.tensor, most);
}

Moves moreStages(const Start &start)
{
    const Parallel &parallel = start.scenario.parallel;
    if (meshOf(start.scenario).pipeline != parallel.pipeline || !cutsModels(start.scenario))
        return {};
    // Other models than a PipelineModule have no stages under DeepSpeed.
    if (isDeepSpeed(start.scenario) && !runsPipelineModule(start.scenario))
        return {};
    const std::int64_t most = std::int64_t{parallel.pipeline} * meshOf(start.scenario).data;
    return longerAxis(start, "parallel.pipeline", parallel.pipeline, most);
}

/// As far as there are copies to give up.
Moves moreContextRanks(const Start &start)
{
    const Mesh mesh = meshOf(start.scenario);
    // Chosen by the strategy, an engine goes with it, and so does what it shares sequences by.
    const bool isChosen = start.scenario.parallel.framework != Framework::Auto;
    if (!isChosen || !takes(start.scenario, "parallel.context"))
        return {};
    return longerAxis(
        start, "parallel.context", mesh.context, std::int64_t{mesh.context} * mesh.data);
}

/// Of the GPUs that a stage has: the number of copies stays. Where experts were cut by tensor
/// parallelism, whole ones are dealt out as well.
Moves moreExpertRanks(const Start &start)
{
    const auto &experts = start.resolved.spec.experts;
    const Mesh mesh = meshOf(start.scenario);
    if (!experts || !takes(start.scenario, "parallel.expert"))
        return {};
    const std::int64_t ofStage = std::int64_t{mesh.tensor} * mesh.context * mesh.data;
    Moves moves;
    for (std::int64_t ranks = 2 * mesh.expert;
         ranks <= std::min<std::int64_t>(experts->count, ofStage); ranks *= 2) {
        Move move = setting("parallel.expert", ranks);
        if (ranks * mesh.expertTensor <= ofStage)
            moves.push_back(move);
        if (mesh.expertTensor > 1)
            moves.push_back(combined(move, setting("parallel.expert_tensor", std::int64_t{1})));
    }
    return moves;
}

/// Interleaved stages wait less: more activations are in flight for it.
Moves moreChunks(const Start &start)
{
    const Mesh mesh = meshOf(start.scenario);
    if (!takes(start.scenario, "parallel.virtual_stages") || mesh.pipeline == 1
        || start.scenario.parallel.schedule == PipelineKind::GPipe)
        return {};
    const auto layers = static_cast<int>(start.resolved.spec.layers);
    const int most = layersOfStage(mesh, layers, mesh.pipeline > 2 ? 1 : 0).count;
    Moves moves;
    for (int chunks = mesh.chunks + 1; chunks <= most; ++chunks) {
        Move move = setting("parallel.virtual_stages", std::int64_t{chunks});
        if (start.scenario.parallel.schedule == PipelineKind::OneForwardOneBackward)
            move = combined(move, setting("parallel.schedule", PipelineKind::Auto));
        if (most % chunks == 0)
            moves.push_back(std::move(move));
    }
    return moves;
}

/// One chunk holds less in flight.
Moves fewerChunks(const Start &start)
{
    const Mesh mesh = meshOf(start.scenario);
    if (mesh.chunks == 1 || !takes(start.scenario, "parallel.virtual_stages"))
        return {};
    Moves moves;
    for (int chunks = mesh.chunks - 1; chunks >= 1; --chunks) {
        Move move = setting("parallel.virtual_stages", std::int64_t{chunks});
        if (chunks == 1 && start.scenario.parallel.schedule == PipelineKind::Interleaved)
            move = combined(move, setting("parallel.schedule", PipelineKind::Auto));
        if (mesh.chunks % chunks == 0)
            moves.push_back(std::move(move));
    }
    return moves;
}

// Rows in the order of ChangeId.
constexpr std::array<ChangeKind, 22> saving{{
    {ChangeId::Gpus, Effect::Machines, moreGpus},
    {ChangeId::Gpu, Effect::Machines, largerGpu},
    {ChangeId::Method, Effect::Method, adapters},
    {ChangeId::Sequence, Effect::Task, shorterSequence},
    {ChangeId::Precision, Effect::Numerics, fewerBytes},
    {ChangeId::GradientPrecision, Effect::Numerics, narrowGradients},
    {ChangeId::Sharding, Effect::None, moreSharding},
    {ChangeId::Offload, Effect::None, moreOffload},
    {ChangeId::Optimizer, Effect::Numerics, narrowStates},
    {ChangeId::MicroBatch, Effect::None, smallerMicroBatch},
    {ChangeId::Checkpointing, Effect::None, moreCheckpointing},
    {ChangeId::CheckpointKind, Effect::None, otherCheckpoints},
    {ChangeId::Attention, Effect::None, betterAttention},
    {ChangeId::Loss, Effect::None, smallerLoss},
    {ChangeId::Allocator, Effect::None, growingSegments},
    {ChangeId::Overlap, Effect::None, oneBucket},
    {ChangeId::Tensor, Effect::None, moreTensorRanks},
    {ChangeId::Pipeline, Effect::None, moreStages},
    {ChangeId::Context, Effect::None, moreContextRanks},
    {ChangeId::Expert, Effect::None, moreExpertRanks},
    {ChangeId::Chunks, Effect::None, fewerChunks},
    {ChangeId::GradientCache, Effect::None, cachedGradients},
}};

constexpr std::array<ChangeKind, 8> spending{{
    {ChangeId::Gpus, Effect::Machines, fewerGpus},
    {ChangeId::Method, Effect::Numerics, plainWeights},
    {ChangeId::Sharding, Effect::None, lessSharding},
    {ChangeId::Offload, Effect::None, lessOffload},
    {ChangeId::MicroBatch, Effect::None, largerMicroBatch},
    {ChangeId::Checkpointing, Effect::None, lessCheckpointing},
    {ChangeId::Loss, Effect::None, plainLoss},
    {ChangeId::Chunks, Effect::None, moreChunks},
}};

/// Compute capabilities are numbers with NVIDIA, and names with AMD.
bool runsCuda(const GpuSpec &gpu)
{
    return parseNumber(gpu.computeCapability).has_value();
}

} // namespace

std::vector<Move> ChangeKind::moves(const Start &start) const
{
    assert(variants);
    // Texts of a micro-batch are what each of them is compared with.
    if (id == ChangeId::MicroBatch && embedsTexts(start.scenario.training.objective))
        return {};
    std::vector<Move> moves = variants(start);
    for (Move &move : moves) {
        move.changes = {id};
        move.effect = effect;
    }
    return moves;
}

std::span<const ChangeKind> savingChanges()
{
    return saving;
}

std::span<const ChangeKind> spendingChanges()
{
    return spending;
}

std::vector<const GpuSpec *> gpusLike(const GpuSpec &gpu, const Catalog &catalog)
{
    std::vector<const GpuSpec *> alike;
    for (const GpuSpec &other : catalog.gpus) {
        const bool isAlike = gpu.isCapacityOnly
            ? other.isCapacityOnly && other.vendor == gpu.vendor
            : !other.isCapacityOnly && runsCuda(other) == runsCuda(gpu);
        if (isAlike)
            alike.push_back(&other);
    }
    std::stable_sort(alike.begin(), alike.end(),
        [](const GpuSpec *a, const GpuSpec *b) { return a->usable() < b->usable(); });
    return alike;
}

Move toGpu(const GpuSpec &gpu, const Hardware &hardware)
{
    Move move = setting("hardware.gpu", gpu.id);
    // The other GPU has links of its own.
    return hardware.link.empty() || gpu.id == hardware.gpu
        ? move
        : combined(move, setting("hardware.link", ""));
}

} // namespace shardscope
