// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/attentionkernel.h"

#include "core/collectives/nccl.h"
#include "core/engines/convention.h"
#include "core/scenario/precision.h"
#include "core/step/trained.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// FlashAttention-2 asks for Ampere or newer, 16-bit inputs and heads of at most 256 (its README);
/// with capped scores it has no dropout (csrc/flash_attn/flash_api.cpp). The first one in Triton
/// takes heads of at most 128 (flash_attn_triton.py, v1.0.9) and has no dropout at all.
bool hasFlash(Attention attention, const Scenario &scenario, const Resolved &resolved)
{
    const bool isTriton = attention == Attention::FlashTriton;
    const std::int64_t widestHead = isTriton ? 128 : 256;
    const ModuleTraits &modules = resolved.spec.modules;
    return generationOf(*resolved.gpu) >= Generation::Ampere
        && recipe(scenario.training.precision).compute <= 2
        && resolved.spec.widestHead() <= widestHead
        && ((modules.attentionSoftcap <= 0 && !isTriton) || modules.attentionDropout <= 0);
}

/// Where SDPA is given no mask and no FlashAttention is there, keys that queries share leave it no
/// fused kernel at all (aten sdp_utils.cpp). What it keeps in fp32 is planned.
bool hasUnmasked(const Scenario &scenario, const Resolved &resolved)
{
    return recipe(scenario.training.precision).compute > 2
        || (generationOf(*resolved.gpu) >= Generation::Ampere && resolved.spec.widestHead() <= 256);
}

bool hasModulesOfTransformers(const Parallel &parallel)
{
    const Framework framework = frameworkFor(parallel);
    return framework != Framework::Megatron && framework != Framework::Nanotron;
}

/// transformers 5.12.1, modeling_utils.py: get_correct_attn_implementation raises where the class
/// does not say _supports_flash_attn (BLOOM, DeBERTa, Llama 4, XGLM) or _supports_sdpa (these but
/// for Llama 4, gpt-oss, GPT-J, GPT-Neo).
/// Megatron-LM and nanotron have modules of their own; but ALiBi has neither. LLM Foundry's MPT has
/// FlashAttention and its own code (llmfoundry/models/layers/attention.py, attn_impl), and nobody
/// else the first FlashAttention in Triton.
bool isRefused(Attention attention, AttentionCode code, const Parallel &parallel)
{
    if (attention == Attention::FlashTriton)
        return code != AttentionCode::Mpt || !hasModulesOfTransformers(parallel);
    switch (code) {
    case AttentionCode::Bloom:
    case AttentionCode::DebertaV2:
    case AttentionCode::Xglm:
        return true;
    case AttentionCode::GptJ:
    case AttentionCode::GptNeo:
        return isSdpa(attention) && hasModulesOfTransformers(parallel);
    case AttentionCode::Llama4:
        return attention == Attention::Flash && hasModulesOfTransformers(parallel);
    case AttentionCode::GptOss:
        return isSdpa(attention) && hasModulesOfTransformers(parallel);
    case AttentionCode::Mpt:
        return isSdpa(attention);
    case AttentionCode::Standard:
    case AttentionCode::Opt:
    case AttentionCode::Gpt2:
    case AttentionCode::Falcon:
    case AttentionCode::Bert:
        break;
    }
    return false;
}

/// transformers 5.12.1: sdpa_attention_forward takes no softcap, and nobody says so; FlashAttention
/// does (integrations/flash_attention.py), forward and backward. For gpt-oss flash_attention_2
/// gives way to vllm-flash-attn3, or FlashAttention 4 is asked for: neither has a gradient of the
/// sinks (flash_attn/cute/interface.py returns None for it). GPTNeoFlashAttention2 hands on no
/// window. Unsloth trains gpt-oss with flex attention and its sinks (unsloth_zoo ce232d6c,
/// temporary_patches/gpt_oss.py).
bool leavesOut(Attention attention, const Scenario &scenario, const ModelSpec &spec)
{
    const bool hasLocalLayers = spec.modules.attention == AttentionCode::GptNeo;
    const bool losesSinks = spec.attentionSinks && scenario.training.kernels != Kernels::Unsloth;
    return losesSinks || (hasLocalLayers && isFlash(attention))
        || (isSdpa(attention) && spec.modules.attentionSoftcap > 0);
}

} // namespace

KernelOutcome outcomeOf(Attention attention, const Scenario &scenario, const Resolved &resolved)
{
    if (attention == Attention::Eager)
        return KernelOutcome::Computes;
    // DeepseekV32PreTrainedModel, _supports_flash_attn.
    if (resolved.spec.indexer && isFlash(attention))
        return KernelOutcome::Refused;
    if (isRefused(attention, resolved.spec.modules.attention, scenario.parallel))
        return KernelOutcome::Refused;
    if (isFlash(attention) && !hasFlash(attention, scenario, resolved))
        return KernelOutcome::NotThere;
    if (attention == Attention::SdpaUnpadded && !hasUnmasked(scenario, resolved))
        return KernelOutcome::NotThere;
    return leavesOut(attention, scenario, resolved.spec) ? KernelOutcome::LeavesOut
                                                         : KernelOutcome::Computes;
}

bool canAttend(Attention attention, const Scenario &scenario, const Resolved &resolved)
{
    return outcomeOf(attention, scenario, resolved) == KernelOutcome::Computes;
}

bool takesWindowsUnmasked(const Scenario &scenario, const Resolved &resolved)
{
    Scenario masked = scenario;
    masked.training.attention = Attention::SdpaUnpadded;
    return scenario.training.attention == Attention::Flash && masksWindows(masked, resolved.spec)
        && canAttend(Attention::SdpaUnpadded, scenario, resolved);
}

Attention ableAttention(const Scenario &scenario, const Resolved &resolved)
{
    constexpr std::array fused{Attention::Flash, Attention::Sdpa};
    const auto *const able = std::find_if(fused.begin(), fused.end(),
        [&](Attention attention) { return canAttend(attention, scenario, resolved); });
    return able == fused.end() ? Attention::Eager : *able;
}

} // namespace shardscope
