// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/statespace.h"

namespace shardscope {

namespace {

/// Several sequences, some of which are padded.
bool isPadded(const ModuleWriter &write)
{
    return write.settings.attention == Attention::Sdpa && write.settings.batch > 1;
}

} // namespace

TensorId maskPadding(ModuleWriter &write, TensorId x)
{
    return isPadded(write) ? write.tape.mul(x, write.tape.outside(write.tokens(), Dtype::Half)) : x;
}

TensorId writeStateSpace(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const StateSpace &space = *write.spec.stateSpace;
    if (space.isSelective())
        return writeSelectiveScan(write, x);
    const auto heads = static_cast<double>(space.heads);
    const TensorId given = x;
    x = maskPadding(write, x);
    if (space.scales) { // FalconH1Mixer, ssm_in_multiplier
        // The layer below has masked what torch_forward masks again.
        if (isPadded(write) && !write.settings.fusedDelta)
            x = maskPadding(write, x);
        x = tape.scale(x);
    }
    StateOperands operands;
    tape.beginModule();
    operands.stepBias = write.weight("dt_bias", heads, 1);
    operands.decay = write.weight("A_log", heads, 1);
    operands.skip = write.weight("D", heads, 1);
    tape.endModule();
    const auto width = static_cast<double>(space.projectedWidth());
    operands.projected = write.linear("in_proj", x, write.hidden(), width, space.inputBias);
    if (space.scales) { // mup_vector
        const TensorId factors = tape.outside(width, write.settings.buffers);
        operands.projected = tape.mul(operands.projected, factors);
    }
    const TensorId result = write.settings.fusedDelta ? writeStateSpaceKernel(write, operands)
                                                      : writeStateSpaceChunks(write, operands);
    tape.stillHeld({x, given, operands.projected});
    return result;
}

TensorId writeConvolution(ModuleWriter &write, TensorId x, const ConvolutionSizes &sizes)
{
    TapeBuilder &tape = write.tape;
    const Tensor in = tape.at(x);
    const auto operand
        = [&](TensorId id) { return tape.isAutocast() ? tape.cast(id, Dtype::Half) : id; };
    tape.beginModule();
    const TensorId kernel = write.weight("conv1d", sizes.channels, sizes.kernel);
    const TensorId bias = sizes.hasBias ? write.weight("bias", sizes.channels, 1) : NoTensor;
    if (write.settings.fusedDelta) {
        tape.endModule();
        const TensorId result
            = tape.op("causal_conv1d", {x, kernel, bias}, in.elements, in.dtype, {x, kernel});
        Op &op = tape.last();
        for (std::size_t i = 1; i < 3; ++i) {
            if (op.inputs[i] != NoTensor && tape.at(op.inputs[i]).requiresGrad)
                op.gradients[i] = bytesOf(tape.at(op.inputs[i]).elements, Dtype::Single);
        }
        if (sizes.turnsGradient)
            tape.borrowsBackward({in.bytes()});
        return result;
    }
    const TensorId weight = operand(kernel);
    const TensorId offset = bias == NoTensor ? NoTensor : operand(bias);
    const double padding = (sizes.kernel - 1) * write.settings.batch * sizes.channels;
    const TensorId result = tape.op("conv1d", {operand(x), weight, offset}, in.elements + padding,
        tape.at(weight).dtype, {x, weight});
    // _conv_depthwise2d wants channels one after the other (aten Convolution.cpp).
    if (write.settings.fusedKernels) {
        tape.borrows({in.bytes()});
        tape.borrowsBackward({in.bytes()});
    }
    tape.endModule();
    const TensorId kept = tape.part(result, in.elements);
    return sizes.isActive ? tape.activation("silu", kept) : kept;
}

TensorId writeShortConvolution(ModuleWriter &write, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const ShortConvolution &convolution = *write.spec.convolution;
    const double h = write.hidden();
    const double each = write.tokens() * h;
    const TensorId given = x;
    x = maskPadding(write, x);
    const TensorId all = write.linear("in_proj", x, h, 3 * h, convolution.bias);
    const auto parts = tape.split(all, {each, each, each});
    const TensorId gated = tape.mul(parts[0], parts[2]);
    const TensorId mixed = writeConvolution(write, gated,
        {.channels = h,
            .kernel = static_cast<double>(convolution.kernel),
            .hasBias = convolution.bias});
    const TensorId product = tape.mul(parts[1], mixed);
    const TensorId result = write.linear("out_proj", product, h, h, convolution.bias);
    tape.stillHeld({x, given, all, gated, mixed});
    return result;
}

} // namespace shardscope
