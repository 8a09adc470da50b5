// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/layers.h"
#include "core/replay/modules.h"

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
    const TensorId matrix = tape.parameter({.name = "lm_head",
        .elements = vocabulary * write.hidden(),
        .rows = vocabulary,
        .dtype = write.settings.weights,
        .trainable = write.settings.trainsBase});
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

} // namespace

Tape headTape(const LayerSettings &settings)
{
    TapeBuilder tape(settings.autocast);
    ModuleWriter write(tape, settings);
    const double rows = settings.tokens();
    const TensorId x = tape.input(rows * write.hidden(), settings.weights, true);
    const TensorId hidden = write.norm("norm", x, write.hidden(), rows);
    const TensorId logits = writeLogits(write, hidden);
    const TensorId loss = writeLoss(write, logits);
    tape.stillHeld(hidden);
    return tape.finish(loss, false);
}

} // namespace shardscope
