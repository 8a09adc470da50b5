// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/keys.h"

#include "core/base/fields.h"
#include "core/base/nearest.h"
#include "core/model/hfconfig.h"
#include "core/scenario/keyrow.h"
#include "core/scenario/objectivekeys.h"
#include "core/scenario/optiontexts.h"
#include "core/scenario/parallelkeys.h"
#include "core/scenario/recompute.h"
#include "core/scenario/unknownkey.h"

#include <cmath>

namespace shardscope {

namespace {

// The estimator stands at the top, in no group.
std::optional<Json> getEstimator(const Scenario &scenario)
{
    return Json(nameOf(scenario.estimator));
}
Status setEstimator(Scenario &scenario, const Json &value)
{
    scenario.estimator = *fromName<EstimatorKind>(*value.string());
    return success();
}

// A model is chosen in one of three ways, and the last one said counts.
std::optional<Json> getParameters(const Scenario &scenario)
{
    return scenario.model.isScaled() ? std::optional<Json>(scenario.model.parameters)
                                     : std::nullopt;
}
Status setParameters(Scenario &scenario, const Json &value)
{
    scenario.model.parameters = *value.number();
    scenario.model.imported.reset();
    scenario.model.id.clear();
    return success();
}
Status setModelId(Scenario &scenario, const Json &value)
{
    scenario.model.id = *value.string();
    scenario.model.imported.reset();
    return success();
}
Status setRecomputeModules(Scenario &scenario, const Json &value)
{
    const std::string &list = *value.string();
    const std::optional<std::string_view> unknown = unknownPart(list);
    if (list.empty() || unknown)
        return Error{.code = ErrorCode::UnknownChoice,
            .where = "training.recompute_modules",
            .found = std::string(unknown.value_or(list)),
            .expected = oneOfNear(unknown.value_or(list), namesOf<RecomputedPart>)};
    scenario.training.recomputeModules = list;
    return success();
}
std::optional<Json> getConfig(const Scenario &scenario)
{
    if (!scenario.model.imported)
        return std::nullopt;
    Result<Json> config = parseJson(scenario.model.imported->config);
    return config ? std::optional<Json>(*std::move(config)) : std::nullopt;
}
Status setConfig(Scenario &scenario, const Json &value)
{
    Result<ModelSpec> spec = readModelConfig(value);
    if (!spec)
        return spec.error();
    scenario.model.imported = ImportedModel{
        .name = {}, .config = writeJson(value, JsonStyle::Compact), .spec = *std::move(spec)};
    scenario.model.id.clear();
    return success();
}
std::optional<Json> getModelName(const Scenario &scenario)
{
    if (!scenario.model.imported || scenario.model.imported->name.empty())
        return std::nullopt;
    return Json(scenario.model.imported->name);
}
Status setModelName(Scenario &scenario, const Json &value)
{
    if (scenario.model.imported)
        scenario.model.imported->name = *value.string();
    return success();
}
template <auto Field>
std::optional<Json> getOverride(const Scenario &scenario)
{
    const int value = scenario.model.*Field;
    return value > 0 ? std::optional<Json>(value) : std::nullopt;
}

template <auto Group, auto Field>
std::optional<Json> getAmount(const Scenario &scenario)
{
    const double value = at<Group, Field>(scenario);
    return value > 0 ? std::optional<Json>(value) : std::nullopt;
}

/// A number that stands empty until somebody says it.
template <auto Group, auto Field>
Key amount(std::string_view id, std::string_view unit, double maximum, std::string_view meaning,
    NumberStyle style = NumberStyle::Plain)
{
    return {id, KeyKind::Real, unit, meaning, style, 0, maximum, {}, getAmount<Group, Field>,
        setNumber<Group, Field>};
}

void addRun(std::vector<Key> &table)
{
    using S = Scenario;
    using R = RunChoice;
    table.push_back(amount<&S::run, &R::tokens>("run.tokens", english("keys", "tokens"), 1e15,
        english("keys", "size of the data set; 0: given by run.examples"),
        NumberStyle::Parameters));
    table.push_back(amount<&S::run, &R::examples>("run.examples", english("keys", "sequences"),
        1e15, english("keys", "size of the data set, in sequences of full length"),
        NumberStyle::Parameters));
    table.push_back(real<&S::run, &R::epochs>("run.epochs", english("keys", "epochs"), {0, 1e6},
        english("keys", "passes over the data set")));
    table.push_back(amount<&S::run, &R::pricePerGpuHour>("run.price_per_gpu_hour",
        english("keys", "currency per hour"), 1e6,
        english("keys", "price of one GPU for an hour; there is no default")));
    table.push_back(amount<&S::run, &R::diskGBs>("run.disk_gb_s", english("keys", "GB/s"), 1e6,
        english("keys", "rate at which checkpoints are written")));
    table.push_back(amount<&S::run, &R::learningRate>("run.learning_rate", {}, 1e3,
        english("keys", "learning rate tuned for run.reference_batch; scaled linearly")));
    table.push_back(amount<&S::run, &R::referenceBatch>("run.reference_batch",
        english("keys", "sequences"), 1e12,
        english("keys", "sequences per optimizer step that run.learning_rate was tuned for")));
}

void addVision(std::vector<Key> &table)
{
    using S = Scenario;
    using V = Vision;
    constexpr Range sizes{0, 1 << 16};
    table.push_back(integer<&S::vision, &V::images>("vision.images", english("keys", "images"),
        {0, 1 << 12},
        english("keys",
            "images in each sequence, whose tokens count towards its length; 0: text alone, and "
            "the vision tower is left out")));
    table.push_back(automaticAt(0,
        integer<&S::vision, &V::imageWidth>("vision.image_width", english("keys", "pixels"), sizes,
            english("keys", "width of an image, as it comes to the processor; 0: not said"))));
    table.push_back(automaticAt(0,
        integer<&S::vision, &V::imageHeight>("vision.image_height", english("keys", "pixels"),
            sizes, english("keys", "height of an image; 0: as vision.image_width says"))));
    table.push_back(choice<&S::vision, &V::tower>("vision.tower",
        english("keys", "whether the vision tower is trained: its weights, or adapters in it")));
    table.push_back(choice<&S::vision, &V::projector>("vision.projector",
        english("keys", "the same of the projector between tower and language model")));
}

void addHardware(std::vector<Key> &table)
{
    using S = Scenario;
    using H = Hardware;
    constexpr Range estimable{H::asEstimated, 1 << 20};
    table.push_back(text<&S::hardware, &H::gpu>("hardware.gpu", english("keys", "catalogue id"),
        english("keys", "GPU type: h100-sxm, a100-sxm-80, ...")));
    table.push_back(text<&S::hardware, &H::link>("hardware.link", english("keys", "catalogue id"),
        english("keys",
            "interconnect: the slowest link of the ring, between nodes or in the one node; empty: "
            "implied by GPU and node count")));
    table.push_back(real<&S::hardware, &H::reserveGib>("hardware.reserve_gib",
        english("keys", "GiB"), {0, 4096}, english("keys", "memory to keep free on each GPU")));
    table.push_back(real<&S::hardware, &H::hostGib>("hardware.host_gib", english("keys", "GiB"),
        {0, 1 << 20}, english("keys", "memory of one node's host; 0: unknown")));
    table.push_back(choice<&S::hardware, &H::allocator>("hardware.allocator",
        english("keys", "PyTorch's allocator: default segments, or expandable_segments")));
    table.push_back(automaticAt(H::asEstimated,
        real<&S::hardware, &H::contextMib>("hardware.context_mib", english("keys", "MiB"),
            estimable, english("keys", "CUDA context on each GPU; -1: as estimated"))));
    table.push_back(automaticAt(H::asEstimated,
        real<&S::hardware, &H::ncclMib>("hardware.nccl_mib", english("keys", "MiB"), estimable,
            english("keys", "NCCL buffers on each GPU; -1: as estimated"))));
    table.push_back(automaticAt(H::asEstimated,
        real<&S::hardware, &H::workspaceMib>("hardware.workspace_mib", english("keys", "MiB"),
            estimable, english("keys", "cuBLAS workspace; -1: as estimated"))));
    table.push_back(automaticAt(H::asEstimated,
        real<&S::hardware, &H::fragmentationPercent>("hardware.fragmentation_percent",
            english("keys", "%"), {H::asEstimated, 1000},
            english("keys",
                "reserved but unallocated memory, as a share of what is allocated; -1: as "
                "estimated"))));
    table.push_back(
        real<&S::hardware, &H::correctionGib>("hardware.correction_gib", english("keys", "GiB"),
            {-4096, 4096}, english("keys", "measured minus estimated peak; set by calibration")));
}

std::vector<Key> makeKeys()
{
    using S = Scenario;
    using T = Training;
    constexpr Range counts{1, 1 << 20};
    std::vector<Key> table;
    table.push_back({"estimator", KeyKind::Choice, {},
        english("keys",
            "worksheet: rules of thumb of the articles; detailed: what the frameworks really "
            "allocate"),
        NumberStyle::Plain, 0, 0, namesOf<EstimatorKind>, getEstimator, setEstimator, {},
        textsOf<EstimatorKind>});

    // Weakest first: where a file holds more than one, the real model wins.
    table.push_back({"model.parameters", KeyKind::Real, english("keys", "parameters"),
        english("keys", "size of a Llama-like shape, when no real model is chosen: 7e9, 70B"),
        NumberStyle::Parameters, 1e6, 1e14, {}, getParameters, setParameters});
    table.push_back({"model.hidden_size", KeyKind::Integer, {},
        english("keys", "overrides the hidden size that model.parameters implies; 0: implied"),
        NumberStyle::Plain, 0, 1 << 20, {}, getOverride<&ModelChoice::hiddenSize>,
        setNumber<&S::model, &ModelChoice::hiddenSize>});
    table.push_back({"model.layers", KeyKind::Integer, english("keys", "layers"),
        english("keys", "overrides the number of layers that model.parameters implies; 0: implied"),
        NumberStyle::Plain, 0, 1 << 14, {}, getOverride<&ModelChoice::layers>,
        setNumber<&S::model, &ModelChoice::layers>});
    table.push_back({"model.id", KeyKind::Text, english("keys", "catalogue id"),
        english("keys", "a model of the catalogue: meta-llama/Meta-Llama-3-8B"), NumberStyle::Plain,
        0, 0, {}, getText<&S::model, &ModelChoice::id>, setModelId});
    table.push_back({"model.config", KeyKind::Document, english("keys", "config.json"),
        english("keys",
            "a Hugging Face config.json: a path on the command line, the object itself in files"),
        NumberStyle::Plain, 0, 0, {}, getConfig, setConfig});
    table.push_back(
        {"model.name", KeyKind::Text, {}, english("keys", "what to call the model of model.config"),
            NumberStyle::Plain, 0, 0, {}, getModelName, setModelName});

    table.push_back(choice<&S::training, &T::method>("training.method",
        english("keys",
            "full: every weight is trained; lora: adapters; qlora: adapters on a "
            "quantised base")));
    table.push_back(integer<&S::training, &T::loraRank>(
        "training.lora_rank", {}, {1, 1 << 16}, english("keys", "LoRA rank")));
    table.push_back(text<&S::training, &T::loraTargets>("training.lora_targets",
        english("keys", "module names"),
        english("keys", "target modules: all-linear, or a list such as q_proj,v_proj")));
    table.push_back(real<&S::training, &T::loraDropout>(
        "training.lora_dropout", {}, {0, 1}, english("keys", "dropout before each adapter")));
    table.push_back(choice<&S::training, &T::loraPrecision>("training.lora_precision",
        english("keys", "dtype of the adapters; auto: fp32 on a 16-bit base, as PEFT makes them")));
    table.push_back(choice<&S::training, &T::adapter>(
        "training.adapter", english("keys", "lora or qlora: what PEFT trains beside the base")));
    table.push_back(choice<&S::training, &T::loraStart>("training.lora_init",
        english("keys",
            "what LoRA's factors start from (PEFT's init_lora_weights); a step holds the same")));
    table.push_back(integer<&S::training, &T::virtualTokens>("training.virtual_tokens",
        english("keys", "tokens"), {1, 1 << 16},
        english("keys",
            "prompt tuning, p-tuning: trained tokens in front of each sequence; prefix tuning: "
            "keys and values in front of those of each layer")));
    table.push_back(choice<&S::training, &T::prefixProjection>("training.prefix_projection",
        english("keys",
            "prefix tuning: off: keys and values are trained themselves; on: a small network that "
            "makes them (PEFT's prefix_projection)")));
    table.push_back(integer<&S::training, &T::encoderHidden>("training.encoder_hidden",
        english("keys", "numbers"), {0, 1 << 20},
        english("keys",
            "p-tuning, prefix tuning: width of the network that makes the tokens (PEFT's "
            "encoder_hidden_size); 0: as wide as what it makes them of")));
    table.push_back(integer<&S::training, &T::lokrFactor>("training.lokr_factor", {}, {-1, 1 << 16},
        english("keys",
            "LoKr: by what dimensions are divided (PEFT's decompose_factor); -1: near their square "
            "roots")));
    table.push_back(integer<&S::training, &T::oftBlock>("training.oft_block",
        english("keys", "numbers"), {0, 1 << 16},
        english("keys",
            "OFT: inputs that are turned together (PEFT's oft_block_size); 0: as many blocks as "
            "training.lora_rank says")));
    table.push_back(integer<&S::training, &T::boftBlock>("training.boft_block",
        english("keys", "numbers"), {0, 1 << 16},
        english("keys",
            "BOFT: inputs that are turned together (PEFT's boft_block_size); 0: as many blocks as "
            "training.boft_blocks says")));
    table.push_back(integer<&S::training, &T::boftBlocks>("training.boft_blocks", {}, {0, 1 << 20},
        english("keys", "BOFT: blocks of each adapted matrix's input (PEFT's boft_block_num)")));
    table.push_back(integer<&S::training, &T::boftFactors>("training.boft_factors", {}, {1, 64},
        english("keys",
            "BOFT: sparse matrices whose product turns the input (PEFT's boft_n_butterfly_factor), "
            "which without its CUDA extension is 1")));
    table.push_back(integer<&S::training, &T::trainedTokens>("training.trained_tokens",
        english("keys", "tokens"), {1, 1 << 20},
        english("keys",
            "trainable tokens: rows of the embedding that are trained alone (PEFT's "
            "token_indices)")));
    table.push_back(text<&S::training, &T::feedforwardModules>("training.feedforward_modules",
        english("keys", "module names"),
        english("keys",
            "IA3: adapted modules whose input is scaled in place of the result: a list, none, or "
            "auto: what PEFT takes for the family")));
    table.push_back(text<&S::training, &T::modulesToSave>("training.modules_to_save",
        english("keys", "module names"),
        english("keys",
            "trained whole beside the adapters, as copies: embed_tokens, lm_head or both")));
    table.push_back(choice<&S::training, &T::base>("training.base",
        english("keys",
            "qlora: what the frozen matrices are stored in: bitsandbytes' NF4, its LLM.int8 "
            "(load_in_8bit), or 4-bit integers as GPTQ and HQQ find them")));
    table.push_back(real<&S::training, &T::outlierPercent>("training.outlier_percent",
        english("keys", "%"), {0, 100},
        english("keys",
            "llm-int8: columns of what a product is given with a number of 6.0 or more, which "
            "multiply in 16 bits; known from the data alone")));
    table.push_back(text<&S::training, &T::unquantized>("training.unquantized",
        english("keys", "module names"),
        english("keys",
            "qlora: modules that stay in 16 bits (llm_int8_skip_modules): names of linear modules, "
            "lm_head, vision_tower, multi_modal_projector, deepstack_merger_list, mamba; "
            "layers.3.mlp of one layer")));
    table.push_back(choice<&S::training, &T::kbitPreparation>("training.kbit_preparation",
        english("keys",
            "qlora: what is upcast to fp32 before training: nothing, the norms, or all that is "
            "not quantised")));
    table.push_back(choice<&S::training, &T::quantStorage>("training.quant_storage",
        english("keys",
            "dtype that 4-bit weights are stored as (bnb_4bit_quant_storage); 16-bit can be "
            "sharded")));
    table.push_back(choice<&S::training, &T::doubleQuantization>("training.double_quantization",
        english("keys", "whether the scales of 4-bit weights are quantised, too")));
    table.push_back(
        real<&S::training, &T::loraPercent>("training.lora_percent", english("keys", "%"), {0, 100},
            english("keys", "trainable share of the parameters; worksheet only")));
    table.push_back(choice<&S::training, &T::precision>("training.precision",
        english("keys",
            "bf16: all 2 bytes; -amp: fp32 weights under autocast; -master: 16-bit weights, "
            "fp32 master and moments")));
    table.push_back(choice<&S::training, &T::autocast>("training.autocast",
        english("keys",
            "16-bit weights under torch's autocast, which computes norms with a mean in fp32; "
            "auto: as the training loop has it")));
    table.push_back(choice<&S::training, &T::fp8>("training.fp8",
        english("keys",
            "products of the layers' matrices in 8 bits: as torchao's float8 training computes "
            "them, one scale per tensor or per row, or as TransformerEngine does in Megatron-LM "
            "(te-)")));
    table.push_back(choice<&S::training, &T::fp8Weights>("training.fp8_weights",
        english("keys",
            "TransformerEngine's products in 8 bits: whether weights are there in 16 bits, and "
            "copied, or in 8 bits alone")));
    table.push_back(choice<&S::training, &T::optimizer>(
        "training.optimizer", english("keys", "what updates the weights")));
    table.push_back(integer<&S::training, &T::projectionRank>("training.projection_rank", {},
        {1, 1 << 16},
        english("keys", "dimensions that GaLore and APOLLO project the gradient of a matrix to")));
    table.push_back(integer<&S::training, &T::preconditionerBlock>("training.preconditioner_block",
        {}, {1, 1 << 20},
        english("keys",
            "Shampoo: rows and columns of the blocks of weights that have preconditioners of their "
            "own, at most (max_preconditioner_dim)")));
    table.push_back(choice<&S::training, &T::update>("training.update",
        english("keys",
            "when weights are updated; in-backward: each as soon as its gradient is there, which "
            "goes then (torchtune's optimizer_in_bwd)")));
    table.push_back(integer<&S::training, &T::sequenceLength>("training.sequence_length",
        english("keys", "tokens"), {1, 1 << 24}, english("keys", "tokens per sequence"),
        NumberStyle::Tokens));
    table.push_back(
        integer<&S::training, &T::microBatch>("training.micro_batch", english("keys", "sequences"),
            {1, 1 << 16}, english("keys", "sequences per GPU and micro-step")));
    table.push_back(integer<&S::training, &T::accumulation>("training.accumulation",
        english("keys", "micro-steps"), counts,
        english("keys", "gradient accumulation: micro-steps per optimizer step")));
    table.push_back(choice<&S::training, &T::checkpointing>("training.checkpointing",
        english("keys", "activation checkpointing: what is computed again in the backward pass")));
    table.push_back(choice<&S::training, &T::checkpointKind>("training.checkpoint_kind",
        english("keys",
            "whether checkpoints are reentrant (use_reentrant=True); auto: as the trainer asks for "
            "them: transformers before 5, and TRL beside adapters under ZeRO-3")));
    table.push_back(choice<&S::training, &T::activationOffload>("training.activation_offload",
        english("keys",
            "where activations wait for the backward pass: on the GPU, or on the host: all that "
            "autograd saves (TRL, torchtune), or inputs of checkpointed layers (Unsloth)")));
    table.push_back(integer<&S::training, &T::checkpointEvery>("training.checkpoint_every",
        english("keys", "layers"), {1, 1 << 14},
        english("keys", "every n-th layer is checkpointed, the others keep all")));
    Key recompute = text<&S::training, &T::recomputeModules>("training.recompute_modules",
        english("keys", "module names"),
        english("keys",
            "Megatron: what selective checkpointing computes again, such as "
            "core_attn,layernorm,moe_act"));
    recompute.set = setRecomputeModules;
    table.push_back(recompute);
    table.push_back(automaticAt(0,
        integer<&S::training, &T::blockLayers>("training.block_layers", english("keys", "layers"),
            {0, 10'000},
            english("keys",
                "Megatron: layers of each pipeline chunk that full checkpointing computes again, "
                "the first ones (recompute-method block); 0: all"))));
    table.push_back(integer<&S::training, &T::groupLayers>("training.group_layers",
        english("keys", "layers"), {1, 10'000},
        english("keys",
            "Megatron: layers under one checkpoint (recompute-method uniform), from the first of "
            "each pipeline chunk on")));
    table.push_back(integer<&S::training, &T::frozenLayers>("training.frozen_layers",
        english("keys", "layers"), {-(1 << 14), 1 << 14},
        english("keys",
            "full training: how many of the first layers are frozen; below 0: of the last ones")));
    table.push_back(text<&S::training, &T::frozenModules>("training.frozen_modules",
        english("keys", "module names"),
        english("keys",
            "full training: what else is frozen, some of embed_tokens, norm (the final one) and "
            "lm_head")));
    table.push_back(choice<&S::training, &T::attention>("training.attention",
        english("keys",
            "attention kernel: flash takes no mask; sdpa has one in every layer, as padding asks "
            "for it; sdpa-unpadded has one where a layer has a window that is no longer than a "
            "sequence; eager keeps the score matrix")));
    table.push_back(choice<&S::training, &T::loss>("training.loss",
        english("keys",
            "how cross-entropy treats the logits: whole, in chunks, fused with the head, or "
            "with the gradient written over them")));
    table.push_back(real<&S::training, &T::labelSmoothing>("training.label_smoothing", {}, {0, 1},
        english("keys",
            "label_smoothing_factor of the Trainer, which then computes the loss from the "
            "logits; 0: off")));
    table.push_back(choice<&S::training, &T::kernels>("training.kernels",
        english("keys",
            "cuda: PyTorch's kernels with their scratch; reference: its plain operators, as dry "
            "runs see them; unsloth: its norm and rotary kernels; fused: norms, rotary embedding "
            "and gates in one kernel each (Liger); compiled, compiled-layers: what torch.compile "
            "makes of the whole model, or of each of its layers")));
    table.push_back(choice<&S::training, &T::linearAttention>("training.linear_attention",
        english("keys",
            "layers that hand a state on (gated delta rule, Mamba 2, short convolution): kernels "
            "of "
            "flash-linear-attention, mamba-ssm and causal-conv1d, which transformers takes where "
            "they are installed, or its own statements over chunks")));
    table.push_back(choice<&S::training, &T::rotary>("training.rotary",
        english("keys",
            "Megatron-LM's rotary embedding: one kernel (apply_rope_fusion), or torch's operators, "
            "which keep tables in each layer")));
    table.push_back(choice<&S::training, &T::softmax>("training.softmax",
        english("keys",
            "Megatron-LM's eager attention: whose softmax it calls; the kernels keep scores in 16 "
            "bit and take 17 to 4,096 keys (TransformerEngine's: to 16,383)")));
    table.push_back(choice<&S::training, &T::modules>("training.modules",
        english("keys",
            "whose modules the model is made of: torchtitan's, or those of a release of "
            "transformers; before 5 logits are copied for the loss and checkpoints are "
            "reentrant")));
    table.push_back(choice<&S::training, &T::loop>("training.loop",
        english("keys",
            "whose training loop wraps modules and asks gradients to wait: the Trainer's "
            "(accelerate), torchtitan's, torchtune's, LitGPT's or, for grpo, verl's; auto: the "
            "Trainer's, unless embed-head units are set")));
    table.push_back(choice<&S::training, &T::experts>("training.experts",
        english("keys",
            "how transformers 5 (experts_implementation) or Megatron-LM (moe-grouped-gemm) "
            "computes "
            "routed experts: grouped products, or a loop over them")));
    table.push_back(choice<&S::training, &T::outputs>("training.outputs",
        english("keys",
            "until when the training loop refers to what the model returned, logits among it: "
            "dropped at once, the end of the step, or the next forward pass")));

    addVision(table);
    addObjectiveKeys(table);
    addParallelKeys(table);
    addHardware(table);
    addRolloutKeys(table);
    addRun(table);
    return table;
}

Phrase rangeOf(const Key &key)
{
    return rangeText({key.minimum, key.maximum}, key.kind == KeyKind::Integer);
}

Phrase typeText(const Key &key)
{
    switch (key.kind) {
    case KeyKind::Integer:
    case KeyKind::Real:
        return rangeOf(key);
    case KeyKind::Choice:
        return oneOf(key.choices);
    case KeyKind::Text:
        return english("errors", "text");
    case KeyKind::Document:
        return english("errors", "an object");
    }
    return {};
}

Status check(const Key &key, const Json &value)
{
    const auto failed = [&](ErrorCode code) {
        return Error{.code = code,
            .where = std::string(key.id),
            .found = summary(value),
            .expected = code == ErrorCode::UnknownChoice ? oneOfNear(*value.string(), key.choices)
                                                         : typeText(key),
            .line = value.line()};
    };
    switch (key.kind) {
    case KeyKind::Integer:
    case KeyKind::Real: {
        const double *number = value.number();
        if (!number)
            return failed(ErrorCode::WrongType);
        const bool fractional = key.kind == KeyKind::Integer && std::floor(*number) != *number;
        if (!(*number >= key.minimum && *number <= key.maximum) || fractional)
            return failed(ErrorCode::OutOfRange);
        return success();
    }
    case KeyKind::Choice:
        if (!value.string())
            return failed(ErrorCode::WrongType);
        if (std::find(key.choices.begin(), key.choices.end(), *value.string()) == key.choices.end())
            return failed(ErrorCode::UnknownChoice);
        return success();
    case KeyKind::Text:
        return value.string() ? success() : failed(ErrorCode::WrongType);
    case KeyKind::Document:
        return value.isObject() ? success() : failed(ErrorCode::WrongType);
    }
    return success();
}

} // namespace

std::span<const Key> keys()
{
    static const std::vector<Key> table = makeKeys();
    return table;
}

const Key *findKey(std::string_view id)
{
    const std::span<const Key> table = keys();
    const auto found
        = std::find_if(table.begin(), table.end(), [id](const Key &key) { return key.id == id; });
    return found == table.end() ? nullptr : &*found;
}

Status setKey(Scenario &scenario, const Key &key, const Json &value)
{
    if (Status checked = check(key, value); !checked)
        return checked;
    return key.set(scenario, value);
}

Status setKeyText(Scenario &scenario, std::string_view id, std::string_view text)
{
    if (isFormerKey(id))
        return setFormerKey(scenario, id, text);
    const Key *key = findKey(id);
    if (!key)
        return unknownKey(id);
    switch (key->kind) {
    case KeyKind::Integer:
    case KeyKind::Real: {
        const std::optional<double> number
            = key->automatic && text == "auto" ? key->automatic : parseNumber(text, key->style);
        if (!number)
            return Error{.code = ErrorCode::WrongType,
                .where = std::string(id),
                .found = std::string(text),
                .expected = rangeOf(*key)};
        return setKey(scenario, *key, Json(*number));
    }
    case KeyKind::Document: {
        const Result<Json> document = parseJson(text);
        if (!document)
            return document.error();
        return setKey(scenario, *key, *document);
    }
    case KeyKind::Choice:
    case KeyKind::Text:
        break;
    }
    return setKey(scenario, *key, Json(text));
}

} // namespace shardscope
