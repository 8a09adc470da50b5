// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/attention.h"

namespace shardscope {

namespace {

struct Tables
{
    TensorId cos = NoTensor;
    TensorId sin = NoTensor;
};

/// x * cos + rotate_half(x) * sin
TensorId turned(TapeBuilder &tape, TensorId x, const Tables &tables)
{
    const TensorId straight = tape.mul(x, tables.cos);
    const Extent half = tape.at(x).elements / 2;
    const TensorId first = tape.part(x, half);
    const TensorId second = tape.part(x, half);
    const TensorId halves = tape.concat({tape.scale(second), first}, tape.at(x).elements);
    return tape.add(straight, tape.mul(halves, tables.sin));
}

/// The two halves on their own: first * cos - second * sin, second * cos + first * sin.
TensorId turnedByHalves(TapeBuilder &tape, TensorId x, const Tables &tables, bool isChunked)
{
    const Extent half = tape.at(x).elements / 2;
    TensorId first = NoTensor;
    TensorId second = NoTensor;
    if (isChunked) {
        const auto halves = tape.split(x, {half, half, 0});
        first = halves[0];
        second = halves[1];
    } else {
        first = tape.part(x, half);
        second = tape.part(x, half);
    }
    const TensorId left = tape.add(tape.mul(first, tables.cos), tape.mul(second, tables.sin));
    const TensorId right = tape.add(tape.mul(second, tables.cos), tape.mul(first, tables.sin));
    return tape.concat({left, right}, tape.at(x).elements);
}

/// A share of each head is turned, then joined with the rest.
TensorId turnedInPart(ModuleWriter &write, TensorId x, const Tables &tables)
{
    TapeBuilder &tape = write.tape;
    const Extent elements = tape.at(x).elements;
    const Extent turning = elements * write.traits.rotaryShare;
    const Extent still{elements.factor - turning.factor, elements.measure};
    const TensorId front = tape.part(x, turning);
    const TensorId rest = tape.part(x, still);
    return tape.concat({turned(tape, front, tables), rest}, elements);
}

} // namespace

void writeRotary(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const Rotary kind = write.traits.rotary;
    // Unsloth's kernel turns query and key in place, and their gradients too.
    const bool isInPlace = write.settings.fusedNorms && kind == Rotary::Whole;
    if (kind == Rotary::None || isInPlace)
        return;
    const bool isHalf = kind == Rotary::Halves || kind == Rotary::Interleaved;
    const double width = write.spec.latent ? static_cast<double>(write.spec.latent->ropeDim)
                                           : write.headDim() * write.traits.rotaryShare;
    const Extent table(width / (kind == Rotary::Halves ? 2 : 1), Measure::Sequence);
    const Dtype dtype = kind == Rotary::WholeInSingle ? Dtype::Single : write.settings.weights;
    const Tables tables{tape.outside(table, dtype), tape.outside(table, dtype)};
    const Heads plain = heads;
    const auto turn = [&](HeadStates &states) {
        const TensorId x = states.id;
        if (kind == Rotary::Part)
            states = {turnedInPart(write, x, tables), true};
        else if (isHalf)
            states = {turnedByHalves(tape, x, tables, kind == Rotary::Halves), true};
        else
            states.id = turned(tape, x, tables);
    };
    turn(heads.query);
    turn(heads.key);
    if (kind == Rotary::WholeInSingle) {
        const HeadStates query = heads.query;
        heads.query.id = tape.cast(query.id, tape.at(plain.query.id).dtype);
        const HeadStates key = heads.key;
        heads.key.id = tape.cast(key.id, tape.at(plain.key.id).dtype);
        tape.stillHeld(query.id);
        tape.stillHeld(key.id);
    }
    tape.stillHeld(plain.query.id);
    tape.stillHeld(plain.key.id);
}

} // namespace shardscope
