// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/layers.h"
#include "core/replay/modules.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// Logits, as the head makes them and the family scales them.
TensorId writeLogits(ModuleWriter &write, TensorId hidden)
{
    TapeBuilder &tape = write.tape;
    const auto vocabulary = static_cast<double>(write.spec.vocabulary);
    const auto counted = [&tape](TensorId id) {
        tape.countAs(id, Holding::Logits);
        return id;
    };
    tape.beginModule();
    const TensorId matrix = write.weight("lm_head", vocabulary, write.hidden());
    const TensorId bias = write.spec.headBias ? write.weight("bias", vocabulary, 1) : NoTensor;
    TensorId logits = counted(tape.linear(hidden, matrix, bias, write.tokens() * vocabulary));
    tape.endModule();
    if (write.traits.scalesLogits)
        logits = counted(tape.scale(logits));
    if (write.traits.logitSoftcap > 0) {
        const TensorId bent = counted(tape.fromResult("tanh", counted(tape.scale(logits))));
        logits = counted(tape.scale(bent));
    }
    return logits;
}

/// ForCausalLMLoss: fp32 logits, labels shifted by one, log_softmax, negative log-likelihood.
TensorId writeLoss(ModuleWriter &write, TensorId logits)
{
    TapeBuilder &tape = write.tape;
    const TensorId single = tape.cast(logits, Dtype::Single);
    tape.countAs(single, Holding::Logits);
    const TensorId padded = tape.plain(write.tokens() + write.settings.batch, Dtype::Wide);
    const TensorId labels = tape.plain(write.tokens(), Dtype::Wide);
    tape.stillHeld(padded);
    const TensorId logProbabilities = tape.fromResult("log_softmax", single);
    tape.countAs(logProbabilities, Holding::Logits);
    const TensorId loss = tape.op(
        "nll_loss", {logProbabilities, labels}, 1, Dtype::Single, {logProbabilities, labels});
    tape.alsoMakes(1, Dtype::Single, true);
    for (const TensorId held : {logits, single, padded})
        tape.stillHeld(held);
    return loss;
}

/// TRL's chunked loss: 256 tokens at a time, each chunk checkpointed, head copied to fp32
/// (sft_trainer.py, _chunked_cross_entropy_loss).
TensorId writeChunkedLoss(ModuleWriter &write, TensorId hidden)
{
    constexpr double chunkTokens = 256;
    TapeBuilder &tape = write.tape;
    const auto vocabulary = static_cast<double>(write.spec.vocabulary);
    const double tokens = std::min(chunkTokens, write.tokens());
    const bool copies = write.settings.weights != Dtype::Single;
    const double work = 3 * storageBytes(tokens * vocabulary, Dtype::Single)
        + (copies ? storageBytes(vocabulary * write.hidden(), Dtype::Single) : 0);
    tape.beginModule();
    const TensorId matrix = write.weight("lm_head", vocabulary, write.hidden());
    const TensorId loss = tape.op("chunked_nll", {hidden, matrix}, 1, Dtype::Single, {hidden});
    tape.last().scratch = work;
    tape.last().backwardScratch = work;
    tape.endModule();
    return loss;
}

/// Liger's fused linear cross-entropy: chunks so small that their logits are as large as the hidden
/// states; the gradients of input and head are made in the forward pass, and handed over in the
/// backward pass (fused_linear_cross_entropy.py).
TensorId writeFusedLoss(ModuleWriter &write, TensorId hidden)
{
    TapeBuilder &tape = write.tape;
    const auto vocabulary = static_cast<double>(write.spec.vocabulary);
    const double wanted = std::ceil(write.tokens() / std::ceil(vocabulary / write.hidden()));
    const double chunk = std::exp2(std::ceil(std::log2(std::max(1.0, wanted))));
    tape.beginModule();
    const TensorId matrix = write.weight("lm_head", vocabulary, write.hidden());
    const TensorId loss = tape.op("fused_nll", {hidden, matrix}, 1, Dtype::Single, {});
    double made = tape.bytes(hidden);
    tape.alsoMakes(tape.at(hidden).elements, tape.at(hidden).dtype, true);
    if (tape.at(matrix).requiresGrad) {
        made += tape.bytes(matrix);
        tape.alsoMakes(tape.at(matrix).elements, tape.at(matrix).dtype, true);
    }
    tape.last().scratch = storageBytes(chunk * vocabulary, tape.at(hidden).dtype);
    tape.last().backwardScratch = -made;
    tape.endModule();
    return loss;
}

TensorId writeLossOf(ModuleWriter &write, TensorId hidden)
{
    switch (write.settings.loss) {
    case Loss::Standard:
        break;
    case Loss::Chunked:
        return writeChunkedLoss(write, hidden);
    case Loss::Fused:
        return writeFusedLoss(write, hidden);
    }
    return writeLoss(write, writeLogits(write, hidden));
}

} // namespace

Tape headTape(const LayerSettings &settings)
{
    TapeBuilder tape(settings.autocast);
    ModuleWriter write(tape, settings);
    const double rows = settings.tokens();
    const TensorId x = tape.input(rows * write.hidden(), settings.weights, true);
    const TensorId hidden = write.norm("norm", x, write.hidden(), rows);
    const TensorId loss = writeLossOf(write, hidden);
    tape.stillHeld(hidden);
    return tape.finish(loss, false);
}

} // namespace shardscope
