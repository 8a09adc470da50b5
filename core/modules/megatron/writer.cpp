// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/megatron/writer.h"

#include <algorithm>

namespace shardscope {

MegatronWriter::MegatronWriter(TapeBuilder &builder, const LayerSettings &layerSettings)
    : tape(builder)
    , settings(layerSettings)
    , cut(layerSettings.cut)
    , spec(layerSettings.spec)
{ }

double MegatronWriter::localKv() const
{
    return std::max(kvWidth() / cut.tensor, headDim());
}

TensorId MegatronWriter::weight(
    std::string_view name, double rows, double columns, const Kind &kind)
{
    return tape.parameter({.name = name,
        .elements = rows * columns,
        .rows = rows,
        .trainable = settings.trainsBase,
        .isExpert = kind.isExpert,
        .isAdded = kind.isAdded && (cut.hasEngine || kind.isExpert)});
}

TensorId MegatronWriter::norm(std::string_view name, TensorId x, double width)
{
    const bool hasBias = spec.norm == NormKind::Layer;
    tape.beginModule();
    const TensorId gain = weight(name, width, 1, {});
    const TensorId offset = hasBias ? weight("bias", width, 1, {}) : NoTensor;
    const Tensor in = tape.at(x);
    const double rows = in.elements / width;
    const TensorId result = tape.op("norm", {x, gain, offset}, in.elements, in.dtype, {x});
    tape.alsoMakes(rows, Dtype::Single, true);
    if (hasBias)
        tape.alsoMakes(rows, Dtype::Single, true);
    tape.endModule();
    return result;
}

TensorId MegatronWriter::column(std::string_view name, TensorId x, double in, double out, bool bias)
{
    const double whole = bytesOf(tokens() * in, Dtype::Half);
    const bool isAdapted = this->isAdapted(name);
    // TransformerEngine's module hands out what it has gathered, and adapters read that
    // (module/layernorm_linear.py, return_layernorm_output_gathered).
    const bool isShared = isAdapted && isGathered() && cut.hasEngine;
    const auto gathered = [&](TensorId part) {
        return tape.op("all_gather", {part}, tokens() * in, Dtype::Half, {});
    };
    const TensorId read = isShared ? gathered(x) : x;
    tape.beginModule();
    const TensorId matrix = weight(name, out / cut.tensor, in, {.isAdded = true});
    const TensorId offset = bias ? weight("bias", out / cut.tensor, 1, {}) : NoTensor;
    // The head is Megatron-Core's own.
    const bool isNarrow = isInFp8() && name != "output_layer";
    const double made = tokens() * out / cut.tensor;
    const bool isTurned = isNarrow && (!isGathered() || !gathersRows());
    const TensorId operand = isNarrow ? narrowed(read, isTurned) : read;
    const TensorId result = tape.op("linear", {read, matrix, offset, isNarrow ? operand : NoTensor},
        made, Dtype::Half, {settings.trainsBase ? operand : matrix, matrix});
    tape.multiplies(
        {.rows = tokens(), .inner = in, .columns = out / cut.tensor, .isInFp8 = isNarrow});
    if (isNarrow)
        castsGradient(made);
    if (isTurned)
        holdsBoth(operand);
    // The input's gradient is made whole, and reduced to the rank's share of the sequence. What is
    // gathered lies in the global memory buffer, unless the weight is frozen or it has 8 bits.
    if (isGathered() && !isShared) {
        const double narrow = isNarrow ? narrowBytes(settings.fp8, tokens() * in) : 0;
        tape.borrows({settings.trainsBase ? narrow : whole});
        tape.borrowsBackward({whole, (gathersRows() ? cut.layouts() : 1) * narrow});
    }
    tape.endModule();
    if (!isAdapted)
        return result;
    const TensorId dropped = droppedInput(read);
    const TensorId input = isGathered() && !isShared ? gathered(dropped) : dropped;
    const TensorId sum = adaptedColumn(input, result, in, out);
    tape.stillHeld({x, input});
    return sum;
}

TensorId MegatronWriter::duplicated(std::string_view name, TensorId x, double in, double out)
{
    tape.beginModule();
    const TensorId matrix = weight(name, out, in, {.isAdded = true});
    const TensorId operand = narrowed(x, true);
    const TensorId result = tape.op("linear", {x, matrix, isInFp8() ? operand : NoTensor},
        streamRows() * out, Dtype::Half, {operand, matrix});
    tape.multiplies({.rows = streamRows(), .inner = in, .columns = out, .isInFp8 = isInFp8()});
    castsGradient(streamRows() * out);
    holdsBoth(operand);
    tape.endModule();
    return result;
}

TensorId MegatronWriter::row(std::string_view name, TensorId x, double in, bool bias)
{
    tape.beginModule();
    const double out = hidden();
    const TensorId matrix = weight(name, out, in / cut.tensor, {.isAdded = true});
    const TensorId offset = bias ? weight("bias", out, 1, {}) : NoTensor;
    const TensorId added = settings.isPipelineModule() ? offset : NoTensor;
    // transformer/attention.py, set_save_original_input: what attention has made is kept by it.
    const bool castsAgain
        = isInFp8() && name == "linear_proj" && settings.fp8 != Fp8::EngineDelayed;
    const TensorId operand = narrowed(x, !castsAgain);
    TensorId result
        = tape.op("linear", {x, matrix, added, isInFp8() ? operand : NoTensor}, tokens() * out,
            Dtype::Half, {settings.trainsBase ? (castsAgain ? x : operand) : matrix, matrix});
    tape.multiplies(
        {.rows = tokens(), .inner = in / cut.tensor, .columns = out, .isInFp8 = isInFp8()});
    castsGradient(tokens() * out);
    if (!castsAgain)
        holdsBoth(operand);
    else
        tape.borrowsBackward({(settings.fp8 == Fp8::EngineCurrent ? cut.layouts() : 1)
            * narrowBytes(settings.fp8, tokens() * in / cut.tensor)});
    if (isGathered())
        result = tape.op("reduce_scatter", {result}, streamElements(), Dtype::Half, {});
    if (isGathered() && isInFp8()) // gathered in 8 bits, by the product
        tape.last().gradients[0] = 0;
    tape.endModule();
    return isAdapted(name) ? adaptedRow(x, result, in) : result;
}

TensorId MegatronWriter::joined(TensorId added, TensorId stream, bool bias)
{
    const double dropout = spec.modules.hiddenDropout;
    const TensorId sum
        = tape.op("bias_dropout_add", {added, stream}, streamElements(), Dtype::Half, {});
    tape.last().gradients[1] = 0;
    if (dropout > 0)
        tape.alsoMakes(streamElements(), Dtype::Byte, true);
    else
        tape.last().gradients[0] = 0;
    // With the bias added, and what dropout has left of it.
    const double each = bytesOf(streamElements(), Dtype::Half);
    tape.borrows({bias ? each : 0, dropout > 0 ? each : 0});
    tape.stillHeld(added);
    return sum;
}

TensorId MegatronWriter::activated(TensorId x, double elements)
{
    return tape.op(spec.gatedMlp ? "swiglu" : "bias_gelu", {x}, elements, Dtype::Half, {x});
}

TensorId MegatronWriter::mlp(TensorId x, double units)
{
    const double factor = spec.gatedMlp ? 2 : 1;
    const TensorId up = column("linear_fc1", x, hidden(), factor * units, spec.mlpBias);
    const TensorId active = activated(up, tokens() * units / cut.tensor);
    const TensorId result = row("linear_fc2", active, units, spec.mlpBias);
    tape.stillHeld({x, active}); // the name of the first product is taken by the second
    return result;
}

} // namespace shardscope
