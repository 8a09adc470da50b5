// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_whisper.py, WhisperEncoder.forward.
#include "core/modules/sound.h"

#include "core/modules/seq2seq.h"

namespace shardscope {

namespace {

constexpr double framesOfPlace = 2; ///< the second convolution's stride
constexpr double window = 3; ///< frames that each convolution sees

double numbers(const LayerSettings &settings)
{
    return framesOfPlace * settings.tokens() * static_cast<double>(settings.spec.seq2seq->melBins);
}

/// The feature extractor makes fp32, which convolutions of 16-bit weights take only under autocast;
/// for FSDP2's mixed precision the model casts it when it is called.
Dtype soundDtype(const LayerSettings &settings)
{
    return settings.autocast || settings.castsInputs ? Dtype::Single : settings.tables;
}
/// Of what convolutions make.
Dtype heardDtype(const LayerSettings &settings)
{
    return settings.autocast ? Dtype::Half : settings.tables;
}

/// `isAsked`: what the convolution makes is made to require a gradient.
TensorId heard(ModuleWriter &write, std::string_view name, TensorId x, double width, double places,
    bool isAsked = false)
{
    TapeBuilder &tape = write.tape;
    const double h = write.hidden();
    const auto parameter = [&](std::string_view label, double elements) {
        return tape.parameter({.name = label,
            .elements = elements,
            .rows = h,
            .dtype = write.settings.tables,
            .trainable = write.settings.trainsBase});
    };
    tape.beginModule();
    const TensorId matrix = parameter(name, window * width * h);
    const TensorId offset = parameter("bias", h);
    const TensorId made = tape.convolution(x, matrix, offset, places * h);
    tape.multiplies({.rows = places, .inner = window * width, .columns = h});
    tape.endModule();
    if (isAsked)
        tape.makeLeaf(made);
    return tape.activation("gelu", made);
}

} // namespace

Tape soundTape(const LayerSettings &settings)
{
    TapeBuilder tape(settings.autocast, settings.tracks);
    ModuleWriter write(tape, settings);
    const Seq2Seq &stacks = *settings.spec.seq2seq;
    const double tokens = write.tokens();
    TensorId frames = tape.outside(numbers(settings), soundDtype(settings));
    if (settings.castsInputs)
        frames = tape.cast(frames, settings.tables);
    const TensorId first = heard(write, "conv1", frames, static_cast<double>(stacks.melBins),
        framesOfPlace * tokens, asksForGradient(settings));
    const TensorId second = heard(write, "conv2", first, write.hidden(), tokens);
    tape.stillHeld(first);
    const auto rows = static_cast<double>(stacks.soundPlaces);
    tape.beginModule();
    const TensorId table = tape.parameter({.name = "embed_positions",
        .elements = rows * write.hidden(),
        .rows = rows,
        .dtype = settings.tables,
        .trainable = false});
    const TensorId places
        = tape.lookup("embedding", table, tape.outside(rows, Dtype::Wide), rows * write.hidden());
    tape.endModule();
    const TensorId sum = tape.add(second, places);
    const TensorId x = write.dropout(sum, settings.spec.modules.embeddingDropout);
    return tape.finish(tape.cast(x, settings.stream()));
}

double soundBytes(const LayerSettings &settings)
{
    return storageBytes(numbers(settings), soundDtype(settings));
}

double soundLocalBytes(const LayerSettings &settings)
{
    return storageBytes(
               settings.tokens() * static_cast<double>(settings.spec.hidden), heardDtype(settings))
        + storageBytes(settings.sequence, Dtype::Wide);
}

} // namespace shardscope
