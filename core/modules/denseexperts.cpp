// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// Sigmoid of the best scores; of minus infinity for all other experts.
TensorId scores(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const double count = write.spec.experts->count;
    const double chosen = write.chosenRows();
    tape.beginModule();
    const TensorId matrix = write.weight("router", count, write.hidden());
    const TensorId logits = tape.linear(x, matrix, NoTensor, write.tokens() * count);
    tape.endModule();
    const TensorId top = tape.op("topk", {logits}, chosen, tape.at(logits).dtype, {});
    const TensorId which = tape.alsoMakes(chosen, Dtype::Wide, true);
    const TensorId spread
        = tape.op("scatter", {top, which}, write.tokens() * count, tape.at(logits).dtype, {which});
    const TensorId soft = tape.fromResult("sigmoid", tape.cast(spread, Dtype::Single));
    const TensorId result = tape.cast(soft, tape.at(logits).dtype);
    tape.stillHeld(logits);
    return result;
}

/// All experts' products at once.
TensorId product(
    ModuleWriter &write, std::string_view name, TensorId x, double columns, double elements)
{
    const TensorId matrix = write.weight(name, write.spec.experts->count, columns);
    return write.tape.matmul(x, matrix, elements, write.spec.experts->count);
}

} // namespace

// Llama4TextMoe, Llama4TextExperts
TensorId writeDenseExperts(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const Experts &experts = *write.spec.experts;
    const double h = write.hidden();
    const auto width = static_cast<double>(experts.width);
    const double rows = write.tokens() * experts.count;
    const TensorId scored = scores(write, x);
    const TensorId repeated = tape.copy("repeat", x, rows * h);
    const TensorId column = tape.copy("reshape", scored, rows);
    const TensorId weighed = tape.mul(repeated, column);

    tape.beginModule();
    const TensorId both = product(write, "gate_up_proj", weighed, 2 * width * h, rows * 2 * width);
    const auto parts = tape.split(both, {rows * width, rows * width, 0});
    const TensorId gated = write.gated(parts[1], write.gate(parts[0]));
    const TensorId routed = product(write, "down_proj", gated, width * h, rows * h);
    tape.stillHeld(both);
    tape.endModule();

    const TensorId shared = writeMlp(write, x, static_cast<double>(experts.sharedWidth));
    const TensorId sum = tape.op("sum", {routed}, write.tokens() * h, tape.at(routed).dtype, {});
    const TensorId result = tape.addInPlace(shared, sum);
    tape.stillHeld({x, scored, weighed, routed});
    return result;
}

} // namespace shardscope
