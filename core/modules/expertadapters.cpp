// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, tuners/lora/layer.py: ParamWrapper and its parametrisation.
#include "core/modules/expertadapters.h"

namespace shardscope {

namespace {

TensorId factor(ModuleWriter &write, std::string_view name, double rows, double columns)
{
    return write.tape.parameter({.name = name,
        .elements = rows * columns,
        .rows = rows,
        .dtype = write.settings.adapters->dtype,
        .isAdapter = true});
}

/// Operands of the product over all experts. Autocast caches copies of parameters, not of views of
/// them; B's view has the experts first, and its gradient is copied back into order.
TensorId productOfExperts(ModuleWriter &write, TensorId a, TensorId b, double elements)
{
    const double experts = write.spec.experts->count;
    TapeBuilder &tape = write.tape;
    const auto operand
        = [&tape](TensorId id) { return tape.isAutocast() ? tape.cast(id, Dtype::Half) : id; };
    const TensorId inner = operand(a);
    return tape.matmul(operand(tape.part(b, tape.at(b).elements)), inner, elements, experts);
}

/// lora.Linear.get_delta_weight, which multiplies 16-bit factors in fp32 where there is no GPU.
TensorId productOfOne(ModuleWriter &write, TensorId a, TensorId b, double elements)
{
    TapeBuilder &tape = write.tape;
    const bool widens = !write.settings.fusedKernels;
    const auto operand = [&](TensorId id) { return widens ? tape.cast(id, Dtype::Single) : id; };
    return tape.matmul(operand(b), operand(a), elements);
}

} // namespace

TensorId writeDelta(ModuleWriter &write, const FusedTensor &tensor)
{
    TapeBuilder &tape = write.tape;
    const double rows = tensor.count * tensor.ranks * write.settings.adapters->rank;
    const double elements = tensor.count * tensor.in * tensor.out;
    tape.beginModule();
    const TensorId a = factor(write, "lora_A", rows, tensor.in);
    const TensorId b = factor(write, "lora_B", tensor.out, rows);
    const TensorId product = tensor.count > 1 ? productOfExperts(write, a, b, elements)
                                              : productOfOne(write, a, b, elements);
    const TensorId delta = tape.cast(tape.scale(product), write.settings.weights);
    // register_parametrization tries the sum out.
    tape.op("parametrization", {delta}, elements, write.settings.weights, {});
    tape.endModule();
    return delta;
}

TensorId writeMerged(ModuleWriter &write, TensorId tensor, TensorId delta)
{
    return delta == NoTensor ? tensor : write.tape.add(tensor, delta);
}

} // namespace shardscope
