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
    const TensorId result = tape.op("linear", {read, matrix, offset}, tokens() * out / cut.tensor,
        Dtype::Half, {settings.trainsBase ? read : matrix, matrix});
    tape.multiplies({.rows = tokens(), .inner = in, .columns = out / cut.tensor});
    // The input's gradient is made whole, and reduced to the rank's share of the sequence. What is
    // gathered lies in the global memory buffer, unless the weight is frozen.
    if (isGathered() && !isShared) {
        tape.borrows({settings.trainsBase ? 0 : whole});
        tape.borrowsBackward({whole});
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
    const TensorId result
        = tape.op("linear", {x, matrix}, streamRows() * out, Dtype::Half, {x, matrix});
    tape.multiplies({.rows = streamRows(), .inner = in, .columns = out});
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
    TensorId result = tape.op("linear", {x, matrix, added}, tokens() * out, Dtype::Half,
        {settings.trainsBase ? x : matrix, matrix});
    tape.multiplies({.rows = tokens(), .inner = in / cut.tensor, .columns = out});
    if (isGathered())
        result = tape.op("reduce_scatter", {result}, streamElements(), Dtype::Half, {});
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
