// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/engines/convention.h"
#include "core/explore/advice/change.h"
#include "core/judge/attentionkernel.h"
#include "core/scenario/precision.h"
#include "core/scenario/settings.h"

#include <algorithm>

namespace shardscope {

namespace {

using Variants = std::vector<Repair>;

constexpr std::int64_t mostGpus = 1 << 20;
constexpr std::int64_t mostAccumulation = 1 << 20;
constexpr int shortestSequence = 256;

bool isMegatron(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) == Framework::Megatron;
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

/// Twice as many, and again; fewer micro-steps keep the batch where they can.
Variants moreGpus(const Scenario &scenario, const Resolved & /*resolved*/, const Catalog &)
{
    Variants variants;
    for (const int times : {2, 4, 8, 16, 32, 64, 128}) {
        const std::int64_t gpus = std::int64_t{scenario.parallel.gpus} * times;
        if (gpus > mostGpus)
            break;
        Repair repair = setting("parallel.gpus", gpus);
        const int accumulation = scenario.training.accumulation;
        if (accumulation % times == 0)
            repair = combined(
                repair, setting("training.accumulation", std::int64_t{accumulation / times}));
        variants.push_back(std::move(repair));
    }
    return variants;
}

/// The well-known GPUs with more memory.
Variants largerGpu(const Scenario &scenario, const Resolved &resolved, const Catalog &catalog)
{
    std::vector<const GpuSpec *> larger;
    for (const GpuSpec &gpu : catalog.gpus) {
        const bool isKin = parseNumber(gpu.computeCapability).has_value()
            == parseNumber(resolved.gpu->computeCapability).has_value(); // CUDA or ROCm
        if (gpu.isLandmark && isKin && gpu.usable() > resolved.gpu->usable())
            larger.push_back(&gpu);
    }
    std::stable_sort(larger.begin(), larger.end(),
        [](const GpuSpec *a, const GpuSpec *b) { return a->usable() < b->usable(); });
    Variants variants;
    for (const GpuSpec *gpu : larger) {
        Repair repair = setting("hardware.gpu", gpu->id);
        if (!scenario.hardware.link.empty())
            repair.push_back({"hardware.link", ""}); // the other GPU has its own
        variants.push_back(std::move(repair));
    }
    return variants;
}

/// Megatron-LM has no adapters of its own.
Variants adapters(const Scenario &scenario, const Resolved &, const Catalog &)
{
    if (isMegatron(scenario))
        return {};
    Variants variants;
    if (scenario.training.method == Method::Full)
        variants.push_back(setting("training.method", Method::Lora));
    if (scenario.training.method != Method::Qlora)
        // Sharding takes it in 16-bit storage alone, and the bytes are the same.
        variants.push_back({{"training.method", std::string(nameOf(Method::Qlora))},
            {"training.quant_storage", std::string(nameOf(QuantStorage::Bits16))}});
    return variants;
}

Variants shorterSequence(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    for (const int part : {2, 4, 8}) {
        const int tokens = scenario.training.sequenceLength / part;
        if (tokens >= shortestSequence)
            variants.push_back(setting("training.sequence_length", std::int64_t{tokens}));
    }
    return variants;
}

/// Fewer bytes for each parameter. Weights in 16 bit with a master copy are what DeepSpeed and
/// Megatron keep; the others train in 16 bit throughout, which only bf16 stands.
Variants fewerBytes(const Scenario &scenario, const Resolved &resolved, const Catalog &)
{
    const Precision now = scenario.training.precision;
    const bool bf16 = resolved.gpu->hasBf16() && !usesFp16(now);
    const bool keepsMaster = isDeepSpeed(scenario) || isMegatron(scenario);
    Variants variants;
    const auto add = [&variants](Precision precision) {
        variants.push_back(setting("training.precision", precision));
    };
    if (now == Precision::Fp32)
        add(bf16 ? Precision::Bf16Amp : Precision::Fp16Amp);
    const bool wide = recipe(now).weight == 4;
    if (wide && keepsMaster)
        add(bf16 ? Precision::Bf16Master : Precision::Fp16Master);
    if (bf16 && !keepsMaster && now != Precision::Bf16)
        add(Precision::Bf16);
    return variants;
}

Variants narrowGradients(const Scenario &scenario, const Resolved &, const Catalog &)
{
    if (scenario.parallel.gradientPrecision != GradientPrecision::Fp32
        || recipe(scenario.training.precision).weight != 2)
        return {};
    return {setting("parallel.gradient_precision", GradientPrecision::Bits16)};
}

std::vector<Strategy> strongerStrategies(const Parallel &parallel)
{
    const Framework framework = parallel.framework;
    switch (parallel.strategy) {
    case Strategy::Ddp:
        if (framework == Framework::Megatron)
            return {Strategy::Zero1};
        if (isFsdp(framework))
            return {Strategy::FsdpGradOp, Strategy::Fsdp};
        return {Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};
    case Strategy::Zero1:
        if (framework == Framework::Megatron)
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

Variants moreSharding(const Scenario &scenario, const Resolved &, const Catalog &)
{
    if (scenario.parallel.gpus == 1)
        return {};
    Variants variants;
    for (const Strategy strategy : strongerStrategies(scenario.parallel)) {
        Repair repair = setting("parallel.strategy", strategy);
        if (scenario.parallel.framework == Framework::Trainer)
            repair = combined(repair, setting("parallel.framework", Framework::Auto));
        if (scenario.training.method == Method::Qlora)
            repair = combined(repair, setting("training.quant_storage", QuantStorage::Bits16));
        variants.push_back(std::move(repair));
    }
    return variants;
}

/// DeepSpeedCPUAdam and its like run what is offloaded; bitsandbytes' kernels need the GPU.
Variants offload(const Scenario &scenario, const Resolved &, const Catalog &)
{
    const Optimizer optimizer = scenario.training.optimizer;
    if (!isAdamW(optimizer) && optimizer != Optimizer::Lion)
        return {};
    Variants variants;
    for (const Offload more : {Offload::Optimizer, Offload::Parameters}) {
        Parallel next = scenario.parallel;
        next.offload = more;
        if (more > scenario.parallel.offload && offloadFor(next) == more)
            variants.push_back(setting("parallel.offload", more));
    }
    return variants;
}

/// bitsandbytes knows nothing of the DTensors of FSDP2 (bitsandbytes/optim/optimizer.py).
Variants narrowStates(const Scenario &scenario, const Resolved &, const Catalog &)
{
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isUnable = framework == Framework::Fsdp2 || framework == Framework::Megatron;
    if (isUnable || !isAdamW(scenario.training.optimizer)
        || offloadFor(scenario.parallel) != Offload::None)
        return {};
    return {setting("training.optimizer", Optimizer::AdamW8bit)};
}

/// The same batch in smaller bites.
Variants smallerMicroBatch(const Scenario &scenario, const Resolved &, const Catalog &)
{
    const std::int64_t microBatch = scenario.training.microBatch;
    Variants variants;
    for (std::int64_t parts = 2; parts <= microBatch; ++parts) {
        const std::int64_t accumulation = scenario.training.accumulation * parts;
        if (microBatch % parts != 0 || accumulation > mostAccumulation)
            continue;
        variants.push_back(combined(setting("training.micro_batch", microBatch / parts),
            setting("training.accumulation", accumulation)));
    }
    return variants;
}

Variants moreCheckpointing(const Scenario &scenario, const Resolved &, const Catalog &)
{
    Variants variants;
    for (const Checkpointing more : {Checkpointing::Selective, Checkpointing::Full}) {
        if (more > scenario.training.checkpointing)
            variants.push_back(setting("training.checkpointing", more));
    }
    return variants;
}

Variants betterAttention(const Scenario &scenario, const Resolved &resolved, const Catalog &)
{
    const Attention now = scenario.training.attention;
    Variants variants;
    for (const Attention better : {Attention::Sdpa, Attention::Flash}) {
        if (better < now && canAttend(better, scenario, resolved))
            variants.push_back(setting("training.attention", better));
    }
    return variants;
}

// Families whose head Liger fuses with the loss (Liger-Kernel, transformers/monkey_patch.py).
constexpr std::array<std::string_view, 11> fusableFamilies{"llama", "mistral", "mixtral", "qwen2",
    "qwen3", "qwen3_moe", "phi3", "gemma", "gemma2", "gemma3_text", "olmo2"};

Variants smallerLoss(const Scenario &scenario, const Resolved &resolved, const Catalog &)
{
    const Loss now = scenario.training.loss;
    if (isMegatron(scenario) || now == Loss::Fused)
        return {};
    const bool isFusable
        = std::find(fusableFamilies.begin(), fusableFamilies.end(), resolved.spec.modelType)
        != fusableFamilies.end();
    if (isFusable)
        return {setting("training.loss", Loss::Fused)};
    return now == Loss::Chunked ? Variants{} : Variants{setting("training.loss", Loss::Chunked)};
}

Variants growingSegments(const Scenario &scenario, const Resolved &, const Catalog &)
{
    if (scenario.hardware.allocator == Allocator::Expandable
        || scenario.estimator == EstimatorKind::Worksheet)
        return {};
    return {setting("hardware.allocator", Allocator::Expandable)};
}

Variants oneBucket(const Scenario &scenario, const Resolved &, const Catalog &)
{
    if (!isDeepSpeed(scenario) || scenario.parallel.overlap == Overlap::Off
        || scenario.parallel.gpus == 1)
        return {};
    return {setting("parallel.overlap", Overlap::Off)};
}

// Rows in the order of ChangeId.
constexpr std::array<ChangeKind, 15> table{{
    {ChangeId::Gpus, Effect::Machines, moreGpus},
    {ChangeId::Gpu, Effect::Machines, largerGpu},
    {ChangeId::Method, Effect::Method, adapters},
    {ChangeId::Sequence, Effect::Task, shorterSequence},
    {ChangeId::Precision, Effect::Numerics, fewerBytes},
    {ChangeId::GradientPrecision, Effect::Numerics, narrowGradients},
    {ChangeId::Sharding, Effect::None, moreSharding},
    {ChangeId::Offload, Effect::None, offload},
    {ChangeId::Optimizer, Effect::Numerics, narrowStates},
    {ChangeId::MicroBatch, Effect::None, smallerMicroBatch},
    {ChangeId::Checkpointing, Effect::None, moreCheckpointing},
    {ChangeId::Attention, Effect::None, betterAttention},
    {ChangeId::Loss, Effect::None, smallerLoss},
    {ChangeId::Allocator, Effect::None, growingSegments},
    {ChangeId::Overlap, Effect::None, oneBucket},
}};

} // namespace

std::span<const ChangeKind> savingChanges()
{
    return table;
}

} // namespace shardscope
