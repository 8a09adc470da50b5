// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_ernie4_5_moe.py, Ernie4_5_MoeTopKRouter and Ernie4_5_MoeStatics.
#include "core/modules/expertparts.h"

namespace shardscope {

Routing writeBiasedRouter(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const double count = write.spec.experts->count;
    const double rows = write.chosenRows();
    const Dtype kept = write.settings.widensRouters ? Dtype::Single : write.settings.weights;
    const bool isTrained = write.settings.trainsBase;
    const TensorId delta = fusedTargets(write).router()
        ? writeDelta(write, {.in = write.hidden(), .out = count})
        : NoTensor;
    tape.beginModule();
    const TensorId weight = tape.parameter({.name = "gate",
        .elements = count * write.hidden(),
        .rows = count,
        .dtype = kept,
        .trainable = isTrained || write.settings.differentiatesFrozen,
        .isUpdated = isTrained});
    const TensorId matrix = tape.cast(writeMerged(write, weight, delta), Dtype::Single);
    const TensorId single = tape.cast(x, Dtype::Single);
    const TensorId logits = tape.linearGrouped(single, matrix, write.tokens() * count, 1);
    tape.endModule();
    tape.beginModule();
    tape.parameter({.name = "e_score_correction_bias",
        .elements = count,
        .rows = 1,
        .dtype = kept,
        .trainable = false,
        .isUpdated = false});
    const TensorId scores = write.softmaxInOwnDtype(logits);
    const TensorId biased = tape.op("add", {scores}, tape.at(scores).elements, Dtype::Single, {});
    tape.endModule();
    const TensorId best = tape.op("topk", {biased}, rows, Dtype::Single, {});
    const TensorId ids = tape.alsoMakes(rows, Dtype::Wide, false);
    const TensorId chosen = tape.op("gather", {scores, ids}, rows, Dtype::Single, {scores, ids});
    write.copiesZeros(scores);
    const TensorId sum = tape.op("sum", {chosen}, write.tokens(), Dtype::Single, {});
    const TensorId clamped = tape.activation("clamp", sum);
    const TensorId weights = tape.cast(tape.mul(chosen, clamped), tape.at(x).dtype);
    tape.stillHeld({logits, best, ids, delta, x});
    return {weights, logits};
}

} // namespace shardscope
