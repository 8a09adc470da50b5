// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/mlp.h"

namespace shardscope {

namespace {

/// down(act(gate(x)) * up(x))
TensorId gated(ModuleWriter &write, TensorId x, double width)
{
    const double h = write.hidden();
    const bool bias = write.spec.mlpBias;
    const TensorId active = write.gate(write.linear(write.names.gate, x, h, width, bias));
    const TensorId up = write.linear(write.names.up, x, h, width, bias);
    return write.linear(write.names.down, write.gated(active, up), width, h, bias);
}

/// Falcon-H1: up(x) * act(gate(x) * a), down(...) * b
TensorId gatedScaled(ModuleWriter &write, TensorId x, double width)
{
    const double h = write.hidden();
    const bool bias = write.spec.mlpBias;
    const TensorId up = write.linear(write.names.up, x, h, width, bias);
    const TensorId gate = write.tape.scale(write.linear(write.names.gate, x, h, width, bias));
    const TensorId product = write.gated(up, write.gate(gate));
    const TensorId down = write.linear(write.names.down, product, width, h, bias);
    const TensorId result = write.tape.scale(down);
    write.tape.stillHeld(product);
    return result;
}

/// Phi-3: gate and up are two views of one product.
TensorId gatedFused(ModuleWriter &write, TensorId x, double width)
{
    const double h = write.hidden();
    const double part = write.tokens() * width;
    const TensorId both = write.linear(write.names.fusedGate, x, h, 2 * width, false);
    const auto parts = write.tape.split(both, {part, part, 0});
    const TensorId product = write.gated(parts[1], write.gate(parts[0]));
    const TensorId result = write.linear(write.names.down, product, width, h, false);
    write.tape.stillHeld(product);
    write.tape.stillHeld(both);
    return result;
}

TensorId plain(ModuleWriter &write, TensorId x, double width)
{
    const double h = write.hidden();
    const bool bias = write.spec.mlpBias;
    const TensorId up = write.linear(write.names.up, x, h, width, bias);
    return write.linear(write.names.down, write.activation(up), width, h, bias);
}

} // namespace

TensorId writeMlp(ModuleWriter &write, TensorId x, double width)
{
    TensorId result = NoTensor;
    if (!write.names.fusedGate.empty())
        result = gatedFused(write, x, width);
    else if (write.traits.scalesMixers)
        result = gatedScaled(write, x, width);
    else
        result = write.spec.gatedMlp ? gated(write, x, width) : plain(write, x, width);
    // OPT's layer does it itself, with one name for all.
    if (write.traits.attention != AttentionCode::Opt)
        write.tape.stillHeld(x);
    return result;
}

} // namespace shardscope
