// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_granitemoe.py: GraniteMoeTopKGating, GraniteMoeParallelExperts and
// GraniteMoeMoE.forward; JetMoeMoE.forward adds a bias to what these give.
#include "core/modules/splitexperts.h"

#include "core/modules/expertparts.h"

namespace shardscope {

SplitChoice writeSplitChoice(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const double count = write.spec.experts->count;
    const double chosen = write.chosenRows();
    const double all = write.tokens() * count;
    const Dtype dtype = tape.at(x).dtype;
    const TensorId logits
        = tape.cast(write.linear(write.spec.experts->linearRouter, x, write.hidden(), count, false),
            Dtype::Single);
    const TensorId best = tape.op("topk", {logits}, chosen, Dtype::Single, {});
    const TensorId places = tape.alsoMakes(chosen, Dtype::Wide, true);
    const TensorId weights = tape.cast(write.softmax(best), dtype);
    const TensorId zeros = tape.plain(all, dtype);
    const TensorId ones = tape.op("scatter", {zeros}, all, dtype, {});
    const TensorId counted = tape.op("cast", {ones}, all, Dtype::Wide, {});
    tape.op("sum", {counted}, count, Dtype::Wide, {});
    const TensorId sorted = tape.plain(chosen, Dtype::Wide);
    const TensorId order = tape.alsoMakes(chosen, Dtype::Wide, false);
    const TensorId tokens = tape.plain(chosen, Dtype::Wide);
    const TensorId picked = writeIndex(write, weights, order, chosen);
    tape.stillHeld({logits, best, places, weights, zeros, ones, sorted, order});
    return {.logits = logits, .order = order, .tokens = tokens, .weights = picked};
}

/// Each gradient of a part is as large as the whole, and they are summed up one by one.
TensorId writeSplitProducts(
    ModuleWriter &write, std::string_view name, TensorId x, double in, double out)
{
    TapeBuilder &tape = write.tape;
    const double count = write.spec.experts->count;
    const double chosen = write.chosenRows();
    const TensorId parts = tape.part(x, tape.at(x).elements);
    tape.beginModule();
    const TensorId weight = write.weight(name, count, out * in);
    const TensorId each = tape.linear(parts, weight, NoTensor, chosen * out, count);
    if (tape.at(weight).requiresGrad) {
        const double whole = tape.at(weight).bytes();
        const double sums = write.settings.fusedKernels ? 1 : 2;
        tape.borrowsBackward({sums * whole});
    }
    tape.keepsViewOf(weight);
    tape.endModule();
    const TensorId joined = tape.concat({each}, chosen * out);
    tape.stillHeld(each);
    return joined;
}

/// Its gradient is shaped as what was added, which autograd keeps for that.
AddedInPlaces writeAddedInPlaces(ModuleWriter &write, TensorId x, TensorId places, double elements)
{
    TapeBuilder &tape = write.tape;
    const Dtype dtype = tape.at(x).dtype;
    const TensorId zeros = tape.plain(elements, dtype);
    return {zeros, tape.op("index_add", {zeros, x}, elements, dtype, {places, x})};
}

TensorId writeSummedBySplit(ModuleWriter &write, TensorId made, const SplitChoice &choice)
{
    TapeBuilder &tape = write.tape;
    const TensorId weighed = tape.mul(made, choice.weights);
    const AddedInPlaces added
        = writeAddedInPlaces(write, weighed, choice.tokens, write.tokens() * write.hidden());
    TensorId result = added.sum;
    if (write.spec.experts->areHeads) {
        tape.beginModule();
        result = tape.add(result, write.weight("bias", write.hidden(), 1));
        tape.endModule();
    }
    tape.stillHeld({choice.logits, choice.tokens, choice.weights, weighed, added.zeros});
    return result;
}

TensorId writeSplitExperts(ModuleWriter &write, TensorId x)
{
    const double h = write.hidden();
    const double chosen = write.chosenRows();
    const auto width = static_cast<double>(write.spec.experts->width);
    const SplitChoice choice = writeSplitChoice(write, x);
    const TensorId inputs = writeIndex(write, x, choice.tokens, chosen * h);
    const TensorId both = writeSplitProducts(write, "input_linear", inputs, h, 2 * width);
    const TensorId product = writeGated(write, both, chosen * width);
    const TensorId made = writeSplitProducts(write, "output_linear", product, width, h);
    const TensorId result = writeSummedBySplit(write, made, choice);
    write.tape.stillHeld({inputs, both, product, x});
    return result;
}

} // namespace shardscope
