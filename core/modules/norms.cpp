// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/norms.h"

namespace shardscope {

namespace {

/// x * rsqrt(mean(x^2) + eps), for an x in fp32.
TensorId rooted(TapeBuilder &tape, TensorId x, double rows)
{
    const TensorId variance = tape.meanOfRows(tape.square(x), rows);
    return tape.mul(x, tape.rsqrt(tape.scale(variance)));
}

/// LlamaRMSNorm: in fp32, cast back, then times the weight.
TensorId rmsNorm(ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId normalized = rooted(tape, tape.cast(x, Dtype::Single), rows);
    const TensorId back = tape.cast(normalized, tape.at(x).dtype);
    const TensorId result = tape.mul(write.normWeight(name, width), back);
    tape.stillHeld(normalized);
    return result;
}

/// T5LayerNorm: the stream as it is, times its root in fp32; a 16-bit weight casts that back.
TensorId rmsOfStream(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId variance = tape.meanOfRows(tape.square(tape.cast(x, Dtype::Single)), rows);
    const TensorId normalized = tape.mul(x, tape.rsqrt(tape.scale(variance)));
    const TensorId weight = write.normWeight(name, width);
    const bool isHalf = tape.at(weight).dtype == Dtype::Half;
    const TensorId back = isHalf ? tape.cast(normalized, Dtype::Half) : normalized;
    const TensorId result = tape.mul(weight, back);
    tape.stillHeld({variance, back});
    return result;
}

/// Olmo2RMSNorm, GptOssRMSNorm: times the weight in fp32, cast back at the end.
TensorId rmsNormCastLast(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId normalized = rooted(tape, tape.cast(x, Dtype::Single), rows);
    const TensorId product = tape.mul(write.normWeight(name, width), normalized);
    const TensorId result = tape.cast(product, tape.at(x).dtype);
    tape.stillHeld(normalized);
    return result;
}

/// Gemma's: everything in fp32, (1 + weight), cast at the end.
TensorId gemmaNorm(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId single = tape.cast(x, Dtype::Single);
    const TensorId normalized = rooted(tape, single, rows);
    tape.stillHeld(single);
    const TensorId factor = tape.scale(tape.cast(write.normWeight(name, width), Dtype::Single));
    const TensorId product = tape.mul(normalized, factor);
    const TensorId result = tape.cast(product, tape.at(x).dtype);
    tape.stillHeld(product);
    return result;
}

/// Gemma4RMSNorm: x times mean(x^2) to the power of -1/2, in fp32.
TensorId powered(ModuleWriter &write, TensorId x, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId single = tape.cast(x, Dtype::Single);
    const TensorId mean = tape.scale(tape.meanOfRows(tape.square(single), rows));
    const TensorId normalized = tape.mul(single, tape.power(mean));
    tape.stillHeld({single, mean});
    return normalized;
}

TensorId rmsNormInSingle(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId normalized = powered(write, x, rows);
    const TensorId factor = tape.cast(write.normWeight(name, width), Dtype::Single);
    const TensorId product = tape.mul(normalized, factor);
    const TensorId result = tape.cast(product, tape.at(x).dtype);
    tape.stillHeld(product);
    return result;
}

/// torch's fused layer_norm keeps its input and two numbers for each row. CUDA's autocast runs it
/// in fp32, the CPU's leaves it alone; OLMo always asks for fp32, and casts back.
TensorId layerNorm(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const bool hasWeights = write.spec.norm != NormKind::LayerNoParameters;
    const bool addsOne = write.spec.norm == NormKind::LayerPlusOne;
    const bool isWide
        = !hasWeights || (tape.isAutocast() && write.settings.fusedKernels && !addsOne);
    const auto operand = [&](TensorId id) {
        // _cast_if_autocast_enabled asks for CUDA's autocast.
        if (addsOne && tape.isAutocast() && write.settings.fusedKernels)
            return tape.cast(id, Dtype::Half);
        return isWide ? tape.cast(id, Dtype::Single) : id;
    };
    const TensorId in = operand(x);
    TensorId gain = NoTensor;
    TensorId offset = NoTensor;
    const bool hasBias = write.spec.norm != NormKind::LayerWithoutBias;
    if (hasWeights) {
        const TensorId weight = write.normWeight(name, width);
        gain = operand(addsOne ? tape.scale(weight) : weight);
        offset = hasBias ? operand(write.normWeight("bias", width)) : NoTensor;
    }
    const Dtype dtype = tape.at(in).dtype;
    TensorId result = tape.op("layer_norm", {in, gain, offset}, tape.at(in).elements, dtype, {in});
    // In this order (native_layer_norm: bias, input, weight, and what it has made).
    if (tape.last().packed[0] != NoTensor && gain != NoTensor)
        tape.last().packed
            = offset == NoTensor ? packedTensors({in, gain}) : packedTensors({offset, in, gain});
    const Dtype statistics = write.settings.fusedKernels ? Dtype::Single : dtype;
    tape.alsoMakes(rows, statistics, true);
    tape.alsoMakes(rows, statistics, true);
    return hasWeights ? result : tape.cast(result, tape.at(x).dtype);
}

/// CohereLayerNorm: statement by statement in fp32, cast at the end.
TensorId layerNormInSingle(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId single = tape.cast(x, Dtype::Single);
    const TensorId mean = tape.meanOfRows(single, rows);
    const auto lessMean = [&] {
        const TensorId difference = tape.add(single, mean);
        tape.last().gradients[1] = tape.at(single).bytes(); // negated, then summed
        return difference;
    };
    const TensorId variance = tape.meanOfRows(tape.square(lessMean()), rows);
    const TensorId centred = lessMean();
    const TensorId normalized = tape.mul(centred, tape.rsqrt(tape.scale(variance)));
    const TensorId factor = tape.cast(write.normWeight(name, width), Dtype::Single);
    const TensorId product = tape.mul(factor, normalized);
    const TensorId result = tape.cast(product, tape.at(x).dtype);
    tape.stillHeld({mean, variance, product});
    return result;
}

/// One kernel, which keeps its input and one number for each row: torch's, or Unsloth's, which
/// writes the gradient of the input over that of the output.
TensorId fusedRmsNorm(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    TapeBuilder &tape = write.tape;
    const Tensor in = tape.at(x);
    const TensorId result
        = tape.op("rms_layernorm", {x, write.normWeight(name, width)}, in.elements, in.dtype, {x});
    if (!write.settings.isTorchtitan())
        tape.last().gradients[0] = 0;
    tape.alsoMakes(rows, Dtype::Single, true);
    return result;
}

} // namespace

/// Llama4TextL2Norm; Gemma4RMSNorm without a weight.
TensorId writeUnweighedNorm(ModuleWriter &write, TensorId x, double rows)
{
    TapeBuilder &tape = write.tape;
    const TensorId normalized = write.spec.norm == NormKind::RmsInSingle
        ? powered(write, x, rows)
        : rooted(tape, tape.cast(x, Dtype::Single), rows);
    tape.stillHeld(x);
    return tape.cast(normalized, tape.at(x).dtype);
}

TensorId writeNorm(
    ModuleWriter &write, std::string_view name, TensorId x, double width, double rows)
{
    const bool isFused = write.settings.fusedNorms || write.settings.isTorchtitan();
    if (isFused && write.spec.norm == NormKind::Rms)
        return fusedRmsNorm(write, name, x, width, rows);
    switch (write.spec.norm) {
    case NormKind::Rms:
        return rmsNorm(write, name, x, width, rows);
    case NormKind::RmsOfStream:
        return rmsOfStream(write, name, x, width, rows);
    case NormKind::RmsCastLast:
        return rmsNormCastLast(write, name, x, width, rows);
    case NormKind::RmsInSingle:
        return rmsNormInSingle(write, name, x, width, rows);
    case NormKind::GemmaRms:
        return gemmaNorm(write, name, x, width, rows);
    case NormKind::RmsNoParameters:
        return writeUnweighedNorm(write, x, rows);
    case NormKind::LayerInSingle:
        return layerNormInSingle(write, name, x, width, rows);
    case NormKind::Layer:
    case NormKind::LayerPlusOne:
    case NormKind::LayerWithoutBias:
    case NormKind::LayerNoParameters:
        break;
    }
    return layerNorm(write, name, x, width, rows);
}

} // namespace shardscope
