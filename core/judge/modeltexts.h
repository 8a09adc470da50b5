// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of some models alone, in place of what is said of the others: rows of
// findingtext.cpp that come first.
#pragma once

#include "core/judge/findingfacts.h"
#include "core/judge/findingrow.h"

#include <array>

namespace shardscope {

inline constexpr std::array modelRows{
    FindingRow{FindingId::IndexerNotPlanned,
        english("findings",
            "An indexer picks the tokens that this model's attention sees, and no gradient reaches "
            "it. What such a run holds with %1 as it is is not derived: it is for one GPU, DDP and "
            "FSDP2, and for LoRA beside other modules with ZeRO-1, ZeRO-2 and FSDP1.",
            "input"),
        {&FindingFacts::inputInTheWay}},
    FindingRow{FindingId::IndexerUnheard,
        english("findings",
            "DistributedDataParallel waits for gradients that this model's indexer never gets, and "
            "under checkpointing the Trainer does not tell it to look for them: the second step "
            "ends with an error. FSDP2 does not wait.")},
    FindingRow{FindingId::PaddingMisread,
        english("findings",
            "Where sequences are padded, SDPA in transformers 5.12.1 shows each token what this "
            "model's indexer has left out, later tokens among it, without a word. Planned are "
            "sequences without padding; with it, choose eager.")},
    FindingRow{FindingId::WindowsUnmasked,
        english("findings",
            "Planned is FlashAttention. SDPA, which transformers takes unless another is asked "
            "for, is given a mask where layers have a window, here of %1 tokens, and keys and "
            "values of all heads: about %2 more. Without flash-attn choose SDPA.",
            "tokens, memory"),
        {&FindingFacts::window, &FindingFacts::bytes}},
    FindingRow{FindingId::FusedDropout,
        english("findings",
            "PEFT cannot drop out inputs of experts that are one tensor: it stops before the "
            "first step.")},
    FindingRow{FindingId::RouterAdapter,
        english("findings",
            "PEFT's adapter on this model's router makes the first step crash: leave the "
            "router out.")},
    FindingRow{FindingId::RefusedAdapter,
        english("findings",
            "PEFT refuses adapters on this model's experts, which are no linear modules although "
            "their matrices bear such names: it stops before the first step. “all-linear” leaves "
            "them out."),
        {}, &FindingFacts::splitsExperts},
    FindingRow{FindingId::RefusedAdapter,
        english("findings",
            "PEFT refuses adapters on the matrices of this vision tower, which stand within "
            "modules "
            "of the same names as the decoder's: it stops before the first step. Exclude the tower "
            "(vision.tower frozen), or adapt “all-linear”."),
        {}, &FindingFacts::seesImages},
    FindingRow{FindingId::PackedOutput,
        english("findings",
            "mamba-ssm's kernel multiplies with the weight of out_proj itself: not with what QLoRA "
            "packs into four bits, and that of Mamba 1 not with a bias. Where FSDP2 or autocast "
            "leave Falcon-H1's factors in FP32, and "
            "where sequences of Nemotron-H are padded, it does not run, or otherwise than is "
            "derived here. Under autocast Jamba's scan gets inputs in FP32 beside values of 16 "
            "bits, which it refuses. transformers' own statements are planned.")},
    FindingRow{FindingId::BuffersInSingle,
        english("findings",
            "FSDP2's mixed precision casts parameters alone: the decays of this model's lightning "
            "attention are buffers and stay in FP32, and torch refuses the product of what they "
            "scale with values of 16 bits. It stops in the first step. DeepSpeed and FSDP1 cast "
            "buffers, too; weights loaded in 16 bits bring such buffers.")},
    // torch 2.14 _fsdp_param_group.py, _init_mp_dtypes; _flat_param.py,
    // _validate_tensors_to_flatten.
    FindingRow{FindingId::RoutersInSingle,
        english("findings",
            "This model's class keeps the weights of its routers in FP32 beside 16-bit ones, and "
            "FSDP wants one dtype of all that it gathers at once: it stops before the first step. "
            "Weights in FP32, with mixed precision, are planned.")},
    // transformers 5.12.1 quantizer_mxfp4.py, quantizer_finegrained_fp8.py: is_trainable is false,
    // and with dequantize=True no quantiser is left when the model is loaded (quantizers/base.py).
    FindingRow{FindingId::QuantizedFile,
        english("findings",
            "The model's file holds its weights quantised (%1). transformers trains none of them "
            "so, nor adapters beside them: with dequantize=True in its quantization_config it "
            "makes 16-bit weights of them as it loads them, one tensor at a time, and %2 of these "
            "are planned.",
            "method, amount"),
        {&FindingFacts::what, &FindingFacts::planned}, &FindingFacts::isDequantised},
    FindingRow{FindingId::PackedPixels,
        english("findings",
            "Gemma 4 gives pixels the dtype of the matrix that reads them: of one that QLoRA has "
            "packed, bytes, in which no picture is left (transformers 5.12). Leave the tower in 16 "
            "bits, or train LoRA beside a 16-bit base.")},
    FindingRow{FindingId::ClampedBase,
        english("findings",
            "Gemma 3n clamps some of its weights in place in every training step, which torch "
            "refuses for the integers that a base in 4 or 8 bits holds: QLoRA stops in its first "
            "step (transformers 5.12). Leave prediction_coefs and correction_coefs in 16 bits, or "
            "train LoRA beside a 16-bit base.")},
    FindingRow{FindingId::NoCheckpoints,
        english("findings",
            "transformers has no gradient checkpointing for this model's class: the Trainer stops "
            "before the first step when it is asked for (transformers 5.12).")},
    FindingRow{FindingId::PackedBase,
        english("findings",
            "The model's file holds its weights quantised (%1), and transformers refuses to load "
            "it with a BitsAndBytesConfig: QLoRA does not start. Load a 16-bit copy of the model, "
            "or train LoRA beside what is dequantised when it is loaded.",
            "method"),
        {&FindingFacts::what}},
};

} // namespace shardscope
