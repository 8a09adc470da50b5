// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"
#include "core/interchange/formats/megatronwords.h"
#include "core/interchange/formats/words.h"

#include <array>

// Flags: megatron/training/arguments.py and the dataclasses that it makes flags of
// (TransformerConfig, TrainingConfig, ...), megatron/post_training/arguments.py (Megatron-LM
// d98e8a64ddf3, 2026-08-22). What follows from what: validate_args there.

namespace shardscope {

namespace {

constexpr auto signs
    = std::to_array<std::string_view>({"tensor_model_parallel_size", "pipeline_model_parallel_size",
        "use_distributed_optimizer", "untie_embeddings_and_output_weights", "use_mcore_models",
        "recompute_granularity", "transformer_impl", "no_masked_softmax_fusion"});

// Flags that are off say nothing where another one may say it.
constexpr std::array rankOrders{
    ValueName{"true", "tp-cp-ep-pp-dp"}, ValueName{"false", "tp-cp-ep-dp-pp"}};
constexpr std::array yes{ValueName{"true", "yes"}, ValueName{"false", ""}};
constexpr std::array untied{ValueName{"true", "no"}, ValueName{"false", "yes"}};
constexpr std::array reducedIn16{ValueName{"true", "16-bit"}, ValueName{"false", ""}};
constexpr std::array reducedIn32{ValueName{"true", "fp32"}, ValueName{"false", ""}};

constexpr std::array positions{ValueName{"learned_absolute", "learned"}, ValueName{"rope", "rope"},
    ValueName{"yarn", "rope"}, ValueName{"none", "none"}};
constexpr std::array plainRotary{ValueName{"true", "plain"}, ValueName{"false", "fused"}};
constexpr std::array rotary{ValueName{"true", "rope"}, ValueName{"false", ""}};
constexpr std::array norms{ValueName{"RMSNorm", "rms"}, ValueName{"LayerNorm", "layer"}};
constexpr std::array without{ValueName{"true", "no"}, ValueName{"false", ""}};
constexpr std::array layers{
    ValueName{"transformer_engine", "cuda"}, ValueName{"local", "reference"}};

// adam: with decoupled weight decay. sgd: with momentum, unless that is 0.
constexpr std::array optimizers{ValueName{"adam", "adamw"}, ValueName{"sgd", "sgd-momentum"},
    ValueName{"lion", "lion"}, ValueName{"muon", "muon"}};

// fused: cuDNN's, which is none of ours.
constexpr std::array kernels{ValueName{"auto", ""}, ValueName{"flash", "flash"},
    ValueName{"unfused", "eager"}, ValueName{"local", "eager"}};
constexpr std::array flash{ValueName{"true", "flash"}, ValueName{"false", ""}};

std::optional<Json> asItStands(const Json &value)
{
    return value.isNull() ? std::nullopt : std::optional(value);
}

std::optional<Json> dropout(const Json &value)
{
    const double *share = value.number();
    return share ? std::optional(Json(*share > 0 ? "yes" : "no")) : std::nullopt;
}
std::optional<Json> writtenDropout(const Json &value)
{
    return value == Json("no") ? std::optional(Json(0.0))
                               : std::nullopt; // 0.1 where it is not said
}

/// Whose softmax unfused attention calls (masked_softmax_fusion is on unless it is turned off).
std::optional<Json> softmaxOf(const Json &value)
{
    return Json(value == Json("local") ? "fused" : "transformer-engine");
}

/// Layers of another kind than attention, as a pattern or a class says them.
std::optional<Json> otherLayers(const Json &value)
{
    const std::string *text = value.string();
    if (const Json::Array *words = value.array(); words && !words->empty())
        text = words->front().string();
    return text && !text->empty() ? std::optional(Json(*text)) : std::nullopt;
}

constexpr std::array rows{
    KeyRow{"num_layers", "shape.layers"},
    KeyRow{"encoder_num_layers", "shape.layers"},
    KeyRow{"hidden_size", "shape.hidden"},
    KeyRow{"ffn_hidden_size", "shape.ffn"},
    KeyRow{"num_attention_heads", "shape.heads"},
    KeyRow{"num_query_groups", "shape.kv_heads"},
    KeyRow{"group_query_attention", "shape.grouped_query", yesNo},
    KeyRow{"kv_channels", "shape.head_dim"},
    KeyRow{"vocab_size", "shape.vocab"},
    KeyRow{.key = "padded_vocab_size", .fact = "shape.vocab", .read = asItStands},
    KeyRow{"swiglu", "shape.gated", yes},
    KeyRow{"quick_geglu", "shape.gated", yes},
    KeyRow{"untie_embeddings_and_output_weights", "shape.tied", untied},
    KeyRow{"num_experts", "shape.experts"},
    KeyRow{"moe_router_topk", "shape.top_k"},
    KeyRow{"moe_ffn_hidden_size", "shape.expert_ffn"},
    KeyRow{"position_embedding_type", "shape.positions", positions},
    KeyRow{"use_rotary_position_embeddings", "shape.positions", rotary},
    KeyRow{"max_position_embeddings", "shape.max_positions"},
    KeyRow{"normalization", "shape.norm", norms},
    KeyRow{"disable_bias_linear", "shape.bias", without},
    KeyRow{"add_qkv_bias", "shape.qkv_bias", yes},
    KeyRow{"qk_layernorm", "shape.qk_norm", yes},
    KeyRow{"hidden_dropout", "shape.hidden_dropout", {}, dropout, writtenDropout},
    KeyRow{"attention_dropout", "shape.attention_dropout", {}, dropout, writtenDropout},
    KeyRow{"multi_latent_attention", "shape.latent", yes},
    KeyRow{"q_lora_rank", "shape.q_rank"},
    KeyRow{"kv_lora_rank", "shape.kv_rank"},
    KeyRow{"qk_head_dim", "shape.nope_dim"},
    KeyRow{"qk_pos_emb_head_dim", "shape.rope_dim"},
    KeyRow{"v_head_dim", "shape.v_dim"},
    KeyRow{"moe_shared_expert_intermediate_size", "shape.shared_ffn"},
    KeyRow{"moe_layer_freq", "shape.moe_layers"},
    KeyRow{"moe_token_dispatcher_type", "parallel.dispatcher", megatronDispatchers},
    KeyRow{"moe_expert_capacity_factor", "parallel.expert_capacity"},
    KeyRow{"moe_pad_expert_input_to_capacity", "parallel.expert_padding", onOff},
    KeyRow{"moe_grouped_gemm", "training.experts", megatronExpertCodes},
    // The program that is started, where it trains another kind of model.
    KeyRow{.key = "script", .fact = "shape.other", .read = otherLayers},
    KeyRow{.key = "hybrid_layer_pattern", .fact = "shape.other", .read = otherLayers},
    KeyRow{.key = "hybrid_override_pattern", .fact = "shape.other", .read = otherLayers},
    KeyRow{"transformer_impl", "training.kernels", layers},
    KeyRow{.key = "transformer_impl", .fact = "training.softmax", .read = softmaxOf},
    KeyRow{"tensor_model_parallel_size", "tensor"},
    KeyRow{"pipeline_model_parallel_size", "pipeline"},
    KeyRow{"num_virtual_stages_per_pipeline_rank", "virtual_stages"},
    KeyRow{"context_parallel_size", "context"},
    KeyRow{"cp_comm_type", "parallel.context_kind", megatronContextKinds},
    KeyRow{"expert_model_parallel_size", "expert"},
    KeyRow{"sequence_parallel", "sequence_parallel", yesNo},
    KeyRow{"decoder_first_pipeline_num_layers", "parallel.layers_first_stage"},
    KeyRow{"decoder_last_pipeline_num_layers", "parallel.layers_last_stage"},
    KeyRow{"expert_tensor_parallel_size", "parallel.expert_tensor"},
    KeyRow{"use_tp_pp_dp_mapping", "parallel.rank_order", rankOrders},
    KeyRow{"make_vocab_size_divisible_by", "parallel.vocabulary_padding"},
    KeyRow{"micro_batch_size", "training.micro_batch"},
    KeyRow{"global_batch_size", "sequences_per_step"},
    KeyRow{"seq_length", "training.sequence_length"},
    KeyRow{"encoder_seq_length", "training.sequence_length"},
    KeyRow{"bf16", "mixed_precision", bf16Switch},
    KeyRow{"fp16", "mixed_precision", fp16Switch},
    KeyRow{"fp8_format", "engine_fp8", megatronFp8Formats},
    KeyRow{"fp8_recipe", "engine_fp8_recipe", megatronFp8Recipes},
    KeyRow{"fp8_param_gather", "training.fp8_weights", megatronFp8Weights},
    KeyRow{"grad_reduce_in_bf16", "parallel.gradient_precision", reducedIn16},
    KeyRow{"accumulate_allreduce_grads_in_fp32", "parallel.gradient_precision", reducedIn32},
    KeyRow{"recompute_granularity", "training.checkpointing", megatronRecomputation},
    KeyRow{"recompute_modules", "training.recompute_modules", {}, joinedWords, splitWords},
    KeyRow{"recompute_method", "recompute_method"},
    KeyRow{"recompute_num_layers", "recompute_layers"},
    KeyRow{"use_distributed_optimizer", "zero_stage", megatronSharded},
    KeyRow{"overlap_grad_reduce", "parallel.overlap", onOff},
    KeyRow{"optimizer", "training.optimizer", optimizers},
    KeyRow{"optimizer_cpu_offload", "offload_optimizer", megatronOffload},
    KeyRow{"attention_backend", "training.attention", kernels},
    KeyRow{"use_flash_attn", "training.attention", flash},
    KeyRow{"no_rope_fusion", "training.rotary", plainRotary},
    KeyRow{"cross_entropy_fusion_impl", "training.loss", megatronLosses},
};

constexpr auto notModelled = std::to_array<std::string_view>({"fp4_param_gather",
    "te_precision_config_file", "inference_batch_times_seqlen_threshold=-1",
    "max_tokens_to_oom=12000", "output_bert_embeddings", "bert_embedder_type=megatron",
    "cuda_graph_scope", "cuda_graph_modules", "use_legacy_static_engine",
    "inference_max_requests=8", "inference_max_seq_length=2560", "inference_dynamic_batching",
    "inference_dynamic_batching_buffer_size_gb=40.0",
    "inference_dynamic_batching_paused_buffer_size_gb",
    "inference_dynamic_batching_mamba_memory_ratio", "inference_dynamic_batching_block_size=256",
    "inference_dynamic_batching_max_requests", "inference_dynamic_batching_max_tokens",
    "inference_dynamic_batching_num_cuda_graphs=16", "decode_only_cuda_graphs",
    "inference_cuda_graph_all_prefills", "inference_cuda_graph_max_tokens=512",
    "inference_dynamic_batching_unified_memory_level", "enable_chunked_prefill",
    "num_speculative_tokens", "no_inference_dynamic_batching_prefix_caching=true",
    "inference_dynamic_batching_prefix_caching",
    "inference_dynamic_batching_prefix_caching_mamba_gb",
    "inference_dynamic_batching_cuda_graph_mixed_prefill_count=16",
    "inference_dynamic_batching_cuda_graph_sizing_distribution=exponential",
    "inference_dynamic_batching_async_sched_mode=legacy", "mamba_inference_conv_states_dtype=bf16",
    "mamba_inference_ssm_states_dtype=bf16", "no_inference_use_synchronous_zmq_collectives=true",
    "inference_use_synchronous_zmq_collectives", "no_inference_disable_ep_consensus=true",
    "inference_disable_ep_consensus", "inference_shards", "tensor_parallel_num_weight_shards",
    "pipeline_model_parallel_comm_backend", "hierarchical_context_parallel_sizes",
    "max_seqlen_per_dp_cp_rank", "hybrid_context_parallel",
    "expert_tensor_parallel_num_weight_shards", "deterministic_mode", "tp_comm_overlap",
    "no_tp_comm_bulk_wgrad", "disable_tp_comm_bulk_wgrad", "no_tp_comm_bulk_dgrad",
    "disable_tp_comm_bulk_dgrad", "no_tp_comm_overlap_ag", "disable_tp_comm_overlap_ag",
    "no_tp_comm_overlap_rs", "disable_tp_comm_overlap_rs", "tp_comm_overlap_rs_dgrad",
    "no_tp_comm_split_ag", "disable_tp_comm_split_ag", "no_tp_comm_split_rs",
    "disable_tp_comm_split_rs", "cross_entropy_loss_fusion", "tp_comm_bootstrap_backend=nccl",
    "overlap_moe_expert_parallel_comm", "delay_wgrad_compute",
    "overlap_dispatch_backward_with_experts_wgrad", "ep_overlap_early_attn_memory_release",
    "use_ring_exchange_p2p", "defer_embedding_wgrad_compute", "wgrad_deferral_limit",
    "overlap_p2p_communication_warmup_flush", "microbatch_group_size_per_virtual_pipeline_stage",
    "mtp_standalone", "cpu_offloading_num_layers", "cpu_offloading_retain_pinned_cpu_buffers",
    "mtp_num_layers", "mtp_use_repeated_layer", "mtp_detach_heads", "mtp_hsm",
    "mtp_hybrid_override_pattern", "account_for_embedding_in_pipeline_split",
    "account_for_loss_in_pipeline_split", "flash_attention_version", "softmax_type=vanilla",
    "fp32_residual_connection", "apply_residual_connection_post_layernorm", "apply_layernorm_1p",
    "glu_linear_offset", "activation_func_clamp_value", "rotary_interleaved", "qk_l2_norm",
    "qk_clip", "attention_output_gate", "calculate_per_token_loss",
    "experimental_attention_variant", "dsa_indexer_n_heads", "dsa_indexer_head_dim",
    "dsa_indexer_topk", "dsa_indexer_topk_freq=1", "dsa_indexer_skip_topk_offset",
    "dsa_indexer_loss_coeff", "dsa_indexer_use_sparse_loss", "dsa_kernel_backend",
    "dsa_indexer_rope_interleaved", "no_dsa_indexer_rotate_activation",
    "disable_dsa_indexer_rotate_activation", "no_dsa_indexer_scoring_relu",
    "disable_dsa_indexer_scoring_relu", "dsa_indexer_k_norm_fp32", "linear_conv_kernel_dim=4",
    "linear_key_head_dim=128", "linear_value_head_dim=128", "linear_num_key_heads=16",
    "linear_num_value_heads=32", "init_model_with_meta_device", "apply_query_key_layer_scaling",
    "disable_bf16_reduced_precision_matmul", "use_fused_weighted_squared_relu",
    "fused_residual_rmsnorm", "use_transformer_engine_op_fuser", "distribute_saved_activations",
    "fp8_quantizer_factory", "fp8_margin", "fp8_interval=1", "fp8_amax_history_len=1",
    "fp8_amax_compute_algo=most_recent", "no_fp8_wgrad", "disable_fp8_wgrad", "fp8_output_proj",
    "first_last_layers_bf16", "num_layers_at_start_in_bf16=1", "num_layers_at_end_in_bf16=1",
    "use_kitchen_attention", "kitchen_attention_backend=sdpa", "fp4_format", "fp4_recipe=nvfp4",
    "fp4_quantizer_factory", "high_priority_a2a_comm_stream", "moe_shared_expert_gate",
    "moe_shared_expert_overlap", "use_grouped_gemm_for_shared_expert",
    "moe_shared_expert_glu_interleave_size", "moe_enable_routing_replay",
    "moe_router_padding_for_quantization", "moe_router_padding_for_fp8", "moe_router_num_groups",
    "moe_router_group_topk", "moe_router_pre_softmax", "moe_router_score_function=softmax",
    "moe_router_dtype", "moe_router_enable_expert_bias", "moe_router_quantile_balancing_ema",
    "moe_router_force_load_balancing", "moe_router_force_biased", "use_grouped_gemm_for_dense_mlp",
    "moe_use_grouped_tensor", "moe_single_grouped_weight", "moe_single_grouped_bias",
    "moe_z_loss_coeff", "moe_input_jitter_eps", "moe_enable_deepep",
    "moe_flex_dispatcher_backend=deepep", "moe_permute_fusion_into_hybridep",
    "moe_hybridep_pad_uneven_dispatch_inputs", "moe_pad_experts_for_cuda_graph_inference",
    "moe_token_drop_policy=probs", "moe_layer_recompute", "moe_permute_fusion", "moe_router_fusion",
    "moe_apply_probs_on_input", "moe_latent_size", "gtp_remat_opt_in_modules",
    "moe_flex_dispatcher_num_sms", "moe_deepep_num_sms", "moe_hybridep_num_sms",
    "moe_hybridep_num_blocks_permute", "moe_hybridep_num_blocks_unpermute",
    "moe_hybridep_num_sms_preprocessing=108", "moe_ncclep_zero_copy", "moe_dispatch_fwd_dtype=bf16",
    "moe_combine_bwd_dtype=bf16", "moe_mlp_glu_interleave_size", "moe_expert_rank_capacity_factor",
    "enable_cuda_graph", "cuda_graph_warmup_steps=3", "external_cuda_graph", "cuda_graph_impl",
    "inference_cuda_graph_scope", "enable_mhc_connections", "mhc_num_residual_streams=4",
    "mhc_sinkhorn_iterations=20", "mhc_recompute_layer_num", "no_clone_scatter_output_in_embedding",
    "disable_clone_scatter_output_in_embedding", "flash_decode", "batch_invariant_mode",
    "batch_invariant_backend=te_native", "use_te_activation_func", "symmetric_ar_type",
    "nccl_all_reduce_for_prefill", "inference_fuse_tp_communication",
    "inference_disable_triton_nvls_kernels", "inference_grouped_gemm_backend=vllm",
    "inference_moe_disable_fused_quant_kernels", "inference_moe_token_dispatcher_type=nvls",
    "mrope_section", "is_hybrid_model", "mamba_state_dim=128", "mamba_head_dim=64",
    "mamba_num_groups=8", "mamba_num_heads", "gdp_num_householder=3", "disable_mamba_mem_eff_path",
    "gdp_cutedsl_kernel", "gdp_num_chunk_states_to_recompute=2", "mlp_chunks_for_prefill=1",
    "mlp_chunks_for_training=1", "fine_grained_activation_offloading", "offload_modules",
    "min_offloaded_tensor_size=1048576", "delay_offload_until_cuda_graph",
    "delta_offload_bytes_across_pp_ranks", "activation_offload_fraction=1.0", "moe_paged_stash",
    "moe_paged_stash_page_size=64", "moe_paged_stash_buffer_size_factor_cuda=1.1",
    "moe_paged_stash_buffer_size_factor_cpu", "fine_grained_offloading_max_inflight_offloads",
    "decoder_num_layers", "window_size", "window_attn_skip_freq",
    "relative_attention_num_buckets=32", "relative_attention_max_distance=128", "no_rope_freq",
    "no_position_embedding", "openai_gelu", "squared_relu", "bert_no_binary_head",
    "log_max_attention_logit", "moe_routing_trace_capture_logits",
    "moe_routing_trace_capture_hidden_states", "moe_routing_trace_dump_weights", "sgd_momentum=0.9",
    "muon_no_split_qkv", "muon_tp_mode=duplicated", "muon_use_syrk", "muon_scalar_optimizer=adam",
    "perform_rl_step", "rl_prompts_per_eval=32", "grpo_prompts_per_step=32", "grpo_group_size=2",
    "rl_generation_lag", "rl_max_inflight_requests", "rl_submission_granularity=B",
    "rl_consumption_granularity=B", "grpo_kl_beta=0.001", "rl_offload_optimizer_during_inference",
    "rl_kv_cache_management_mode=persist", "no_rl_persist_cuda_graphs=true",
    "rl_persist_cuda_graphs", "no_rl_partial_rollouts=true", "rl_partial_rollouts",
    "no_rl_inference_logprobs_is_correction=true", "rl_inference_logprobs_is_correction",
    "no_rl_use_sequence_packing=true", "rl_use_sequence_packing",
    "rl_sequence_packing_max_sequences_per_bin=50", "rl_sequence_packing_algo=fifo",
    "no_rl_training_cuda_graphs=true", "rl_training_cuda_graphs",
    "rl_inference_tensor_model_parallel_size", "rl_inference_pipeline_model_parallel_size",
    "rl_inference_expert_model_parallel_size", "rl_inference_expert_tensor_model_parallel_size",
    "rl_inference_model_unified_memory_level",
    "no_rl_offload_inference_model_weights_when_idle=true",
    "rl_offload_inference_model_weights_when_idle", "refit_method=gloo", "rampup_batch_size",
    "step_batch_size_schedule", "decrease_batch_size_if_needed", "empty_unused_memory_level",
    "batch_size", "recompute_activations", "tp_comm_overlap_cfg", "checkpoint_activations",
    "no_masked_softmax_fusion", "no_bias_gelu_fusion", "no_bias_swiglu_fusion",
    "no_bias_dropout_fusion", "optimizer_cuda_graph", "optimizer_offload_fraction=1.0",
    "use_torch_optimizer_for_cpu_offload", "overlap_cpu_optimizer_d2h_h2d", "no_pin_cpu_grads",
    "no_pin_cpu_params", "no_persist_layer_norm", "no_gradient_accumulation_fusion",
    "freeze_all_layers", "save_activations_interval", "save_wgrads_interval",
    "save_dgrads_interval", "use_checkpoint_args", "use_mp_args_from_checkpoint_args",
    "attention_softmax_in_fp32", "fp16_lm_cross_entropy", "output_logit_dtype",
    "reuse_grad_buf_for_mxfp8_param_ag", "mamba_training_ssm_states_dtype",
    "distributed_backend=nccl", "use_megatron_fsdp", "use_torch_fsdp2",
    "nccl_communicator_config_path", "disable_gloo_process_groups", "use_sharp",
    "sharp_enabled_group", "high_priority_stream_groups", "disable_jit_fuser",
    "pipeline_model_parallel_layout", "model_parallel_size",
    "num_layers_per_virtual_pipeline_stage", "no_overlap_p2p_communication", "ddp_num_buckets",
    "ddp_bucket_size", "ddp_pad_buckets_for_high_nccl_busbw",
    "ddp_reduce_scatter_with_fp32_accumulation", "gtp_remat_reduce_scatter_with_fp32_accumulation",
    "ddp_param_name_patterns_for_fp32_local_accumulation", "ddp_average_in_collective",
    "overlap_param_gather", "overlap_param_gather_with_optimizer_step", "megatron_fsdp_version=1",
    "no_use_layer_wise_param_layout", "use_nccl_ub", "disable_symmetric_registration",
    "gtp_remat_nccl_ub", "gtp_expert_remat_nccl_ub", "fsdp_manual_registration",
    "create_all_gather_group", "data_parallel_sharding_strategy=optim_grads_params",
    "outer_dp_sharding_strategy=no_shard", "no_gradient_reduce_div_fusion", "fsdp_double_buffer",
    "suggested_communication_unit_size", "keep_fp8_transpose_cache", "enable_full_sharding_in_hsdp",
    "num_distributed_optimizer_instances=1", "torch_fsdp2_no_reshard_after_forward",
    "fake_process_group", "eval_global_batch_size", "eval_micro_batch_size", "skip_train",
    "test_mode", "no_pad_vocab_size", "disable_pad_vocab_size", "vocab_extra_ids",
    "decoder_seq_length", "reset_attention_mask", "dataloader_inter_document_masking",
    "no_create_attention_mask_in_dataloader", "ict_head_size", "biencoder_projection_dim",
    "biencoder_shared_query_context_model", "indexer_batch_size=128", "num_classes=1000",
    "img_h=224", "img_w=224", "num_channels=3", "patch_dim=16", "vision_pretraining",
    "vision_pretraining_type=classify", "vision_backbone_type=vit", "swin_backbone_type=tiny",
    "dino_local_img_size=96", "dino_local_crops_number=10", "dino_head_hidden_size=2048",
    "dino_bottleneck_size=256", "dino_freeze_last_layer=1", "moe_use_upcycling",
    "moe_router_load_balancing_type=aux_loss", "moe_aux_loss_coeff", "moe_upcycling_granularity=1",

    "cache_mla_latents", "mla_down_proj_fusion", "linear_attention_freq",
    "heterogeneous_layers_config_path", "heterogeneous_layers_config_encoded_json",
    "enable_experimental", "spec", "yaml_cfg", "use_precision_aware_optimizer",
    "main_grads_dtype=fp32", "main_params_dtype=fp32", "exp_avg_dtype=fp32",
    "exp_avg_sq_dtype=fp32", "megatron_fsdp_main_params_dtype=fp32",
    "megatron_fsdp_main_grads_dtype=auto", "megatron_fsdp_grad_comm_dtype=auto",
    "megatron_fsdp_enable_fine_grained_param_gather", "megatron_fsdp_max_pool_double_buffer",
    "fsdp_db_use_persist_buf_on_alloc_fail", "kitchen_config_file", "kitchen_recipe_number", "sft",
    "logits_save_top_k", "logits_save_top_p", "logits_save_top_p_min_k=1", "logits_save_dir",
    "logits_save_dtype=fp16", "logits_load_dir", "export_model_type=GPTModel",
    "export_legacy_megatron", "export_te_mcore_model", "export_default_te_spec",
    "export_force_local_attention", "export_kv_cache_quant", "export_real_quant_cfg",
    "export_quant_cfg", "export_kd_teacher_load", "export_kd_teacher_model_config", "export_kd_cfg",
    "qad_train_target", "freeze_base_for_mtp", "export_qk_l2_norm",
    "export_moe_apply_probs_on_input", "export_offline_model", "modelopt_enabled", "enable_gpt_oss",
    "activations_checkpoint_method", "activations_checkpoint_granularity",
    "activations_checkpoint_num_layers"});

constexpr auto withoutEffect
    = std::to_array<std::string_view>({"inference_dynamic_batching_track_paused_request_events",
        "inference_dynamic_batching_track_generated_token_events",
        "inference_dynamic_batching_prefix_caching_eviction_policy",
        "inference_dynamic_batching_prefix_caching_coordinator_policy",
        "inference_dynamic_batching_prefix_caching_routing_alpha",
        "inference_dynamic_batching_sampling_backend", "use_same_sampling_seed_across_dp_ranks",
        "inference_dynamic_batching_logprobs_mode", "inference_logging_step_interval",
        "no_inference_text_gen_server_logging", "inference_text_gen_server_logging",
        "no_inference_wandb_logging", "inference_wandb_logging", "inference_coordinator_port",
        "no_initialization", "use_cpu_initialization", "mtp_loss_scaling_factor", "norm_epsilon",
        "qk_clip_alpha", "qk_clip_threshold", "dsa_indexer_k_norm_epsilon", "init_method_std",
        "embedding_init_method_std", "use_mup", "mup_width_mult", "mup_base_hidden_size",
        "mup_embedding_mult", "mup_output_mult", "mup_base_head_dim", "mup_attn_scale_power",
        "moe_router_topk_scaling_factor", "moe_router_bias_update_rate", "moe_per_layer_logging",
        "mhc_init_gating_factor", "config_logger_dir", "yarn_original_max_position_embeddings",
        "yarn_beta_fast", "yarn_beta_slow", "yarn_correction_range_round_to_int",
        "no_yarn_correction_range_round_to_int", "rotary_base", "rotary_percent",
        "rotary_seq_len_interpolation_factor", "use_rope_scaling", "rope_scaling_factor",
        "onnx_safe", "log_straggler", "straggler_ctrlr_port", "straggler_minmax_count",
        "disable_straggler_on_startup", "run_workload_inspector_server", "inprocess_restart",
        "inprocess_max_iterations", "inprocess_monitor_thread_interval",
        "inprocess_monitor_process_interval", "inprocess_progress_watchdog_interval",
        "inprocess_heartbeat_interval", "inprocess_soft_timeout", "inprocess_hard_timeout",
        "inprocess_heartbeat_timeout", "inprocess_barrier_timeout", "inprocess_completion_timeout",
        "inprocess_last_call_wait", "inprocess_termination_grace_time", "inprocess_granularity",
        "inprocess_active_world_size", "inprocess_empty_cuda_cache", "no_one_logger",
        "one_logger_project", "one_logger_run_name", "one_logger_async", "app_tag_run_name",
        "app_tag_run_version", "enable_ft_package", "calc_ft_timeouts", "ft_num_warmup_iters",
        "log_interval", "log_params_norm", "log_throughput", "log_progress", "timing_log_level",
        "timing_log_option", "tensorboard_dir", "tensorboard_log_interval",
        "tensorboard_queue_size", "log_timers_to_tensorboard", "no_log_loss_scale_to_tensorboard",
        "disable_log_loss_scale_to_tensorboard", "log_validation_ppl_to_tensorboard",
        "log_memory_to_tensorboard", "log_memory_interval", "log_device_memory_used",
        "log_num_zeros_in_grad", "no_barrier_with_level_1_timing", "log_world_size_to_tensorboard",
        "wandb_project", "wandb_exp_name", "wandb_save_dir", "wandb_entity", "logging_level",
        "log_energy", "moe_routing_trace_path", "moe_routing_trace_max_training_iters",
        "otel_enabled", "otel_service_name", "otel_span_groups", "weight_decay",
        "apply_wd_to_qk_layernorm", "clip_grad", "adam_beta1", "adam_beta2", "adam_eps",
        "muon_momentum", "muon_nesterov", "muon_scale_mode", "muon_fp32_matmul_prec",
        "muon_coefficient_type", "muon_num_ns_steps", "muon_extra_scale_factor", "lion_beta1",
        "lion_beta2", "no_weight_decay_cond_type", "rl_durable_rollout_bank", "rl_rollout_bank_dir",
        "rl_rollout_bank_max_bytes", "grpo_iterations", "grpo_clamp_eps_lower",
        "grpo_clamp_eps_upper", "grpo_entropy_term_weight", "grpo_filter_groups_with_same_reward",
        "langrl_env_config", "rl_default_temperature", "rl_default_top_p", "rl_default_top_k",
        "rl_importance_sampling_truncation_coef", "no_rl_verify_model_weights_swap",
        "rl_verify_model_weights_swap", "no_rl_skip_bos_token", "rl_skip_bos_token", "rl_profile",
        "rl_profile_dir", "rl_inference_parsers", "profile", "profile_step_start",
        "profile_step_end", "use_pytorch_profiler", "pytorch_profiler_collect_shapes",
        "pytorch_profiler_collect_callstack", "pytorch_profiler_collect_chakra", "profile_ranks",
        "record_memory_history", "memory_snapshot_path", "record_shapes", "nvtx_ranges",
        "check_weight_hash_across_dp_replicas_interval", "gpu_sniff_test_interval",
        "train_sync_interval", "train_iters", "train_samples", "exit_interval",
        "exit_duration_in_mins", "exit_signal_handler", "exit_signal",
        "exit_signal_handler_for_dataloader", "exit_signal_handler_for_training", "manual_gc",
        "manual_gc_interval", "no_manual_gc_eval", "disable_manual_gc_eval", "iterations_to_skip",
        "no_check_for_nan_in_loss_and_grad", "check_for_large_grads",
        "result_rejected_tracker_filename", "rope_type", "dump_param_to_param_group_map",
        "dataloader_type", "use_mcore_models", "error_injection_rate", "error_injection_type",
        "rerun_mode", "check_for_spiky_loss", "seed", "te_rng_tracker", "inference_rng_tracker",
        "data_parallel_random_init", "init_method_xavier_uniform", "lr_decay_style",
        "lr_wsd_decay_style", "lr_decay_iters", "lr_decay_samples", "lr_wsd_decay_iters",
        "lr_wsd_decay_samples", "lr_warmup_fraction", "lr_warmup_iters", "lr_warmup_samples",
        "lr_warmup_init", "override_opt_param_scheduler", "use_checkpoint_opt_param_scheduler",
        "start_weight_decay", "end_weight_decay", "weight_decay_incr_style", "lr", "warmup",
        "min_lr", "decoupled_lr", "decoupled_min_lr", "save", "save_interval",
        "persistent_save_interval", "save_params_interval", "save_tokens_per_expert_interval",
        "save_retain_interval", "load", "load_main_params_from_ckpt",
        "non_persistent_save_interval", "non_persistent_ckpt_type",
        "non_persistent_global_ckpt_dir", "non_persistent_local_ckpt_dir",
        "non_persistent_local_ckpt_algo", "finetune", "pretrained_checkpoint", "ckpt_step",
        "no_use_tokenizer_model_from_checkpoint_args",
        "disable_use_tokenizer_model_from_checkpoint_args", "exit_on_missing_checkpoint",
        "ckpt_format", "auto_detect_ckpt_format", "ckpt_convert_format", "ckpt_convert_save",
        "ckpt_convert_update_legacy_dist_opt_format", "no_ckpt_fully_parallel_save", "async_save",
        "async_strategy", "use_persistent_ckpt_worker", "async_ckpt_cpu_priority",
        "async_ckpt_io_priority", "async_ckpt_use_cpu_shm", "ckpt_fully_parallel_load",
        "ckpt_fully_parallel_load_exchange_algo", "ckpt_fully_parallel_load_per_rank_objects",
        "ckpt_fully_parallel_save_process_group", "ckpt_fully_parallel_load_process_group",
        "ckpt_assume_constant_structure", "ckpt_pg_tensors_cache_path",
        "ckpt_pg_tensors_cache_create", "no_ckpt_load_validate_sharding_integrity",
        "disable_ckpt_load_validate_sharding_integrity", "no_strict_fsdp_dtensor_load",
        "disable_strict_fsdp_dtensor_load", "dist_ckpt_strictness", "dist_ckpt_save_pre_mcore_014",
        "dist_ckpt_optim_fully_reshardable", "distrib_optim_fully_reshardable_mem_efficient",
        "no_save_tokenizer_assets", "disable_save_tokenizer_assets", "replication",
        "replication_jump", "replication_factor", "verify_integrity", "no_save_optim",
        "no_save_rng", "no_load_optim", "no_load_rng", "override_ckpt_iteration", "use_dist_ckpt",
        "dist_ckpt_format", "dist_ckpt_workers", "ckpt_fully_parallel_save",
        "ckpt_drop_redundant_extra_state", "loss_scale", "initial_loss_scale", "min_loss_scale",
        "loss_scale_window", "hysteresis", "distributed_timeout_minutes", "no_align_grad_reduce",
        "disable_align_grad_reduce", "local_rank", "lazy_mpu_init",
        "distributed_timeout_seconds_after_init", "flight_recorder_dump_path",
        "flight_recorder_trace_buffer_size", "no_flight_recorder_dump_on_timeout",
        "disable_flight_recorder_dump_on_timeout", "flight_recorder_include_stack_trace",
        "no_flight_recorder_include_only_active", "disable_flight_recorder_include_only_active",
        "no_flight_recorder_extra_dump_on_exec", "disable_flight_recorder_extra_dump_on_exec",
        "no_align_param_gather", "eval_iters", "eval_interval", "start_eval_at_iter",
        "full_validation", "multiple_validation_sets", "validation_set_names", "vocab_file",
        "merge_file", "tokenizer_type", "tokenizer_model", "tokenizer_metadata",
        "tokenizer_special_tokens", "tiktoken_pattern", "tiktoken_num_special_tokens",
        "tokenizer_sentencepiece_legacy", "no_tokenizer_sentencepiece_ignore_extra_whitespaces",
        "disable_tokenizer_sentencepiece_ignore_extra_whitespaces", "tokenizer_hf_no_use_fast",
        "tokenizer_hf_no_include_special_tokens", "trust_remote_code", "null_tokenizer_eod_id",
        "null_tokenizer_pad_id", "chat_template", "use_gigatoken", "data_path",
        "phase_transition_iterations", "split", "train_data_path", "valid_data_path",
        "test_data_path", "data_args_path", "per_split_data_args_path",
        "per_dataset_sequences_path", "dataloader_fast_cache_load",
        "dataloader_defer_npy_index_mmap", "data_cache_path", "no_mmap_bin_files", "mock_data",
        "sample_rate", "mask_prob", "short_seq_prob", "num_workers", "reset_position_ids",
        "eod_mask_loss", "num_dataset_builder_threads", "object_storage_cache_path",
        "mid_level_dataset_surplus", "allow_ambiguous_pad_tokens", "fim_data", "fim_rate",
        "fim_spm_rate", "fim_split_sample", "fim_fragment_rate", "fim_no_prefix",
        "fim_prefix_token", "fim_middle_token", "fim_suffix_token", "fim_pad_token",
        "fim_eod_token", "adlr_autoresume", "adlr_autoresume_interval", "ict_load", "bert_load",
        "titles_data_path", "query_in_block_prob", "use_one_sent_docs", "evidence_data_path",
        "retriever_report_topk_accuracies", "retriever_score_scaling", "block_data_path",
        "embedding_path", "indexer_log_interval", "classes_fraction", "data_per_class_fraction",
        "no_data_sharding", "head_lr_mult", "mask_type", "mask_factor", "iter_per_epoch",
        "dino_norm_last_layer", "dino_warmup_teacher_temp", "dino_teacher_temp",
        "dino_warmup_teacher_temp_epochs", "rotary_scaling_factor", "mscale", "mscale_all_dim",
        "enable_msc", "disable_msc", "sft_tokenizer_prompt_format", "logits_load_decode_threads",
        "logits_load_prefetch_factor", "logits_load_msc_prefetch_depth",
        "logits_load_kd_loss_alpha", "logits_load_ignore_errors", "fault_injector_ranks",
        "fault_injector_num_ranks", "fault_injector_fault_types",
        "fault_injector_fault_probabilities", "fault_injector_fault_delay",
        "fault_injector_delay_start_iteration", "fault_injector_mtti_seconds",
        "fault_injector_offset_seconds", "fault_injector_seed", "export_kd_teacher_ckpt_format",
        "finetune_hf_dataset", "finetune_data_split", "finetune_data_files"});

constexpr std::array defaults{
    FormatDefault{"engine", "megatron"},
    FormatDefault{"zero_stage", "0"},
    FormatDefault{"mixed_precision", "no"},
    FormatDefault{"weights_dtype", "fp32"}, // as long as neither --bf16 nor --fp16 says otherwise
    FormatDefault{"engine_fp8_recipe", "te-delayed"},
    FormatDefault{"training.fp8_weights", "copied"},
    FormatDefault{"tensor", "1"},
    FormatDefault{"pipeline", "1"},
    FormatDefault{"context", "1"},
    FormatDefault{"expert", "1"},
    FormatDefault{"sequence_parallel", "no"},
    FormatDefault{"offload_optimizer", "none"},
    FormatDefault{"parallel.overlap", "off"},
    FormatDefault{"training.accumulation", "1"}, // without --global-batch-size
    FormatDefault{"training.optimizer", "adamw"},
    FormatDefault{"training.checkpointing", "none"},
    FormatDefault{"training.attention", "flash"}, // Transformer Engine's choice on such GPUs
    FormatDefault{"training.softmax", "transformer-engine"},
    FormatDefault{"training.loss", "standard"},
    FormatDefault{"training.experts", "loop"},
    FormatDefault{"parallel.dispatcher", "all-gather"},
    FormatDefault{"training.kernels", "cuda"}, // Transformer Engine's
    // Where they are silent: ffn 4 times hidden, 8/3 if gated, a multiple of 64; head_dim hidden
    // over heads; expert_ffn as ffn.
    FormatDefault{"shape.grouped_query", "no"}, // kv_heads count only with it
    FormatDefault{"shape.kv_heads", "1"},
    FormatDefault{"shape.gated", "no"},
    FormatDefault{"shape.tied", "yes"},
    FormatDefault{"shape.top_k", "2"},
    FormatDefault{"shape.positions", "learned"},
    FormatDefault{"shape.norm", "layer"},
    FormatDefault{"shape.bias", "yes"},
    FormatDefault{"shape.hidden_dropout", "yes"}, // 0.1
    FormatDefault{"shape.attention_dropout", "yes"},
    FormatDefault{"shape.latent", "no"},
    FormatDefault{"shape.kv_rank", "32"}, // of latent attention
    FormatDefault{"shape.nope_dim", "128"},
    FormatDefault{"shape.rope_dim", "64"},
    FormatDefault{"shape.v_dim", "128"},
};

} // namespace

constexpr Format megatronFormat{
    .id = "megatron",
    .name = english("formats", "Megatron-LM"),
    .rank = Rank::Recipe,
    .signs = signs,
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
