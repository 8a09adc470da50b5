// SPDX-License-Identifier: GPL-3.0-or-later
// TRL 1.10.0.dev0 (f2cd57710): dpo_trainer.py and kto_trainer.py, _compute_loss; orpo_trainer.py
// and cpo_trainer.py, concatenated_forward; grpo_trainer.py, _get_per_token_logps_and_entropies;
// utils.py, selective_log_softmax and entropy_from_logits; experimental/ppo/ppo_trainer.py, train.
#include "core/modules/scores.h"

#include "core/graph/tapebuilder.h"
#include "core/modules/loss.h"
#include "core/scenario/objective.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// Sizes of what is scored.
struct Scored
{
    Scored(const LayerSettings &settings, const Tensor &logits)
        : vocabulary(static_cast<double>(settings.spec.vocabulary))
        , sequences(settings.batch)
        , tokens(trainsValues(settings.objective) ? responseTokens(settings)
                                                  : logitTokens(settings) - 1)
        , given(logits.elements)
        , dtype(settings.convertsOutputs ? Dtype::Single : logits.dtype)
    { }

    /// Of one sequence.
    double row() const { return tokens * vocabulary; }
    double all() const { return sequences * row(); }
    /// Of all, each in a storage of its own.
    double apart() const { return sequences * storageBytes(row(), dtype) / bytesOf(dtype); }
    double rowBytes() const { return bytesOf(row(), dtype); }

    double vocabulary;
    double sequences;
    double tokens; ///< of a sequence: the last one's logits are of no use
    double given; ///< logits, those of the last token among them
    Dtype dtype;
};

/// The sequences one by one (torch iterates with unbind): their gradients are put together again.
TensorId unbound(TapeBuilder &tape, TensorId logits, const Scored &scored)
{
    const TensorId rows = tape.part(logits, scored.apart());
    tape.last().gradients[0] = bytesOf(scored.all(), scored.dtype);
    return countedAsLogits(tape, rows);
}

/// Of 16-bit logits, sequence by sequence: log_softmax, and what of it belongs to the tokens. In
/// the backward pass each sequence's takes a scattered gradient and the one of its logits.
TensorId scoreInHalf(TapeBuilder &tape, TensorId logits, const Scored &scored)
{
    const TensorId rows = unbound(tape, logits, scored);
    const TensorId scores = tape.op(
        "selective_log_softmax", {rows}, scored.sequences * scored.tokens, scored.dtype, {});
    if (tape.at(scores).requiresGrad)
        countedAsLogits(tape, tape.alsoMakes(scored.apart(), scored.dtype, true));
    else // the last one's name is there when the next is made
        tape.borrows({scored.rowBytes(), scored.sequences > 1 ? scored.rowBytes() : 0});
    tape.last().overwritesSaved = true;
    tape.borrowsBackward({scored.rowBytes(), scored.rowBytes()});
    return scores;
}

/// Of fp32 logits: what belongs to the tokens, less the log-sum-exp of each. `isFused`: CUDA's
/// logsumexp makes exponentials of a sequence (aten ReduceOps.cpp), and scatters in place.
TensorId scoreInSingle(TapeBuilder &tape, TensorId logits, const Scored &scored, bool isFused)
{
    const double tokens = scored.sequences * scored.tokens;
    const TensorId picked = tape.op("gather", {logits}, tokens, scored.dtype, {logits});
    tape.last().kind = OpKind::Lookup;
    if (!isFused)
        tape.borrowsBackward({bytesOf(scored.all(), scored.dtype)});
    const TensorId rows = unbound(tape, logits, scored);
    const TensorId sums = tape.op("logsumexp", {rows}, tokens, scored.dtype, {rows}, true);
    tape.borrows({isFused ? scored.rowBytes() : 0});
    // grad * exp(logits - result)
    tape.borrowsBackward({scored.rowBytes(), scored.rowBytes()});
    const TensorId scores = tape.add(picked, sums);
    tape.stillHeld({picked, sums});
    return scores;
}

/// All tokens but the last of each sequence. GRPO divides the logits by the temperature first, in
/// place, as part of a larger tensor (torch csrc/autograd/functions/tensor.cpp, CopySlices: the
/// gradient of the whole is copied, and that of the part as well), and takes the last ones of what
/// are the last ones already. PPO's are those of the answer, of the logits of all tokens.
TensorId answersOf(TapeBuilder &tape, TensorId logits, const Scored &scored, Objective objective)
{
    if (objective != Objective::Grpo && !trainsValues(objective))
        return tape.part(logits, scored.all());
    const double bytes = tape.at(logits).bytes();
    const TensorId divided = countedAsLogits(tape, tape.scaleInPlace(logits));
    tape.last().gradients[0] = bytes;
    const double part = bytesOf(scored.all(), scored.dtype);
    tape.borrowsBackward({part, part});
    const TensorId kept = countedAsLogits(tape, tape.part(divided, scored.all()));
    return trainsValues(objective) ? kept : tape.part(kept, scored.all());
}

/// The loss of chosen answers, token by token: of several the logits but the last ones are copied.
TensorId lossOfChosen(TapeBuilder &tape, TensorId logits, const Scored &scored)
{
    const double pairs = scored.sequences / 2;
    const double elements = pairs * scored.row();
    const TensorId chosen = countedAsLogits(tape, tape.part(logits, scored.given / 2));
    TensorId kept = countedAsLogits(tape, tape.part(chosen, elements));
    if (pairs > 1) {
        kept = countedAsLogits(tape, tape.copy("contiguous", kept, elements));
        tape.last().gradients[0] = 0;
    }
    const TensorId labels = tape.plain(pairs * scored.tokens, Dtype::Wide);
    const TensorId loss = crossEntropy(tape, kept, labels);
    tape.stillHeld(kept);
    return loss;
}

} // namespace

double responseTokens(const LayerSettings &settings)
{
    const double most = settings.sequence - 1;
    return settings.completion > 0 ? std::min(settings.completion, most) : most;
}

double castStateBytes(const LayerSettings &settings)
{
    return static_cast<double>(settings.spec.layers + 1)
        * storageBytes(settings.streamElements(), Dtype::Single);
}

double chanceBytes(const LayerSettings &settings, const Tensor &logits)
{
    const Scored scored(settings, logits);
    return storageBytes(scored.all(), scored.dtype);
}

double drawnBytes(const LayerSettings &settings)
{
    const double words = static_cast<double>(settings.spec.vocabulary);
    return storageBytes(settings.batch * settings.keptLogits * words, Dtype::Single);
}

double logitTokens(const LayerSettings &settings)
{
    if (settings.keptLogits > 0)
        return settings.keptLogits;
    const bool areFew = settings.objective == Objective::Grpo && settings.packed == 0;
    if (!areFew || settings.completion <= 0)
        return settings.sequence;
    return std::min(settings.completion + 1, settings.sequence);
}

namespace {

/// What a teacher returns.
Tape handedTape(const Scored &scored, const Tensor &logits)
{
    TapeBuilder tape(false, false);
    const TensorId given = countedAsLogits(tape, tape.input(logits.elements, logits.dtype, true));
    const TensorId whole = countedAsLogits(tape, tape.cast(given, scored.dtype));
    return tape.finish(tape.op("hand_on", {whole}, 1, Dtype::Single, {}), false);
}

/// TRL 1.10.0.dev0 experimental/gkd/gkd_trainer.py, generalized_jsd_loss, with the mixture that its
/// configuration asks for (beta 0.5), of all tokens but the last. Each of its names refers to a
/// tensor as large as the logits, to its end.
Tape distilledTape(const Scored &scored, const Tensor &logits, bool isFused)
{
    TapeBuilder tape(false);
    const auto made = [&](TensorId id) { return countedAsLogits(tape, id); };
    const auto teachers = [&] { return made(tape.plain(scored.all(), scored.dtype)); };
    const TensorId given = made(tape.input(logits.elements, logits.dtype, true));
    const TensorId whole = made(tape.cast(given, scored.dtype));
    const TensorId student = made(tape.scale(made(tape.part(whole, scored.all()))));
    const TensorId teacher = teachers();
    const TensorId own = made(tape.fromResult("log_softmax", student));
    const TensorId others = teachers();
    const TensorId ownPart = made(tape.scale(own));
    const TensorId stacked = made(tape.stack({ownPart, teachers()}, 2 * scored.all()));
    const double bytes = bytesOf(scored.all(), scored.dtype);
    const TensorId mixture
        = made(tape.op("logsumexp", {stacked}, scored.all(), scored.dtype, {stacked}, true));
    if (isFused) // largest ones, and exponentials of all
        tape.borrows({bytes, 2 * bytes});
    // grad * exp(self - result), whose temporaries end with the expression
    tape.borrowsBackward({2 * bytes, 2 * bytes});
    const TensorId weights = teachers(); // F.kl_div with log_target: exp(target)
    const TensorId ofTeacher
        = made(tape.mul(weights, made(tape.op("sub", {mixture}, scored.all(), scored.dtype, {}))));
    const TensorId chances = made(tape.fromResult("exp", own));
    const TensorId apart = made(tape.op("sub", {own, mixture}, scored.all(), scored.dtype, {}));
    const TensorId ofStudent = made(tape.mul(chances, apart));
    const TensorId half = made(tape.scale(ofTeacher));
    const TensorId sum = made(tape.add(half, made(tape.scale(ofStudent))));
    const double tokens = scored.sequences * scored.tokens;
    const TensorId places = tape.plain(2 * tokens, Dtype::Wide);
    const TensorId picked = made(tape.op("index", {sum}, scored.all(), scored.dtype, {places}));
    const TensorId loss = tape.op("sum", {picked}, 1, Dtype::Single, {});
    tape.stillHeld({whole, student, teacher, own, others, mixture, ofTeacher, ofStudent, picked});
    return tape.finish(loss, false);
}

} // namespace

Tape scoreTape(const LayerSettings &settings, const Tensor &logits)
{
    const Scored scored(settings, logits);
    if (distills(settings.objective))
        return settings.tracks ? distilledTape(scored, logits, settings.fusedKernels)
                               : handedTape(scored, logits);
    if (settings.packed > 0)
        return packedScoreTape(settings, logits);
    TapeBuilder tape(false, settings.tracks);
    const TensorId given = countedAsLogits(tape, tape.input(logits.elements, logits.dtype, true));
    // accelerate casts what a model returns (convert_outputs_to_fp32).
    const TensorId whole = countedAsLogits(tape, tape.cast(given, scored.dtype));
    if (trainsValues(settings.objective))
        tape.give(whole, Common::Returned, false);
    if (settings.convertsStates()) // all of the output is cast before any of it goes
        tape.stillHeld({given, tape.plain(castStateBytes(settings), Dtype::Byte)});
    const bool learnsChosen
        = settings.objective == Objective::Orpo || settings.objective == Objective::Cpo;
    const TensorId learned = learnsChosen ? lossOfChosen(tape, whole, scored) : NoTensor;
    const TensorId kept = countedAsLogits(tape, answersOf(tape, whole, scored, settings.objective));
    const TensorId scores = scored.dtype == Dtype::Single
        ? scoreInSingle(tape, kept, scored, settings.fusedKernels)
        : scoreInHalf(tape, kept, scored);
    tape.stillHeld(whole);
    const TensorId loss = tape.op("sum", {scores, learned}, 1, Dtype::Single, {});
    return tape.finish(loss, false);
}

double scoredLogitBytes(const LayerSettings &settings, const Tensor &logits)
{
    return storageBytes(logits.elements, Scored(settings, logits).dtype);
}

double sortedLogitBytes(const LayerSettings &settings, const Tensor &logits)
{
    const Scored scored(settings, logits);
    const double disliked = std::ceil(scored.sequences / 2);
    return storageBytes((scored.sequences - disliked) * scored.row(), scored.dtype)
        + 2 * storageBytes(disliked * scored.row(), scored.dtype);
}

double entropyBytes(const LayerSettings &settings, const Tensor &logits)
{
    const Scored scored(settings, logits);
    constexpr double chunk = 128; // tokens
    const double rows = std::min(chunk, scored.sequences * scored.tokens);
    // Rows of several sequences do not lie side by side: they are copied.
    const double flat = scored.sequences > 1 ? storageBytes(scored.all(), scored.dtype) : 0;
    // log_softmax, its exponential, and the product of both.
    return flat + 3 * storageBytes(rows * scored.vocabulary, scored.dtype);
}

} // namespace shardscope
