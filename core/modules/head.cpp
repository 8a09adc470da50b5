// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/altup.h"
#include "core/modules/contrasts.h"
#include "core/modules/encoder.h"
#include "core/modules/layers.h"
#include "core/modules/loss.h"
#include "core/modules/scores.h"

namespace shardscope {

namespace {

/// What all ranks have of the logits, put side by side (torch 2.14 distributed/_functional_
/// collectives.py, all_gather_tensor along the last dimension; DeepSpeed 0.19.6
/// module_inject/layers.py, GatherFromTensorParallelRegion, which pads shares to the largest).
TensorId wholeLogits(ModuleWriter &write, TensorId share)
{
    TapeBuilder &tape = write.tape;
    const double gathered = tape.at(share).elements * write.settings.cut.tensor;
    const double elements = write.tokens() * static_cast<double>(write.spec.vocabulary);
    const TensorId whole = tape.op("all_gather", {share}, elements, tape.at(share).dtype, {});
    tape.countAs(whole, Holding::Logits);
    tape.borrows({bytesOf(gathered, tape.at(share).dtype)});
    return whole;
}

/// hidden_states[:, -logits_to_keep:, :], which the product reads as a matrix: those of several
/// sequences are copied for it (aten LinearAlgebra.cpp, matmul). DeepSpeed's own linear multiplies
/// each sequence for itself, and copies them for the gradient of its weight (0.19.6
/// runtime/zero/linear.py, LinearFunctionForZeroStage3).
TensorId lastTokens(ModuleWriter &write, TensorId hidden, double tokens)
{
    if (tokens >= write.tokens())
        return hidden;
    TapeBuilder &tape = write.tape;
    const double elements = tokens * write.hidden();
    const TensorId last = tape.part(hidden, elements);
    if (write.settings.batch == 1 || write.settings.keepsLinearInputs)
        return last;
    const TensorId copied = tape.copy("reshape", last, elements);
    tape.last().gradients[0] = 0;
    return copied;
}

/// A head over the last token: transformers 5.12 modeling_layers.py,
/// GenericForSequenceClassification. It computes outputs of all tokens and picks one of each
/// sequence.
TensorId writeLabels(ModuleWriter &write, TensorId hidden)
{
    TapeBuilder &tape = write.tape;
    const auto labels = static_cast<double>(write.spec.labels);
    tape.beginModule();
    // Beside adapters it is trained whole (PEFT 0.20 peft_model.py, PeftModelForSequence-
    // Classification: modules_to_save).
    const Parameter score{.name = "score",
        .elements = labels * write.hidden(),
        .rows = labels,
        .dtype = write.settings.weights,
        .trainable = true};
    const TensorId matrix
        = write.settings.adapters ? write.trainedCopy(score) : tape.parameter(score);
    const TensorId outputs = tape.linear(hidden, matrix, NoTensor, write.tokens() * labels);
    tape.endModule();
    const TensorId pooled = tape.part(outputs, write.settings.batch * labels);
    return tape.op("loss", {tape.cast(pooled, Dtype::Single)}, 1, Dtype::Single, {});
}

/// TRL 1.10.0.dev0 experimental/ppo/ppo_trainer.py, PolicyAndValueWrapper: a number for each token,
/// of whose answers the loss is computed.
TensorId writeValues(ModuleWriter &write, TensorId hidden)
{
    TapeBuilder &tape = write.tape;
    tape.give(hidden, Common::Returned, false);
    tape.beginModule();
    const TensorId matrix = tape.parameter({.name = "score",
        .elements = write.hidden(),
        .rows = 1,
        .dtype = write.settings.weights,
        .trainable = write.settings.tracks});
    const TensorId values = tape.linear(hidden, matrix, NoTensor, write.tokens());
    tape.endModule();
    return tape.op("loss", {tape.part(values, write.tokens())}, 1, Dtype::Single, {});
}

/// Logits, as the head makes them and the family scales them.
TensorId writeLogits(ModuleWriter &write, TensorId hidden)
{
    TapeBuilder &tape = write.tape;
    const double vocabulary = write.headRows();
    const auto counted = [&tape](TensorId id) {
        tape.countAs(id, Holding::Logits);
        return id;
    };
    const double tokens = write.settings.batch * logitTokens(write.settings);
    TensorId read = lastTokens(write, hidden, tokens);
    if (write.traits.streamInSingle)
        read = tape.cast(read, write.settings.tables);
    TensorId logits = counted(write.headProduct(read, vocabulary, tokens));
    if (write.settings.keepsLinearInputs && write.settings.batch > 1 && tape.at(read).isView())
        tape.borrowsBackward({tape.at(read).bytes()});
    if (write.settings.adapters && write.settings.adapters->tables.head)
        logits = write.adaptedHead(read, logits);
    if (write.settings.cutsHead() && !write.settings.cut.splitsLoss)
        logits = wholeLogits(write, logits);
    if (write.traits.scalesLogits)
        logits = counted(tape.scale(logits));
    if (write.traits.logitSoftcap > 0) {
        const TensorId bent = counted(tape.fromResult("tanh", counted(tape.scale(logits))));
        logits = counted(tape.scale(bent));
    }
    if (write.traits.castsLogits) // Nemotron-H: .float()
        logits = counted(tape.cast(logits, Dtype::Single));
    return logits;
}

/// What the model hands out. accelerate casts it within the forward pass that FSDP wraps, and else
/// behind it (scoreTape).
TensorId returnedLogits(ModuleWriter &write, TensorId logits)
{
    if (!write.settings.convertsInForward)
        return logits;
    const TensorId single = write.tape.cast(logits, Dtype::Single);
    write.tape.countAs(single, Holding::Logits);
    return single;
}

TensorId writeLossOf(ModuleWriter &write, TensorId hidden)
{
    if (write.settings.values())
        return writeValues(write, hidden);
    if (write.settings.contrasts) {
        if (!write.spec.isHeadless) { // what the head was, hands on what it is given
            write.tape.beginModule();
            write.headWeight(static_cast<double>(write.spec.vocabulary), write.hidden(), "lm_head");
            write.tape.endModule();
            write.tape.leaveUnreached(1);
        }
        return writeContrasts(write, hidden);
    }
    if (write.spec.labels > 0)
        return writeLabels(write, hidden);
    if (write.settings.scores() || write.settings.draws()) {
        const TensorId logits = writeLogits(write, hidden);
        if (write.settings.returnsStates)
            write.tape.give(hidden, Common::Returned, false);
        write.tape.stillHeld(hidden);
        return returnedLogits(write, logits);
    }
    if (write.settings.smoothsLabels)
        return writeSmoothedLoss(write, writeLogits(write, hidden));
    const bool isChunked = write.settings.loss == Loss::Chunked;
    if (!isChunked && write.settings.loss != Loss::Fused)
        return writeLoss(write, writeLogits(write, hidden));
    write.tape.beginModule();
    const TensorId matrix
        = write.headWeight(static_cast<double>(write.spec.vocabulary), write.hidden(), "lm_head");
    const TensorId loss = isChunked ? writeChunkedLoss(write, hidden, matrix)
                                    : writeFusedLoss(write, hidden, matrix);
    write.tape.endModule();
    return loss;
}

} // namespace

Tape headTape(const LayerSettings &settings, double heldInNorm, bool takesGradient, double started)
{
    if (settings.spec.encoder)
        return encoderHeadTape(settings, heldInNorm, takesGradient);
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    const double rows = write.streamRows();
    const double streams = static_cast<double>(settings.spec.streams());
    const TensorId x
        = tape.input(streams * rows * write.hidden(), settings.stream(), takesGradient);
    const TensorId held = tape.plain(heldInNorm, Dtype::Byte);
    const OneStream one
        = settings.spec.altUp ? writeOneStream(write, x, started) : OneStream{.made = x};
    LayerSettings ofNorm = settings;
    ofNorm.trainsBase = settings.trainsBase && settings.ends.norm;
    ofNorm.differentiatesFrozen = false; // no adapter is in its unit
    const TensorId hidden = ModuleWriter(tape, ofNorm).norm("norm", one.made, write.hidden(), rows);
    tape.stillHeld(held);
    for (const TensorId id : one.held)
        tape.stillHeld(id);
    // torchtitan computes the loss when the model has returned.
    const TensorId loss = writeLossOf(write, write.gathered(hidden));
    if (!settings.isTorchtitan() && !settings.scores())
        tape.stillHeld(hidden);
    return tape.finish(loss, false);
}

} // namespace shardscope
