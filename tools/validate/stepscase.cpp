// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of Hugging Face models, run on fake tensors with every storage followed.
#include "tools/validate/caseformats.h"

namespace shardscope {

namespace {

constexpr std::array<std::string_view, 8> metrics{"peak_bytes", "between_steps", "forward_peak",
    "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"};

constexpr std::array<Word<Optimizer>, 5> optimizers{{
    {"adamw_fused", Optimizer::AdamW},
    {"adamw_foreach", Optimizer::AdamWForeach},
    {"sgd", Optimizer::Sgd},
    {"sgd_momentum", Optimizer::SgdMomentum},
    {"muon", Optimizer::Muon},
}};
constexpr std::array<Word<Wrap>, 2> wraps{{
    {"root", Wrap::Root},
    {"embed_head", Wrap::EmbedHead},
}};
constexpr std::array<Word<QuantStorage>, 2> storages{{
    {"uint8", QuantStorage::Uint8},
    {"bf16", QuantStorage::Bits16},
}};
constexpr std::array<Word<GradientPrecision>, 2> reductions{{
    {"bf16", GradientPrecision::Bits16},
    {"fp32", GradientPrecision::Fp32},
}};

struct StepsRun
{
    std::string weights{};
    bool autocast = false;
    std::string method{};
    std::string attention{};
    std::string checkpointing{};
    std::string optimizer{};
    Training adapters{}; ///< their fields alone
    int microBatch = 0;
    int sequence = 0;
    int accumulation = 1;
    int shards = 1;
    bool mixed = false;
    bool reshard = false;
    std::string reduction{};
    std::string wrap{};
    double labelSmoothing = 0;
    std::optional<Unmapped> refused{};
    std::string sync{};
    std::string quantStorage{};
};

StepsRun readRun(Fields &fields, const Json &json)
{
    const auto count = [&fields](std::string_view name) {
        return static_cast<int>(fields.requiredInteger({name}, tokenRange));
    };
    StepsRun run{.weights = fields.requiredText("weights_dtype"),
        .autocast = fields.boolean("autocast", false),
        .method = fields.requiredText("method"),
        .attention = fields.requiredText("attention"),
        .checkpointing = fields.requiredText("checkpointing"),
        .optimizer = fields.requiredText("optimizer"),
        .microBatch = count("micro_batch"),
        .sequence = count("sequence_length")};
    run.accumulation = static_cast<int>(fields.integer({"accumulation"}, countRange).value_or(1));
    run.labelSmoothing = fields.number({"label_smoothing"}, {0, 1}).value_or(0);
    run.refused = refuseUncounted(json);
    if (run.method != "full")
        readAdapters(fields, json, run.adapters);
    if (run.method == "qlora")
        run.quantStorage = fields.text("quant_storage");
    run.shards = static_cast<int>(fields.integer({"shards"}, countRange).value_or(1));
    if (run.shards > 1) {
        run.mixed = fields.boolean("mixed", false);
        run.reshard = fields.boolean("reshard", true);
        run.reduction = fields.text("reduce_dtype");
        run.wrap = fields.text("wrap");
        run.sync = fields.text("gradient_sync");
    }
    return run;
}

/// Autocast over bf16 weights keeps them bf16; over fp32 ones it casts where they are used, as
/// FSDP2's mixed precision does where it gathers. Adapters are fp32 on a bf16 base: under autocast
/// they are cast, without it the stream of the adapter is fp32.
std::optional<Precision> precisionOf(const StepsRun &run)
{
    const bool adapters = run.method != "full";
    if (run.weights == "bf16")
        return adapters && (run.autocast || run.mixed) ? Precision::Bf16Master : Precision::Bf16;
    if (run.weights != "fp32")
        return std::nullopt;
    if (run.mixed)
        return Precision::Bf16Master;
    return run.autocast ? Precision::Bf16Amp : Precision::Fp32;
}

std::optional<Unmapped> setTraining(Training &training, const StepsRun &run)
{
    const auto method = fromName<Method>(run.method);
    const auto precision = precisionOf(run);
    const auto optimizer = meaningOf(optimizers, run.optimizer);
    const auto checkpointing = fromName<Checkpointing>(run.checkpointing);
    const auto attention = fromName<Attention>(run.attention);
    if (!method)
        return unmapped("unknown method", run.method);
    if (!precision)
        return unmapped("unknown dtype of the weights", run.weights);
    if (!optimizer)
        return unmapped("unknown optimizer", run.optimizer);
    if (!checkpointing)
        return unmapped("unknown checkpointing", run.checkpointing);
    if (!attention)
        return unmapped("unknown attention kernel", run.attention);
    training = {.method = *method,
        .precision = *precision,
        .optimizer = *optimizer,
        .sequenceLength = run.sequence,
        .microBatch = run.microBatch,
        .accumulation = run.accumulation,
        .checkpointing = *checkpointing,
        .attention = *attention,
        .labelSmoothing = run.labelSmoothing,
        .kernels = Kernels::Reference};
    if (*method == Method::Full)
        return std::nullopt;
    training.loraRank = run.adapters.loraRank;
    training.loraTargets = run.adapters.loraTargets;
    training.loraDropout = run.adapters.loraDropout;
    if (!run.autocast && !run.mixed && run.weights == "bf16")
        training.loraPrecision = LoraPrecision::Fp32;
    const auto storage = run.quantStorage.empty() ? std::optional(QuantStorage::Uint8)
                                                  : meaningOf(storages, run.quantStorage);
    if (!storage)
        return unmapped("unknown storage of 4-bit weights", run.quantStorage);
    training.quantStorage = *storage;
    return std::nullopt;
}

std::optional<Unmapped> setParallel(Parallel &parallel, const StepsRun &run)
{
    parallel = {.strategy = Strategy::Ddp, .framework = Framework::Trainer, .gpus = 1};
    if (run.shards == 1)
        return std::nullopt;
    parallel.strategy = run.reshard ? Strategy::Fsdp : Strategy::FsdpGradOp;
    parallel.framework = Framework::Fsdp2;
    parallel.gpus = run.shards;
    parallel.gpusPerNode = 1024;
    // A run without the word was wrapped as accelerate wraps.
    const auto wrap = run.wrap.empty() ? std::optional(Wrap::Root) : meaningOf(wraps, run.wrap);
    const auto reduction = run.reduction.empty() ? std::optional(GradientPrecision::Auto)
                                                 : meaningOf(reductions, run.reduction);
    if (!wrap)
        return unmapped("unknown wrap policy", run.wrap);
    const auto sync
        = run.sync.empty() ? std::optional(GradientSync::Auto) : fromName<GradientSync>(run.sync);
    if (!reduction)
        return unmapped("unknown dtype of the reduction", run.reduction);
    if (!sync)
        return unmapped("unknown reduction of gradients", run.sync);
    parallel.gradientSync = *sync;
    parallel.wrap = *wrap;
    parallel.gradientPrecision = *reduction;
    return std::nullopt;
}

Mapping mappingOf(const StepsRun &run, const Json &architecture, const std::string &name)
{
    Scenario scenario;
    if (run.refused)
        return *run.refused;
    if (auto refused = setTraining(scenario.training, run))
        return *std::move(refused);
    if (auto refused = setParallel(scenario.parallel, run))
        return *std::move(refused);
    return withModel(std::move(scenario), modelOf(architecture, name));
}

/// Autocast takes the fp32 product of DeepSeek's router, and of those like it, to 16 bit.
bool castsRouter(const StepsRun &run, const Scenario &scenario)
{
    if (!run.autocast || scenario.training.precision != Precision::Bf16 || !scenario.model.imported)
        return false;
    const ModelSpec &spec = scenario.model.imported->spec;
    return spec.experts && (spec.latent || spec.modules.router == Router::Sigmoid);
}

} // namespace

void readStepsCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *scenario = element.requiredObject("scenario");
    if (!scenario)
        return;
    Fields fields(*scenario, element.at("scenario"), error);
    const Json *architecture = fields.requiredObject("architecture");
    const StepsRun run = readRun(fields, *scenario);
    readMeasured(element, metrics, error, item);
    if (error)
        return;
    const std::string model = element.text("model");
    item.mapping = mappingOf(run, *architecture, model.empty() ? item.id : model);
    const Scenario *mapped = std::get_if<Scenario>(&item.mapping);
    if (mapped && castsRouter(run, *mapped))
        item.mapping = Unmapped{"autocast over the fp32 router of a 16-bit model is not modelled"};
    const std::string tier = element.text("tier");
    item.tags = {{"tier", tier.empty() ? "core" : tier}, {"attention", run.attention},
        {"checkpointing", run.checkpointing}};
}

} // namespace shardscope
