// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of Hugging Face models, run on fake tensors with every storage followed.
#include "tools/validate/followed.h"
#include "tools/validate/words.h"

namespace shardscope {

namespace {

constexpr std::array<std::string_view, 8> metrics{"peak_bytes", "between_steps", "forward_peak",
    "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"};

constexpr std::array<Word, 5> optimizers{{
    {"adamw", "adamw_fused"},
    {"adamw-foreach", "adamw_foreach"},
    {"sgd", "sgd"},
    {"sgd-momentum", "sgd_momentum"},
    {"muon", "muon"},
}};
constexpr std::array<Word, 2> wraps{{{"root", "root"}, {"embed-head", "embed_head"}}};
constexpr std::array<Word, 2> storages{{{"uint8", "uint8"}, {"16-bit", "bf16"}}};
constexpr std::array<Word, 2> reductions{{{"16-bit", "bf16"}, {"fp32", "fp32"}}};

/// Which dtypes a step's tensors have.
struct Dtypes
{
    std::string weights{};
    bool autocast = false;
    bool mixed = false; ///< FSDP2's mixed precision
    bool adapters = false;
};

Dtypes readDtypes(Fields &fields, bool adapters, int shards)
{
    return {.weights = fields.requiredText("weights_dtype"),
        .autocast = fields.boolean("autocast", false),
        .mixed = shards > 1 && fields.boolean("mixed", false),
        .adapters = adapters};
}

/// Autocast over bf16 weights keeps them bf16; over fp32 ones it casts where they are used, as
/// FSDP2's mixed precision does where it gathers. Adapters are fp32 on a bf16 base: under autocast
/// they are cast, without it the stream of the adapter is fp32. Empty: no such weights are known.
std::string_view precisionOf(const Dtypes &types)
{
    if (types.weights == "bf16")
        return types.adapters && (types.autocast || types.mixed) ? "bf16-master" : "bf16";
    if (types.weights != "fp32")
        return {};
    if (types.mixed)
        return "bf16-master";
    return types.autocast ? "bf16-amp" : "fp32";
}

void stateTraining(
    Draft &draft, Fields &fields, const Json &json, const Dtypes &types, const std::string &method)
{
    draft.translate("training.method", method, method, "unknown method");
    draft.translate(
        "training.precision", precisionOf(types), types.weights, "unknown dtype of the weights");
    const std::string optimizer = fields.requiredText("optimizer");
    draft.translate(
        "training.optimizer", ourWord(optimizers, optimizer), optimizer, "unknown optimizer");
    const std::string checkpointing = fields.requiredText("checkpointing");
    draft.translate(
        "training.checkpointing", checkpointing, checkpointing, "unknown checkpointing");
    const std::string attention = fields.requiredText("attention");
    draft.translate("training.attention", attention, attention, "unknown attention kernel");
    draft.state("training.label_smoothing", fields.number({"label_smoothing"}, {0, 1}).value_or(0));
    stateBatch(draft, fields);
    if (!types.adapters)
        return;
    stateAdapters(draft, fields, json);
    if (!types.autocast && !types.mixed && types.weights == "bf16")
        draft.state("training.lora_precision", "fp32");
    const std::string storage = method == "qlora" ? fields.text("quant_storage") : "";
    if (!storage.empty())
        draft.translate("training.quant_storage", ourWord(storages, storage), storage,
            "unknown storage of 4-bit weights");
}

void stateParallel(Draft &draft, Fields &fields, int shards)
{
    draft.state("parallel.gpus", shards);
    if (shards == 1) {
        draft.state("parallel.strategy", "ddp");
        return draft.state("parallel.framework", "trainer");
    }
    draft.state("parallel.strategy", fields.boolean("reshard", true) ? "fsdp" : "fsdp-grad-op");
    draft.state("parallel.framework", "fsdp2");
    draft.state("parallel.gpus_per_node", 1024);
    if (const std::string wrap = fields.text("wrap"); !wrap.empty())
        draft.translate("parallel.wrap", ourWord(wraps, wrap), wrap, "unknown wrap policy");
    else
        draft.assume("parallel.wrap", "root",
            "how FSDP2 wraps is not stated: as accelerate does, which the peaks agree with");
    if (const std::string dtype = fields.text("reduce_dtype"); !dtype.empty())
        draft.translate("parallel.gradient_precision", ourWord(reductions, dtype), dtype,
            "unknown dtype of the reduction");
    if (const std::string sync = fields.text("gradient_sync"); !sync.empty())
        draft.translate("parallel.gradient_sync", sync, sync, "unknown reduction of gradients");
}

/// Autocast takes the fp32 product of DeepSeek's router, and of those like it, to 16 bit.
bool castsRouter(const Dtypes &types, const Scenario &scenario)
{
    if (!types.autocast || scenario.training.precision != Precision::Bf16
        || !scenario.model.imported)
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
    const std::string method = fields.requiredText("method");
    const int shards = static_cast<int>(fields.integer({"shards"}, countRange).value_or(1));
    const Dtypes types = readDtypes(fields, method != "full", shards);
    Draft draft;
    refuseUncounted(draft, *scenario);
    stateTraining(draft, fields, *scenario, types, method);
    stateParallel(draft, fields, shards);
    readMeasured(element, metrics, error, item);
    if (error)
        return;
    const std::string model = element.text("model");
    draft.describeModel(*architecture, model.empty() ? item.id : model);
    if (castsRouter(types, draft.scenario()))
        draft.refuse("autocast over the fp32 router of a 16-bit model is not modelled");
    item.tags = {tierOf(element), {"attention", fields.text("attention")},
        {"checkpointing", fields.text("checkpointing")}};
    std::move(draft).finish(item);
}

} // namespace shardscope
