// SPDX-License-Identifier: GPL-3.0-or-later
// What a published run stands for. What a source leaves open is not guessed: such a run has no
// scenario.
#include "core/estimate/overhead.h"
#include "core/model/hfconfig.h"
#include "tools/validate/caseformats.h"
#include "tools/validate/devicerun.h"
#include "tools/validate/devicewords.h"

#include <cstdlib>

namespace shardscope {

namespace {

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

bool isFms(const DeviceRun &run)
{
    return run.framework.starts_with("HF Trainer / fms-hf-tuning");
}

/// FlagPerf's own script around deepspeed and transformers.
bool isFlagPerf(const DeviceRun &run)
{
    return run.framework == "deepspeed";
}

/// DeepSpeed without Hugging Face's "auto": deepspeed/runtime/zero/config.py, and FlagPerf's
/// ds_config.json.
void setBuckets(Parallel &parallel, const DeviceRun &run)
{
    parallel.reduceBucket = isFlagPerf(run) ? 10'000'000 : 500'000'000;
    parallel.allGatherBucket = isFlagPerf(run) ? 100'000'000 : 500'000'000;
    parallel.prefetchBucket = isFlagPerf(run) ? 10'000'000 : 50'000'000;
    parallel.persistenceThreshold = 100'000;
}

std::optional<Unmapped> setParallel(Parallel &parallel, const DeviceRun &run)
{
    if (run.splitsModel)
        return Unmapped{"tensor, pipeline, context or expert parallelism is not modelled"};
    const Framework own = frameworkCalled(run.framework);
    if (own == Framework::Auto)
        return unmapped("the framework is not modelled", run.framework);
    const std::optional<Sharding> sharding = shardingCalled(run.sharding);
    if (!sharding)
        return unmapped("the sharding is not modelled", run.sharding);
    if (run.framework.starts_with("LitGPT") && sharding->framework == Framework::Fsdp1)
        return Unmapped{
            "LitGPT puts frozen weights and adapters into one flat parameter, whose whole "
            "gradient no_backward_sync keeps; not modelled"};
    const bool nanotron = run.framework.starts_with("nanotron");
    parallel = {.strategy = sharding->strategy,
        .framework = nanotron || sharding->framework == Framework::Auto ? own : sharding->framework,
        .gpus = run.gpus};
    if (run.framework.starts_with("torchtitan"))
        parallel.wrap = Wrap::EmbedHead;
    if (run.framework.starts_with("torchtune"))
        parallel.gradientSync = GradientSync::EveryMicroStep;
    // Its accelerate.yaml asks for fsdp_backward_prefetch: BACKWARD_PRE.
    if (isFms(run) || has(run.notes, "backward prefetch BACKWARD_PRE"))
        parallel.overlap = Overlap::On;
    if (isFlagPerf(run) || run.framework == "Megatron-DeepSpeed")
        setBuckets(parallel, run);
    if (run.gradients.starts_with("fp32"))
        parallel.gradientPrecision = GradientPrecision::Fp32;
    if (run.offload == "params" || run.offload == "params+grads+optim")
        parallel.offload = Offload::Parameters;
    else if (run.offload == "optimizer")
        parallel.offload = Offload::Optimizer;
    else if (!run.offload.empty() && run.offload != "none")
        return unmapped("the offload is not modelled", run.offload);
    return std::nullopt;
}

std::optional<Method> methodOf(const DeviceRun &run)
{
    if (run.method == "pretrain")
        return Method::Full;
    return fromName<Method>(run.method);
}

std::optional<Checkpointing> checkpointingOf(std::string_view words)
{
    if (words.starts_with("full"))
        return Checkpointing::Full;
    if (words.starts_with("none"))
        return Checkpointing::None;
    if (words.starts_with("selective (op-level"))
        return Checkpointing::Selective;
    return std::nullopt;
}

/// Packed rows need no mask, and then SDPA picks the FlashAttention kernel.
std::optional<Attention> attentionOf(const DeviceRun &run)
{
    // SDPA picks FlashAttention where there is no padding mask: benchmarks fill their sequences. It
    // is also what a Hugging Face model or torchtune takes where none is chosen.
    if (run.attention.empty() || has(run.attention, "flash") || has(run.attention, "sdpa"))
        return Attention::Flash;
    if (has(run.attention, "eager"))
        return Attention::Eager;
    return std::nullopt;
}

std::optional<Optimizer> optimizerOf(const DeviceRun &run)
{
    // DeepSpeed and Megatron bring a fused Adam of their own.
    if (run.optimizer == "Adam" && run.framework == "deepspeed")
        return Optimizer::AdamW;
    return optimizerCalled(run.optimizer);
}

std::optional<Precision> precisionOf(const DeviceRun &run)
{
    const bool half = has(run.compute, "fp16");
    if (!half && !has(run.compute, "bf16") && !has(run.compute, "bfloat16"))
        return (run.compute == "fp32" || run.compute == "tf32") && run.weights == "fp32"
            ? std::optional(Precision::Fp32)
            : std::nullopt;
    const Precision master = half ? Precision::Fp16Master : Precision::Bf16Master;
    const Precision pure = half ? Precision::Fp16 : Precision::Bf16;
    if (run.method == "lora" || run.method == "qlora") {
        const bool isPure = has(run.adapter, "no AMP") || has(run.gradients, "bf16")
            || has(run.moments, "bf16") || has(run.compute, "bf16-true");
        return isPure ? pure : master;
    }
    if (has(run.weights, "shard") || has(run.master, "fp32") || has(run.moments, "fp32"))
        return master; // FSDP's fp32 shards are the master copy
    return pure;
}

LoraPrecision loraPrecisionOf(const DeviceRun &run)
{
    if (has(run.adapter, "no AMP"))
        return LoraPrecision::Fp32; // PEFT makes them so from 0.12 on, whatever the trainer does
    const bool sixteen = has(run.gradients, "bf16") || has(run.moments, "bf16");
    return sixteen ? LoraPrecision::Bits16 : LoraPrecision::Auto;
}

constexpr std::array<Word<std::string_view>, 9> moduleNames{{
    {"q", "q_proj"},
    {"k", "k_proj"},
    {"v", "v_proj"},
    {"o", "o_proj"},
    {"query", "q_proj"},
    {"key", "k_proj"},
    {"value", "v_proj"},
    {"projection", "o_proj"},
    {"mlp", "gate_proj,up_proj,down_proj"},
}};

/// PEFT's names of the modules; LitGPT and torchtune have words of their own.
std::string targetsOf(std::string_view words)
{
    if (words == "all linear" || words == "all-linear")
        return "all-linear";
    std::string targets;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(','), words.size());
        const std::string_view word = words.substr(0, end);
        words.remove_prefix(std::min(end + 1, words.size()));
        if (word == "c_attn")
            continue; // GPT-2's; PEFT passes over names that a model lacks
        targets.append(targets.empty() ? "" : ",")
            .append(meaningOf(moduleNames, word).value_or(word));
    }
    return targets;
}

std::optional<Unmapped> setAdapters(Training &training, const DeviceRun &run)
{
    const bool quantized = training.method == Method::Qlora;
    // GPTQ in groups of 128 takes 4.16 bits a weight, NF4 with double quantisation 4.13.
    if (quantized && !has(run.quantization, "nf4") && run.quantization != "GPTQ 4-bit")
        return unmapped("the quantisation is not modelled", run.quantization);
    if (run.trainsModules)
        return Unmapped{"whole modules are trained beside the adapters"};
    if (run.rank == 0)
        return Unmapped{"the rank of the adapters is not stated"};
    if (run.targets.empty() || has(run.targets, "DEFAULT") || has(run.targets, "head")
        || has(run.targets, "output"))
        return unmapped("the adapted modules are not those of decoder layers", run.targets);
    training.loraRank = run.rank;
    training.loraTargets = targetsOf(run.targets);
    training.loraDropout = run.dropout;
    training.loraPrecision = loraPrecisionOf(run);
    // TRL 0.13 prepares a quantised model that is not sharded, and casts back all but the norms.
    if (quantized && has(run.notes, "baseline-peft-bnb") && run.sharding == "none")
        training.kbitPreparation = KbitPreparation::Norms;
    return std::nullopt;
}

/// The release of transformers that a run names; today's where it names none.
Stack stackOf(const DeviceRun &run)
{
    // A script of March 2024, when transformers 4.38 was new; one that sets what 4.34 brought and
    // 4.36 took away (_flash_attn_2_enabled).
    if (run.framework == "PyTorch FSDP + PEFT custom script" || isFlagPerf(run))
        return Stack::Transformers4;
    const std::string_view version = run.transformers;
    if (!version.starts_with("4."))
        return Stack::Transformers5;
    const int minor = std::atoi(run.transformers.c_str() + 2);
    return minor < 46 ? Stack::Transformers4 : Stack::Transformers446;
}

/// Loops of their own refer to the model's output for a while: fsdp_qlora's train.py until the end
/// of the step, PEFT's run.py until the next output is there.
Outputs outputsOf(const DeviceRun &run)
{
    if (run.framework == "PyTorch FSDP + PEFT custom script")
        return Outputs::Step;
    return run.framework == "PEFT custom loop" ? Outputs::Next : Outputs::Dropped;
}

/// Liger, cut cross-entropy and NeMo make the loss without whole logits.
bool usesFusedHead(const DeviceRun &run)
{
    constexpr std::array<std::string_view, 3> words{
        "fused linear CE", "cut cross entropy", "linear cross entropy"};
    return std::any_of(
        words.begin(), words.end(), [&run](std::string_view word) { return has(run.notes, word); });
}

Loss lossOf(const DeviceRun &run)
{
    if (usesFusedHead(run))
        return Loss::Fused;
    if (has(run.notes, "fused CE kernel"))
        return Loss::InPlace;
    return has(run.notes, "loss computed in chunks") ? Loss::Chunked : Loss::Standard;
}

std::optional<Unmapped> setTraining(Training &training, const DeviceRun &run)
{
    const auto method = methodOf(run);
    const auto precision = precisionOf(run);
    const auto optimizer = optimizerOf(run);
    const auto checkpointing = checkpointingOf(run.checkpointing);
    const auto attention = attentionOf(run);
    if (run.isVariant)
        return Unmapped{"variants of LoRA (DoRA) are not modelled"};
    if (!method)
        return unmapped("the method is not modelled", run.method);
    if (run.sequence == 0 || run.microBatch == 0)
        return Unmapped{"sequence length or micro-batch is not stated, or varies"};
    if (run.compiled)
        return Unmapped{"torch.compile decides anew what is kept"};
    if (!precision)
        return unmapped("the precision is not modelled", run.compute);
    if (!optimizer)
        return unmapped("the optimizer is not modelled", run.optimizer);
    if (!checkpointing)
        return unmapped("the checkpointing is not modelled", run.checkpointing);
    if (!attention)
        return unmapped("the attention kernel is not modelled", run.attention);
    training = {.method = *method,
        .precision = *precision,
        .optimizer = *optimizer,
        .sequenceLength = run.sequence,
        .microBatch = run.microBatch,
        .accumulation = run.accumulation,
        .checkpointing = *checkpointing,
        .attention = *attention,
        .loss = lossOf(run),
        .kernels = has(run.notes, "fused RMSNorm") ? Kernels::Unsloth : Kernels::Cuda,
        .stack = stackOf(run),
        .outputs = outputsOf(run)};
    return *method == Method::Full ? std::nullopt : setAdapters(training, run);
}

/// A shape written down in place of a name: nanotron's models are Llama's, Megatron's are GPT-2's.
Json configOf(const DeviceRun &run, bool isLlama)
{
    const DeviceRun::Shape &shape = run.shape;
    const auto number = [](std::int64_t value) { return Json(static_cast<double>(value)); };
    if (!isLlama)
        return Json::Object{{"model_type", "gpt2"}, {"n_embd", number(shape.hidden)},
            {"n_layer", number(shape.layers)}, {"n_head", number(shape.heads)},
            {"n_inner", number(shape.width)}, {"vocab_size", number(shape.vocabulary)},
            {"n_positions", number(run.sequence)}};
    return Json::Object{{"model_type", "llama"}, {"hidden_size", number(shape.hidden)},
        {"num_hidden_layers", number(shape.layers)}, {"num_attention_heads", number(shape.heads)},
        {"num_key_value_heads", number(shape.kvHeads > 0 ? shape.kvHeads : shape.heads)},
        {"intermediate_size", number(shape.width)}, {"vocab_size", number(shape.vocabulary)},
        {"tie_word_embeddings", shape.tied}};
}

/// Quantised or mirrored copies, under the name of what they are copies of.
constexpr std::array<Word<std::string_view>, 6> copies{{
    {"TheBloke/Mistral-7B-v0.1-GPTQ", "mistralai/Mistral-7B-v0.1"},
    {"TheBloke/Mixtral-8x7B-Instruct-v0.1-GPTQ", "mistralai/Mixtral-8x7B-Instruct-v0.1"},
    {"TheBloke/Llama-2-70B-GPTQ", "meta-llama/Llama-2-70b-hf"},
    {"TechxGenus/Meta-Llama-3-8B-GPTQ", "meta-llama/Meta-Llama-3-8B"},
    {"mistral-community/Mistral-7B-v0.2", "mistralai/Mistral-7B-v0.1"},
    {"NousResearch/Llama-2-70b-hf", "meta-llama/Llama-2-70b-hf"},
}};

std::string_view originOf(std::string_view name)
{
    return meaningOf(copies, name).value_or(name);
}

std::variant<ModelChoice, Unmapped> modelChoice(const DeviceRun &run)
{
    const DeviceRun::Shape &shape = run.shape;
    // The text behind a name in brackets is about the name: "openai-community/gpt2 (124M)".
    const std::string_view model = run.model;
    const std::string name(originOf(model.substr(0, model.find(" ("))));
    if (has(name, "/") && shape.note.empty())
        return ModelChoice{.id = name};
    const bool isLlama = has(run.model, "llama-style") || has(run.model, "Llama-3");
    const bool isKnown = isLlama || run.model.starts_with("GPT");
    const bool isWhole = shape.layers > 0 && shape.hidden > 0 && shape.heads > 0 && shape.width > 0
        && shape.vocabulary > 0 && !shape.hasExperts;
    if (!isKnown || !isWhole)
        return unmapped("the shape of the model is not given in full", run.model);
    return modelOf(configOf(run, isLlama), run.model);
}

/// MiB of contexts on each GPU; 0: the usual one. To load a GPTQ model the benchmark of
/// fms-acceleration asks accelerate for a device map, and get_max_memory (utils/modeling.py) opens
/// a context on every GPU that a process sees.
double contextsOf(const DeviceRun &run)
{
    if (run.contextMib > 0)
        return run.contextMib;
    const bool opensAll = isFms(run) && run.quantization.starts_with("GPTQ") && run.gpus > 1;
    return opensAll ? run.gpus * ContextMib : 0;
}

} // namespace

std::string_view gpuOf(const DeviceRun &run)
{
    return gpuCalled(run.gpu);
}

std::string_view linkOf(const DeviceRun &run)
{
    // Its launch scripts set FI_PROVIDER=efa, for the cluster that its benchmarks ran on.
    if (run.framework.starts_with("nanotron") && run.gpus > 8)
        return "efa-p5";
    // "Without NVLink", on "an older motherboard" with "slow PCI lanes" (benchmarks_03_2024.md).
    if (run.framework == "PyTorch FSDP + PEFT custom script" && run.gpu == "RTX3090-24GB")
        return "pcie3";
    return {};
}

int addedTokensOf(const DeviceRun &run)
{
    // sft_trainer.py: a padding token where the tokenizer has none, and embeddings to match.
    constexpr std::array<std::string_view, 4> families{"lama-2", "lama-3", "istral-", "ixtral-"};
    const bool hasNone = std::any_of(families.begin(), families.end(),
        [&run](std::string_view family) { return has(run.model, family); });
    return isFms(run) && hasNone ? 1 : 0;
}

std::string_view kernelsOf(const DeviceRun &run)
{
    if (usesFusedHead(run))
        return "fused-head";
    return has(run.notes, "fused RMSNorm") ? "fused" : "none";
}

Mapping mappingOf(const DeviceRun &run)
{
    Scenario scenario;
    if (auto refused = setParallel(scenario.parallel, run))
        return *std::move(refused);
    if (auto refused = setTraining(scenario.training, run))
        return *std::move(refused);
    if (kernelsOf(run) != "none")
        scenario.training.fusion = Fusion::Fused;
    if (const std::string_view gpu = gpuOf(run); !gpu.empty())
        scenario.hardware.gpu = gpu;
    if (has(run.notes, "expandable segments on"))
        scenario.hardware.allocator = Allocator::Expandable;
    if (const double contexts = contextsOf(run); contexts > 0)
        scenario.hardware.contextMib = contexts;
    scenario.hardware.link = linkOf(run);
    return withModel(std::move(scenario), modelChoice(run));
}

} // namespace shardscope
