// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/names.h"

namespace shardscope {

enum class EstimatorKind { Worksheet, Detailed };
template <>
inline constexpr std::array<std::string_view, 2> namesOf<EstimatorKind>{"worksheet", "detailed"};

enum class Method { Full, Lora, Qlora };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Method>{"full", "lora", "qlora"};

/// Which dtype weights, gradients, moments and computation have; core/precision.h says the bytes.
enum class Precision { Fp32, Bf16, Fp16, Bf16Amp, Fp16Amp, Bf16Master, Fp16Master };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<Precision>{
    "fp32", "bf16", "fp16", "bf16-amp", "fp16-amp", "bf16-master", "fp16-master"};

enum class Optimizer {
    AdamW,
    AdamWForeach,
    AdamW8bit,
    PagedAdamW8bit,
    Adafactor,
    Lion,
    Muon,
    Sgd,
    SgdMomentum
};
template <>
inline constexpr std::array<std::string_view, 9> namesOf<Optimizer>{"adamw", "adamw-foreach",
    "adamw-8bit", "paged-adamw-8bit", "adafactor", "lion", "muon", "sgd", "sgd-momentum"};

enum class Checkpointing { None, Selective, Full };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Checkpointing>{
    "none", "selective", "full"};

enum class Attention { Flash, Sdpa, Eager };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Attention>{"flash", "sdpa", "eager"};

enum class Loss { Standard, Chunked, Fused };
template <>
inline constexpr std::array<std::string_view, 3> namesOf<Loss>{"standard", "chunked", "fused"};

/// Ordered from "everything replicated" to "everything sharded": the order of the slider's steps.
enum class Strategy { Ddp, Zero1, Zero2, Zero3, FsdpGradOp, Fsdp, Hsdp };
template <>
inline constexpr std::array<std::string_view, 7> namesOf<Strategy>{
    "ddp", "zero1", "zero2", "zero3", "fsdp-grad-op", "fsdp", "hsdp"};

enum class Framework { Auto, Trainer, DeepSpeed, Fsdp1, Fsdp2, Megatron };
template <>
inline constexpr std::array<std::string_view, 6> namesOf<Framework>{
    "auto", "trainer", "deepspeed", "fsdp1", "fsdp2", "megatron"};

} // namespace shardscope
