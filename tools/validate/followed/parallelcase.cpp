// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of Megatron-Core and of torch's own stack on one rank of a mesh, whose storages were all
// followed, on fake tensors with a fake process group.
#include "tools/validate/draft.h"
#include "tools/validate/formats.h"
#include "tools/validate/printed.h"

#include <array>

namespace shardscope {

namespace {

/// The axes of the mesh, and what goes with them.
struct Layout
{
    std::string_view name;
    std::string_view key;
};
constexpr std::array layouts{Layout{"tp", "parallel.tensor"}, Layout{"pp", "parallel.pipeline"},
    Layout{"vpp", "parallel.virtual_stages"}, Layout{"cp", "parallel.context"},
    Layout{"ep", "parallel.expert"}, Layout{"etp", "parallel.expert_tensor"},
    Layout{"micro_batch", "training.micro_batch"},
    Layout{"num_micro_batches", "training.accumulation"},
    Layout{"sequence_length", "training.sequence_length"}};

/// A number of somebody's file; nothing where it says none.
std::optional<double> numberIn(const Json &object, std::string_view key)
{
    const Json *found = object.find(key);
    return found && found->number() ? std::optional(*found->number()) : std::nullopt;
}

/// The family whose router, shared expert and norms are like those of torchtitan's experts.
std::string_view familyOfTitan(const Printed &shape)
{
    if (shape.says("score_func", "sigmoid"))
        return "dots1";
    if (shape.says("shared_gate", "true"))
        return "qwen2_moe";
    return shape.says("qk_norm", "true") ? "qwen3_moe" : "mixtral";
}

/// How their keys are called there.
Json configOfTitan(Json config, const Printed &shape)
{
    config["model_type"] = Json(familyOfTitan(shape));
    for (const std::string_view key : {"num_experts", "n_routed_experts"})
        config[key] = *shape.find("num_local_experts");
    config["norm_topk_prob"] = Json(shape.says("route_norm", "true"));
    config["decoder_sparse_step"] = Json(1.0);
    config["qkv_bias"] = Json(false);
    config["first_k_dense_replace"] = Json(0.0);
    const auto shared = static_cast<double>(shape.size("shared_expert_intermediate_size"));
    const auto width = static_cast<double>(shape.size("moe_intermediate_size"));
    config["n_shared_experts"] = Json(width > 0 ? shared / width : 0.0);
    config["intermediate_size"] = Json(width);
    return config;
}

/// The config.json of the model that a case's `style` stands for.
Json configOf(const Json &architecture, const Json &scenario)
{
    Json config = architecture;
    const Printed shape(architecture);
    const Printed run(scenario);
    // What is not there is asked for by the reader of the config.
    const auto copy = [&config](std::string_view key, const Json &from, std::string_view name) {
        if (const Json *value = from.find(name))
            config[key] = *value;
    };
    const bool hasExperts = architecture.find("num_local_experts") != nullptr;
    if (shape.says("style", "gpt") && (hasExperts || run.says("biases", "false"))) {
        config["model_type"] = Json(hasExperts ? "megatron_gpt_moe" : "megatron_gpt");
        config["add_bias_linear"] = Json(false);
        copy("moe_ffn_hidden_size", architecture, "moe_intermediate_size");
        copy("max_position_embeddings", scenario, "sequence_length");
        for (const std::string_view key : {"hidden_dropout", "attention_dropout"})
            copy(key, scenario, "dropout");
        return config;
    }
    if (shape.says("style", "gpt")) {
        config["model_type"] = Json("gpt2");
        copy("n_embd", architecture, "hidden_size");
        copy("n_layer", architecture, "num_hidden_layers");
        copy("n_head", architecture, "num_attention_heads");
        copy("n_inner", architecture, "intermediate_size");
        copy("n_positions", scenario, "sequence_length");
        for (const std::string_view key : {"resid_pdrop", "embd_pdrop", "attn_pdrop"})
            copy(key, scenario, "dropout");
        return config;
    }
    const bool isShared = architecture.find("shared_expert_intermediate_size") != nullptr;
    if (shape.find("score_func"))
        return configOfTitan(config, shape);
    config["model_type"] = Json(isShared ? "qwen2_moe" : hasExperts ? "mixtral" : "llama");
    const bool normsHeads = shape.says("qk_norm", "true");
    if (normsHeads)
        config["model_type"] = Json(hasExperts ? "qwen3_moe" : "qwen3");
    if (isShared || (hasExperts && normsHeads)) {
        copy("num_experts", architecture, "num_local_experts");
        config["qkv_bias"] = Json(false);
        config["decoder_sparse_step"] = Json(1.0);
    } else if (hasExperts) {
        copy("intermediate_size", architecture, "moe_intermediate_size");
    }
    return config;
}

/// What is computed again.
void readRecompute(const Json &scenario, Draft &draft)
{
    const Json *found = scenario.find("recompute");
    if (!found)
        return;
    const Printed recompute(*found);
    if (recompute.says("granularity", "full")) {
        draft.state("training.checkpointing", Json("full"));
        const std::optional<double> layers = numberIn(*found, "num_layers");
        if (!layers)
            draft.refuse("it does not say how many layers are computed again at once");
        else if (recompute.says("method", "block"))
            draft.state("training.block_layers", Json(*layers));
        else
            draft.state("training.group_layers", Json(*layers));
        return;
    }
    const bool isSelective = recompute.says("granularity", "selective");
    draft.state("training.checkpointing", Json(isSelective ? "selective" : "none"));
    if (isSelective)
        draft.state("training.recompute_modules", Json(recompute.text("modules")));
}

/// Whether a stage of one of torch's pipelines was followed that has the loss: the last one, or
/// the first one of a V.
bool hasLossApart(const Json &scenario)
{
    const Json *rank = scenario.find("rank");
    const std::optional<double> stage = rank ? numberIn(*rank, "pp") : std::nullopt;
    const double stages = numberIn(scenario, "pp").value_or(1);
    const Printed run(scenario);
    const bool isV = run.says("schedule", "zbvzerobubble dualpipev");
    return run.text("framework") == "torch-native" && stages > 1 && stage
        && *stage == (isV ? 0 : stages - 1);
}

/// Whether it is the last of torch's ranks that share a sequence, which keeps one tensor less in
/// each layer than the one before.
bool isLastOfContext(const Json &scenario)
{
    const Json *rank = scenario.find("rank");
    const std::optional<double> place = rank ? numberIn(*rank, "cp") : std::nullopt;
    const double ranks = numberIn(scenario, "cp").value_or(1);
    return Printed(scenario).text("framework") == "torch-native" && ranks > 1 && place
        && *place == ranks - 1;
}

void readMesh(const Json &scenario, Draft &draft)
{
    if (isLastOfContext(scenario))
        draft.refuse("the last of the ranks that share a sequence holds less than the one that is "
                     "planned");
    double gpus = 1;
    for (const Layout &layout : layouts) {
        const Json *value = scenario.find(layout.name);
        if (value && value->number())
            draft.state(layout.key, *value);
    }
    if (const std::optional<double> load = numberIn(scenario, "expert_load"))
        draft.state("parallel.expert_load", Json(*load));
    if (const std::optional<double> capacity = numberIn(scenario, "expert_capacity"))
        draft.state("parallel.expert_capacity", Json(*capacity));
    for (const std::string_view axis : {"tp", "pp", "cp", "dp"})
        gpus *= numberIn(scenario, axis).value_or(1);
    draft.state("parallel.gpus", Json(gpus));
    const Printed run(scenario);
    draft.state("parallel.expert_padding", Json(run.says("pads_experts", "true") ? "on" : "off"));
    draft.state("parallel.sequence", Json(run.says("sp", "true") ? "on" : "off"));
}

void readMegatron(const Json &scenario, const Json &architecture, Draft &draft)
{
    const Printed run(scenario);
    draft.state("parallel.framework", Json("megatron"));
    draft.state(
        "parallel.strategy", Json(run.says("distributed_optimizer", "true") ? "zero1" : "ddp"));
    draft.state("training.precision", Json("bf16-master"));
    // Without TransformerEngine's cached dummies, or without fused accumulation.
    const bool isPlain
        = !run.says("dummy_wgrad", "te") || !run.says("gradient_accumulation_fusion", "true");
    draft.state("training.kernels", Json(isPlain ? "reference" : "cuda"));
    draft.state("training.experts", Json(run.says("grouped_gemm", "false") ? "loop" : "grouped"));
    draft.state("parallel.dispatcher",
        Json(run.says("dispatcher", "allgather") ? "all-gather" : "all-to-all"));
    readRecompute(scenario, draft);
    const bool hasRope = architecture.find("style") && !Printed(architecture).says("style", "gpt");
    draft.state(
        "training.rotary", Json(hasRope && run.says("rope_fusion", "false") ? "plain" : "fused"));
}

/// Megatron-Bridge's adapters; of its matrices one holds query, key and value, and one gate and up.
void readAdapters(const Json &scenario, const Json &architecture, Draft &draft)
{
    constexpr std::array names{std::pair{"linear_qkv", "q_proj,k_proj,v_proj"},
        std::pair{"linear_proj", "o_proj"}, std::pair{"linear_fc2", "down_proj"}};
    const std::string targets(Printed(scenario).text("lora_targets"));
    const bool isGated = !Printed(architecture).says("style", "gpt");
    std::string list;
    const auto add = [&](std::string_view name, std::string_view modules) {
        if (targets.find(name) != std::string::npos)
            (list += list.empty() ? "" : ",") += modules;
    };
    for (const auto &[name, modules] : names)
        add(name, modules);
    add("linear_fc1", isGated ? "gate_proj,up_proj" : "up_proj");
    draft.state("training.lora_targets", Json(targets.empty() ? "all-linear" : list));
    draft.state("training.lora_rank", Json(numberIn(scenario, "lora_rank").value_or(0)));
    draft.state("training.lora_dropout", Json(numberIn(scenario, "lora_dropout").value_or(0)));
}

/// torch's schedules that split backward passes; the others follow from the chunks.
constexpr std::array splitSchedules{std::pair{"interleavedzerobubble", "zero-bubble"},
    std::pair{"zbvzerobubble", "zero-bubble-v"}, std::pair{"dualpipev", "dualpipe-v"}};

/// torch's own DTensor, FSDP2 and pipelining, as torchtitan calls them.
void readTorch(const Printed &run, Draft &draft)
{
    for (const auto &[name, value] : splitSchedules) {
        if (run.says("schedule", name))
            draft.state("parallel.schedule", Json(value));
    }
    const bool isSharded = run.says("fsdp", "true");
    const bool reshards = run.says("reshard", "true");
    draft.state("training.modules", Json("torchtitan"));
    draft.state("training.loop", Json("torchtitan"));
    draft.state("training.kernels", Json("reference"));
    draft.state("parallel.framework", Json(isSharded ? "fsdp2" : "trainer"));
    draft.state("parallel.strategy", Json(!isSharded ? "ddp" : reshards ? "fsdp" : "fsdp-grad-op"));
    draft.state(
        "training.precision", Json(run.says("weights_dtype", "fp32") ? "bf16-master" : "bf16"));
    draft.state(
        "parallel.gradient_precision", Json(run.says("reduce_dtype", "fp32") ? "fp32" : "16-bit"));
    draft.state("parallel.loss_parallel", Json(run.says("loss_parallel", "true") ? "on" : "off"));
    draft.state("training.checkpointing", Json(run.text("checkpointing")));
    draft.state("training.optimizer",
        Json(run.says("optimizer", "adamw_foreach") ? "adamw-foreach" : "adamw"));
    // Of pipelines alone; other loops keep the loss.
    const bool returns = run.says("return_outputs", "true") && !run.says("pp", "1");
    draft.state("training.outputs", Json(returns ? "next" : "dropped"));
}

} // namespace

void readParallelCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *scenario = element.requiredObject("scenario");
    const Json *measured = element.requiredObject("measured");
    if (!scenario || !measured)
        return;
    Fields fields(*scenario, element.at("scenario"), error);
    const Json *architecture = fields.requiredObject("architecture");
    for (const Layout &layout : layouts)
        fields.integer({layout.name}, tokenRange);
    fields.number({"expert_load"}, loadRange);
    fields.number({"expert_capacity"}, {0, loadRange.maximum});
    fields.requiredText("framework");
    Fields figures(*measured, element.at("measured"), error);
    for (const std::string_view metric :
        {"peak_bytes", "between_steps", "forward_peak", "backward_peak"}) {
        // torch's pipelines compute the loss between the two passes.
        if (metric == "forward_peak" && hasLossApart(*scenario))
            continue;
        if (const std::optional<double> bytes = figures.number({metric}, byteRange))
            item.measured.push_back({std::string(metric), Bytes(*bytes)});
    }
    if (const Json *rank = fields.object("rank")) {
        Fields place(*rank, fields.at("rank"), error);
        item.stage = static_cast<int>(place.integer({"pp"}, {0, countRange.maximum}).value_or(0));
    }
    if (error)
        return;
    const Printed run(*scenario);
    Draft draft;
    const bool isAdapted = run.says("method", "lora");
    draft.state("training.method", Json(isAdapted ? "lora" : "full"));
    if (isAdapted)
        readAdapters(*scenario, *architecture, draft);
    // In Megatron-Core's own layers, which no flash attention has: a kernel that takes what it
    // gets.
    const bool isMegatron = run.text("framework") == "megatron-core";
    const std::string_view kernel = isMegatron ? "sdpa" : "flash";
    draft.state("training.attention", Json(run.says("attention", "flash") ? kernel : "eager"));
    readMesh(*scenario, draft);
    if (isMegatron)
        readMegatron(*scenario, *architecture, draft);
    else
        readTorch(run, draft);
    if (!draft.isRefused())
        draft.describeModel(configOf(*architecture, *scenario), item.id);
    item.tags = {{"tier", "core"}, {"schedule", run.text("schedule")}};
    std::move(draft).finish(item);
}

} // namespace shardscope
