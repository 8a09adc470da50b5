// SPDX-License-Identifier: GPL-3.0-or-later
// Attention of GPT-J, GPT-Neo and XGLM, which transformers 5.12.1 spells out (modeling_gptj.py,
// modeling_gpt_neo.py, modeling_xglm.py).
#include "core/modules/attention.h"

namespace shardscope {

namespace {

/// apply_rotary_pos_emb: sines and cosines of the sequence, each repeated for both of a pair.
TensorId turned(ModuleWriter &write, TensorId x, double elements)
{
    TapeBuilder &tape = write.tape;
    const double table = write.sequence() * write.headDim() * write.traits.rotaryShare;
    const TensorId front = tape.part(x, elements);
    const TensorId rest = tape.part(x, tape.at(x).elements - elements);
    const TensorId sin = tape.plain(table, tape.at(x).dtype);
    const TensorId cos = tape.plain(table, tape.at(x).dtype);
    const TensorId straight = tape.mul(front, cos);
    const TensorId odd = tape.part(front, elements / 2);
    const TensorId even = tape.part(front, elements / 2);
    const TensorId pairs = tape.concat({tape.scale(odd), even}, elements);
    const TensorId result = tape.add(straight, tape.mul(pairs, sin));
    tape.stillHeld({sin, cos});
    write.heldInAttention.insert(write.heldInAttention.end(), {x, rest, result});
    return result;
}

} // namespace

void writePairsTurned(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const double width = write.headDim() * write.traits.rotaryShare;
    const double part = write.tokens() * write.heads() * width;
    // _get_embed_positions: a copy of the whole buffer, of which the sequence's places are
    // gathered.
    const auto places = static_cast<double>(write.spec.maxSequence);
    const TensorId all = tape.plain(places * width, Dtype::Single);
    const TensorId ids = tape.plain(write.sequence() * width, Dtype::Wide);
    const TensorId gathered = tape.plain(write.sequence() * width, Dtype::Single);
    const TensorId both = tape.cast(gathered, tape.at(heads.key.id).dtype);
    const auto joined = [&](TensorId x, TensorId front) {
        const double rest = tape.at(x).elements - part;
        return HeadStates{tape.concat({front, tape.part(x, rest)}, tape.at(x).elements)};
    };
    const TensorId key = turned(write, heads.key.id, part);
    const TensorId query = turned(write, heads.query.id, part);
    heads.key = joined(heads.key.id, key);
    heads.query = joined(heads.query.id, query);
    write.heldInAttention.insert(write.heldInAttention.end(), {all, ids, both});
}

TensorId writeScoresInSingle(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const HeadStates query{tape.cast(heads.query.id, Dtype::Single), heads.query.isHeadMajor};
    const HeadStates key{tape.cast(heads.key.id, Dtype::Single), heads.key.isHeadMajor};
    TensorId scores = writeScores(write, query, key);
    if (write.traits.attention == AttentionCode::GptJ) {
        scores = tape.scale(scores);
    } else { // of its own buffer, which says who sees whom
        const TensorId seen = tape.outside(write.pairs() / write.settings.batch, Dtype::Byte);
        const double elements = tape.at(scores).elements;
        scores = tape.op("where", {scores}, elements, tape.at(scores).dtype, {seen});
    }
    const TensorId masked = tape.add(scores, maskOf(write));
    const TensorId soft = write.softmax(masked);
    const TensorId weights = tape.cast(soft, tape.at(heads.value.id).dtype);
    const TensorId kept = write.dropout(weights, write.traits.attentionDropout);
    const TensorId result = writeWeighed(write, kept, heads.value);
    tape.stillHeld({query.id, key.id, kept});
    return result;
}

void writeReshaped(ModuleWriter &write, Heads &heads)
{
    for (HeadStates *states : {&heads.query, &heads.key, &heads.value})
        *states = writeOperand(write, *states);
}

TensorId writeClampedScores(ModuleWriter &write, const Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const TensorId masked = tape.add(writeScores(write, heads.query, heads.key), maskOf(write));
    const Tensor in = tape.at(masked);
    const TensorId lowest = tape.plain(1, in.dtype);
    const TensorId clamped = tape.op("maximum", {masked}, in.elements, in.dtype, {masked, lowest});
    // derivatives.yaml, maximum: half of the gradient where both are alike, none where x is less.
    const double mask = bytesOf(in.elements, Dtype::Byte);
    const double copied = write.settings.fusedKernels ? 0 : in.bytes();
    tape.borrowsBackward({in.bytes(), mask, mask, copied});
    const TensorId soft = write.softmax(clamped);
    tape.stillHeld(clamped);
    const TensorId kept = write.dropout(soft, write.traits.attentionDropout);
    const TensorId result = writeWeighed(write, kept, heads.value);
    write.heldInAttention.insert(write.heldInAttention.end(), {soft, kept, result});
    return result;
}

} // namespace shardscope
