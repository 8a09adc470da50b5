// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/layers.h"

#include "core/replay/modules.h"

namespace shardscope {

namespace {

/// Dtype of the hidden state between layers.
Dtype streamDtype(const LayerSettings &settings)
{
    return settings.weights;
}

} // namespace

Tape layerTape(const LayerSettings &settings, bool /*isSparse*/, bool inputRequiresGrad)
{
    TapeBuilder tape(settings.autocast);
    ModuleWriter write(tape, settings);
    const auto h = static_cast<double>(settings.spec.hidden);
    const double rows = settings.tokens();
    const TensorId x = tape.input(rows * h, streamDtype(settings), inputRequiresGrad);

    TensorId hidden = write.norm("input_layernorm", x, h, rows);
    hidden = write.attention(hidden);
    const TensorId middle = tape.add(x, hidden);
    hidden = write.norm("post_attention_layernorm", middle, h, rows);
    hidden = write.mlp(hidden, static_cast<double>(settings.spec.intermediate));
    return tape.finish(tape.add(middle, hidden));
}

Tape embeddingTape(const LayerSettings &settings)
{
    TapeBuilder tape(settings.autocast);
    const auto h = static_cast<double>(settings.spec.hidden);
    const auto vocabulary = static_cast<double>(settings.spec.vocabulary);
    tape.beginModule();
    const TensorId table = tape.parameter({.name = "embed_tokens",
        .elements = vocabulary * h,
        .rows = vocabulary,
        .dtype = settings.weights,
        .trainable = settings.trainsBase,
        .isShared = settings.spec.tiedEmbeddings});
    const TensorId ids = tape.outside(settings.tokens(), Dtype::Wide);
    return tape.finish(
        tape.op("embedding", {table, ids}, settings.tokens() * h, settings.weights, {ids}));
}

/// ForCausalLMLoss: fp32 logits, log_softmax, negative log-likelihood.
Tape headTape(const LayerSettings &settings)
{
    TapeBuilder tape(settings.autocast);
    ModuleWriter write(tape, settings);
    const auto h = static_cast<double>(settings.spec.hidden);
    const auto vocabulary = static_cast<double>(settings.spec.vocabulary);
    const double rows = settings.tokens();
    const TensorId x = tape.input(rows * h, streamDtype(settings), true);
    const TensorId hidden = write.norm("norm", x, h, rows);
    tape.beginModule();
    const TensorId weight = tape.parameter({.name = "lm_head",
        .elements = vocabulary * h,
        .rows = vocabulary,
        .dtype = settings.weights,
        .trainable = settings.trainsBase});
    const TensorId logits = tape.linear(hidden, weight, NoTensor, rows * vocabulary);
    tape.endModule();
    tape.countAs(logits, Holding::Logits);
    const TensorId single = tape.cast(logits, Dtype::Single);
    tape.countAs(single, Holding::Logits);
    const TensorId logProbabilities = tape.fromResult("log_softmax", single);
    tape.countAs(logProbabilities, Holding::Logits);
    const TensorId loss
        = tape.op("nll_loss", {logProbabilities}, 1, Dtype::Single, {logProbabilities});
    tape.stillHeld(logits);
    tape.stillHeld(single);
    tape.stillHeld(hidden);
    return tape.finish(loss);
}

} // namespace shardscope
