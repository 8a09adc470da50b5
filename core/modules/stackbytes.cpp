// SPDX-License-Identifier: GPL-3.0-or-later
// What stacks of an encoder-decoder hold beside what their layers keep: inputs, masks, and all that
// the forward passes of T5Stack, BartEncoder, BartDecoder and those like them have names for
// (transformers 5.12.1).
#include "core/modules/attention.h"
#include "core/modules/seq2seq.h"
#include "core/modules/sound.h"

namespace shardscope {

namespace {

Seq2SeqCode codeOf(const LayerSettings &settings)
{
    return settings.spec.seq2seq->code;
}

} // namespace

bool hasOthers(const ModelSpec &spec, Stack stack)
{
    const Seq2Seq &stacks = *spec.seq2seq;
    return (isOfEncoder(stack) ? stacks.encoderLayers : stacks.decoderLayers) > 1;
}

double placesIn(const LayerSettings &settings, Stack stack)
{
    const Seq2SeqCode code = codeOf(settings);
    const bool ofEach = isOfEncoder(stack)
        ? repeatsPlaces(code)
        : code == Seq2SeqCode::M2m100 || code == Seq2SeqCode::Whisper;
    return ofEach ? settings.tokens() : settings.sequence;
}

bool asksForGradient(const LayerSettings &settings)
{
    return settings.checkpoints() && settings.adapters.has_value();
}

double seq2seqInputBytes(const LayerSettings &settings)
{
    const double input = storageBytes(settings.batch * settings.sequence, Dtype::Wide);
    const double target = storageBytes(settings.batch * settings.target, Dtype::Wide);
    const ModelSpec &spec = settings.spec;
    const Seq2SeqCode code = codeOf(settings);
    if (code == Seq2SeqCode::Whisper)
        return soundBytes(settings) + 2 * target;
    const double mask = !isOfT5(code) && isFlash(settings.attention) ? 0 : input;
    const double bias = addsToLogits(code)
        ? storageBytes(static_cast<double>(spec.vocabulary), settings.buffers)
        : 0;
    const double places = 2
        * storageBytes(
            static_cast<double>(spec.seq2seq->bufferedPlaces * spec.hidden), settings.buffers);
    return input + mask + 2 * target + bias + places;
}

// masking_utils.py, eager_mask: numbers of the dtype of what is embedded; sdpa_mask: true and
// false. The decoder has one of its own tokens, unless the kernel knows it, and one of the
// encoder's. UMT5Stack makes the encoder's itself, one number for each token.
double stackMaskBytes(const LayerSettings &settings, Stack stack)
{
    const Seq2SeqCode code = codeOf(settings);
    if (isFlash(settings.attention) && !isOfT5(code))
        return 0;
    const bool isSpelled = settings.attention == Attention::Eager || isOfT5(code);
    const auto mask = [&](double tokens, double met) {
        return storageBytes(
            settings.batch * tokens * met, isSpelled ? settings.stream() : Dtype::Byte);
    };
    const double own = isSpelled ? mask(settings.target, settings.target) : 0;
    if (code == Seq2SeqCode::Whisper)
        return isOfEncoder(stack) ? 0 : own;
    if (isOfEncoder(stack))
        return mask(code == Seq2SeqCode::Umt5 ? 1 : settings.sequence, settings.sequence);
    return own + mask(settings.target, settings.sequence);
}

namespace {

/// Beside rows of tables and masks, what a decoder's forward pass has a name for: the numbers of
/// places, and ones in the place of a mask that it was not given, unless the mask that is made of
/// them takes their name.
double decoderNames(const LayerSettings &settings)
{
    const double ids = storageBytes(settings.target, Dtype::Wide);
    const double ones = storageBytes(settings.batch * settings.target, Dtype::Single);
    switch (codeOf(settings)) {
    case Seq2SeqCode::Bart:
        return ids;
    case Seq2SeqCode::Pegasus:
        return ids + ones;
    case Seq2SeqCode::Umt5:
    case Seq2SeqCode::Mbart: // rows take the name of their numbers
    case Seq2SeqCode::Marian:
        return ones;
    case Seq2SeqCode::Whisper: // a trained table keeps its own of them
        return settings.trainsBase ? 0
                                   : storageBytes(settings.batch * settings.target, Dtype::Wide);
    case Seq2SeqCode::T5:
    case Seq2SeqCode::M2m100:
        break;
    }
    return 0;
}

} // namespace

// T5Stack.forward refers to rows of the table to its end, BartEncoder's and BartDecoder's also to
// those of places.
double stackLocalBytes(const LayerSettings &settings, Stack stack)
{
    const LayerSettings own = ofStack(settings, stack);
    const auto h = static_cast<double>(own.spec.hidden);
    const Seq2SeqCode code = codeOf(settings);
    if (code == Seq2SeqCode::Whisper && isOfEncoder(stack))
        return soundLocalBytes(settings);
    // What is made to require a gradient is kept anyway.
    const bool areRows = isOfT5(code) || scalesInTable(code) || code == Seq2SeqCode::Whisper;
    const bool isLeaf = asksForGradient(settings) && areRows;
    const double rows = isLeaf ? 0 : storageBytes(own.tokens() * h, own.tables);
    const double named = isOfEncoder(stack) ? 0 : decoderNames(settings);
    if (isOfT5(code)) {
        // Rows as they are go on to the first layer, which keeps them if it learns from them.
        const bool isOnlyNamed = !isOfEncoder(stack) && settings.adapters;
        return (settings.spec.modules.embeddingDropout > 0 || isOnlyNamed ? rows : 0) + named;
    }
    return rows + storageBytes(placesIn(own, stack) * h, own.tables) + named;
}

double stackBiasBytes(const LayerSettings &settings, Stack stack)
{
    if (!sharesBias(codeOf(settings)))
        return 0;
    const auto bias = [&settings](double tokens, double met) {
        const double pairs = settings.batch * tokens * met;
        return storageBytes(static_cast<double>(settings.spec.heads) * pairs, settings.stream());
    };
    if (isOfEncoder(stack))
        return bias(settings.sequence, settings.sequence);
    return bias(settings.target, settings.target) + bias(settings.target, settings.sequence);
}

double heldInStack(const LayerSettings &settings, Stack stack)
{
    const double locals = stackLocalBytes(settings, stack);
    if (!settings.checkpoints())
        return locals + stackBiasBytes(settings, stack) + stackMaskBytes(settings, stack);
    return locals + (hasOthers(settings.spec, stack) ? 0 : stackBiasBytes(settings, stack));
}

namespace {

/// CUDA's autocast runs LayerNorm in fp32.
Dtype stateDtype(const LayerSettings &settings)
{
    const bool isNormed = settings.autocast && settings.fusedKernels && !isOfT5(codeOf(settings));
    return isNormed ? Dtype::Single : settings.stream();
}

} // namespace

bool keepsStates(const LayerSettings &settings)
{
    // Products in 8 bits hold on to what they are given.
    return settings.isInInt8()
        || keepsGivenStates(settings, stateDtype(settings), settings.autocast);
}

double stateBytes(const LayerSettings &settings)
{
    return storageBytes(
        settings.tokens() * static_cast<double>(settings.spec.hidden), stateDtype(settings));
}

double targetLeafBytes(const LayerSettings &settings)
{
    if (!asksForGradient(settings))
        return 0;
    const double rows
        = storageBytes(settings.batch * settings.target * static_cast<double>(settings.spec.hidden),
            settings.tables);
    const bool isPassedOn = isOfT5(codeOf(settings)) && settings.spec.modules.embeddingDropout == 0;
    return isPassedOn ? 2 * rows : rows;
}

double crossLeafBytes(const LayerSettings &settings)
{
    if (!settings.checkpoints() || !sharesBias(codeOf(settings)))
        return 0;
    const double pairs
        = static_cast<double>(settings.spec.heads) * settings.target * settings.sequence;
    const Dtype scores = settings.autocast ? Dtype::Half : settings.weights;
    return storageBytes(pairs, scores);
}

} // namespace shardscope
