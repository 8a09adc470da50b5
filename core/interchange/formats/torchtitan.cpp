// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

// Keys: torchtitan/config/job_config.py as it was to early 2026 (and at 000204a4, mid 2025, for
// older spellings), when runs were TOML files; torchtitan/config/configs.py since (b5bcd76c66d0,
// 2026-08-21). What "default" resharding does: distributed/fsdp.py there.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"parallelism.data_parallel_shard_degree", "parallelism.tensor_parallel_degree",
        "parallelism.pipeline_parallel_degree", "model.flavor", "activation_checkpoint.mode",
        "training.seq_len", "training.local_batch_size", "job.dump_folder"});

constexpr std::array dtypes{ValueName{"float32", "fp32"}, ValueName{"bfloat16", "bf16"}};
// All in bf16, whatever mixed_precision_param says.
constexpr std::array pureBf16{ValueName{"bfloat16", "no"}, ValueName{"float32", ""}};
constexpr std::array computed{ValueName{"bfloat16", ""}, ValueName{"float32", "no"}};
constexpr std::array reduced{ValueName{"float32", "fp32"}};
// default: as always, but for pipelines.
constexpr std::array reshard{
    ValueName{"always", "yes"}, ValueName{"never", "no"}, ValueName{"default", ""}};
constexpr std::array schedules{ValueName{"1F1B", "1f1b"}, ValueName{"GPipe", "gpipe"},
    ValueName{"Interleaved1F1B", "interleaved-1f1b"},
    ValueName{"InterleavedZeroBubble", "zero-bubble"}, ValueName{"ZBVZeroBubble", "zero-bubble-v"},
    ValueName{"DualPipeV", "dualpipe-v"}};
constexpr std::array adams{ValueName{"AdamW", ""}, ValueName{"Adam", ""}};
constexpr std::array implementations{ValueName{"fused", "adamw"},
    ValueName{"foreach", "adamw-foreach"}, ValueName{"for-loop", "adamw-for-loop"}};
// Each layer, and the loss.
constexpr std::array compiled{ValueName{"true", "model"}, ValueName{"false", ""}};
constexpr std::array fusedLoss{ValueName{"true", "fused"}, ValueName{"false", ""}};
constexpr std::array wholeLogits{ValueName{"true", "off"}, ValueName{"false", "on"}};
// What "selective" does says selective_ac_option.
constexpr std::array modes{
    ValueName{"full", "full"}, ValueName{"none", "none"}, ValueName{"selective", ""}};

/// distributed/pipeline_parallel.py: two stages on a rank where the schedule takes several.
std::optional<Json> chunksOfSchedule(const Json &value)
{
    const std::string *name = value.string();
    if (!name || *name == "1F1B" || *name == "GPipe")
        return std::nullopt;
    return Json(2);
}

std::optional<Json> positive(const Json &value)
{
    const double *number = value.number();
    return number && *number > 0 ? std::optional(value) : std::nullopt;
}

std::optional<Json> asItStands(const Json &value)
{
    return value;
}

/// Of a key that the row of its section reads.
std::optional<Json> toldBySection(const Json & /*value*/)
{
    return std::nullopt;
}

/// The n of "every n-th layer"; 0: of operators ("op").
std::optional<double> everyNth(const Json &section)
{
    const Json *option = section.find("selective_ac_option");
    if (!option)
        return 2; // its default
    if (const double *number = option->number())
        return *number;
    const std::string *text = option->string();
    if (text && *text == "op")
        return 0;
    const double number = text ? std::strtod(text->c_str(), nullptr) : 0;
    return number > 0 ? std::optional(number) : std::nullopt;
}

std::string modeOf(const Json &section)
{
    const Json *mode = section.find("mode");
    const std::string *text = mode ? mode->string() : nullptr;
    if (text)
        return *text;
    return section.find("selective_ac_option") ? "selective" : "";
}

std::optional<Json> checkpointing(const Json &section)
{
    const std::string mode = modeOf(section);
    if (mode == "full" || mode == "none")
        return Json(mode);
    const std::optional<double> nth = mode == "selective" ? everyNth(section) : std::nullopt;
    if (!nth)
        return std::nullopt;
    return Json(*nth == 0 ? "selective" : "full");
}

std::optional<Json> checkpointEvery(const Json &section)
{
    const std::string mode = modeOf(section);
    if (mode == "full" || mode == "none")
        return Json(1);
    const std::optional<double> nth = mode == "selective" ? everyNth(section) : std::nullopt;
    return nth ? std::optional(Json(*nth == 0 ? 1 : *nth)) : std::nullopt;
}

/// Every n-th layer; each of them is told by the mode alone.
std::optional<Json> writtenEvery(const Json &value)
{
    const double *nth = value.number();
    if (!nth || *nth <= 1)
        return std::nullopt;
    Json section(Json::Object{});
    section["mode"] = Json("selective");
    section["selective_ac_option"] = Json(std::to_string(static_cast<int>(*nth)));
    return section;
}

std::optional<Json> writtenCheckpointing(const Json &value)
{
    const std::string *text = value.string();
    if (!text)
        return std::nullopt;
    Json section(Json::Object{});
    section["mode"] = Json(*text);
    if (*text == "selective")
        section["selective_ac_option"] = Json("op");
    return section;
}

/// components: the layers ("model") and the loss, which are both unless they are named.
std::optional<Json> compiledParts(const Json &section)
{
    const Json *enable = section.find("enable");
    const bool *isOn = enable ? enable->boolean() : nullptr;
    if (!isOn || !*isOn)
        return std::nullopt;
    const Json *components = section.find("components");
    const Json::Array *names = components ? components->array() : nullptr;
    const auto has = [names](std::string_view name) {
        return !names || std::find(names->begin(), names->end(), Json(name)) != names->end();
    };
    if (has("model"))
        return Json(has("loss") ? "model" : "layers");
    return has("loss") ? std::optional(Json("loss")) : std::nullopt;
}

std::optional<Json> writtenParts(const Json &value)
{
    const std::string *text = value.string();
    if (!text)
        return std::nullopt;
    Json section(Json::Object{});
    section["enable"] = Json(true);
    if (*text == "layers")
        section["components"] = Json(Json::Array{Json("model")});
    return section;
}

constexpr std::array rows{
    KeyRow{"model.name", "model_name"},
    KeyRow{"model.flavor", "model_flavor"},
    KeyRow{"training.local_batch_size", "training.micro_batch"},
    KeyRow{"training.batch_size", "training.micro_batch"}, // of old
    KeyRow{.key = "training.global_batch_size",
        .fact = "sequences_per_step",
        .read = positive,
        .write = asItStands},
    KeyRow{"training.seq_len", "training.sequence_length"},
    KeyRow{"training.dtype", "weights_dtype", dtypes},
    KeyRow{"training.dtype", "mixed_precision", pureBf16},
    KeyRow{"training.mixed_precision_param", "mixed_precision", computed},
    KeyRow{"training.mixed_precision_reduce", "parallel.gradient_precision", reduced},
    KeyRow{"training.enable_cpu_offload", "fsdp_offload", yesNo},
    KeyRow{.key = "compile", .fact = "compiles", .read = compiledParts, .write = writtenParts},
    KeyRow{.key = "compile.enable", .fact = "compiles", .read = toldBySection},
    KeyRow{.key = "compile.components", .fact = "compiles", .read = toldBySection},
    KeyRow{"training.compile", "compiles", compiled}, // of old
    KeyRow{"liger_kernel.enable_fused_linear_cross_entropy", "training.loss", fusedLoss},
    KeyRow{"optimizer.implementation", "training.optimizer", implementations},
    KeyRow{"optimizer.name", "training.optimizer", adams},
    KeyRow{.key = "activation_checkpoint",
        .fact = "training.checkpoint_every",
        .read = checkpointEvery,
        .write = writtenEvery},
    KeyRow{.key = "activation_checkpoint",
        .fact = "training.checkpointing",
        .read = checkpointing,
        .write = writtenCheckpointing},
    KeyRow{"activation_checkpoint.mode", "training.checkpointing", modes},
    KeyRow{.key = "activation_checkpoint.selective_ac_option",
        .fact = "training.checkpoint_every",
        .read = toldBySection},
    KeyRow{"parallelism.data_parallel_replicate_degree", "data_replicas"},
    KeyRow{"parallelism.data_parallel_shard_degree", "data_shards"},
    KeyRow{"parallelism.fsdp_reshard_after_forward", "fsdp_reshard", reshard},
    KeyRow{"parallelism.pipeline_parallel_schedule", "parallel.schedule", schedules},
    KeyRow{.key = "parallelism.pipeline_parallel_schedule",
        .fact = "virtual_stages",
        .read = chunksOfSchedule},
    KeyRow{"parallelism.tensor_parallel_degree", "tensor"},
    KeyRow{"parallelism.enable_sequence_parallel", "sequence_parallel", yesNo},
    KeyRow{"parallelism.disable_loss_parallel", "parallel.loss_parallel", wholeLogits},
    KeyRow{"parallelism.pipeline_parallel_degree", "pipeline"},
    KeyRow{"parallelism.pipeline_parallel_microbatch_size", "pipeline_micro_batch"},
    KeyRow{"parallelism.context_parallel_degree", "context"},
    KeyRow{"parallelism.expert_parallel_degree", "expert"},
};

constexpr auto notModelled = std::to_array<std::string_view>({
    "model.converters",
    "optimizer.early_step_in_backward",
    "training.num_tokens_per_microbatch_per_dp_rank", // since TOML went: packed sequences
    "training.num_tokens_per_train_step=-1",
    "training.max_context_length",
    "training.disable_cuda_graphs",
    "parallelism.enable_async_tensor_parallel",
    "parallelism.enable_compiled_autograd",
    "parallelism.enable_fsdp_symm_mem",
    "parallelism.spmd_backend=spmd_types",
    "parallelism.pipeline_parallel_split_points",
    "parallelism.module_fqns_per_model_part",
    "parallelism.pipeline_parallel_first_stage_less_layers=1",
    "parallelism.pipeline_parallel_last_stage_less_layers=1",
    "parallelism.pipeline_parallel_layers_per_stage",
    "parallelism.pipeline_parallel_schedule_csv",
    "parallelism.pipeline_parallel_expert_parallel_overlap=true",
    "parallelism.num_pp_microbatches=1",
    "parallelism.context_parallel_load_balancer=headtail",
    "parallelism.context_parallel_ptrr_mask_key",
    "parallelism.context_parallel_rotate_method=allgather",
    "parallelism.expert_tensor_parallel_degree=1",
    "parallelism.expert_parallel_comm_backend=standard",
    "activation_checkpoint.per_op_sac_force_recompute_mm_shapes_by_fqns",
    "activation_checkpoint.early_stop",
    "activation_checkpoint.memory_budget=0.5",
    "activation_checkpoint.preserve_rng_state",
    "compile.enable_async_tensor_parallel",
    "compile.backend=inductor",
    "quantize",
    "float8",
    "mx",
    "comm.mode=default",
    "fault_tolerance.enable",
    "fault_tolerance.process_group=gloo",
    "fault_tolerance.group_size",
    "fault_tolerance.semi_sync_method",
    "fault_tolerance.sync_steps=5",
    "fault_tolerance.should_quantize",
    "fault_tolerance.fragment_sync_delay",
    "fault_tolerance.fragment_update_alpha",
    "experimental.custom_import",
    "experimental.custom_args_module",
    "job.custom_config_module",
    "validation.enable",
    "validation.enabled",
    "validation.local_batch_size=8",
    "validation.seq_len=2048",
    "debug.deterministic",
    "debug.moe_force_load_balance",
    "debug.batch_invariant",
    "debug.detect_anomaly",
    "training.deterministic",
    "memory_estimation.enable", // no run, but a dry one
    "memory_estimation.enabled",
});

constexpr auto withoutEffect = std::to_array<std::string_view>({
    "job.config_file",
    "job.dump_folder",
    "job.description",
    "job.print_config",
    "job.print_args",
    "job.save_config_file",
    "job.use_for_integration_test",
    "profiling",
    "metrics",
    "model.hf_assets_path",
    "model.tokenizer_path",
    "model.print_after_conversion",
    "optimizer.lr",
    "optimizer.beta1",
    "optimizer.beta2",
    "optimizer.eps",
    "optimizer.weight_decay",
    "lr_scheduler",
    "training.dataset",
    "training.dataset_path",
    "training.dataloader", // of the host
    "training.max_norm",
    "training.steps",
    "training.gc_freq",
    "training.gc_debug",
    "training.seed",
    "checkpoint",
    "activation_checkpoint.visualize_memory_budget_pareto",
    "activation_checkpoint.determinism_check",
    "activation_checkpoint.debug",
    "comm.init_timeout_seconds",
    "comm.train_timeout_seconds",
    "comm.trace_buf_size",
    "comm.save_traces_folder",
    "comm.save_traces_file_prefix",
    "memory_estimation.disable_fake_mode",
    "fault_tolerance.process_group_timeout_ms",
    "fault_tolerance.replica_id",
    "fault_tolerance.min_replica_size",
    "validation.dataset",
    "validation.dataset_path",
    "validation.dataloader",
    "validation.freq",
    "validation.steps",
    "debug.seed",
    "debug.spmd_typechecking",
    "debug.deterministic_warn_only",
    "debug.print_config",
    "debug.save_config_file",
    "debug.enable_structured_logging",
});

constexpr std::array defaults{
    FormatDefault{"engine", "fsdp"},
    FormatDefault{"fsdp_version", "2"},
    FormatDefault{"fsdp_reshard", "yes"},
    FormatDefault{"fsdp_offload", "no"},
    FormatDefault{"training.loop", "torchtitan"},
    FormatDefault{"training.modules", "torchtitan"},
    FormatDefault{"parallel.loss_parallel", "on"},
    FormatDefault{"data_replicas", "1"},
    FormatDefault{"data_shards", "-1"},
    FormatDefault{"tensor", "1"},
    FormatDefault{"sequence_parallel", "yes"}, // beside tensor parallelism
    FormatDefault{"pipeline", "1"},
    FormatDefault{"pipeline_micro_batch", "1"},
    FormatDefault{"context", "1"},
    FormatDefault{"expert", "1"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"mixed_precision", "bf16"},
    FormatDefault{"upcast_trained", "no"},
    FormatDefault{"parallel.gradient_precision", "fp32"},
    FormatDefault{"training.micro_batch", "8"},
    FormatDefault{"training.accumulation", "1"}, // without global_batch_size
    FormatDefault{"training.sequence_length", "2048"},
    FormatDefault{"training.optimizer", "adamw"},
    FormatDefault{"training.checkpointing", "full"},
    FormatDefault{"training.checkpoint_every", "2"},
    FormatDefault{"training.attention", "sdpa"},
    FormatDefault{"training.loss", "standard"},
};

} // namespace

constexpr Format torchtitanFormat{
    .id = "torchtitan",
    .name = english("formats", "torchtitan"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
