// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/attention.h"

namespace shardscope {

namespace {

/// Operand of a batched product: 16 bit under autocast. The product wants one batch dimension, so
/// heads of several sequences are made contiguous.
TensorId asOperand(ModuleWriter &write, const HeadStates &states)
{
    TapeBuilder &tape = write.tape;
    const TensorId x = tape.isAutocast() ? tape.cast(states.id, Dtype::Half) : states.id;
    if (states.isHeadMajor || write.settings.batch == 1)
        return x;
    return tape.copy("contiguous", x, tape.at(x).elements);
}

/// repeat_kv: each key and value head for all its query heads.
HeadStates repeated(ModuleWriter &write, const HeadStates &states, double heads)
{
    if (heads == write.heads())
        return states;
    return {write.tape.copy(
                "repeat_kv", states.id, write.tape.at(states.id).elements / heads * write.heads()),
        true};
}

double contextElements(const ModuleWriter &write)
{
    const double width
        = write.spec.latent ? static_cast<double>(write.spec.latent->valueDim) : write.headDim();
    return write.tokens() * write.heads() * width;
}

/// transpose(1, 2).contiguous()
TensorId tokenMajor(ModuleWriter &write, TensorId x)
{
    const TensorId result = write.tape.copy("contiguous", x, write.tape.at(x).elements);
    write.tape.last().gradients[0] = 0;
    write.tape.stillHeld(x);
    return result;
}

/// scaled_dot_product_attention without a mask: FlashAttention with native grouped queries.
TensorId flash(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    // CUDA's autocast hands the kernel 16 bit; torch's reference operator takes what comes.
    const bool casts = tape.isAutocast() && write.settings.fusedKernels;
    const auto operand = [&](const HeadStates &states) {
        return casts ? tape.cast(states.id, Dtype::Half) : states.id;
    };
    const TensorId query = operand(heads.query);
    const TensorId key = operand(heads.key);
    const TensorId value = operand(heads.value);
    const TensorId context = tape.op("flash_attention", {query, key, value}, contextElements(write),
        tape.at(query).dtype, {query, key, value}, true);
    // Log-sum-exp, and the random number state.
    tape.alsoMakes(write.tokens() * write.heads(), Dtype::Single, true);
    tape.alsoMakes(2 * StorageGranule, Dtype::Byte, true);
    // The result is laid out as the query is.
    return heads.query.isHeadMajor ? tokenMajor(write, context) : context;
}

/// Scores of all pairs: scaled, soft-capped, masked.
TensorId maskedScores(ModuleWriter &write, const Heads &heads, const HeadStates &key)
{
    TapeBuilder &tape = write.tape;
    const double pairs = write.tokens() * write.heads() * write.settings.sequence;
    const TensorId left = asOperand(write, heads.query);
    const TensorId right = asOperand(write, key);
    TensorId scores = tape.matmul(left, right, pairs);
    if (write.traits.attention != AttentionCode::Opt)
        scores = tape.scale(scores);
    if (write.traits.attentionSoftcap > 0)
        scores = tape.scale(tape.fromResult("tanh", tape.scale(scores)));
    const TensorId mask
        = tape.outside(write.tokens() * write.settings.sequence, write.settings.weights);
    return tape.add(scores, mask);
}

/// eager_attention_forward: softmax in fp32, back to the query's dtype, times V.
TensorId eager(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const bool isGpt2 = write.traits.attention == AttentionCode::Gpt2;
    const HeadStates key = repeated(write, heads.key, heads.keyHeads);
    const HeadStates value = repeated(write, heads.value, heads.keyHeads);
    const TensorId masked = maskedScores(write, heads, key);
    // GPT-2's softmax is in the scores' own dtype, but for CUDA's autocast.
    const bool isWide = !isGpt2 || (tape.isAutocast() && write.settings.fusedKernels);
    const TensorId soft = isWide ? tape.softmaxInSingle(masked, write.settings.fusedKernels)
                                 : tape.fromResult("softmax", masked);
    const TensorId weights
        = tape.cast(soft, tape.at(isGpt2 ? heads.value.id : heads.query.id).dtype);
    if (!isGpt2)
        tape.stillHeld(masked);
    const TensorId kept = write.dropout(weights, write.traits.attentionDropout);
    const TensorId left = tape.isAutocast() ? tape.cast(kept, Dtype::Half) : kept;
    const TensorId context = tape.matmul(left, asOperand(write, value), contextElements(write));
    const TensorId result = tokenMajor(write, context);
    for (const TensorId held : {key.id, value.id, kept})
        tape.stillHeld(held);
    write.attentionWeights = kept;
    return result;
}

} // namespace

TensorId writeAttentionProduct(ModuleWriter &write, const Heads &heads)
{
    if (write.settings.attention == Attention::Eager)
        return eager(write, heads);
    return flash(write, heads);
}

} // namespace shardscope
