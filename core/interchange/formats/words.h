// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/format.h"

#include <algorithm>
#include <array>

namespace shardscope {

// Values that several formats write alike, since they pass them on to the same libraries.

inline constexpr std::array yesNo{ValueName{"true", "yes"}, ValueName{"false", "no"}};
/// PEFT's init_lora_weights (0.20, tuners/lora/config.py): what is random, or goes by the matrix
/// alone. What else there is goes by data, or gives each matrix a rank of its own.
inline constexpr std::array loraStarts{ValueName{"true", "default"}, ValueName{"false", "default"},
    ValueName{"gaussian", "default"}, ValueName{"orthogonal", "default"},
    ValueName{"pissa", "pissa"}, ValueName{"pissa_niter_4", "pissa"},
    ValueName{"pissa_niter_8", "pissa"}, ValueName{"pissa_niter_16", "pissa"},
    ValueName{"olora", "olora"}, ValueName{"loftq", "loftq"}};
/// PEFT's use_dora.
inline constexpr std::array doraOrLora{ValueName{"true", "dora"}, ValueName{"false", "lora"}};
inline constexpr std::array onOff{ValueName{"true", "on"}, ValueName{"false", "off"}};
/// Two switches of one precision: each is off where the other is on, so that off says nothing.
inline constexpr std::array bf16Switch{ValueName{"true", "bf16"}, ValueName{"false", ""}};
inline constexpr std::array fp16Switch{ValueName{"true", "fp16"}, ValueName{"false", ""}};
/// Checkpointing that is a yes or no.
inline constexpr std::array fullOrNone{ValueName{"true", "full"}, ValueName{"false", "none"}};

/// Whether what autograd saves waits on the host (TRL's OffloadActivations).
inline constexpr std::array savedOnHost{ValueName{"true", "saved"}, ValueName{"false", "none"}};
/// Where DeepSpeed offloads to.
inline constexpr std::array offloadDevices{ValueName{"none", "none"}, ValueName{"null", "none"},
    ValueName{"cpu", "cpu"}, ValueName{"nvme", "nvme"}};

template <class Item, std::size_t first, std::size_t second>
constexpr auto joined(const std::array<Item, first> &items, const std::array<Item, second> &others)
{
    std::array<Item, first + second> all{};
    std::ranges::copy(others, std::ranges::copy(items, all.begin()).out);
    return all;
}

/// Of transformers (training_args.py, OptimizerNames; trainer_optimizer.py). torch.optim takes
/// foreach where neither is asked for. Schedule-free ones keep a second iterate in the place of the
/// first moment, and make what torch's foreach makes (schedulefree 1.4 adamw_schedulefree.py).
inline constexpr std::array transformersOptimizers{ValueName{"adamw_torch_fused", "adamw"},
    ValueName{"adamw_torch", "adamw-foreach"}, ValueName{"adamw_bnb_8bit", "adamw-8bit"},
    ValueName{"adamw_8bit", "adamw-8bit"}, ValueName{"paged_adamw_8bit", "paged-adamw-8bit"},
    ValueName{"paged_adamw_32bit", "paged-adamw"}, ValueName{"paged_adamw", "paged-adamw"},
    ValueName{"adamw_torch_8bit", "adamw-8bit-torchao"},
    ValueName{"adamw_torch_4bit", "adamw-4bit-torchao"}, ValueName{"ademamix", "ademamix"},
    ValueName{"ademamix_8bit", "ademamix-8bit"}, ValueName{"galore_adamw", "galore-adamw"},
    ValueName{"apollo_adamw", "apollo-adamw"}, ValueName{"adafactor", "adafactor"},
    ValueName{"lomo", "lomo"}, ValueName{"adalomo", "adalomo"}, ValueName{"lion_32bit", "lion"},
    ValueName{"lion_8bit", "lion-8bit"}, ValueName{"paged_lion_32bit", "paged-lion"},
    ValueName{"schedule_free_adamw", "adamw-foreach"},
    ValueName{"schedule_free_sgd", "sgd-momentum"}, ValueName{"sgd", "sgd"}};

// Of transformers: Liger's kernels, and torch.compile, which naming a backend or a mode switches
// on; modes that are not named here record CUDA graphs.
inline constexpr std::array ligerKernels{ValueName{"true", "fused"}, ValueName{"false", ""}};
inline constexpr std::array compiledModel{ValueName{"true", "model"}, ValueName{"false", ""}};
inline constexpr std::array compileBackends{ValueName{"inductor", "model"}, ValueName{"null", ""}};
inline constexpr std::array compileModes{ValueName{"default", "model"}, ValueName{"null", ""}};

// reshard_after_forward is a word under FSDP1, a yes or no under FSDP2: each says one fact.
inline constexpr std::array reshards{ValueName{"true", "yes"}, ValueName{"false", "no"},
    ValueName{"full_shard", ""}, ValueName{"shard_grad_op", ""}, ValueName{"no_shard", ""},
    ValueName{"hybrid_shard", ""}, ValueName{"hybrid_shard_zero2", ""}};
/// As transformers spells them.
inline constexpr std::array shardings{ValueName{"full_shard", "full_shard"},
    ValueName{"shard_grad_op", "shard_grad_op"}, ValueName{"no_shard", "no_shard"},
    ValueName{"hybrid_shard", "hybrid_shard"},
    ValueName{"hybrid_shard_zero2", "hybrid_shard_zero2"}, ValueName{"true", ""},
    ValueName{"false", ""}};
/// As accelerate spells them.
inline constexpr std::array accelerateShardings{ValueName{"FULL_SHARD", "full_shard"},
    ValueName{"SHARD_GRAD_OP", "shard_grad_op"}, ValueName{"NO_SHARD", "no_shard"},
    ValueName{"HYBRID_SHARD", "hybrid_shard"},
    ValueName{"HYBRID_SHARD_ZERO2", "hybrid_shard_zero2"}, ValueName{"true", ""},
    ValueName{"false", ""}};
/// accelerate's FSDP_SHARDING_STRATEGY: by name, or counted from 1.
inline constexpr std::array accelerateStrategies{ValueName{"FULL_SHARD", "full_shard"},
    ValueName{"SHARD_GRAD_OP", "shard_grad_op"}, ValueName{"NO_SHARD", "no_shard"},
    ValueName{"HYBRID_SHARD", "hybrid_shard"},
    ValueName{"HYBRID_SHARD_ZERO2", "hybrid_shard_zero2"}, ValueName{"1", "full_shard"},
    ValueName{"2", "shard_grad_op"}, ValueName{"3", "no_shard"}, ValueName{"4", "hybrid_shard"},
    ValueName{"5", "hybrid_shard_zero2"}, ValueName{"null", ""}};

// Of TRL 1.10.0.dev0, and of those that hand their settings to it. What is not named here - RLOO,
// GKD and others - is not modelled.
inline constexpr std::array trlCommands{ValueName{"sft", ""}, ValueName{"SFTConfig", ""},
    ValueName{"dpo", "dpo"}, ValueName{"DPOConfig", "dpo"}, ValueName{"grpo", "grpo"},
    ValueName{"GRPOConfig", "grpo"}, ValueName{"reward", "reward"},
    ValueName{"RewardConfig", "reward"}, ValueName{"orpo", "orpo"}, ValueName{"ORPOConfig", "orpo"},
    ValueName{"cpo", "cpo"}, ValueName{"CPOConfig", "cpo"}, ValueName{"kto", "kto"},
    ValueName{"KTOConfig", "kto"}, ValueName{"PPOConfig", "ppo"}};
inline constexpr std::array storedLogs{
    ValueName{"true", "stored"}, ValueName{"false", "computed"}, ValueName{"null", ""}};
inline constexpr std::array rolloutModes{
    ValueName{"server", "server"}, ValueName{"colocate", "colocate"}, ValueName{"null", ""}};
/// beta, cpo_alpha: 0 is "none".
std::optional<Json> klWeight(const Json &value);
/// A key that only GRPO has, or PPO.
std::optional<Json> asGrpo(const Json &value);
std::optional<Json> asPpo(const Json &value);

// accelerate's megatron_lm_*. The distributed optimizer shards what ZeRO-1 shards.
inline constexpr std::array megatronSequenceParallel{
    ValueName{"true", "yes"}, ValueName{"false", "no"}, ValueName{"null", ""}};
inline constexpr std::array megatronDistributed{
    ValueName{"true", "1"}, ValueName{"false", "0"}, ValueName{"null", ""}};
inline constexpr std::array megatronGranularities{
    ValueName{"full", "full"}, ValueName{"selective", "selective"}, ValueName{"null", ""}};
inline constexpr std::array megatronRecomputed{
    ValueName{"true", "selective"}, ValueName{"false", ""}, ValueName{"null", ""}};

// transformers' fsdp="full_shard auto_wrap offload", a list of such words, or a yes or no.
std::optional<Json> fsdpEngine(const Json &value);
std::optional<Json> fsdpSharding(const Json &value);
std::optional<Json> fsdpOffload(const Json &value);
/// Whether words between spaces, or a list of them, have that one.
bool hasWord(const Json &value, std::string_view word);
/// Neither false nor empty.
bool isOn(const Json &value);
/// What a yes or no of a file says, or what holds where it says nothing.
bool switchAt(const Json &root, std::string_view key, bool byDefault);
double numberAt(const Json &root, std::string_view key, double byDefault);

// deepspeed: a path, or the object itself, which the import reads as that file.
std::optional<Json> deepSpeedEngine(const Json &value);
std::optional<Json> pathOnly(const Json &value);

/// Whose gradients GaLore and APOLLO are planned to project, as transformers is told it: the linear
/// modules of the layers.
inline constexpr std::string_view projectedModules = "optim_target_modules=.*\\.(layers|h)\\..*";
// optim_args of transformers: "rank=64, update_proj_gap=200" (trainer_optimizer.py,
// _parse_optim_args).
std::optional<Json> rankOfProjection(const Json &value);
std::optional<Json> asProjection(const Json &rank);

} // namespace shardscope
