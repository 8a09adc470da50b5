// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/words.h"

#include <array>

// Flags: megatron/arguments.py of bigscience-workshop/Megatron-DeepSpeed (58d92042, 2022-03-01),
// what deepspeed.add_config_arguments adds, and the zero-stage that its scripts pass. Microsoft's
// has Megatron-LM's later flags beside them.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>(
    {"deepspeed_activation_checkpointing", "pp_partition_method", "deepspeed_config"});

constexpr std::array whole{ValueName{"true", "full"}, ValueName{"false", ""}};
constexpr std::array yes{ValueName{"true", "yes"}, ValueName{"false", ""}};
constexpr std::array flash{ValueName{"true", "flash"}, ValueName{"false", ""}};
constexpr std::array positions{
    ValueName{"absolute", "learned"}, ValueName{"rotary", "rope"}, ValueName{"alibi", "alibi"}};
// adam: apex's fused one.
constexpr std::array optimizers{ValueName{"adam", "adamw"}, ValueName{"sgd", "sgd-momentum"}};
// Other patterns of layers are not followed.
constexpr std::array partitions{ValueName{"type:transformer", "layers"},
    ValueName{"type:transformer|embedding", "layers-and-tables"},
    ValueName{"type:embedding|transformer", "layers-and-tables"}};

std::optional<Json> dropout(const Json &value)
{
    const double *share = value.number();
    return share ? std::optional(Json(*share > 0 ? "yes" : "no")) : std::nullopt;
}

constexpr std::array rows{
    KeyRow{"num_layers", "shape.layers"},
    KeyRow{"hidden_size", "shape.hidden"},
    KeyRow{"ffn_hidden_size", "shape.ffn"},
    KeyRow{"num_attention_heads", "shape.heads"},
    KeyRow{"kv_channels", "shape.head_dim"},
    KeyRow{"pad_vocab_size_to", "shape.vocab"},
    KeyRow{"position_embedding_type", "shape.positions", positions},
    KeyRow{"max_position_embeddings", "shape.max_positions"},
    KeyRow{"embed_layernorm", "shape.embedding_norm", yes},
    KeyRow{.key = "hidden_dropout", .fact = "shape.hidden_dropout", .read = dropout},
    KeyRow{.key = "attention_dropout", .fact = "shape.attention_dropout", .read = dropout},
    KeyRow{"tensor_model_parallel_size", "tensor"},
    KeyRow{"pipeline_model_parallel_size", "pipeline"},
    KeyRow{"pp_partition_method", "stage_partition", partitions},
    KeyRow{"make_vocab_size_divisible_by", "parallel.vocabulary_padding"},
    KeyRow{"micro_batch_size", "training.micro_batch"},
    KeyRow{"global_batch_size", "sequences_per_step"},
    KeyRow{"seq_length", "training.sequence_length"},
    KeyRow{"encoder_seq_length", "training.sequence_length"},
    KeyRow{"bf16", "mixed_precision", bf16Switch},
    KeyRow{"fp16", "mixed_precision", fp16Switch},
    KeyRow{"checkpoint_activations", "training.checkpointing", whole},
    KeyRow{"checkpoint_num_layers", "recompute_layers"},
    KeyRow{"optimizer", "training.optimizer", optimizers},
    KeyRow{"zero_stage", "zero_stage"},
    KeyRow{"use_flash_attn", "training.attention", flash},
    KeyRow{"use_flash_attn_v2", "training.attention", flash},
};

constexpr auto notModelled
    = std::to_array<std::string_view>({"apply_residual_connection_post_layernorm",
        "attention_softmax_in_fp32", "accumulate_allreduce_grads_in_fp32", "batch_size",
        "biencoder_projection_dim", "biencoder_shared_query_context_model", "checkpoint_in_cpu",
        "contigious_checkpointing", "cpu_optimizer", "cpu_torch_adam", "decoder_seq_length",
        "distribute_checkpointed_activations", "fp16_lm_cross_entropy", "fp32_residual_connection",
        "glu_activation", "ict_head_size", "img_dim", "num_classes", "num_channels", "patch_dim",
        "retriever_seq_length", "model_parallel_size", "no_bias_dropout_fusion",
        "no_bias_gelu_fusion", "no_masked_softmax_fusion", "no_query_key_layer_scaling",
        "num_layers_per_virtual_pipeline_stage", "partition_activations", "profile_backward",
        "rampup_batch_size", "remote_device", "reset_attention_mask", "synchronize_each_layer",
        "use_bnb_optimizer", "vocab_extra_ids", "no_pipeline_parallel", "distributed_backend=nccl",
        "zero_contigious_gradients", "zero_reduce_scatter", "zero_reduce_bucket_size",
        "zero_allgather_bucket_size"});

constexpr auto withoutEffect = std::to_array<std::string_view>({"DDP_impl",
    "abort_on_unmet_fused_kernel_constraints", "adam_beta1", "adam_beta2", "adam_eps",
    "adlr_autoresume", "adlr_autoresume_interval", "bert_load", "bert_no_binary_head",
    "block_data_path", "clip_grad", "codecarbon_dir", "curriculum_learning", "data_impl",
    "data_path", "dataloader_type", "deepspeed", "deepspeed_activation_checkpointing",
    "deepspeed_config", "deepspeed_mpi", "deepscale", "deepscale_config", "embedding_path",
    "eod_mask_loss", "eval_interval", "eval_iters", "eval_only", "evidence_data_path",
    "exit_duration_in_mins", "exit_interval", "finetune", "hysteresis", "ict_load",
    "indexer_batch_size", "indexer_log_interval", "init_method_std", "init_method_xavier_uniform",
    "initial_loss_scale", "kill_switch_path", "layernorm_epsilon", "lazy_mpu_init", "load",
    "local_rank", "log_batch_size_to_tensorboard", "log_interval", "log_level", "log_level_replica",
    "log_num_zeros_in_grad", "log_params_norm", "log_path", "log_timers_to_tensorboard",
    "log_validation_ppl_to_tensorboard", "loss_on_targets_only", "loss_scale", "loss_scale_window",
    "lr", "lr_decay_iters", "lr_decay_samples", "lr_decay_style", "lr_decay_tokens",
    "lr_warmup_fraction", "lr_warmup_iters", "lr_warmup_samples", "mask_prob", "merge_file",
    "min_loss_scale", "min_lr", "mmap_warmup", "no_load_optim", "no_load_rng",
    "no_log_learnig_rate_to_tensorboard", "no_log_loss_scale_to_tensorboard", "no_save_optim",
    "no_save_rng", "no_scatter_gather_tensors_in_pipeline", "num_workers", "onnx_safe",
    "openai_gelu", "override_lr_scheduler", "query_in_block_prob", "reset_position_ids",
    "retriever_report_topk_accuracies", "retriever_score_scaling",
    "reweight_loss_based_on_position_frequency", "sample_rate", "save", "save_interval", "script",
    "seed", "sgd_momentum", "short_seq_prob", "skip_train_iteration_range", "split",
    "sync_tp_duplicated_parameters", "tensorboard_dir", "tensorboard_log_interval",
    "tensorboard_queue_size", "test_weighted_split_paths", "test_weighted_split_paths_path",
    "titles_data_path", "tokenizer_name_or_path", "tokenizer_type", "train_iters", "train_samples",
    "train_tokens", "train_weighted_split_paths", "train_weighted_split_paths_path",
    "universal_checkpoint", "use_checkpoint_lr_scheduler", "use_contiguous_buffers_in_ddp",
    "use_cpu_initialization", "use_one_sent_docs", "use_pin_memory", "valid_num_workers",
    "valid_weighted_split_paths", "valid_weighted_split_paths_path", "vocab_file", "warmup",
    "weight_decay"});

constexpr std::array defaults{
    FormatDefault{"engine", "deepspeed"},
    FormatDefault{"training.modules", "megatron-deepspeed"},
    FormatDefault{"zero_stage", "0"},
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"weights_dtype", "fp32"},
    FormatDefault{"tensor", "1"},
    FormatDefault{"pipeline", "1"},
    FormatDefault{"training.accumulation", "1"},
    FormatDefault{"training.optimizer", "adamw"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.attention", "eager"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"shape.gated", "no"},
    FormatDefault{"shape.tied", "yes"},
    FormatDefault{"shape.positions", "learned"},
    FormatDefault{"shape.norm", "layer"},
    FormatDefault{"shape.bias", "yes"},
    FormatDefault{"shape.hidden_dropout", "yes"}, // 0.1
    FormatDefault{"shape.attention_dropout", "yes"},
    // DeepSpeed's, where its configuration says nothing.
    FormatDefault{"parallel.reduce_bucket", "5e8"},
    FormatDefault{"parallel.allgather_bucket", "5e8"},
};

} // namespace

constexpr Format megatronDeepSpeedFormat{
    .id = "megatron-deepspeed",
    .name = english("formats", "Megatron-DeepSpeed"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
