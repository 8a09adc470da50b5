// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/attention.h"
#include "core/modules/ringattention.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

/// Operand of a batched product: 16 bit under autocast. The product wants one batch dimension, so
/// heads of several sequences are made contiguous, unless there is one alone.
TensorId asOperand(ModuleWriter &write, const HeadStates &states)
{
    TapeBuilder &tape = write.tape;
    const TensorId x = tape.isAutocast() ? tape.cast(states.id, Dtype::Half) : states.id;
    if (states.isHeadMajor || write.settings.batch == 1 || write.heads() == 1)
        return x;
    return tape.copy("contiguous", x, tape.at(x).elements);
}

double contextElements(const ModuleWriter &write)
{
    const double width
        = write.spec.latent ? static_cast<double>(write.spec.latent->valueDim) : write.headDim();
    return write.tokens() * write.heads() * width;
}

/// transpose(1, 2).contiguous(), which leaves one head as it is.
TensorId tokenMajor(ModuleWriter &write, TensorId x)
{
    if (write.heads() == 1)
        return x;
    const TensorId result = write.tape.copy("contiguous", x, write.tape.at(x).elements);
    write.tape.last().gradients[0] = 0;
    write.tape.stillHeld(x);
    return result;
}

/// The last operation is a kernel that keeps no scores: each query meets half of the keys, but for
/// an encoder's, which meets all.
void attends(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const double widths = tape.at(heads.query.id).elements + contextElements(write);
    const bool isCausal = write.spec.isCausal() && heads.isCausal;
    const double inFront
        = write.tokens() * write.settings.keysInFront().tokens; // which all queries meet
    const double met = isCausal ? (write.pairs() + inFront) / 2 : write.pairs();
    tape.multiplies(
        {.rows = met, .inner = widths / write.tokens(), .columns = 1}, OpKind::FusedAttention);
}

/// All tokens, the sequences rounded up to a kernel's blocks of queries.
double roundedTokens(const ModuleWriter &write, double block)
{
    return write.settings.batch * std::ceil(write.sequence() / block) * block;
}

/// What FlashAttention's backward kernel needs beside its results (flash_api.cpp, mha_bwd): the
/// query's gradient and the softmax sums in fp32, and key and value gradients for every query head
/// where those share.
struct FlashScratch
{
    double sums = 0;
    double query = 0;
    double spread = 0; ///< each of key and value gradients
};
FlashScratch flashScratch(const ModuleWriter &write, const Heads &heads)
{
    if (!write.settings.fusedKernels)
        return {};
    const double rows = write.heads() * roundedTokens(write, 128);
    const double dim = std::ceil(write.headDim() / 32) * 32;
    const bool shares = heads.keyHeads != write.heads();
    const double keys = write.tokens() + write.settings.batch * write.settings.keysInFront().tokens;
    return {.sums = bytesOf(rows, Dtype::Single),
        .query = bytesOf(rows * dim, Dtype::Single),
        .spread = shares ? bytesOf(keys * write.queryWidth(), Dtype::Half) : 0};
}

/// How much longer heads get for FlashAttention in 16 bits, which takes multiples of 8 (aten
/// attention.cpp, pad_last_dim): query, key and value are copied.
double flashPadding(const ModuleWriter &write, Dtype dtype)
{
    constexpr double alignment = 8;
    if (dtype != Dtype::Half)
        return 1;
    const double dim = write.headDim();
    return write.spec.latent ? 1 : std::ceil(dim / alignment) * alignment / dim;
}

/// What the memory-efficient kernel adds to scores, in rows of a multiple of 16 (aten
/// attention.cpp, preprocess_mask): made of true and false, or a mask of numbers.
TensorId maskOfKernel(ModuleWriter &write, TensorId mask, Dtype dtype)
{
    TapeBuilder &tape = write.tape;
    const double rows = write.pairs() / write.met();
    const double elements = rows * std::ceil(write.met() / maskAlignment) * maskAlignment;
    if (mask == NoTensor && write.settings.compiling == Compiling::Model)
        return tape.outside(elements, dtype); // one of all layers
    TensorId numbers = NoTensor;
    if (mask == NoTensor) {
        numbers = tape.plain(write.pairs(), dtype);
        tape.borrows({bytesOf(write.pairs(), Dtype::Byte)}); // where it is not
    } else {
        numbers = tape.cast(mask, dtype);
    }
    return elements == tape.at(numbers).elements ? numbers : tape.copy("pad", numbers, elements);
}

/// scaled_dot_product_attention with a padding mask: the memory-efficient kernel, for keys and
/// values of all query heads, with a mask in the query's dtype made anew by each layer
/// (integrations/sdpa_attention.py; aten sdp_utils.cpp).
TensorId memoryEfficient(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const auto operand = [&](const HeadStates &states) {
        return tape.isAutocast() ? tape.cast(states.id, Dtype::Half) : states.id;
    };
    const HeadStates key = repeated(write, heads.key, heads.keyHeads);
    const HeadStates value = repeated(write, heads.value, heads.keyHeads);
    const TensorId query = operand(heads.query);
    const TensorId keys = operand(key);
    const TensorId values = operand(value);
    const TensorId mask = maskOfKernel(write, heads.mask, tape.at(query).dtype);
    const TensorId context = tape.op("efficient_attention", {query, keys, values, mask},
        contextElements(write), tape.at(query).dtype, {query, keys, values, mask}, true);
    attends(write, heads);
    tape.alsoMakes(write.heads() * roundedTokens(write, 32), Dtype::Single, true);
    tape.alsoMakes(2 * StorageGranule, Dtype::Byte, true);
    tape.stillHeld({key.id, value.id, heads.mask});
    return context; // token by token, whatever the query is (attention.cu, res)
}

/// DeepSpeed 0.19 runtime/sequence_parallel/ulysses_sp.py, UlyssesSPAttentionHF: what goes to other
/// ranks is laid out by rank, and what comes back is put in order.
TensorId exchanged(ModuleWriter &write, TensorId x)
{
    const double elements = write.tape.at(x).elements;
    const TensorId byRank = write.tape.copy("contiguous", x, elements);
    const TensorId sent = write.tape.copy("all_to_all", byRank, elements);
    const TensorId ordered = write.tape.copy("contiguous", sent, elements);
    write.tape.stillHeld(byRank);
    return ordered;
}

/// scaled_dot_product_attention without a mask: FlashAttention with native grouped queries.
/// LLM Foundry calls the kernel for sequences of any length: it gathers the tokens that are no
/// padding, and puts the result back (flash_attn bert_padding.py, IndexFirstAxis, pad_input).
TensorId flash(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    // CUDA's autocast hands the kernel 16 bit; torch's reference operator takes what comes.
    const bool casts = tape.isAutocast() && write.settings.fusedKernels;
    const auto operand = [&](const HeadStates &states) {
        return casts ? tape.cast(states.id, Dtype::Half) : states.id;
    };
    const bool exchanges
        = write.settings.cut.context > 1 && write.settings.cut.contextKind == ContextKind::Ulysses;
    const bool gathers = write.traits.attention == AttentionCode::Mpt;
    const double padding = flashPadding(write, casts ? Dtype::Half : tape.at(heads.query.id).dtype);
    const bool isPadded = padding > 1;
    const auto taken = [&](const HeadStates &states) {
        TensorId x = operand(states);
        if (gathers)
            x = tape.copy("index_first_axis", x, tape.at(x).elements);
        if (exchanges)
            x = exchanged(write, x);
        return isPadded ? tape.copy("pad", x, padding * tape.at(x).elements) : x;
    };
    const TensorId query = taken(heads.query);
    const TensorId key = taken(heads.key);
    const TensorId value = taken(heads.value);
    TensorId context = tape.op("flash_attention", {query, key, value, heads.sinks},
        padding * contextElements(write), tape.at(query).dtype, {query, key, value}, true);
    attends(write, heads);
    // Log-sum-exp, and the random number state.
    tape.alsoMakes(write.tokens() * write.heads(), Dtype::Single, true);
    tape.alsoMakes(2 * StorageGranule, Dtype::Byte, true);
    const FlashScratch scratch = flashScratch(write, heads);
    const bool isRing = write.settings.cut.context > 1 && !exchanges;
    if (!isRing && scratch.query > 0)
        tape.borrowsBackward({scratch.sums, scratch.query, scratch.spread, scratch.spread});
    if (isPadded)
        context = tape.copy("contiguous", context, contextElements(write)); // of what is a part
    if (exchanges)
        return exchanged(write, context);
    if (gathers)
        return tape.copy("pad_input", context, tape.at(context).elements);
    if (!isRing) // the result is laid out as the query is
        return heads.query.isHeadMajor && !isPadded ? tokenMajor(write, context) : context;
    borrowForRing(write, heads, scratch.sums + scratch.query + 2 * scratch.spread);
    // torch 2.14 _context_parallel/_attention.py: the merged result of the load-balanced halves, on
    // all ranks but the last of those that share a sequence. Of one head it is laid out as wanted.
    return write.heads() > 1 ? tokenMajor(write, context) : context;
}

/// LLM Foundry's attn_impl triton (b2a43a147, llmfoundry/models/layers/flash_attn_triton.py, which
/// is flash-attn 1.0.9's): query, key and value as they are, heads of all sequences; sums of each
/// row in blocks of 128 queries, and as much scratch beside them. The backward pass adds up the
/// query's gradient in fp32, beside each row's product of result and gradient. Keys and values that
/// queries share are repeated for each of them.
TensorId flashInTriton(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const auto operand = [&](const HeadStates &states) {
        return tape.isAutocast() ? tape.cast(states.id, Dtype::Half) : states.id;
    };
    const auto spread = [&](const HeadStates &states) {
        const TensorId x = operand(states);
        return heads.keyHeads == write.heads()
            ? x
            : tape.copy("repeat_kv", x, tape.at(x).elements / heads.keyHeads * write.heads());
    };
    const TensorId query = operand(heads.query);
    const TensorId key = spread(heads.key);
    const TensorId value = spread(heads.value);
    const TensorId context = tape.op("flash_attention_triton", {query, key, value},
        contextElements(write), tape.at(query).dtype, {query, key, value}, true);
    attends(write, heads);
    const double sums = write.heads() * roundedTokens(write, 128);
    tape.alsoMakes(sums, Dtype::Single, true);
    tape.borrows({bytesOf(sums, Dtype::Single)});
    tape.borrowsBackward(
        {bytesOf(tape.at(query).elements, Dtype::Single), bytesOf(sums, Dtype::Single)});
    return context;
}

double pairsOf(const ModuleWriter &write)
{
    return write.heads() * write.pairs();
}

/// A product for each head of each sequence, whose scores are kept.
TensorId productOfHeads(ModuleWriter &write, TensorId a, TensorId b, double elements)
{
    const TensorId result = write.tape.matmul(a, b, elements, write.heads() * write.settings.batch);
    write.tape.attends();
    return result;
}

/// Scores of all pairs: scaled, soft-capped, masked unless all tokens meet.
TensorId maskedScores(ModuleWriter &write, const HeadStates &query, const HeadStates &key,
    TensorId mask = NoTensor, bool meetsAll = false)
{
    TapeBuilder &tape = write.tape;
    const TensorId left = asOperand(write, query);
    const TensorId right = asOperand(write, key);
    TensorId scores = tape.scale(productOfHeads(write, left, right, pairsOf(write)));
    if (write.traits.attentionSoftcap > 0)
        scores = tape.scale(tape.fromResult("tanh", tape.scale(scores)));
    if (meetsAll)
        return scores;
    return tape.add(scores, mask == NoTensor ? maskOf(write) : mask);
}

/// Weights times values, brought back to token order.
TensorId weighed(ModuleWriter &write, TensorId weights, const HeadStates &value)
{
    TapeBuilder &tape = write.tape;
    const TensorId left = tape.isAutocast() ? tape.cast(weights, Dtype::Half) : weights;
    const TensorId context
        = productOfHeads(write, left, asOperand(write, value), contextElements(write));
    const TensorId result = tokenMajor(write, context);
    // The gradient is put in the order of heads again for the batched product.
    if (write.settings.batch > 1 && result != context)
        tape.last().gradients[0] = tape.at(context).bytes();
    write.attentionWeights = weights;
    return result;
}

/// eager_attention_forward: softmax in fp32, back to the query's dtype, times V.
TensorId standard(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const HeadStates key = repeated(write, heads.key, heads.keyHeads);
    const HeadStates value = repeated(write, heads.value, heads.keyHeads);
    const TensorId masked = maskedScores(write, heads.query, key, heads.mask, heads.meetsAll);
    const TensorId soft = write.softmaxInSingle(masked);
    const TensorId weights = tape.cast(soft, tape.at(heads.query.id).dtype);
    tape.stillHeld(masked);
    const TensorId kept = write.dropout(weights, write.traits.attentionDropout);
    const TensorId result = weighed(write, kept, value);
    tape.stillHeld({key.id, value.id, kept});
    return result;
}

/// Llama 4, MPT, BERT: softmax in the scores' own dtype, but for CUDA's autocast, and dropout in
/// what that is.
TensorId inOwnDtype(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const HeadStates key = repeated(write, heads.key, heads.keyHeads);
    const HeadStates value = repeated(write, heads.value, heads.keyHeads);
    const TensorId masked = maskedScores(write, heads.query, key, NoTensor, heads.meetsAll);
    const TensorId soft = write.softmax(masked);
    const TensorId kept = write.dropout(soft, write.traits.attentionDropout);
    const TensorId result = weighed(write, kept, value);
    tape.stillHeld({key.id, value.id, kept});
    return result;
}

/// GPT-2's softmax is in the scores' own dtype, but for CUDA's autocast.
TensorId gpt2(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const TensorId masked = maskedScores(write, heads.query, heads.key);
    const TensorId soft = write.softmax(masked);
    const TensorId weights = tape.cast(soft, tape.at(heads.value.id).dtype);
    const TensorId kept = write.dropout(weights, write.traits.attentionDropout);
    const TensorId result = weighed(write, kept, heads.value);
    tape.stillHeld(kept);
    return result;
}

/// BLOOM: heads are made contiguous first; baddbmm adds the positions' bias to the scores. All of
/// it is one function, which ends with the sum (modeling_bloom.py, BloomAttention.forward).
TensorId bloom(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const HeadStates query{asOperand(write, heads.query), true};
    const HeadStates key{asOperand(write, heads.key), true};
    const HeadStates value{asOperand(write, heads.value), true};
    const TensorId scores = productOfHeads(write, query.id, key.id, pairsOf(write));
    const TensorId masked = tape.add(scores, maskOf(write));
    const TensorId soft = write.softmaxInSingle(masked);
    const TensorId weights = tape.cast(soft, tape.at(query.id).dtype);
    tape.stillHeld(masked);
    const TensorId kept = write.dropout(weights, write.traits.attentionDropout);
    const TensorId result = weighed(write, kept, value);
    write.heldToSum = {query.id, key.id, value.id, scores, masked, weights, result};
    return result;
}

/// Falcon: one key and value head is spread over the queries by the product itself; softmax in the
/// stream's dtype.
TensorId falcon(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const auto spread = [&](const HeadStates &states) {
        if (heads.keyHeads == write.heads())
            return states;
        const TensorId in = tape.isAutocast() ? tape.cast(states.id, Dtype::Half) : states.id;
        const double elements = write.tokens() * write.queryWidth();
        if (write.settings.batch == 1)
            return HeadStates{tape.expanded(in, elements), true};
        return HeadStates{tape.copy("expand", in, elements), true};
    };
    const TensorId left = asOperand(write, heads.query);
    const HeadStates key = spread(heads.key);
    const TensorId raw = productOfHeads(write, left, asOperand(write, key), pairsOf(write));
    const TensorId scores = tape.scaleInPlace(raw);
    const TensorId masked = tape.add(scores, maskOf(write));
    // In the dtype of what the layer's norm has made, which CUDA's autocast has in fp32.
    const bool isWide = tape.isAutocast() && write.settings.fusedKernels;
    const TensorId soft
        = write.softmax(tape.cast(masked, isWide ? Dtype::Single : write.settings.weights));
    tape.stillHeld(raw);
    return weighed(write, soft, spread(heads.value));
}

/// torch 2.11 attention.cpp, _scaled_dot_product_attention_math: query and key are scaled, a causal
/// mask is made and added in place; _safe_softmax looks for rows that saw nothing.
TensorId unfused(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const auto spread = [&](TensorId x) {
        const double elements = tape.at(x).elements / heads.keyHeads * write.heads();
        return tape.copy("repeat_interleave", x, elements);
    };
    const HeadStates query{tape.scale(heads.query.id), heads.query.isHeadMajor};
    const TensorId mask = tape.plain(write.pairs() / write.settings.batch, Dtype::Single);
    const TensorId key = spread(heads.key.id);
    const HeadStates value{spread(heads.value.id), true};
    const TensorId scaledKey = tape.scale(key);
    const TensorId scores
        = productOfHeads(write, asOperand(write, query), scaledKey, pairsOf(write));
    const TensorId masked = tape.addInPlace(scores, mask);
    const TensorId soft = write.softmaxInOwnDtype(masked);
    tape.borrows({tape.at(soft).bytes(), bytesOf(pairsOf(write), Dtype::Byte)});
    const TensorId result = weighed(write, soft, value);
    tape.stillHeld({query.id, key, value.id, mask});
    return result;
}

/// gpt-oss: one more score for each head, which takes up weight and gives nothing.
TensorId withSinks(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const HeadStates key = repeated(write, heads.key, heads.keyHeads);
    const HeadStates value = repeated(write, heads.value, heads.keyHeads);
    const TensorId masked = maskedScores(write, heads.query, key);
    const double rows = write.tokens() * write.heads();
    const TensorId sinks = tape.expanded(heads.sinks, rows);
    const TensorId joined = tape.concat({masked, sinks}, pairsOf(write) + rows);
    const TensorId largest = tape.op("max", {joined}, rows, tape.at(joined).dtype, {});
    tape.last().gradients[0] = tape.at(joined).bytes();
    const TensorId where = tape.alsoMakes(rows, Dtype::Wide, true);
    const TensorId shifted = tape.add(joined, largest);
    tape.last().gradients[1] = tape.at(joined).bytes(); // negated, then summed
    tape.stillHeld(where);
    const TensorId soft = write.softmaxInOwnDtype(shifted);
    const TensorId weights = tape.cast(tape.part(soft, pairsOf(write)), tape.at(value.id).dtype);
    tape.stillHeld(masked); // one name for both
    const TensorId result = weighed(write, weights, value);
    tape.stillHeld({key.id, value.id, shifted});
    return result;
}

/// Before transformers 4.48 each model had a path of its own: Llama's left it to the kernel, these
/// called repeat_kv (modeling_mistral.py, MistralFlashAttention2, and its copies). For SDPA all did
/// (modeling_llama.py, LlamaSdpaAttention).
bool repeatsOnItsOwn(const ModuleWriter &write)
{
    const ModuleLibrary library = write.settings.library;
    if (write.settings.isUnpaddedSdpa)
        return library == ModuleLibrary::Transformers4 || library == ModuleLibrary::Transformers446;
    constexpr std::array<std::string_view, 6> families{
        "mistral", "mixtral", "qwen2", "qwen2_moe", "phi3", "starcoder2"};
    return library == ModuleLibrary::Transformers4 && write.settings.attention == Attention::Flash
        && std::find(families.begin(), families.end(), write.spec.modelType) != families.end();
}

} // namespace

TensorId maskOf(ModuleWriter &write)
{
    return write.tape.outside(write.pairs(), write.settings.weights);
}

HeadStates writeOperand(ModuleWriter &write, const HeadStates &states)
{
    return {asOperand(write, states), true};
}

HeadStates repeated(ModuleWriter &write, const HeadStates &states, double heads)
{
    if (heads == write.heads())
        return states;
    if (heads == 1) // a view: reshape finds a stride for it
        return {write.tape.expanded(states.id, write.tape.at(states.id).elements * write.heads())};
    return {write.tape.copy(
                "repeat_kv", states.id, write.tape.at(states.id).elements / heads * write.heads()),
        true};
}

void repeatForFlash(ModuleWriter &write, Heads &heads)
{
    if (!repeatsOnItsOwn(write))
        return;
    heads.key = repeated(write, heads.key, heads.keyHeads);
    heads.value = repeated(write, heads.value, heads.keyHeads);
    heads.keyHeads = write.heads();
}

TensorId writeScores(ModuleWriter &write, const HeadStates &query, const HeadStates &key)
{
    const TensorId left = asOperand(write, query);
    return productOfHeads(write, left, asOperand(write, key), pairsOf(write));
}

TensorId writeWeighed(ModuleWriter &write, TensorId weights, const HeadStates &value)
{
    return weighed(write, weights, value);
}

TensorId writeAttentionProduct(ModuleWriter &write, const Heads &heads)
{
    if (write.settings.attention == Attention::Flash) {
        const TensorId context = flash(write, heads);
        if (write.traits.attention == AttentionCode::GptJ) // it returns that in their place
            write.attentionWeights = context;
        return context;
    }
    if (write.settings.attention == Attention::FlashTriton)
        return flashInTriton(write, heads);
    // accelerate 1.14 big_modeling.py, _attach_context_parallel_hooks: ranks that share a sequence
    // take no mask.
    const bool isMasked = write.prefix.key != NoTensor; // then keys are repeated first
    if (write.settings.unfusesSharedKeys() && !isMasked && heads.keyHeads != write.heads())
        return unfused(write, heads);
    if (write.settings.attention == Attention::Sdpa)
        return write.settings.cut.context > 1 || !heads.hasMask ? flash(write, heads)
                                                                : memoryEfficient(write, heads);
    switch (write.traits.attention) {
    case AttentionCode::Standard:
    case AttentionCode::Opt:
    case AttentionCode::DebertaV2: // not by this way (disentangled.h)
        break;
    case AttentionCode::Llama4:
    case AttentionCode::Mpt:
    case AttentionCode::Bert:
        return inOwnDtype(write, heads);
    case AttentionCode::Gpt2:
        return gpt2(write, heads);
    case AttentionCode::Bloom:
        return bloom(write, heads);
    case AttentionCode::Falcon:
        return falcon(write, heads);
    case AttentionCode::GptJ:
    case AttentionCode::GptNeo:
        return writeScoresInSingle(write, heads);
    case AttentionCode::Xglm:
        return writeClampedScores(write, heads);
    case AttentionCode::GptOss:
        return withSinks(write, heads);
    }
    return standard(write, heads);
}

} // namespace shardscope
