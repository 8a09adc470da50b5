// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_jetmoe.py: JetMoeMoA.map and reduce, and JetMoeAttention.forward.
#include "core/modules/attention.h"
#include "core/modules/expertparts.h"
#include "core/modules/splitexperts.h"

namespace shardscope {

namespace {

/// map: what the chosen experts' matrices make of each token, in the order of tokens again.
TensorId queries(ModuleWriter &write, TensorId x, const SplitChoice &choice)
{
    const double rows = write.chosenRows();
    const TensorId inputs = writeIndex(write, x, choice.tokens, rows * write.hidden());
    const TensorId made
        = writeSplitProducts(write, "input_linear", inputs, write.hidden(), write.kvWidth());
    const AddedInPlaces added
        = writeAddedInPlaces(write, made, choice.order, rows * write.kvWidth());
    write.tape.stillHeld({inputs, made, added.zeros});
    return added.sum;
}

/// reduce: the same experts' second matrices, of the heads that are theirs.
TensorId reduced(ModuleWriter &write, TensorId context, const SplitChoice &choice)
{
    const TensorId inputs
        = writeIndex(write, context, choice.order, write.chosenRows() * write.kvWidth());
    const TensorId made
        = writeSplitProducts(write, "output_linear", inputs, write.kvWidth(), write.hidden());
    const TensorId result = writeSummedBySplit(write, made, choice);
    write.tape.stillHeld({inputs, context});
    return result;
}

/// Key and value once for each expert of a token: torch.repeat, which makes a copy even of one.
HeadStates repeatedForEach(ModuleWriter &write, const HeadStates &states)
{
    const double elements = write.tape.at(states.id).elements * write.spec.experts->perToken;
    return {write.tape.copy("repeat", states.id, elements), true};
}

} // namespace

TensorId writeExpertHeads(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const SplitChoice choice = writeSplitChoice(write, x);
    Heads heads{.keyHeads = write.kvHeads()};
    heads.query.id = queries(write, x, choice);
    const double each = write.tokens() * write.kvWidth();
    const TensorId both = write.linear("kv_proj", x, write.hidden(), 2 * write.kvWidth(), false);
    const auto parts = tape.split(both, {each, each, 0});
    heads.key.id = parts[0];
    heads.value.id = parts[1];
    writeRotary(write, heads);
    heads.key = repeatedForEach(write, heads.key);
    heads.value = repeatedForEach(write, heads.value);
    heads.keyHeads = write.heads();
    const TensorId context = writeAttentionProduct(write, heads);
    const TensorId result = reduced(write, context, choice);
    tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, choice.order, x});
    for (const TensorId part : heads.parts)
        tape.stillHeld(part);
    write.heldToEnd.push_back(choice.logits);
    return result;
}

} // namespace shardscope
