// SPDX-License-Identifier: GPL-3.0-or-later
// Products with 4-bit integers in groups: hqq 0.2.8 core/quantize.py (HQQLinear, Quantizer),
// GPTQModel 7.3 nn_modules/qlinear/tritonv2.py, torch.py, gemm_awq.py and __init__.py.
#include "core/modules/modules.h"
#include "core/scenario/base.h"

#include <algorithm>
#include <array>

namespace shardscope {

TensorId ModuleWriter::packedMatrix(std::string_view name, double in, double out)
{
    return tape.parameter({.name = name,
        .elements = in * out,
        .rows = out,
        .trainable = false,
        .isQuantized = true,
        .packedBytes = 0.5 + groupStorage(settings.base).ofWeight()});
}

TensorId ModuleWriter::groupedProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    switch (settings.base) {
    case BaseStorage::Hqq:
        return hqqProduct(name, x, in, out, bias);
    case BaseStorage::Awq:
        return awqProduct(name, x, in, out, bias);
    default:
        return gptqProduct(name, x, in, out, bias);
    }
}

/// HQQMatmulNoCacheMul, of HQQBackend.PYTORCH: it keeps its input, and rebuilds the matrix in the
/// backward pass as in the forward pass, with a tensor for each operation: the integers as numbers
/// of 16 bits, without their zeros, and times their scales.
TensorId ModuleWriter::hqqProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    const TensorId matrix = packedMatrix(name, in, out);
    if (bias)
        tape.parameter({.name = "bias", .elements = out, .rows = out, .trainable = false});
    const double rows = tape.at(x).elements / in;
    const double rebuilt = bytesOf(in * out, Dtype::Half);
    tape.detach();
    const TensorId whole = tape.op("dequantize", {matrix}, in * out, Dtype::Half, {});
    tape.borrows({rebuilt, rebuilt});
    const TensorId operand = tape.operand(x); // of autocast
    tape.track();
    const TensorId copied = operand == x ? NoTensor : operand;
    const TensorId product
        = tape.op("hqq_matmul", {x, matrix, copied, whole}, rows * out, Dtype::Half, {x});
    tape.multiplies({.rows = rows, .inner = in, .columns = out});
    // The input's gradient comes when the matrix is whole, and is cast where the input was.
    const double gradient = bytesOf(rows * in, Dtype::Half);
    const double given = tape.at(x).bytes();
    const double cast = given > gradient ? gradient : 0;
    double rest = std::max({3 * rebuilt, rebuilt + gradient, given + cast}) - given;
    std::array<double, 3> scratch{};
    for (double &each : scratch) {
        each = std::clamp(rest, 0.0, rebuilt);
        rest -= each;
    }
    tape.borrowsBackward({scratch[0], scratch[1], scratch[2]});
    return product;
}

/// TritonV2Linear, which backend "auto_trainable" chooses, and TorchLinear: in training, one kernel
/// of torch.compile makes the matrix, in the scales' fp16. torch.matmul multiplies with it, so that
/// autograd keeps it as a weight that is there until the backward pass.
TensorId ModuleWriter::gptqProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    const TensorId matrix = packedMatrix(name, in, out);
    const TensorId offset = bias
        ? tape.parameter({.name = "bias", .elements = out, .rows = out, .trainable = false})
        : NoTensor;
    tape.detach();
    TensorId whole = tape.op("dequantize_weight", {matrix}, in * out, Dtype::Half, {});
    if (!isFp16(tape.at(x).dtype))
        whole = tape.op("to", {whole}, in * out, tape.at(x).dtype, {});
    tape.track();
    TensorId product = tape.linear(x, whole, NoTensor, tape.at(x).elements / in * out);
    if (offset != NoTensor) {
        const TensorId added = isFp16(tape.at(product).dtype)
            ? offset
            : tape.op("to", {offset}, out, Dtype::Half, {});
        product = tape.addInPlace(product, added);
        tape.stillHeld(added);
    }
    tape.stillHeld(whole);
    return product;
}

/// AwqGEMMLinear, which backend "auto_trainable" chooses, and AwqGemmFn: fp16 in, fp16 out. Of few
/// tokens CUDA's kernel (gptqmodel_ext/awq/quantization/gemm_cuda_gen.cu) takes an eighth of the
/// inputs at a time and makes fp32 of each; of more than 1,024 the matrix is made whole, as it is
/// in the backward pass, where each sequence is given a copy.
TensorId ModuleWriter::awqProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    constexpr double fewTokens = 1024;
    constexpr double splits = 8;
    const TensorId matrix = packedMatrix(name, in, out);
    const TensorId offset = bias
        ? tape.parameter({.name = "bias", .elements = out, .rows = out, .trainable = false})
        : NoTensor;
    const Dtype dtype = tape.at(x).dtype;
    const TensorId read = tape.cast(x, Dtype::Half);
    const double rows = tape.at(x).elements / in;
    const double whole = bytesOf(in * out, Dtype::Half);
    const TensorId product
        = tape.op("awq_gemm", {read, matrix, offset}, rows * out, Dtype::Half, {read});
    tape.multiplies({.rows = rows, .inner = in, .columns = out});
    const double beside = bias ? tape.at(product).bytes() : 0; // to which the bias is added
    const double made = rows > fewTokens ? whole : splits * bytesOf(rows * out, Dtype::Single);
    tape.borrows({std::max(made, beside)});
    tape.borrowsBackward({whole, settings.batch * whole});
    const TensorId result = tape.cast(product, dtype);
    tape.stillHeld(read);
    return result;
}

} // namespace shardscope
