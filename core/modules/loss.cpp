// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/loss.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

TensorId countedAsLogits(TapeBuilder &tape, TensorId id)
{
    tape.countAs(id, Holding::Logits);
    return id;
}

namespace {

double vocabularyOf(const ModuleWriter &write)
{
    return static_cast<double>(write.spec.vocabulary);
}

/// The product that makes logits of all tokens, a chunk at a time.
Product headProduct(const ModuleWriter &write)
{
    return {.rows = write.tokens(),
        .inner = write.hidden(),
        .columns = vocabularyOf(write),
        .chunks = write.tokens() / lossChunk(write.settings)};
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

TensorId nllLoss(TapeBuilder &tape, TensorId likely, TensorId labels)
{
    const TensorId loss = tape.op("nll_loss", {likely, labels}, 1, Dtype::Single, {likely, labels});
    tape.last().kind = OpKind::Lookup;
    tape.alsoMakes(1, Dtype::Single, true);
    return loss;
}

/// torch 2.14 distributed/tensor/parallel/loss.py: each step of log_softmax and of the gradient is
/// a tensor of its own.
TensorId splitCrossEntropy(TapeBuilder &tape, TensorId logits, TensorId labels)
{
    const Tensor in = tape.at(logits);
    const TensorId likely
        = countedAsLogits(tape, tape.op("log_softmax", {logits}, in.elements, in.dtype, {}, true));
    tape.last().gradients[0] = 0;
    tape.borrows({in.bytes()});
    const TensorId loss = tape.op("nll_loss", {likely, labels}, 1, Dtype::Single, {likely, labels});
    // Beside the label itself: where it is this rank's, counted from the rank's first word.
    const double rows = tape.at(labels).elements;
    const double ids = bytesOf(rows, Dtype::Wide);
    tape.borrowsBackward({in.bytes(), in.bytes(), ids, ids, ids, ids, bytesOf(rows, Dtype::Byte)});
    return loss;
}

/// Of 16-bit logits under autocast. CUDA's has nll_loss in fp32; cross_entropy_loss asks
/// log_softmax for the logits' own dtype, which it leaves (torch 2.11
/// aten/src/ATen/native/LossNLL.cpp, autocast_mode.h). The CPU's has all of it in fp32.
TensorId promotedCrossEntropy(ModuleWriter &write, TensorId logits, TensorId labels)
{
    TapeBuilder &tape = write.tape;
    if (!write.settings.fusedKernels)
        return crossEntropy(tape, countedAsLogits(tape, tape.cast(logits, Dtype::Single)), labels);
    const TensorId likely = countedAsLogits(tape, tape.fromResult("log_softmax", logits));
    return nllLoss(tape, countedAsLogits(tape, tape.cast(likely, Dtype::Single)), labels);
}

TensorId entropy(ModuleWriter &write, TensorId logits, TensorId labels, double rows)
{
    const bool isInPlace = write.settings.loss == Loss::InPlace;
    if (write.settings.autocast && !isInPlace && write.tape.at(logits).dtype == Dtype::Half)
        return promotedCrossEntropy(write, logits, labels);
    if (write.settings.cut.splitsLoss)
        return splitCrossEntropy(write.tape, logits, labels);
    if (isInPlace)
        return crossEntropyInPlace(write.tape, logits, labels, rows);
    return crossEntropy(write.tape, logits, labels);
}

/// logits[..., :-1, :]. To the torch of those releases (2.4 TensorIndexing.h, applySlice) the last
/// colon is a slice of its own, whose backward pass pads with zeros as well (pytorch issue 63921).
TensorId withoutLast(TapeBuilder &tape, TensorId logits, double elements)
{
    const TensorId rows = countedAsLogits(tape, tape.part(logits, elements));
    return countedAsLogits(tape, tape.part(rows, elements));
}

/// A copy whose rows lie side by side; those of a single sequence already do.
TensorId contiguous(ModuleWriter &write, TensorId rows, double elements)
{
    if (write.settings.batch == 1)
        return rows;
    const TensorId copied
        = countedAsLogits(write.tape, write.tape.copy("contiguous", rows, elements));
    write.tape.last().gradients[0] = 0;
    return copied;
}

/// Whether the model casts logits for its loss, with transformers before 5.
bool castsLogits(const ModuleWriter &write)
{
    return !write.traits.castNoLogits || write.settings.library == ModuleLibrary::Transformers450;
}

/// ForCausalLMLoss before transformers 5: the logits but for the last token's are copied. Before
/// 4.46 the fp32 logits took the place of the 16-bit ones.
TensorId shiftedLoss(ModuleWriter &write, TensorId logits)
{
    TapeBuilder &tape = write.tape;
    const double rows = write.shifted();
    const TensorId single
        = castsLogits(write) ? countedAsLogits(tape, tape.cast(logits, Dtype::Single)) : logits;
    const double elements = rows * vocabularyOf(write);
    const TensorId kept = withoutLast(tape, single, elements);
    const TensorId shifted = countedAsLogits(tape, tape.copy("contiguous", kept, elements));
    tape.last().gradients[0] = 0;
    const TensorId labels = tape.plain(rows, Dtype::Wide);
    const TensorId loss = entropy(write, shifted, labels, rows);
    tape.stillHeld(single);
    tape.stillHeld(shifted);
    if (write.settings.library != ModuleLibrary::Transformers4)
        tape.stillHeld(logits);
    return loss;
}

/// transformers 5.12.1 modeling_gemma3.py, Gemma3ForConditionalGeneration.forward: fp32 logits take
/// the place of the 16-bit ones; those of all tokens but the last that the mask lets through are
/// picked out of them. Llama 4 (modeling_llama4.py) picks 16-bit ones.
TensorId pickedLoss(ModuleWriter &write, TensorId logits)
{
    TapeBuilder &tape = write.tape;
    const double rows = write.shifted();
    const double elements = rows * vocabularyOf(write);
    const TensorId read = write.traits.castNoLogits
        ? logits
        : countedAsLogits(tape, tape.cast(logits, Dtype::Single));
    const Dtype dtype = tape.at(read).dtype;
    const TensorId kept = countedAsLogits(tape, tape.part(read, elements));
    const TensorId places = tape.plain(2 * rows, Dtype::Wide);
    const TensorId picked
        = countedAsLogits(tape, tape.op("index", {kept, places}, elements, dtype, {places}));
    const TensorId labels = tape.plain(rows, Dtype::Wide);
    const TensorId loss = entropy(write, picked, labels, rows);
    tape.stillHeld({read, picked});
    return loss;
}

/// MambaForCausalLM, FalconMambaForCausalLM: of what the model returns, all but the last token's.
TensorId lossOfOthers(ModuleWriter &write, TensorId logits)
{
    TapeBuilder &tape = write.tape;
    const double rows = write.shifted();
    const double elements = rows * vocabularyOf(write);
    const TensorId kept = countedAsLogits(tape, tape.part(logits, elements));
    const TensorId shifted = contiguous(write, kept, elements);
    const TensorId labels = write.settings.batch == 1 ? tape.outside(rows, Dtype::Wide)
                                                      : tape.plain(rows, Dtype::Wide);
    const TensorId loss = entropy(write, shifted, labels, rows);
    tape.stillHeld({logits, shifted});
    return loss;
}

} // namespace

TensorId crossEntropy(TapeBuilder &tape, TensorId logits, TensorId labels)
{
    return nllLoss(tape, countedAsLogits(tape, tape.fromResult("log_softmax", logits)), labels);
}

/// ForCausalLMLoss: fp32 logits, labels shifted by one.
TensorId writeLoss(ModuleWriter &write, TensorId logits)
{
    if (precedesFive(write.settings.library))
        return shiftedLoss(write, logits);
    if (write.traits.picksLogits && write.settings.loss == Loss::Standard)
        return pickedLoss(write, logits);
    if (write.traits.dropsLastLogits && write.settings.loss == Loss::Standard)
        return lossOfOthers(write, logits);
    TapeBuilder &tape = write.tape;
    // Unsloth's kernel reads 16-bit logits.
    const bool casts = write.settings.loss != Loss::InPlace;
    const TensorId single
        = casts ? countedAsLogits(tape, tape.cast(logits, Dtype::Single)) : logits;
    if (write.settings.isTorchtitan()) {
        const TensorId given = tape.outside(write.tokens(), Dtype::Wide);
        const TensorId loss = entropy(write, single, given, write.tokens());
        tape.stillHeld({logits, single});
        return loss;
    }
    const TensorId padded = tape.plain(write.tokens() + write.settings.batch, Dtype::Wide);
    const TensorId labels = tape.plain(write.tokens(), Dtype::Wide);
    tape.stillHeld(padded);
    const TensorId loss = entropy(write, single, labels, write.tokens());
    tape.stillHeld({logits, single, padded});
    return loss;
}

// modeling_bert.py, BertForMaskedLM: CrossEntropyLoss. ModernBERT takes loss_utils.py,
// ForMaskedLMLoss.
TensorId writeMaskedLoss(ModuleWriter &write, TensorId logits, bool isCast)
{
    TapeBuilder &tape = write.tape;
    const TensorId read = isCast ? countedAsLogits(tape, tape.cast(logits, Dtype::Single)) : logits;
    const TensorId labels = tape.outside(write.tokens(), Dtype::Wide);
    const bool isPromoted = tape.isAutocast() && tape.at(read).dtype == Dtype::Half;
    const TensorId loss
        = isPromoted ? promotedCrossEntropy(write, read, labels) : crossEntropy(tape, read, labels);
    tape.stillHeld(logits);
    if (isCast)
        tape.stillHeld(read);
    return loss;
}

TensorId writeLabelLoss(ModuleWriter &write, TensorId outputs, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId read = tape.isAutocast() ? tape.cast(outputs, Dtype::Single) : outputs;
    const TensorId labels = tape.outside(rows, Dtype::Wide);
    const TensorId likely = tape.fromResult("log_softmax", read);
    const TensorId loss = tape.op("nll_loss", {likely, labels}, 1, Dtype::Single, {likely});
    tape.stillHeld(outputs);
    return loss;
}

// transformers 5.12 trainer_pt_utils.py, LabelSmoother, called with shift_labels.
TensorId writeSmoothedLoss(ModuleWriter &write, TensorId logits)
{
    TapeBuilder &tape = write.tape;
    const LayerSettings &settings = write.settings;
    // Before 4.46 the model itself cast them.
    const bool isSingle = settings.convertsOutputs
        || (settings.library == ModuleLibrary::Transformers4 && castsLogits(write));
    const TensorId given
        = isSingle ? countedAsLogits(tape, tape.cast(logits, Dtype::Single)) : logits;
    const double rows = write.shifted();
    const double elements = rows * vocabularyOf(write);
    const bool isOld = precedesFive(settings.library); // with a torch of its time
    const TensorId kept = isOld ? withoutLast(tape, given, elements)
                                : countedAsLogits(tape, tape.part(given, elements));
    const TensorId shifted = contiguous(write, kept, elements);
    const TensorId labels = tape.plain(rows, Dtype::Wide);
    const TensorId likely = countedAsLogits(tape, tape.fromResult("log_softmax", shifted));
    const TensorId negated = countedAsLogits(tape, tape.scale(likely));
    const TensorId padding = tape.plain(rows, Dtype::Byte);
    const TensorId index = tape.plain(rows, Dtype::Wide);
    tape.stillHeld(labels);
    const Dtype dtype = tape.at(negated).dtype;
    const TensorId picked = tape.op("gather", {negated, index}, rows, dtype, {negated, index});
    tape.last().kind = OpKind::Lookup;
    // gather_backward scatters into zeros; of fake tensors it makes a second copy for that.
    if (!settings.fusedKernels)
        tape.borrowsBackward({bytesOf(elements, dtype)});
    const TensorId summed = tape.op("sum", {negated}, rows, Dtype::Single, {});
    // Of the sum every word has the same gradient: a view, but for the cast to 16 bit.
    tape.last().gradients[0] = dtype == Dtype::Single ? 0.0 : bytesOf(elements, dtype);
    const TensorId loss = tape.op("sum", {picked, summed, padding}, 1, Dtype::Single, {padding});
    tape.stillHeld({given, shifted, negated, picked, summed, padding, index});
    return loss;
}

double lossChunk(const LayerSettings &settings)
{
    if (settings.loss == Loss::Chunked)
        return std::min(256.0, settings.tokens()); // sft_trainer.py, _chunked_cross_entropy_loss
    if (settings.loss != Loss::Fused)
        return settings.tokens();
    // Liger's chunks are so small that their logits are as large as the hidden states.
    const auto vocabulary = static_cast<double>(settings.spec.vocabulary);
    const auto hidden = static_cast<double>(settings.spec.hidden);
    const double wanted = std::ceil(settings.tokens() / std::ceil(vocabulary / hidden));
    return std::exp2(std::ceil(std::log2(std::max(1.0, wanted))));
}

/// Liger's fused_linear_cross_entropy: gradients of the input and of the head are made in the
/// forward pass, chunk by chunk.
TensorId writeFusedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix)
{
    TapeBuilder &tape = write.tape;
    const double chunk = lossChunk(write.settings);
    const TensorId loss
        = tape.op("fused_linear_cross_entropy", {hidden, matrix}, 1, Dtype::Single, {});
    tape.last().overwritesSaved = true; // the gradients that were kept are handed out
    Product product = headProduct(write);
    product.makesGradients = true;
    tape.multiplies(product);
    // The next chunk's logits are made while the last one's are still there.
    const bool casts = tape.isAutocast() && tape.at(matrix).dtype == Dtype::Single;
    const double logits = bytesOf(chunk * vocabularyOf(write), Dtype::Half);
    tape.borrows({casts ? bytesOf(tape.at(matrix).elements, Dtype::Half) : 0.0, logits, logits,
        bytesOf(chunk * write.hidden(), Dtype::Half)});
    tape.alsoMakes(tape.at(hidden).elements, tape.at(hidden).dtype, true);
    if (tape.at(matrix).requiresGrad)
        tape.alsoMakes(tape.at(matrix).elements, tape.at(matrix).dtype, true);
    return loss;
}

/// TRL's chunked loss: each chunk checkpointed, head copied to fp32.
TensorId writeChunkedLoss(ModuleWriter &write, TensorId hidden, TensorId matrix)
{
    TapeBuilder &tape = write.tape;
    const bool copies = tape.at(matrix).dtype != Dtype::Single;
    const double logits = bytesOf((vocabularyOf(write)) * lossChunk(write.settings), Dtype::Single);
    const double copied = copies ? bytesOf(tape.at(matrix).elements, Dtype::Single) : 0.0;
    const TensorId loss = tape.op("chunked_nll", {hidden, matrix}, 1, Dtype::Single, {hidden});
    Product product = headProduct(write);
    product.isRepeated = true;
    tape.multiplies(product);
    tape.borrows({copied, logits, logits, logits});
    tape.borrowsBackward({copied, logits, logits, logits});
    return loss;
}

} // namespace shardscope
