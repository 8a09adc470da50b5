// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/adapterfindings.h"

#include "core/engines/offload/offload.h"
#include "core/model/families.h"
#include "core/model/remadematrices.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/step/workload.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// Adapted matrices that a state space's kernel reads past the adapters beside them.
std::string readMatrices(const LoraTargets &targets, const ModelSpec &spec)
{
    std::string read;
    if (!spec.stateSpace)
        return read;
    for (const std::string_view name : spec.stateSpace->readByKernel()) {
        if (targets.takesIn(name))
            read.append(read.empty() ? "" : ", ").append(name);
    }
    return read;
}

/// PEFT 0.20 tuners/lora/layer.py, ParamWrapper: raises for DoRA, as experts are no linear module.
bool adaptsWhatIsNoModule(const Training &training, const ModelSpec &spec)
{
    const LoraTargets targets = adaptedModules(spec, training);
    const bool isOfExperts
        = spec.experts && (targets.router() || targets.gateUp() || targets.down());
    return isOfExperts || !readMatrices(targets, spec).empty();
}

/// Kinds but LoRA and DoRA are derived for decoders that attend in every layer, and read text.
bool isPlainModel(const ModelSpec &spec)
{
    return !spec.encoder && !spec.mixed && !spec.hasState() && !spec.tower && spec.labels == 0;
}

/// Whether a comma-separated list of names has all of another one.
bool isPartOf(std::string_view some, std::string_view all)
{
    bool areAll = true;
    while (!some.empty()) {
        const std::size_t comma = std::min(some.find(','), some.size());
        areAll &= isNamed(all, some.substr(0, comma));
        some.remove_prefix(std::min(comma + 1, some.size()));
    }
    return areAll;
}

/// PEFT 0.20 tuners/ia3/model.py: raises where it has no feed-forward modules for the family, and
/// config.py where a list of them is no part of a list of targets. Its gpt2 names one of two
/// modules that bear the same name.
bool lacksFeedforward(const Training &training, const ModelSpec &spec)
{
    const std::optional<std::string> names = feedforwardNames(spec, training.feedforwardModules);
    const LinearNames &own = linearNames(spec);
    const bool areBothLists = training.loraTargets != "all-linear"
        && training.feedforwardModules != "auto" && training.feedforwardModules != "none";
    if (areBothLists && !isPartOf(training.feedforwardModules, training.loraTargets))
        return true;
    return !names
        || (own.output == own.down && isFeedforward(*names, own.down)
            && adaptedModules(spec, training).takesIn(own.down));
}

/// Whether PEFT makes BOFT's matrices for all that is adapted.
bool areButterflies(const Training &training, const ModelSpec &spec)
{
    const std::vector<AdaptedLinear> adapted
        = adaptedLinears(spec, training.loraTargets, training.modules);
    return std::all_of(adapted.begin(), adapted.end(), [&](const AdaptedLinear &each) {
        return isButterfly(static_cast<double>(each.linear.in), training.boftBlock,
            training.boftBlocks, training.boftFactors);
    });
}

/// What keeps adapters that make or turn whole matrices from being planned. PEFT 0.20 makes LoHa's
/// and LoKr's of the shape of the weight, which in 4 bits is that of what is packed.
std::optional<std::string_view> remakingObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.method == Method::Qlora)
        return "training.method";
    if (training.adapter == AdapterKind::Boft && !areButterflies(training, spec))
        return training.boftBlock > 0 ? "training.boft_block" : "training.boft_blocks";
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return "parallel.framework";
    if (!training.modulesToSave.empty())
        return "training.modules_to_save";
    if (spec.modules.transposesWeights || spec.modules.ownLinear || spec.seq2seq || spec.indexer)
        return "model.id";
    return std::nullopt;
}

/// What keeps rows of the embedding from being planned that are trained alone. A tied head reads
/// the same rows, of which losses that have no logits make another use.
std::optional<std::string_view> tokensObstacle(const Scenario &scenario)
{
    const Training &training = scenario.training;
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return "parallel.framework";
    if (!training.modulesToSave.empty())
        return "training.modules_to_save";
    const bool hasLogits = training.loss == Loss::Standard || training.loss == Loss::InPlace;
    return hasLogits ? std::nullopt : std::optional<std::string_view>("training.loss");
}

/// What keeps a prefix of keys and values from being planned. PEFT 0.20 refuses it where there are
/// checkpoints (peft_model.py, _setup_prompt_encoder); where those come later, transformers 5.12.1
/// leaves the cache away (modeling_layers.py, GradientCheckpointingLayer), and the mask meets too
/// few keys, or the loss depends on nothing that is trained.
std::optional<std::string_view> prefixObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.checkpointing != Checkpointing::None)
        return "training.checkpointing";
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return "parallel.framework";
    if (training.modules != ModuleLibrary::Transformers5)
        return "training.modules";
    if (isCompiled(training.kernels) || training.kernels == Kernels::Unsloth)
        return "training.kernels";
    if (!training.modulesToSave.empty())
        return "training.modules_to_save";
    // What was followed. Latent keys are not as wide as PEFT makes them, and layers with a state
    // look for theirs in the cache.
    constexpr std::array codes{AttentionCode::Standard, AttentionCode::Gpt2, AttentionCode::Bloom,
        AttentionCode::Llama4, AttentionCode::GptOss};
    const bool isKnown
        = std::find(codes.begin(), codes.end(), spec.modules.attention) != codes.end();
    const bool isPlain
        = isKnown && !spec.latent && !spec.indexer && !spec.seq2seq && !spec.imageLayers;
    return isPlain ? std::nullopt : std::optional<std::string_view>("model.id");
}

/// What of a scenario keeps adapters of vectors, of norms or of tokens from being planned.
std::optional<std::string_view> obstacleOfKind(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const AdapterKind kind = training.adapter;
    if (!isPlainModel(spec))
        return "model.id";
    if (training.objective != Objective::CausalLm)
        return "training.objective";
    if (adaptsMatrices(kind) && tablesIn(spec, training.loraTargets).count() > 0)
        return "training.lora_targets";
    if (kind == AdapterKind::LnTuning && !NormTargets(spec, training.loraTargets).isKnown())
        return "training.lora_targets";
    if (kind == AdapterKind::Ia3 && lacksFeedforward(training, spec))
        return "training.feedforward_modules";
    // tuners/ia3/bnb.py, Linear4bit: its results are fp32, which attention does not take.
    if (kind == AdapterKind::Ia3 && training.method == Method::Qlora)
        return "training.method";
    // Copies of norms in fp32 beside copies of tables in 16 bits.
    if (kind == AdapterKind::LnTuning && !training.modulesToSave.empty()
        && kbitPreparation(training) == KbitPreparation::Norms)
        return "training.modules_to_save";
    // peft_model.py, _setup_prompt_encoder: no module is trained whole beside a prompt.
    if (isPrompt(kind) && !training.modulesToSave.empty())
        return "training.modules_to_save";
    if (training.optimizer == Optimizer::Muon || training.optimizer == Optimizer::AdaLomo)
        return "training.optimizer";
    if (kind == AdapterKind::TrainableTokens)
        return tokensObstacle(scenario);
    if (kind == AdapterKind::PrefixTuning)
        return prefixObstacle(scenario, spec);
    return remakesMatrices(kind) ? remakingObstacle(scenario, spec) : std::nullopt;
}

/// What keeps FSDP1 from flattening adapters with the weights of their layer. torch asks for one
/// dtype (2.14 distributed/fsdp/_flat_param.py, _validate_tensors_to_flatten), LitGPT for weights
/// that are not quantised (finetune/lora.py).
std::optional<std::string_view> flatObstacle(const Training &training, const ModelSpec &spec)
{
    if (training.adapter != AdapterKind::Lora)
        return "training.adapter";
    if (training.method == Method::Qlora)
        return "training.method";
    const bool isOne = training.precision == Precision::Fp32
        || (!isMixed(recipe(training.precision)) && training.loraPrecision != LoraPrecision::Fp32);
    if (!isOne)
        return "training.precision";
    if (!isPlainModel(spec) || spec.seq2seq || spec.experts)
        return "model.id";
    return tablesIn(spec, training.loraTargets).count() > 0
        ? std::optional<std::string_view>("training.lora_targets")
        : std::nullopt;
}

/// Engines under which what these adapters hold is derived.
std::optional<std::string_view> engineObstacle(const Scenario &scenario)
{
    const Framework framework = frameworkFor(scenario.parallel);
    // VeRA's shared factors stay fp32 beside vectors that FSDP2 gathers in 16 bit: torch refuses
    // the product (tuners/vera/layer.py casts the input to the vectors' dtype).
    const bool isSharded
        = framework == Framework::Fsdp2 && scenario.training.adapter != AdapterKind::Vera;
    if (framework != Framework::Trainer && !isSharded)
        return "parallel.framework";
    // PEFT 0.20 utils/integrations.py, dequantize_module_weight: a parameter that FSDP2 has
    // gathered is no Params4bit, and is taken for the matrix as it is.
    if (framework == Framework::Fsdp2 && scenario.training.method == Method::Qlora)
        return "training.method";
    if (offloadFor(scenario.parallel) != Offload::None)
        return "parallel.offload";
    return std::nullopt;
}

} // namespace

std::optional<std::string_view> adapterObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.method == Method::Full || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    if (flattensAdapters(scenario))
        return flatObstacle(training, spec);
    if (training.adapter == AdapterKind::Lora)
        return std::nullopt;
    if (training.adapter != AdapterKind::Dora) {
        if (const auto obstacle = obstacleOfKind(scenario, spec))
            return obstacle;
    }
    if (adaptsWhatIsNoModule(training, spec))
        return "training.lora_targets";
    if (spec.tower)
        return "vision.images";
    return engineObstacle(scenario);
}

std::optional<Finding> decomposedStart(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const bool hasStart
        = training.adapter == AdapterKind::Lora || training.adapter == AdapterKind::Dora;
    if (training.method == Method::Full || !hasStart || training.loraStart == LoraStart::Default
        || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    return Finding{.id = FindingId::DecomposedStart, .severity = Severity::Information};
}

std::optional<Finding> idleAdapters(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (training.method == Method::Full || !adaptsMatrices(training.adapter)
        || training.linearAttention != LinearAttention::Fused
        || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    std::string read = readMatrices(adaptedModules(spec, training), spec);
    if (read.empty())
        return std::nullopt;
    return Finding{
        .id = FindingId::IdleAdapters, .severity = Severity::Warning, .what = std::move(read)};
}

} // namespace shardscope
