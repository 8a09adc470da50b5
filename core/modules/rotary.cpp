// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/attention.h"

namespace shardscope {

namespace {

struct Tables
{
    TensorId cos = NoTensor;
    TensorId sin = NoTensor;
};

/// x * cos + rotate_half(x) * sin
TensorId rotated(TapeBuilder &tape, TensorId x, const Tables &tables, bool castsEach = false)
{
    const auto factor = [&](TensorId id) { return castsEach ? tape.cast(id, Dtype::Single) : id; };
    const TensorId straight = tape.mul(factor(x), tables.cos);
    const double half = tape.at(x).elements / 2;
    const TensorId first = tape.part(x, half);
    const TensorId second = tape.part(x, half);
    const TensorId halves = factor(tape.concat({tape.scale(second), first}, tape.at(x).elements));
    return tape.add(straight, tape.mul(halves, tables.sin));
}

/// ModernBERT: x.float() cos + rotate_half(x.float()) sin, cast each time.
TensorId rotatedTwiceCast(TapeBuilder &tape, TensorId x, const Tables &tables)
{
    const TensorId straight = tape.mul(tape.cast(x, Dtype::Single), tables.cos);
    const TensorId again = tape.cast(x, Dtype::Single);
    const double half = tape.at(x).elements / 2;
    const TensorId first = tape.part(again, half);
    const TensorId second = tape.part(again, half);
    const TensorId halves = tape.concat({tape.scale(second), first}, tape.at(x).elements);
    return tape.add(straight, tape.mul(halves, tables.sin));
}

/// The two halves on their own: first * cos - second * sin, second * cos + first * sin.
TensorId rotatedByHalves(TapeBuilder &tape, TensorId x, const Tables &tables, bool isChunked)
{
    const double half = tape.at(x).elements / 2;
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

/// A share of each head is rotated, then joined with the rest.
TensorId rotatedInPart(ModuleWriter &write, TensorId x, const Tables &tables, TensorId &rotatedPart)
{
    TapeBuilder &tape = write.tape;
    const double elements = tape.at(x).elements;
    const double inner = elements * write.traits.rotaryShare;
    const double still = elements - inner;
    if (still == 0 && write.settings.compiling != Compiling::Nothing)
        return rotatedPart = rotated(tape, x, tables); // nothing is joined to it
    const TensorId front = tape.part(x, inner);
    const TensorId rest = tape.part(x, still);
    rotatedPart = rotated(tape, front, tables);
    const TensorId joined = tape.concat({rotatedPart, rest}, elements);
    // torch's CPU operator casts what is narrower first; CUDA's copies it into place.
    const Dtype dtype = tape.at(rotatedPart).dtype;
    if (!write.settings.fusedKernels && tape.at(x).dtype != dtype)
        tape.borrows({bytesOf(still, dtype)});
    return joined;
}

/// One product of pairs, in fp32.
TensorId rotatedAsPairs(TapeBuilder &tape, TensorId x, const Tables &tables)
{
    return tape.mul(x, tables.cos);
}

bool castsFirst(Rotary kind)
{
    return kind == Rotary::WholeCastFirst || kind == Rotary::Complex;
}

Tables tablesOf(ModuleWriter &write)
{
    TapeBuilder &tape = write.tape;
    const Rotary kind = write.traits.rotary;
    const double width = write.spec.latent ? static_cast<double>(write.spec.latent->ropeDim)
                                           : write.headDim() * write.traits.rotaryShare;
    const double elements
        = (width / (kind == Rotary::Halves ? 2 : 1)) * write.settings.turnedTokens();
    if (kind == Rotary::Complex)
        return {tape.outside(elements, Dtype::Single), NoTensor};
    const Dtype dtype = write.settings.tableDtype();
    const auto table = [&] {
        if (!write.settings.hasOwnTables())
            return tape.outside(elements, dtype);
        const TensorId made = tape.plain(elements, dtype);
        // FSDP2 casts arguments before a checkpoint, which keeps them.
        if (write.settings.isTorchtitan() && write.settings.checkpoints()) {
            tape.last().isPicked = true;
            tape.countAs(made, Holding::Saved);
        }
        return made;
    };
    const TensorId cos = table();
    return {cos, table()};
}

TensorId rotatedAs(ModuleWriter &write, TensorId x, const Tables &tables, TensorId &part)
{
    switch (write.traits.rotary) {
    case Rotary::Part:
        return rotatedInPart(write, x, tables, part);
    case Rotary::Halves:
        return rotatedByHalves(write.tape, x, tables, true);
    case Rotary::Interleaved:
        return rotatedByHalves(write.tape, x, tables, false);
    case Rotary::WholeCastEach:
        return rotated(write.tape, x, tables, true);
    case Rotary::Complex:
        return rotatedAsPairs(write.tape, x, tables);
    case Rotary::None:
    case Rotary::Whole:
    case Rotary::WholeInSingle:
    case Rotary::WholeCastBack:
    case Rotary::WholeCastFirst:
        if (write.spec.encoder)
            return rotatedTwiceCast(write.tape, x, tables);
        break;
    }
    return rotated(write.tape, x, tables);
}

} // namespace

TensorId writeRotated(ModuleWriter &write, TensorId x)
{
    const TensorId result = rotated(write.tape, x, tablesOf(write));
    write.tape.stillHeld(x);
    return result;
}

void writeRotary(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const Rotary kind = write.traits.rotary;
    // Unsloth's kernel turns query and key in place, and their gradients too.
    const bool isInPlace = write.settings.fusedNorms && kind == Rotary::Whole;
    if (kind == Rotary::None || isInPlace)
        return;
    const bool isCompiledWhole
        = write.settings.compiling != Compiling::Nothing && write.traits.rotaryShare == 1;
    const bool joins = (kind == Rotary::Part && !isCompiledWhole) || kind == Rotary::Halves
        || kind == Rotary::Interleaved;
    const bool castsBack
        = write.settings.hasTablesInSingle() || castsFirst(kind) || kind == Rotary::WholeCastBack;
    const auto inSingle = [&](TensorId id) {
        return castsFirst(kind) && !write.spec.encoder ? tape.cast(id, Dtype::Single) : id;
    };
    const TensorId query = inSingle(heads.query.id);
    const TensorId key = inSingle(heads.key.id);
    const Tables tables = tablesOf(write);
    std::array<TensorId, 4> parts{NoTensor, NoTensor, query, key};
    const TensorId rotatedQuery = rotatedAs(write, query, tables, parts[0]);
    const TensorId rotatedKey = rotatedAs(write, key, tables, parts[1]);
    if (write.traits.namesParts)
        heads.parts = parts;
    const auto result = [&](TensorId id, const HeadStates &plain) {
        const TensorId back = castsBack ? tape.cast(id, tape.at(plain.id).dtype) : id;
        return HeadStates{back, plain.isHeadMajor || joins};
    };
    const Heads plain = heads;
    heads.query = result(rotatedQuery, plain.query);
    heads.key = result(rotatedKey, plain.key);
    const auto hold = [&tape](std::initializer_list<TensorId> tensors) {
        for (const TensorId id : tensors)
            tape.stillHeld(id);
    };
    if (castsBack)
        hold({query, key, rotatedQuery, rotatedKey});
    if (write.settings.hasOwnTables())
        hold({tables.cos, tables.sin});
    hold({plain.query.id, plain.key.id});
}

TensorId writeRotatedBy(TapeBuilder &tape, TensorId x, TensorId cos, TensorId sin)
{
    return rotated(tape, x, {cos, sin});
}

} // namespace shardscope
