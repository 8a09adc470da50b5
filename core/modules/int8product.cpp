// SPDX-License-Identifier: GPL-3.0-or-later
// bitsandbytes 0.50 autograd/_functions.py (MatMul8bitLt), backends/cuda/ops.py and
// backends/default/ops.py: products with weights in 8-bit integers.
#include "core/modules/modules.h"

#include <cmath>
#include <utility>

namespace shardscope {

/// What the function has made of its input, and of the weight, when it multiplies.
struct ModuleWriter::Int8Operands
{
    TensorId rows = NoTensor; ///< of the input, in 8 bits
    TensorId scales = NoTensor; ///< one for each of them
    TensorId outliers = NoTensor; ///< columns of the input with numbers that reach the threshold
    TensorId columns = NoTensor; ///< the weight's, which multiply with these
};

/// int8_vectorwise_quant, and what int8_mixed_scaled_mm begins with. Numbers that reach the
/// threshold are found in a tensor of absolute ones and one of truths; the weight's columns become
/// fp32 before they are scaled, twice.
ModuleWriter::Int8Operands ModuleWriter::int8Operands(
    TensorId x, TensorId matrix, double in, double out)
{
    const double elements = tape.at(x).elements;
    const double rows = elements / in;
    const Dtype dtype = tape.at(x).dtype;
    const TensorId half = isFp16(dtype) ? x : tape.op("float16", {x}, elements, Dtype::Half, {});
    Int8Operands made;
    made.rows = tape.op("int8_vectorwise_quant", {half}, elements, Dtype::Byte, {});
    made.scales = tape.alsoMakes(rows, Dtype::Single, false);
    tape.borrows({bytesOf(elements, Dtype::Half), bytesOf(elements, Dtype::Byte)});
    const double columns = std::ceil(in * settings.outlierShare);
    if (columns > 0) {
        made.outliers = tape.op("index", {x}, rows * columns, dtype, {});
        made.columns = tape.op("int8_vectorwise_dequant", {matrix}, out * columns, dtype, {});
        const double most = bytesOf(Dtype::Byte) + 2 * bytesOf(Dtype::Single);
        tape.borrows({(most - bytesOf(dtype)) * out * columns});
    }
    return made;
}

/// The product is one of 32-bit integers, which is scaled in fp16 and then cast to the input's
/// dtype; that of the columns with outliers is added to it in a tensor of its own, which autocast
/// makes one of 16 bits (addmm). The function refers to its input by itself, and so does its graph:
/// neither its backward pass nor a checkpoint frees that. The backward pass rebuilds the matrix in
/// the input's dtype.
TensorId ModuleWriter::int8Product(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    constexpr double scale = 4; // bytes, for each row
    const Dtype dtype = tape.at(x).dtype;
    const TensorId matrix = tape.parameter({.name = name,
        .elements = in * out,
        .rows = out,
        .trainable = false,
        .isQuantized = true,
        .packedBytes = 1 + scale / in});
    if (bias) // Linear8bitLt.forward casts it to its input's dtype, for good
        tape.parameter(
            {.name = "bias", .elements = out, .rows = out, .dtype = dtype, .trainable = false});
    const double rows = tape.at(x).elements / in;
    tape.detach();
    const Int8Operands operands = int8Operands(x, matrix, in, out);
    const TensorId whole // 32-bit integers
        = tape.op("int8_linear_matmul", {operands.rows}, rows * out, Dtype::Single, {});
    const bool addsOutliers = operands.outliers != NoTensor;
    TensorId left = NoTensor;
    TensorId right = NoTensor;
    const auto made = [&](std::string_view step, TensorId from, Dtype to, bool isLast) {
        if (!isLast)
            return tape.op(step, {from}, rows * out, to, {});
        tape.track();
        const TensorId result = tape.op(step, {x, matrix, from, left, right}, rows * out, to, {});
        tape.multiplies({.rows = rows, .inner = in, .columns = out});
        const double gradient = to == dtype ? 0 : bytesOf(rows * out, dtype);
        tape.borrowsBackward({gradient, bytesOf(in * out, dtype)});
        tape.refersTo({x, operands.outliers});
        return result;
    };
    const TensorId scaled
        = made("int8_mm_dequant", whole, Dtype::Half, isFp16(dtype) && !addsOutliers);
    TensorId result = isFp16(dtype) ? scaled : made("cast", scaled, dtype, !addsOutliers);
    tape.stillHeld({whole, scaled});
    if (addsOutliers) {
        const TensorId sum = tape.operand(result);
        left = tape.operand(operands.outliers);
        right = tape.operand(operands.columns);
        const TensorId before = std::exchange(result, made("addmm", sum, tape.at(sum).dtype, true));
        tape.stillHeld({before, operands.columns});
    }
    tape.stillHeld({operands.rows, operands.scales, operands.outliers});
    return result;
}

} // namespace shardscope
