// SPDX-License-Identifier: GPL-3.0-or-later
// verl b178a3cd workers/actor/dp_actor.py, _forward_micro_batch with use_remove_padding and without
// entropies; flash-attn 2.8.3 ops/triton/cross_entropy.py and bert_padding.py.
#include "core/graph/tapebuilder.h"
#include "core/modules/loss.h"
#include "core/modules/scores.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Tokens of all answers.
double answers(const LayerSettings &settings)
{
    const double all = settings.ownSequence();
    const double each = settings.completion > 0 ? std::min(settings.completion, all) : all;
    return settings.packed * each;
}

/// logits.div_(temperature) writes over a view of what the model returned, which autograd gives a
/// gradient of its own: one of the whole, a copy of the view's, and what the division makes of that
/// (torch csrc/autograd/functions/tensor.cpp, CopySlices).
TensorId dividedInPlace(TapeBuilder &tape, TensorId logits)
{
    const double bytes = tape.at(logits).bytes();
    const TensorId divided = countedAsLogits(tape, tape.scaleInPlace(logits));
    tape.last().gradients[0] = bytes;
    tape.borrowsBackward({bytes, bytes});
    return divided;
}

} // namespace

Tape packedScoreTape(const LayerSettings &settings, const Tensor &logits)
{
    TapeBuilder tape(false, settings.tracks);
    const double tokens = settings.tokens();
    const TensorId given = countedAsLogits(tape, tape.input(logits.elements, logits.dtype, true));
    const TensorId ids = tape.plain(tokens, Dtype::Wide); // without padding, and their places
    const TensorId labels = tape.plain(tokens, Dtype::Wide); // the tokens, rolled by one
    const TensorId places = tape.plain(tokens, Dtype::Wide); // of each token among padded ones
    const TensorId divided = dividedInPlace(tape, given);
    const TensorId losses
        = tape.op("cross_entropy", {divided, labels}, tokens, Dtype::Single, {divided, labels});
    tape.last().overwritesSaved = true;
    tape.alsoMakes(tokens, Dtype::Single, true); // log-sum-exp of each
    const TensorId scores = tape.scale(losses);
    // compute_policy_loss_vanilla, kl_penalty_forward: what is kept of each of their results, and a
    // byte for each token that says which of two.
    const int kept = settings.beside.reference == ReferenceModel::None ? 9 : 12;
    const TensorId compared = tape.plain((4.0 * kept + 1) * answers(settings), Dtype::Byte);
    const TensorId padded = tape.op(
        "pad", {scores, places, ids, compared}, tokens, Dtype::Single, {places, ids, compared});
    tape.stillHeld({given, labels, places, scores});
    const TensorId loss = tape.op("policy_loss", {padded}, 1, Dtype::Single, {});
    return tape.finish(loss, false);
}

double packedWordBytes(const LayerSettings &settings)
{
    return 3 * storageBytes(settings.tokens(), Dtype::Wide)
        + storageBytes(answers(settings), Dtype::Wide);
}

double packedBatchBytes(const LayerSettings &settings)
{
    // What is masked of the answers, their log-probabilities and the reference's, and what they are
    // worth; those of all tokens that the last micro-batch got.
    // Beside a reference the distance between both, too; and losses.
    const bool refers = settings.beside.reference != ReferenceModel::None;
    return packedWordBytes(settings) + storageBytes(answers(settings), Dtype::Wide)
        + (refers ? 4 : 2) * storageBytes(answers(settings), Dtype::Single)
        + storageBytes(settings.tokens(), Dtype::Single) + (refers ? 2 : 1) * StorageGranule;
}

} // namespace shardscope
