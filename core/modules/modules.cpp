// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/modules.h"

#include "core/model/parameters.h"
#include "core/modules/norms.h"

#include <algorithm>

namespace shardscope {

ModuleWriter::ModuleWriter(TapeBuilder &builder, const LayerSettings &layerSettings)
    : tape(builder)
    , settings(layerSettings)
    , spec(layerSettings.spec)
    , traits(layerSettings.spec.modules)
    , names(linearNames(layerSettings.spec))
{
    if (settings.keepsLinearInputs)
        tape.keepLinearInputs();
}

TensorId writeHandedOn(TapeBuilder &tape, TensorId x)
{
    const TensorId same = tape.op("hand_on", {x}, tape.at(x).elements, tape.at(x).dtype, {});
    tape.last().gradients[0] = 0;
    return same;
}

TensorId ModuleWriter::weight(std::string_view name, double rows, double columns)
{
    return tape.parameter({.name = name,
        .elements = rows * columns,
        .rows = rows,
        .dtype = isLeft(name) ? settings.tables : settings.weights,
        .trainable = settings.trainsBase || settings.differentiatesFrozen,
        .isUpdated = settings.trainsBase});
}

TensorId ModuleWriter::normWeight(std::string_view name, double width)
{
    Parameter parameter{.name = name,
        .elements = width,
        .rows = width,
        .dtype = settings.norms,
        .trainable = settings.trainsBase || settings.differentiatesFrozen,
        .isUpdated = settings.trainsBase};
    if (copiesNorm()) { // PEFT 0.20 tuners/ln_tuning/layer.py: the original stays
        tape.parameter(parameter);
        parameter.trainable = true;
        parameter.isUpdated = true;
    }
    return tape.parameter(parameter);
}

TensorId ModuleWriter::headWeight(double rows, double columns, std::string_view name)
{
    Parameter parameter{.name = name,
        .elements = rows * columns,
        .rows = rows,
        .dtype = settings.tables,
        .trainable = settings.ends.head != TableTraining::Frozen};
    const bool isCopied = settings.ends.head == TableTraining::Copied && !spec.tiedEmbeddings;
    return isCopied ? trainedCopy(parameter) : tape.parameter(parameter);
}

TensorId ModuleWriter::trainedCopy(Parameter parameter)
{
    parameter.trainable = false;
    tape.parameter(parameter);
    parameter.trainable = true;
    return tape.parameter(parameter);
}

void ModuleWriter::copiesZeros(TensorId from)
{
    if (!settings.fusedKernels)
        tape.borrowsBackward({tape.at(from).bytes()});
}

TensorId ModuleWriter::headProduct(TensorId read, double vocabulary, double tokens)
{
    tape.beginModule();
    TensorId logits = NoTensor;
    if (settings.isHeadQuantized) {
        logits = quantizedProduct("lm_head", read, hidden(), vocabulary, spec.headBias);
    } else {
        TensorId matrix = headWeight(vocabulary, hidden(), "lm_head");
        if (settings.trainsTokens() && spec.tiedEmbeddings)
            matrix = tableWithTokens(matrix, false);
        const TensorId bias = spec.headBias ? headWeight(vocabulary, 1, "bias") : NoTensor;
        logits = tape.linear(read, matrix, bias, tokens * vocabulary);
    }
    tape.endModule();
    return logits;
}

TensorId ModuleWriter::norm(std::string_view name, TensorId x, double width, double rows)
{
    tape.beginModule();
    m_norm = name;
    const TensorId result = writeNorm(*this, name, x, width, rows);
    m_norm = {};
    tape.endModule();
    tape.stillHeld(x); // whoever calls a module refers to what it hands over
    return result;
}

TensorId ModuleWriter::linear(std::string_view name, TensorId x, double in, double out, bool bias)
{
    if (isLeft(name)) {
        const LayerSettings plain = settings.unpacked();
        ModuleWriter write(tape, plain);
        write.liesByChannel = liesByChannel;
        return write.linear(name, x, in, out, bias);
    }
    const std::optional<AdapterSettings> &adapters = settings.adapters;
    if (!adapters || !adapters->targets.takesIn(name))
        return product(name, x, in, out, bias);
    if (adapters->kind == AdapterKind::Ia3)
        return rescaled(name, x, in, out, bias);
    if (adapters->kind == AdapterKind::Oft)
        return rotated(name, x, in, out, bias);
    if (adapters->kind == AdapterKind::Boft)
        return turnedWhole(name, x, in, out, bias);
    const TensorId base = product(name, x, in, out, bias);
    if (adapters->kind == AdapterKind::Vera)
        return projected(x, base, in, out);
    if (remakesMatrices(adapters->kind))
        return remade(x, base, in, out);
    return adapters->kind == AdapterKind::Dora ? lengthened(x, base, in, out, bias)
                                               : adapted(x, base, in, out);
}

TensorId ModuleWriter::wideLinear(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    tape.beginModule();
    const TensorId base = plainProduct(name, x, in, out, bias);
    tape.endModule();
    const bool isAdapted = settings.adapters && settings.adapters->targets.takesIn(name);
    return isAdapted ? adapted(x, base, in, out) : base;
}

// transformers 5.12.1 integrations/tensor_parallel.py sums up in place (_AllReduceForward,
// _AllReduceBackward). torch 2.14 distributed/tensor/parallel/style.py, PrepareModuleInput and
// RowwiseParallel, makes a tensor. Along the sequence, which is not the first dimension, a
// reduce-scatter takes its operand from a copy in which shares follow each other, and an all-gather
// of several sequences leaves one (distributed/_functional_collectives.py).
TensorId ModuleWriter::gathered(TensorId x)
{
    if (!settings.cut.sequence)
        return x;
    const double whole = bytesOf(tokens() * hidden(), tape.at(x).dtype);
    const TensorId result = tape.op("all_gather", {x}, tokens() * hidden(), tape.at(x).dtype, {});
    if (settings.batch > 1)
        tape.borrows({whole});
    tape.borrowsBackward({whole});
    return result;
}

TensorId ModuleWriter::summed(TensorId x)
{
    if (settings.cut.tensor <= 1 || !settings.isTorchtitan())
        return x;
    const Tensor in = tape.at(x);
    const TensorId sum = tape.op(settings.cut.sequence ? "reduce_scatter" : "all_reduce", {x},
        streamRows() * hidden(), in.dtype, {});
    if (!settings.cut.sequence) {
        tape.last().gradients[0] = 0;
        return sum;
    }
    tape.borrows({in.bytes()});
    if (settings.batch > 1)
        tape.borrowsBackward({in.bytes()});
    return sum;
}

TensorId ModuleWriter::product(std::string_view name, TensorId x, double in, double out, bool bias)
{
    if (isLeft(name)) {
        const LayerSettings plain = settings.unpacked();
        return ModuleWriter(tape, plain).product(name, x, in, out, bias);
    }
    const RankShare asRow = shareAs(MatrixCut::Row, name);
    if (asRow == RankShare::Gathered) { // by a hook in front of the module
        x = splitInput(x);
        in = shared(in);
    }
    if (bias && asRow != RankShare::Whole)
        return summedProduct(name, x, in, out);
    tape.beginModule();
    const TensorId result = !settings.isQuantized ? plainProduct(name, x, in, out, bias)
        : settings.base == BaseStorage::LlmInt8   ? int8Product(name, x, in, out, bias)
        : settings.isInGroups()                   ? groupedProduct(name, x, in, out, bias)
                                                  : quantizedProduct(name, x, in, out, bias);
    tape.endModule();
    return result;
}

// transformers 5.12.1 integrations/tensor_parallel.py, RowwiseParallel: a hook behind the module
// sums up over the ranks, and adds what was the module's bias.
TensorId ModuleWriter::summedProduct(std::string_view name, TensorId x, double in, double out)
{
    tape.beginModule();
    const TensorId sum = plainProduct(name, x, in, out, false);
    const TensorId offset = weight("bias", out, 1);
    tape.endModule();
    return tape.add(sum, offset);
}

TensorId ModuleWriter::plainProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    if (shareAs(MatrixCut::Column, name) != RankShare::Gathered)
        return matrixProduct(name, x, in, out, bias);
    return gatheredOutput(matrixProduct(name, x, in, shared(out), bias));
}

RankShare ModuleWriter::shareAs(MatrixCut::Kind kind, std::string_view name) const
{
    const std::optional<TensorPlan> &plan = settings.cut.plan;
    const MatrixCut cut = plan ? matrixCut(name) : MatrixCut{};
    return plan && cut.kind == kind ? shareOf(*plan, cut, false) : RankShare::Whole;
}

// transformers 5.12.1 integrations/tensor_parallel.py, _Split and _AllGather: each tensor of all
// ranks is put together from a list with one of each rank.
TensorId ModuleWriter::splitInput(TensorId x)
{
    const Dtype dtype = tape.at(x).dtype;
    const TensorId share = tape.op("split", {x}, shared(tape.at(x).elements), dtype, {});
    tape.borrowsBackward({(settings.cut.tensor - 1) * tape.at(share).bytes()});
    return share;
}

TensorId ModuleWriter::gatheredOutput(TensorId share)
{
    const double whole = tape.at(share).elements * settings.cut.tensor;
    const TensorId result = tape.op("all_gather", {share}, whole, tape.at(share).dtype, {});
    tape.borrows({(settings.cut.tensor - 1) * tape.at(share).bytes()});
    return result;
}

TensorId ModuleWriter::matrixProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    TensorId matrix = traits.transposesWeights ? weight(name, in, out) : weight(name, out, in);
    if (traits.ownLinear && tape.isAutocast())
        matrix = tape.cast(matrix, Dtype::Half);
    const double elements = tape.at(x).elements / in * out;
    const TensorId offset = bias ? weight("bias", out, 1) : NoTensor;
    if (isInFp8(in, out))
        return fp8Product(x, matrix, offset, in, out);
    // DeepSpeed 0.19.6 module_inject/layers.py, add_bias: to a product that is there already.
    if (bias && settings.cut.isAutoTp) {
        const TensorId multiplied = tape.linear(x, matrix, NoTensor, elements);
        return tape.add(multiplied, offset);
    }
    return tape.linear(x, matrix, offset, elements);
}

/// torchao 36027d82 float8/float8_linear.py and float8_ops.py. Each operand is scaled in fp32 and
/// clamped before it is cast; the function refers to what it has cast to its end. In the backward
/// pass the output's gradient is cast for each of both products, whose operands are copied where
/// they do not lie as the kernel reads them; rows' scales are applied to the result, in fp32.
/// torch.compile makes one kernel of a cast, and of a result and its scales.
TensorId ModuleWriter::fp8Product(
    TensorId x, TensorId matrix, TensorId offset, double in, double out)
{
    if (tape.isAutocast())
        x = tape.cast(x, Dtype::Half);
    const double rows = tape.at(x).elements / in;
    const double given = rows * out; // elements of the output's gradient
    const double taken = rows * in;
    const double weights = in * out;
    const auto cast = [this](TensorId operand) {
        const double elements = tape.at(operand).elements;
        const TensorId narrow = tape.op("float8", {operand}, elements, Dtype::Byte, {});
        if (!settings.fusesCasts())
            tape.borrows({bytesOf(elements, Dtype::Single), bytesOf(elements, Dtype::Single)});
        return narrow;
    };
    tape.detach();
    const TensorId left = cast(x);
    const TensorId right = cast(matrix);
    tape.track();
    const bool weighsInHalf = settings.fp8 == Fp8::RowwiseHp;
    const TensorId product = tape.linearInFp8(x, matrix, given, weighsInHalf);
    tape.stillHeld({left, right});
    const double half = bytesOf(Dtype::Half);
    const double single = settings.fusesCasts() ? 0 : bytesOf(Dtype::Single);
    const double casting = 1 + 2 * single; // bytes of an element
    const double scaled = settings.fp8 == Fp8::Tensorwise ? 0 : single;
    const double gradients = half * (taken + weights);
    const double held = given + weights + half * taken; // from the first product on
    double most
        = std::max({casting * given, given + casting * weights, held + weights + scaled * taken});
    if (weighsInHalf)
        most = std::max(most, held + half * weights);
    else
        most = std::max({most, held + casting * given, held + given + casting * taken,
            held + 2 * (given + taken) + (half + scaled) * weights});
    tape.borrowsBackward({std::max(0.0, most - gradients)});
    return offset == NoTensor ? product
                              : tape.add(product, tape.cast(offset, tape.at(product).dtype));
}

/// bitsandbytes matmul_4bit: keeps nothing but the weight; the backward pass rebuilds the matrix.
TensorId ModuleWriter::quantizedProduct(
    std::string_view name, TensorId x, double in, double out, bool bias)
{
    const TensorId matrix = tape.parameter(
        {.name = name, .elements = in * out, .rows = out, .trainable = false, .isQuantized = true});
    // Linear4bit makes its bias anew, in torch's default dtype, and casts it at each call.
    TensorId offset = NoTensor;
    const TensorId operand = tape.cast(x, Dtype::Half); // bnb_4bit_compute_dtype
    if (bias)
        offset = tape.cast(tape.parameter({.name = "bias",
                               .elements = out,
                               .rows = out,
                               .dtype = Dtype::Single,
                               .trainable = false}),
            Dtype::Half);
    const double elements = tape.at(x).elements / in * out;
    const TensorId product = settings.keepsQuantizedInputs
        ? tape.op("matmul_4bit", {operand, matrix, offset}, elements, Dtype::Half, {operand})
        : tape.op("matmul_4bit", {operand, matrix, offset}, elements, Dtype::Half, {});
    tape.multiplies({.rows = tape.at(operand).elements / in, .inner = in, .columns = out});
    const double rebuilt = bytesOf(in * out, Dtype::Half);
    tape.borrowsBackward({rebuilt});
    // The CPU's kernel reads four bits at a time; CUDA's path rebuilds the matrix here as well.
    if (settings.fusedKernels)
        tape.borrows({rebuilt});
    return tape.cast(product, tape.at(x).dtype);
}

TensorId ModuleWriter::activation(TensorId x)
{
    switch (traits.activation) {
    case Activation::Silu:
        return tape.activation("silu", x);
    case Activation::Gelu:
        return tape.activation("gelu", x);
    case Activation::GeluNew:
        return geluSpeltOut(x);
    case Activation::GeluBloom: {
        // bloom_gelu_forward under no_grad, bloom_gelu_back: some temporaries at once.
        const TensorId result = tape.activation("bloom_gelu", x);
        const double each = tape.at(result).bytes();
        tape.borrows({each, each, each});
        tape.borrowsBackward({each, each, each, each});
        return result;
    }
    case Activation::Xielu:
        return xielu(x);
    case Activation::ReluSquared: // torch.square is a power
        return tape.square(asPowers(tape.fromResult("relu", x)));
    case Activation::Relu:
        break;
    }
    return tape.fromResult("relu", x);
}

TensorId ModuleWriter::gated(TensorId a, TensorId b)
{
    if (!settings.fusedGates)
        return tape.mul(a, b);
    // Liger's LigerSiLUMulFunction keeps both operands.
    const Tensor in = tape.at(a);
    return tape.op("gate", {a, b}, in.elements, in.dtype, {a, b});
}

/// NewGELUActivation: 0.5 x (1 + tanh(c (x + 0.044715 x^3))), a tensor for each operation.
TensorId ModuleWriter::geluSpeltOut(TensorId x)
{
    const TensorId half = tape.scale(x);
    const TensorId cube = tape.scale(tape.power(asPowers(x)));
    const TensorId inner = tape.scale(tape.add(x, cube));
    const TensorId outer = tape.scale(tape.fromResult("tanh", inner));
    const TensorId result = tape.mul(half, outer);
    tape.stillHeld(x);
    return result;
}

TensorId ModuleWriter::asPowers(TensorId x)
{
    return tape.isAutocast() && settings.fusedKernels ? tape.cast(x, Dtype::Single) : x;
}

TensorId ModuleWriter::dropout(TensorId x, double probability)
{
    return probability > 0 ? tape.dropout(x, settings.fusedKernels) : x;
}

/// CUDA's backward pass begins with a tensor of its own, gradient times result (torch 2.11
/// aten/native/cuda/SoftMax.cu, softmax_backward_cuda_out).
static TensorId withItsProduct(ModuleWriter &write, TensorId result)
{
    if (write.settings.fusedKernels)
        write.tape.borrowsBackward({write.tape.at(result).bytes()});
    return result;
}

TensorId ModuleWriter::softmaxInOwnDtype(TensorId x)
{
    return withItsProduct(*this, tape.fromResult("softmax", x));
}

/// autocast_mode.h, fp32_set_opt_dtype: where no dtype is asked for.
TensorId ModuleWriter::softmax(TensorId x)
{
    const bool isWidened = tape.isAutocast() && settings.fusedKernels;
    return isWidened && tape.at(x).dtype == Dtype::Half ? softmaxInSingle(x) : softmaxInOwnDtype(x);
}

/// One kernel reads fp16 and writes fp32; bf16 is cast before, and so is what autocast hands on
/// (torch 2.11 aten/native/SoftMax.cpp, softmax; autocast_mode.h).
TensorId ModuleWriter::softmaxInSingle(TensorId x)
{
    const bool isFused = settings.fusedKernels && settings.computesInFp16 && !tape.isAutocast();
    return withItsProduct(*this, tape.softmaxInSingle(x, isFused));
}

} // namespace shardscope
