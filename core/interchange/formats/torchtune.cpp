// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <string>

// Keys: recipes/configs/**/*.yaml, recipes/dev/*.yaml, what recipes/*.py ask of a file besides
// (torchtune 0.7, bd2a0fc7c314, 2026-04-23). Models: torchtune/models/*/_model_builders.py.

namespace shardscope {

namespace {

constexpr auto signs
    = std::to_array<std::string_view>({"model._component_", "tokenizer._component_",
        "optimizer._component_", "policy_model._component_", "checkpointer._component_"});

// What stands behind the last dot of a component, without lora_ and qlora_.
constexpr std::array models{
    ValueName{"gemma_2b", "google/gemma-2b"},
    ValueName{"gemma_7b", "google/gemma-7b"},
    ValueName{"gemma2_2b", "google/gemma-2-2b"},
    ValueName{"gemma2_9b", "google/gemma-2-9b"},
    ValueName{"gemma2_27b", "google/gemma-2-27b"},
    ValueName{"llama2_7b", "meta-llama/Llama-2-7b-hf"},
    ValueName{"llama2_13b", "meta-llama/Llama-2-13b-hf"},
    ValueName{"llama2_70b", "meta-llama/Llama-2-70b-hf"},
    ValueName{"llama3_8b", "meta-llama/Meta-Llama-3-8B"},
    ValueName{"llama3_70b", "meta-llama/Meta-Llama-3-70B"},
    ValueName{"llama3_1_8b", "meta-llama/Llama-3.1-8B"},
    ValueName{"llama3_1_70b", "meta-llama/Llama-3.1-70B"},
    ValueName{"llama3_1_405b", "meta-llama/Llama-3.1-405B"},
    ValueName{"llama3_2_1b", "meta-llama/Llama-3.2-1B"},
    ValueName{"llama3_2_3b", "meta-llama/Llama-3.2-3B"},
    ValueName{"llama3_2_vision_11b", "meta-llama/Llama-3.2-11B-Vision"},
    ValueName{"llama3_2_vision_90b", "meta-llama/Llama-3.2-90B-Vision"},
    ValueName{"llama3_3_70b", "meta-llama/Llama-3.3-70B-Instruct"},
    ValueName{"llama4_scout_17b_16e", "meta-llama/Llama-4-Scout-17B-16E"},
    ValueName{"llama4_maverick_17b_128e", "meta-llama/Llama-4-Maverick-17B-128E"},
    ValueName{"mistral_7b", "mistralai/Mistral-7B-v0.1"},
    ValueName{"phi3_mini", "microsoft/Phi-3-mini-4k-instruct"},
    ValueName{"phi4_14b", "microsoft/phi-4"},
    ValueName{"qwen2_0_5b", "Qwen/Qwen2-0.5B"},
    ValueName{"qwen2_1_5b", "Qwen/Qwen2-1.5B"},
    ValueName{"qwen2_7b", "Qwen/Qwen2-7B"},
    ValueName{"qwen2_5_0_5b", "Qwen/Qwen2.5-0.5B"},
    ValueName{"qwen2_5_1_5b_base", "Qwen/Qwen2.5-1.5B"},
    ValueName{"qwen2_5_1_5b_instruct", "Qwen/Qwen2.5-1.5B-Instruct"},
    ValueName{"qwen2_5_3b", "Qwen/Qwen2.5-3B"},
    ValueName{"qwen2_5_7b", "Qwen/Qwen2.5-7B"},
    ValueName{"qwen2_5_7b_base", "Qwen/Qwen2.5-7B"},
    ValueName{"qwen2_5_7b_instruct", "Qwen/Qwen2.5-7B-Instruct"},
    ValueName{"qwen2_5_14b_base", "Qwen/Qwen2.5-14B"},
    ValueName{"qwen2_5_14b_instruct", "Qwen/Qwen2.5-14B-Instruct"},
    ValueName{"qwen2_5_32b_base", "Qwen/Qwen2.5-32B"},
    ValueName{"qwen2_5_32b_instruct", "Qwen/Qwen2.5-32B-Instruct"},
    ValueName{"qwen2_5_72b_base", "Qwen/Qwen2.5-72B"},
    ValueName{"qwen2_5_72b_instruct", "Qwen/Qwen2.5-72B-Instruct"},
    ValueName{"qwen3_0_6b_base", "Qwen/Qwen3-0.6B-Base"},
    ValueName{"qwen3_0_6b_instruct", "Qwen/Qwen3-0.6B"},
    ValueName{"qwen3_1_7b_base", "Qwen/Qwen3-1.7B-Base"},
    ValueName{"qwen3_1_7b_instruct", "Qwen/Qwen3-1.7B"},
    ValueName{"qwen3_4b_base", "Qwen/Qwen3-4B-Base"},
    ValueName{"qwen3_4b_instruct", "Qwen/Qwen3-4B"},
    ValueName{"qwen3_8b_base", "Qwen/Qwen3-8B-Base"},
    ValueName{"qwen3_8b_instruct", "Qwen/Qwen3-8B"},
    ValueName{"qwen3_14b_base", "Qwen/Qwen3-14B-Base"},
    ValueName{"qwen3_14b_instruct", "Qwen/Qwen3-14B"},
    ValueName{"qwen3_32b", "Qwen/Qwen3-32B"},
    ValueName{"smollm2_135m", "HuggingFaceTB/SmolLM2-135M"},
    ValueName{"smollm2_360m", "HuggingFaceTB/SmolLM2-360M"},
    ValueName{"smollm2_1_7b", "HuggingFaceTB/SmolLM2-1.7B"},
};

constexpr std::array dtypes{
    ValueName{"fp32", "fp32"}, ValueName{"bf16", "bf16"}, ValueName{"null", "fp32"}};
constexpr std::array adapterDtypes{
    ValueName{"fp32", "fp32"}, ValueName{"bf16", "16-bit"}, ValueName{"null", "fp32"}};
constexpr std::array compiled{ValueName{"true", "layers"}, ValueName{"false", ""}};
constexpr std::array quantized{ValueName{"true", "4"}, ValueName{"false", ""}};

// Those of torchtune make logits in chunks, but hold all of them for the backward pass.
constexpr std::array losses{ValueName{"torch.nn.CrossEntropyLoss", "standard"}};

// PyTorch's, by what else the section says.
constexpr std::array optimizers{ValueName{"torch.optim.AdamW", ""},
    ValueName{"torch.optim.Adam", ""}, ValueName{"torch.optim.SGD", ""},
    ValueName{"bitsandbytes.optim.AdamW8bit", "adamw-8bit"},
    ValueName{"bitsandbytes.optim.PagedAdamW8bit", "paged-adamw-8bit"},
    ValueName{"bitsandbytes.optim.PagedAdamW", "paged-adamw"},
    ValueName{"torchao.optim.AdamW8bit", "adamw-8bit-torchao"},
    ValueName{"torchao.optim.AdamW4bit", "adamw-4bit-torchao"},
    ValueName{"torchao.optim.AdamWFp8", "adamw-fp8-torchao"}};
constexpr std::array updates{
    ValueName{"true", "in-backward"}, ValueName{"false", "after-backward"}};

std::string_view textAt(const Json &section, std::string_view key)
{
    const Json *value = section.find(key);
    const std::string *text = value ? value->string() : nullptr;
    return text ? std::string_view(*text) : std::string_view();
}

bool isTrue(const Json &section, std::string_view key)
{
    const Json *value = section.find(key);
    const bool *flag = value ? value->boolean() : nullptr;
    return flag && *flag;
}

std::string_view lastWord(std::string_view component)
{
    return component.substr(component.rfind('.') + 1);
}

/// "lora_", "qlora_" or nothing.
std::string_view adapterOf(std::string_view component)
{
    const std::string_view word = lastWord(component);
    for (const std::string_view prefix : {"lora_", "qlora_"}) {
        if (word.starts_with(prefix))
            return prefix;
    }
    return {};
}

/// Of a key that the row of its section reads.
std::optional<Json> toldBySection(const Json & /*value*/)
{
    return std::nullopt;
}

/// A repository of the Hub; the component as it stands where it is not known.
std::optional<Json> modelOf(const Json &component)
{
    const std::string *text = component.string();
    if (!text)
        return std::nullopt;
    const std::string_view size = lastWord(*text).substr(adapterOf(*text).size());
    const auto *named = std::find_if(models.begin(), models.end(),
        [size](const ValueName &model) { return model.foreign == size; });
    return named == models.end() ? component : Json(named->ours);
}

std::optional<Json> adapter(const Json &component)
{
    const std::string *text = component.string();
    if (!text)
        return std::nullopt;
    return Json(adapterOf(*text).empty() ? "none" : "lora");
}

std::optional<Json> bits(const Json &model)
{
    const std::string_view component = textAt(model, "_component_");
    if (adapterOf(component) == "qlora_" || isTrue(model, "quantize_base"))
        return Json(4);
    return component.empty() ? std::nullopt : std::optional(Json(16));
}

/// How a module of torchtune is called on the Hub, where Phi has one for query, key and value, and
/// one for gate and up.
std::string_view hubName(std::string_view module, bool isFused)
{
    if (module == "output_proj")
        return "o_proj";
    return isFused && module != "o_proj" ? "qkv_proj" : module;
}

/// Names of modules as the Hub has them.
std::optional<Json> targets(const Json &model)
{
    const Json *attention = model.find("lora_attn_modules");
    const Json::Array *modules = attention ? attention->array() : nullptr;
    const bool isFused = textAt(model, "_component_").find("models.phi") != std::string_view::npos;
    std::string found;
    const auto add = [&found](std::string_view names) {
        if (found.find(names) != std::string::npos)
            return;
        found += found.empty() ? "" : ",";
        found += names;
    };
    for (const Json &module : modules ? *modules : Json::Array{}) {
        if (const std::string *name = module.string())
            add(hubName(*name, isFused));
    }
    if (isTrue(model, "apply_lora_to_mlp"))
        add(isFused ? "gate_up_proj,down_proj" : "gate_proj,up_proj,down_proj");
    if (isTrue(model, "apply_lora_to_output"))
        add("lm_head");
    return found.empty() ? std::nullopt : std::optional(Json(found));
}

std::optional<Json> writtenTargets(const Json &value)
{
    const std::string *text = value.string();
    if (!text)
        return std::nullopt;
    const std::string names
        = *text == "all-linear" ? "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj" : *text;
    const auto has = [padded = ',' + names + ','](std::string_view name) {
        return padded.find(',' + std::string(name) + ',') != std::string::npos;
    };
    Json::Array attention;
    for (const std::string_view name : {"q_proj", "k_proj", "v_proj", "o_proj"}) {
        if (has(name))
            attention.emplace_back(name == "o_proj" ? std::string_view("output_proj") : name);
    }
    Json section(Json::Object{});
    section["lora_attn_modules"] = Json(std::move(attention));
    section["apply_lora_to_mlp"] = Json(has("gate_proj"));
    section["apply_lora_to_output"] = Json(has("lm_head"));
    return section;
}

std::optional<Json> optimizer(const Json &section)
{
    const std::string_view component = textAt(section, "_component_");
    if (component == "torch.optim.AdamW" || component == "torch.optim.Adam")
        return Json(isTrue(section, "fused") ? "adamw" : "adamw-foreach"); // PyTorch's own choice
    if (component == "torch.optim.SGD") {
        const Json *momentum = section.find("momentum");
        const double *number = momentum ? momentum->number() : nullptr;
        return Json(number && *number > 0 ? "sgd-momentum" : "sgd");
    }
    return component.empty() && isTrue(section, "fused") ? std::optional(Json("adamw"))
                                                         : std::nullopt;
}

std::optional<Json> writtenOptimizer(const Json &value)
{
    const std::string *text = value.string();
    if (!text)
        return std::nullopt;
    Json section(Json::Object{});
    if (*text == "adamw" || *text == "adamw-foreach") {
        section["_component_"] = Json("torch.optim.AdamW");
        section["fused"] = Json(*text == "adamw");
    } else if (*text == "sgd" || *text == "sgd-momentum") {
        section["_component_"] = Json("torch.optim.SGD");
        section["momentum"] = Json(*text == "sgd" ? 0.0 : 0.9);
    } else {
        const auto *const row = std::find_if(optimizers.begin(), optimizers.end(),
            [&](const ValueName &name) { return name.ours == *text; });
        if (row == optimizers.end())
            return std::nullopt;
        section["_component_"] = Json(std::string(row->foreign));
    }
    return section;
}

/// Off says nothing: ac_mode may.
std::optional<Json> checkpointing(const Json &value)
{
    const bool *flag = value.boolean();
    return flag && *flag ? std::optional(Json("full")) : std::nullopt;
}

std::optional<Json> writtenCheckpointing(const Json &value)
{
    const std::string *text = value.string();
    if (!text || *text == "selective")
        return std::nullopt;
    return Json(*text == "full");
}

std::optional<Json> allLayers(const Json &value)
{
    const std::string *text = value.string();
    return text && *text == "full" ? std::optional(value) : std::nullopt;
}

/// ac_option: every n-th layer, or "op".
std::optional<Json> selection(const Json &value)
{
    if (value.number())
        return Json("full");
    const std::string *text = value.string();
    return text && *text == "op" ? std::optional(Json("selective")) : std::nullopt;
}

std::optional<Json> everyNth(const Json &value)
{
    return value.number() ? std::optional(value) : std::nullopt;
}

constexpr std::array one{ValueName{"true", "1"}, ValueName{"false", ""}};

/// Configurations of generation, evaluation and quantisation say what they do, and no optimizer.
std::optional<Json> trains(const Json & /*value*/, const Json &root)
{
    const auto isSaid = [&root](std::string_view key) { return valueAt(root, key) != nullptr; };
    constexpr std::array<std::string_view, 3> others{"prompt", "tasks", "quantizer"};
    const bool doesOther = std::any_of(others.begin(), others.end(), isSaid);
    return Json(doesOther && !isSaid("optimizer") ? "no" : "yes");
}

constexpr std::array rows{
    // Of the recipe's or the file's name.
    KeyRow{"single_device", "gpus", one},
    KeyRow{.key = "model._component_", .fact = "model", .read = modelOf},
    KeyRow{.key = "model._component_", .fact = "adapter", .read = adapter},
    KeyRow{.key = "model._component_", .fact = "trains", .readBeside = trains},
    KeyRow{.key = "model", .fact = "bits", .read = bits},
    KeyRow{"model.quantize_base", "bits", quantized},
    KeyRow{
        .key = "model", .fact = "training.lora_targets", .read = targets, .write = writtenTargets},
    KeyRow{
        .key = "model.lora_attn_modules", .fact = "training.lora_targets", .read = toldBySection},
    KeyRow{
        .key = "model.apply_lora_to_mlp", .fact = "training.lora_targets", .read = toldBySection},
    KeyRow{.key = "model.apply_lora_to_output",
        .fact = "training.lora_targets",
        .read = toldBySection},
    KeyRow{"model.lora_rank", "training.lora_rank"},
    KeyRow{"model.lora_dropout", "training.lora_dropout"},
    KeyRow{"model.use_dora", "training.adapter", doraOrLora},
    KeyRow{"tokenizer.max_seq_len", "training.sequence_length"},
    KeyRow{"batch_size", "training.micro_batch"},
    KeyRow{"gradient_accumulation_steps", "training.accumulation"},
    KeyRow{"dtype", "weights_dtype", dtypes},
    KeyRow{"dtype", "training.lora_precision", adapterDtypes},
    KeyRow{.key = "optimizer",
        .fact = "training.optimizer",
        .read = optimizer,
        .write = writtenOptimizer},
    KeyRow{"optimizer._component_", "training.optimizer", optimizers},
    KeyRow{"optimizer_in_bwd", "training.update", updates},
    KeyRow{.key = "optimizer.fused", .fact = "training.optimizer", .read = toldBySection},
    KeyRow{.key = "optimizer.momentum", .fact = "training.optimizer", .read = toldBySection},
    KeyRow{"loss._component_", "training.loss", losses},
    KeyRow{"compile", "compiles", compiled},
    KeyRow{.key = "enable_activation_checkpointing",
        .fact = "training.checkpointing",
        .read = checkpointing,
        .write = writtenCheckpointing},
    KeyRow{"enable_activation_offloading", "training.activation_offload", savedOnHost},
    KeyRow{.key = "ac_mode", .fact = "training.checkpointing", .read = allLayers},
    KeyRow{.key = "ac_option", .fact = "training.checkpointing", .read = selection},
    KeyRow{.key = "ac_option", .fact = "training.checkpoint_every", .read = everyNth},
    KeyRow{"fsdp_cpu_offload", "fsdp_offload", yesNo},
    KeyRow{"fsdp.cpu_offload", "fsdp_offload", yesNo},
    KeyRow{"fsdp_reshard_after_forward", "fsdp_reshard", yesNo},
    KeyRow{"data_parallel_replicate_dim", "data_replicas"},
    KeyRow{"data_parallel_shard_dim", "data_shards"},
    KeyRow{"tensor_parallel_dim", "tensor"},
    KeyRow{"context_parallel_dim", "context"},
};

constexpr auto notModelled = std::to_array<std::string_view>({"model.image_size",
    "model.decoder_trainable", "model.encoder_trainable", "model.fusion_trainable",
    "model.vocab_size", "model.num_layers", "model.num_heads", "model.num_kv_heads",
    "model.embed_dim", "model.intermediate_dim", "model.max_seq_len", "model.attn_dropout",
    "tokenizer.image_size", "tokenizer.max_num_tiles", "resize_token_embeddings", "dataset.packed",
    "dataset_val.packed", "dataloader.packed", "collate_fn", "dataloader.collate_fn",
    "batch_size_val", "run_val_every_n_steps", "optimizer.foreach", "optimizer.amsgrad",
    "loss.label_smoothing", "loss.num_output_chunks=8", "loss.mask_ignored_tokens=true",
    "activation_offloading_use_streams=true", "memory_efficient_fsdp_wrap", "custom_sharded_layers",
    "tensor_parallel_plan", "context_parallel_rotate_method=allgather", "use_flex",
    "enable_kv_cache", "quantizer", "fake_quant_after_n_steps", "enable_fp8_training",
    "fp8_recipe_name", "enable_expandable_segments", "cudnn_deterministic_mode", "early_exit_loss",
    "layer_dropout", "ref_checkpointer", "teacher_model", "teacher_checkpointer", "kd_loss",
    "policy_model", "reward_and_value_model", "ref_policy_checkpointer", "value_checkpointer",
    "reward_checkpointer", "ppo_batch_size", "forward_batch_size", "grpo_samples",
    "max_generated_tokens", "max_seq_length", "orchestration", "inference", "postprocessing",
    "training"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"output_dir", "name",
    "base_model_path", "device", "seed", "shuffle", "epochs", "max_steps_per_epoch", "num_steps",
    "ppo_epochs", "clip_grad_norm", "checkpointer", "resume_from_checkpoint",
    "save_adapter_weights_only", "save_every_n_epochs", "save_every_n_steps",
    "enable_async_checkpointing", "use_distributed_state_dict", "low_cpu_ram", "metric_logger",
    "profiler", "profile_memory", "log_every_n_steps", "log_peak_memory_stats", "log_level",
    "debug_logging_enabled", "debug_num_samples_per_step", "lr_scheduler", "optimizer.lr",
    "optimizer.weight_decay", "optimizer.betas", "optimizer.eps", "optimizer.nesterov",
    "model.lora_alpha", "model.norm_eps", "loss.beta", "loss.kl_coeff", "loss.epsilon",
    "loss.value_coeff", "loss.value_clip_range", "loss.ignore_index", "kd_ratio", "kl_coeff",
    "gamma", "lmbda", "whiten_rewards", "reward_penalty", "penalise_no_eos", "min_response_length",
    "stop_token_ids", "reward_functions", "tokenizer._component_", "tokenizer.path",
    "tokenizer.merges_file", "tokenizer.merges_path", "tokenizer.vocab_path",
    "tokenizer.special_tokens_path", "tokenizer.prompt_template", "tokenizer.truncation_type",
    "datasets", "dataset._component_", "dataset.source", "dataset.subset", "dataset.name",
    "dataset.split", "dataset.partition", "dataset.data_files", "dataset.data_dir",
    "dataset.column", "dataset.column_map", "dataset.add_eos", "dataset.streaming",
    "dataset.train_on_input", "dataset.new_system_prompt", "dataset.conversation_column",
    "dataset.conversation_style", "dataset.masking_strategy", "dataset.image_dir",
    "dataset.image_tag", "dataset.filter_fn", "dataset_val._component_", "dataset_val.source",
    "dataset_val.subset", "dataset_val.name", "dataset_val.split", "dataset_val.data_files",
    "dataset_val.column", "dataset_val.column_map", "dataloader.shuffle",
    "dataloader.parallel_method", "dataloader.num_workers", "dataloader.pin_memory",
    "dataloader.prefetch_factor", "apply_chat_template", "chat_template", "include_path", "tasks",
    "limit", "prompt", "max_new_tokens", "temperature", "top_k"});

constexpr std::array defaults{
    FormatDefault{"engine", "fsdp"}, // of recipes for several GPUs: the file does not say which
    FormatDefault{"fsdp_version", "2"},
    FormatDefault{"fsdp_reshard", "yes"},
    FormatDefault{"fsdp_offload", "no"},
    FormatDefault{"training.loop", "torchtune"},
    FormatDefault{"data_replicas", "1"},
    FormatDefault{"data_shards", "-1"},
    FormatDefault{"tensor", "1"},
    FormatDefault{"context", "1"},
    FormatDefault{"bits", "16"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"mixed_precision", "no"}, // all in one dtype: set_default_dtype
    FormatDefault{"upcast_trained", "no"},
    FormatDefault{"training.lora_precision", "fp32"},
    FormatDefault{"training.lora_rank", "8"},
    FormatDefault{"training.lora_dropout", "0"},
    FormatDefault{"training.kbit_preparation", "none"},
    FormatDefault{"training.quant_storage", "16-bit"}, // torchao's NF4 tensors are sharded too
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.loss", "standard"},
};

} // namespace

constexpr Format torchtuneFormat{
    .id = "torchtune",
    .name = english("formats", "torchtune"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
