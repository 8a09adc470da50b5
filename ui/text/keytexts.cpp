// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/keytexts.h"

#include <QtGlobal>

#include <array>

namespace shardscope {

namespace {

constexpr std::array texts{
    QT_TRANSLATE_NOOP("keys",
        "worksheet: rules of thumb of the articles; detailed: what the frameworks really allocate"),
    QT_TRANSLATE_NOOP("keys", "size of a Llama-like shape, when no real model is chosen: 7e9, 70B"),
    QT_TRANSLATE_NOOP("keys", "parameters"),
    QT_TRANSLATE_NOOP(
        "keys", "overrides the hidden size that model.parameters implies; 0: implied"),
    QT_TRANSLATE_NOOP(
        "keys", "overrides the number of layers that model.parameters implies; 0: implied"),
    QT_TRANSLATE_NOOP("keys", "layers"),
    QT_TRANSLATE_NOOP("keys", "a model of the catalogue: meta-llama/Meta-Llama-3-8B"),
    QT_TRANSLATE_NOOP("keys", "catalogue id"),
    QT_TRANSLATE_NOOP("keys",
        "a Hugging Face config.json: a path on the command line, the object itself in files"),
    QT_TRANSLATE_NOOP("keys", "config.json"),
    QT_TRANSLATE_NOOP("keys", "what to call the model of model.config"),
    QT_TRANSLATE_NOOP(
        "keys", "full: every weight is trained; lora: adapters; qlora: adapters on a 4-bit base"),
    QT_TRANSLATE_NOOP("keys", "rank of the adapters"),
    QT_TRANSLATE_NOOP("keys", "adapted modules: all-linear, or a list such as q_proj,v_proj"),
    QT_TRANSLATE_NOOP("keys", "module names"),
    QT_TRANSLATE_NOOP("keys", "dropout before each adapter"),
    QT_TRANSLATE_NOOP("keys", "trainable share of the parameters; worksheet only"),
    QT_TRANSLATE_NOOP("keys", "%"),
    QT_TRANSLATE_NOOP("keys",
        "bf16: all 2 bytes; -amp: fp32 weights under autocast; -master: 16-bit weights, fp32 "
        "master and moments"),
    QT_TRANSLATE_NOOP("keys", "what updates the weights"),
    QT_TRANSLATE_NOOP("keys", "tokens per sequence"),
    QT_TRANSLATE_NOOP("keys", "tokens"),
    QT_TRANSLATE_NOOP("keys", "sequences per GPU and micro-step"),
    QT_TRANSLATE_NOOP("keys", "sequences"),
    QT_TRANSLATE_NOOP("keys", "gradient accumulation: micro-steps per optimizer step"),
    QT_TRANSLATE_NOOP("keys", "micro-steps"),
    QT_TRANSLATE_NOOP(
        "keys", "activation checkpointing: what is computed again in the backward pass"),
    QT_TRANSLATE_NOOP("keys", "attention kernel; eager keeps the score matrix"),
    QT_TRANSLATE_NOOP(
        "keys", "how cross-entropy treats the logits: whole, in chunks, or fused with the head"),
    QT_TRANSLATE_NOOP("keys", "what is sharded over the data-parallel GPUs"),
    QT_TRANSLATE_NOOP(
        "keys", "whose conventions to follow; auto: what a user of that strategy would run"),
    QT_TRANSLATE_NOOP("keys", "data-parallel GPUs in all"),
    QT_TRANSLATE_NOOP("keys", "GPUs"),
    QT_TRANSLATE_NOOP("keys", "GPUs that share one machine"),
    QT_TRANSLATE_NOOP("keys", "GPU type: h100-sxm, a100-sxm-80, ..."),
    QT_TRANSLATE_NOOP("keys", "slowest link of the ring; empty: implied by GPU and node count"),
    QT_TRANSLATE_NOOP("keys", "memory to keep free on each GPU"),
    QT_TRANSLATE_NOOP("keys", "GiB"),
};

} // namespace

std::span<const char *const> keyTexts()
{
    return texts;
}

} // namespace shardscope
