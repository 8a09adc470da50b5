// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/mlp.h"

namespace shardscope {

namespace {

TensorId router(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const Experts &experts = *write.spec.experts;
    const double count = experts.count;
    const double chosen = write.tokens() * experts.perToken;
    tape.beginModule();
    const TensorId matrix = write.weight("gate", count, write.hidden());
    const TensorId bias = experts.biases ? write.weight("bias", count, 1) : NoTensor;
    const TensorId logits = tape.linear(x, matrix, bias, write.tokens() * count);
    tape.endModule();
    const TensorId probabilities = tape.softmaxInSingle(logits, write.settings.fusedKernels);
    TensorId top = tape.op("topk", {probabilities}, chosen, Dtype::Single, {});
    tape.alsoMakes(chosen, Dtype::Wide, true);
    tape.stillHeld(logits);
    if (write.traits.normalizesRouter) {
        const TensorId sum = tape.meanOfRows(top, write.tokens());
        top = tape.divideInPlace(top, sum);
    }
    return tape.cast(top, tape.at(logits).dtype);
}

/// grouped_mm_experts_forward: tokens sorted by expert, two grouped products, weighed, put back in
/// order and summed.
TensorId routed(ModuleWriter &write, TensorId x, TensorId weights)
{
    TapeBuilder &tape = write.tape;
    const Experts &experts = *write.spec.experts;
    const double count = experts.count;
    const double h = write.hidden();
    const auto width = static_cast<double>(experts.width);
    const double rows = write.tokens() * experts.perToken;
    const TensorId order = tape.outside(rows, Dtype::Wide);
    const TensorId selected = tape.op("index", {x, order}, rows * h, tape.at(x).dtype, {order});
    const TensorId sample
        = tape.op("index", {weights, order}, rows, tape.at(weights).dtype, {order});
    tape.beginModule();
    const TensorId first = write.weight("gate_up_proj", count, 2 * width * h);
    const TensorId second = write.weight("down_proj", count, width * h);
    const TensorId both = tape.linear(selected, first, NoTensor, rows * 2 * width);
    const auto parts = tape.split(both, {rows * width, rows * width, 0});
    const TensorId product = tape.mul(write.activation(parts[0]), parts[1]);
    const TensorId down = tape.linear(product, second, NoTensor, rows * h);
    tape.endModule();
    const TensorId weighed = tape.mul(down, sample);
    const TensorId back
        = tape.op("index", {weighed, order}, rows * h, tape.at(weighed).dtype, {order});
    const TensorId sum = tape.op("sum", {back}, write.tokens() * h, tape.at(back).dtype, {});
    const TensorId result = tape.cast(sum, tape.at(x).dtype);
    for (const TensorId held : {selected, sample, down, back, x})
        tape.stillHeld(held);
    return result;
}

} // namespace

TensorId writeExperts(ModuleWriter &write, TensorId x)
{
    const TensorId weights = router(write, x);
    return routed(write, x, weights);
}

} // namespace shardscope
