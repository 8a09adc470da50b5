// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/loss.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

TensorId counted(TapeBuilder &tape, TensorId id)
{
    tape.countAs(id, Holding::Logits);
    return id;
}

/// torch's cross_entropy: log_softmax, negative log-likelihood.
TensorId crossEntropy(TapeBuilder &tape, TensorId logits, TensorId labels)
{
    const TensorId logProbabilities = counted(tape, tape.fromResult("log_softmax", logits));
    const TensorId loss = tape.op(
        "nll_loss", {logProbabilities, labels}, 1, Dtype::Single, {logProbabilities, labels});
    tape.alsoMakes(1, Dtype::Single, true);
    return loss;
}

/// Unsloth's kernel, which fms-acceleration brings too: a loss and a log-sum-exp for each token;
/// the gradient is written over the logits.
TensorId crossEntropyInPlace(TapeBuilder &tape, TensorId logits, TensorId labels, double rows)
{
    const TensorId losses
        = tape.op("fast_cross_entropy", {logits, labels}, rows, Dtype::Single, {logits, labels});
    tape.last().overwritesSaved = true;
    tape.alsoMakes(rows, Dtype::Single, true);
    return tape.op("sum", {losses}, 1, Dtype::Single, {});
}

TensorId entropy(ModuleWriter &write, TensorId logits, TensorId labels, double rows)
{
    if (write.settings.loss == Loss::InPlace)
        return crossEntropyInPlace(write.tape, logits, labels, rows);
    return crossEntropy(write.tape, logits, labels);
}

/// logits[..., :-1, :]. To the torch of those releases (2.4 TensorIndexing.h, applySlice) the last
/// colon is a slice of its own, whose backward pass pads with zeros as well (pytorch issue 63921).
TensorId withoutLast(TapeBuilder &tape, TensorId logits, double elements)
{
    const TensorId rows = counted(tape, tape.part(logits, elements));
    return counted(tape, tape.part(rows, elements));
}

/// ForCausalLMLoss before transformers 5: the logits but for the last token's are copied. Before
/// 4.46 the fp32 logits took the place of the 16-bit ones.
TensorId shiftedLoss(ModuleWriter &write, TensorId logits)
{
    TapeBuilder &tape = write.tape;
    const double rows = write.tokens() - write.settings.batch;
    const double vocabulary = tape.at(logits).elements / write.tokens();
    const TensorId single = counted(tape, tape.cast(logits, Dtype::Single));
    const TensorId kept = withoutLast(tape, single, rows * vocabulary);
    const TensorId shifted = counted(tape, tape.copy("contiguous", kept, rows * vocabulary));
    tape.last().gradients[0] = 0;
    const TensorId labels = tape.plain(rows, Dtype::Wide);
    const TensorId loss = entropy(write, shifted, labels, rows);
    tape.stillHeld(single);
    tape.stillHeld(shifted);
    if (write.settings.stack == Stack::Transformers446)
        tape.stillHeld(logits);
    return loss;
}

} // namespace

/// ForCausalLMLoss: fp32 logits, labels shifted by one.
TensorId writeLoss(ModuleWriter &write, TensorId logits)
{
    if (write.settings.stack != Stack::Transformers5)
        return shiftedLoss(write, logits);
    TapeBuilder &tape = write.tape;
    // Unsloth's kernel reads 16-bit logits.
    const bool casts = write.settings.loss != Loss::InPlace;
    const TensorId single = casts ? counted(tape, tape.cast(logits, Dtype::Single)) : logits;
    const TensorId padded = tape.plain(write.tokens() + write.settings.batch, Dtype::Wide);
    const TensorId labels = tape.plain(write.tokens(), Dtype::Wide);
    tape.stillHeld(padded);
    const TensorId loss = entropy(write, single, labels, write.tokens());
    for (const TensorId held : {logits, single, padded})
        tape.stillHeld(held);
    return loss;
}

/// Liger's fused_linear_cross_entropy: chunks so small that their logits are as large as the hidden
/// states; gradients of the input and of the head are made in the forward pass.
TensorId writeFusedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix)
{
    TapeBuilder &tape = write.tape;
    const double vocabulary = tape.at(matrix).elements / write.hidden();
    const double wanted = std::ceil(write.tokens() / std::ceil(vocabulary / write.hidden()));
    const double chunk = std::exp2(std::ceil(std::log2(std::max(1.0, wanted))));
    const TensorId loss
        = tape.op("fused_linear_cross_entropy", {hidden, matrix}, 1, Dtype::Single, {});
    Op &op = tape.last();
    op.overwritesSaved = true; // the gradients that were kept are handed out
    // The next chunk's logits are made while the last one's are still there.
    const bool casts = tape.isAutocast() && tape.at(matrix).dtype == Dtype::Single;
    const double logits = storageBytes(chunk * vocabulary, Dtype::Half);
    tape.borrows({casts ? storageBytes(tape.at(matrix).elements, Dtype::Half) : 0, logits, logits,
        storageBytes(chunk * write.hidden(), Dtype::Half)});
    tape.alsoMakes(tape.at(hidden).elements, tape.at(hidden).dtype, true);
    if (tape.at(matrix).requiresGrad)
        tape.alsoMakes(tape.at(matrix).elements, tape.at(matrix).dtype, true);
    return loss;
}

/// TRL's chunked loss: 256 tokens at a time, each chunk checkpointed, head copied to fp32
/// (sft_trainer.py, _chunked_cross_entropy_loss).
TensorId writeChunkedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix)
{
    constexpr double chunkTokens = 256;
    TapeBuilder &tape = write.tape;
    const double vocabulary = tape.at(matrix).elements / write.hidden();
    const double tokens = std::min(chunkTokens, write.tokens());
    const bool copies = tape.at(matrix).dtype != Dtype::Single;
    const double logits = storageBytes(tokens * vocabulary, Dtype::Single);
    const double copied = copies ? storageBytes(tape.at(matrix).elements, Dtype::Single) : 0;
    const TensorId loss = tape.op("chunked_nll", {hidden, matrix}, 1, Dtype::Single, {hidden});
    tape.borrows({copied, logits, logits, logits});
    tape.borrowsBackward({copied, logits, logits, logits});
    return loss;
}

} // namespace shardscope
