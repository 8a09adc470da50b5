// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/expertparts.h"

namespace shardscope {

namespace {

/// gpt-oss: clamped, gate * sigmoid(gate), times up + 1.
TensorId clampedGate(ModuleWriter &write, TensorId both, double elements)
{
    TapeBuilder &tape = write.tape;
    const TensorId gate = tape.activation("clamp", tape.part(both, elements));
    const TensorId up = tape.activation("clamp", tape.part(both, elements));
    const TensorId slope = tape.fromResult("sigmoid", tape.scale(gate));
    const TensorId glu = tape.mul(gate, slope);
    const TensorId result = tape.mul(tape.scale(up), glu);
    tape.stillHeld({gate, up, both});
    return result;
}

} // namespace

LoraTargets fusedTargets(const ModuleWriter &write)
{
    return write.settings.adapters ? write.settings.adapters->targets : LoraTargets{};
}

ExpertDeltas writeExpertDeltas(ModuleWriter &write)
{
    const Experts &experts = *write.spec.experts;
    const double count = experts.count;
    const double h = write.hidden();
    const auto width = static_cast<double>(experts.width);
    const LoraTargets adapted = fusedTargets(write);
    ExpertDeltas deltas;
    if (adapted.down())
        deltas.down = writeDelta(write, {.count = count, .in = width, .out = h});
    if (adapted.gateUp())
        deltas.gateUp = writeDelta(write, {.count = count, .in = h, .out = 2 * width, .ranks = 2});
    return deltas;
}

ExpertWeights writeExpertWeights(ModuleWriter &write)
{
    const Experts &experts = *write.spec.experts;
    const double count = experts.count;
    const double h = write.expertHidden();
    const double width = write.expertWidth();
    const double first = width * (experts.isGated ? 2 : 1);
    const auto bias = [&](std::string_view name, double columns) {
        return experts.biases ? write.weight(name, count, columns) : NoTensor;
    };
    ExpertWeights weights;
    weights.gateUp = write.weight(experts.isGated ? "gate_up_proj" : "up_proj", count, first * h);
    weights.gateUpBias = bias("gate_up_proj_bias", first);
    weights.down = write.weight("down_proj", count, width * h);
    weights.downBias = bias("down_proj_bias", h);
    return weights;
}

TensorId writeIndex(ModuleWriter &write, TensorId from, TensorId by, double elements)
{
    TapeBuilder &tape = write.tape;
    const TensorId picked = tape.lookup("index", from, by, elements);
    write.copiesZeros(from);
    return picked;
}

TensorId writeGated(ModuleWriter &write, TensorId both, double elements)
{
    if (!write.spec.experts->isGated)
        return write.activation(both);
    if (write.traits.attention == AttentionCode::GptOss)
        return clampedGate(write, both, elements);
    const auto parts = write.tape.split(both, {elements, elements, 0});
    return write.gated(write.gate(parts[0]), parts[1]);
}

} // namespace shardscope
