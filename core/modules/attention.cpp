// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/attention.h"

#include "core/modules/norms.h"
#include "core/modules/prefix.h"

namespace shardscope {

namespace {

TensorId normalized(ModuleWriter &write, std::string_view name, TensorId x, double heads)
{
    switch (write.spec.queryKeyNorm) {
    case QueryKeyNorm::None:
        return x;
    case QueryKeyNorm::PerHead:
        write.tape.regroup(x);
        return write.norm(name, x, write.headDim(), write.tokens() * heads);
    case QueryKeyNorm::EachHead:
        return write.norm(name, x, heads * write.headDim(), write.tokens() * heads);
    case QueryKeyNorm::Unweighed:
        return writeUnweighedNorm(write, x, write.tokens() * heads);
    case QueryKeyNorm::FullWidth:
        break;
    }
    return write.norm(name, x, heads * write.headDim(), write.tokens());
}

/// torch.chunk for each head, and a copy of the gates that lie between the queries.
void splitGate(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const double each = write.tokens() * write.queryWidth();
    const auto parts = tape.split(heads.query.id, {each, each, 0});
    heads.query.id = parts[0];
    heads.gate = tape.copy("reshape", parts[1], each);
    tape.last().gradients[0] = 0;
}

Heads separate(ModuleWriter &write, TensorId x)
{
    const double h = write.hidden();
    const bool bias = write.spec.queryKeyValueBias;
    const bool normsFirst = !write.traits.normsRotated;
    const auto project = [&](std::string_view name, double width) {
        return write.linear(name, x, h, width, bias);
    };
    Heads heads{.keyHeads = write.kvHeads()};
    heads.query.id = project(write.names.query, write.projectedQuery());
    if (write.traits.gatesAttention)
        splitGate(write, heads);
    const AttentionCode code = write.traits.attention;
    if (code == AttentionCode::Opt || code == AttentionCode::Xglm)
        heads.query.id = write.tape.scale(heads.query.id);
    if (normsFirst)
        heads.query.id = normalized(write, "q_norm", heads.query.id, write.heads());
    heads.key.id = project(write.names.key, write.kvWidth());
    if (normsFirst)
        heads.key.id = normalized(write, "k_norm", heads.key.id, write.kvHeads());
    if (write.traits.scalesMixers) // Falcon-H1, key_multiplier
        heads.key.id = write.tape.scale(heads.key.id);
    heads.value.id = project(write.names.value, write.kvWidth());
    return heads;
}

/// AfmoeAttention.forward, LagunaAttention.forward: all products first.
Heads separateTogether(ModuleWriter &write, TensorId x)
{
    const bool bias = write.spec.queryKeyValueBias;
    const auto project = [&](std::string_view name, double width, bool hasBias) {
        return write.linear(name, x, write.hidden(), width, hasBias);
    };
    Heads heads{.keyHeads = write.kvHeads()};
    const TensorId query = project(write.names.query, write.queryWidth(), bias);
    const TensorId key = project(write.names.key, write.kvWidth(), bias);
    heads.value.id = project(write.names.value, write.kvWidth(), bias);
    if (write.traits.hasGateMatrix)
        heads.gate = project("gate_proj", write.queryWidth(), false);
    heads.query.id = normalized(write, "q_norm", query, write.heads());
    heads.key.id = normalized(write, "k_norm", key, write.kvHeads());
    return heads;
}

/// LagunaAttention.forward: softplus of a product, in fp32 and back, for each head. `gate`: that.
TensorId gatedByHead(ModuleWriter &write, TensorId x, TensorId context, TensorId &gate)
{
    TapeBuilder &tape = write.tape;
    const TensorId single
        = tape.cast(write.linear("g_proj", x, write.hidden(), write.heads(), false), Dtype::Single);
    gate = tape.cast(tape.activation("softplus", single), tape.at(context).dtype);
    return tape.mul(context, gate);
}

/// what some families do to rotated queries and keys.
void finishRotated(ModuleWriter &write, Heads &heads)
{
    if (write.traits.normsRotated) {
        heads.query.id = normalized(write, "query_layernorm", heads.query.id, write.heads());
        heads.key.id = normalized(write, "key_layernorm", heads.key.id, write.kvHeads());
    }
    if (write.traits.scalesQuery)
        heads.query.id = writeScaledByPlace(write, heads.query.id);
}

/// repeat_kv, whatever the kernel: of what the cache holds, where there is one.
void repeatHeads(ModuleWriter &write, Heads &heads)
{
    heads.key = repeated(write, heads.key, heads.keyHeads);
    heads.value = repeated(write, heads.value, heads.keyHeads);
    heads.keyHeads = write.heads();
}

/// Llama 4's layers without rotary embedding: query times a factor of its position, in fp32, and
/// back (modeling_llama4.py, attn_temperature_tuning).
void scaleNopeQuery(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const Dtype dtype = tape.at(heads.query.id).dtype;
    const TensorId factors = tape.plain(write.sequence(), Dtype::Single);
    heads.query.id = tape.cast(tape.mul(heads.query.id, factors), dtype);
}

void place(ModuleWriter &write, Heads &heads)
{
    if (!write.hasRotary) {
        if (write.traits.attention == AttentionCode::Llama4)
            scaleNopeQuery(write, heads);
        return;
    }
    if (write.traits.attention == AttentionCode::GptJ)
        return writePairsTurned(write, heads);
    writeRotary(write, heads);
    finishRotated(write, heads);
}

/// Falcon: fancy indexing copies the key and value heads; query is copied where it stands between
/// them.
Heads falconHeads(ModuleWriter &write, TensorId fused)
{
    TapeBuilder &tape = write.tape;
    const double q = write.tokens() * write.queryWidth();
    const double c = write.tokens() * write.kvWidth();
    const bool isGrouped = write.traits.fusedSplit == FusedSplit::Groups;
    Heads heads{.keyHeads = isGrouped ? write.heads() : write.kvHeads()};
    const TensorId query = tape.part(fused, q);
    const auto indexed = [&] {
        const TensorId copied = tape.copy("index", fused, c);
        tape.last().gradients[0] = tape.at(fused).bytes();
        return copied;
    };
    const TensorId key = indexed();
    const TensorId value = indexed();
    const auto flattened
        = [&](TensorId id) { return isGrouped ? tape.copy("flatten", id, q) : id; };
    heads.query.id = flattened(query);
    heads.key.id = flattened(key);
    heads.value.id = flattened(value);
    tape.stillHeld(key);
    tape.stillHeld(value);
    return heads;
}

Heads fusedHeads(ModuleWriter &write, TensorId fused)
{
    TapeBuilder &tape = write.tape;
    const double q = write.tokens() * write.queryWidth();
    const double c = write.tokens() * write.kvWidth();
    Heads heads{.keyHeads = write.kvHeads()};
    switch (write.traits.fusedSplit) {
    case FusedSplit::None:
    case FusedSplit::Slices:
    case FusedSplit::Selects:
        heads.query.id = tape.part(fused, q);
        heads.key.id = tape.part(fused, c);
        heads.value.id = tape.part(fused, c);
        break;
    case FusedSplit::Split: {
        const auto parts = tape.split(fused, {q, c, c});
        heads.query.id = parts[0];
        heads.key.id = parts[1];
        heads.value.id = parts[2];
        break;
    }
    case FusedSplit::SharedHead:
    case FusedSplit::Groups:
        return falconHeads(write, fused);
    }
    return heads;
}

/// transformers 5.12 cache_utils.py, DynamicLayer.update: a copy, behind an empty tensor of the
/// key's dtype, which values become as well.
void putIntoCache(ModuleWriter &write, Heads &heads)
{
    TapeBuilder &tape = write.tape;
    const Dtype dtype = tape.at(heads.key.id).dtype;
    const auto cached = [&](const HeadStates &states) {
        const Tensor given = tape.at(states.id);
        const TensorId id
            = tape.op("cat", {states.id}, given.elements, promoted(given.dtype, dtype), {});
        if (given.dtype == tape.at(id).dtype) // a view of the gradient
            tape.last().gradients[0] = 0;
        tape.give(id, Common::Returned, false);
        return HeadStates{id, true};
    };
    const HeadStates key = cached(heads.key);
    const HeadStates value = cached(heads.value);
    tape.stillHeld({heads.key.id, heads.value.id});
    write.heldToEnd.insert(write.heldToEnd.end(), {key.id, value.id});
    heads.key = key;
    heads.value = value;
}

} // namespace

TensorId writeScaledByPlace(ModuleWriter &write, TensorId query)
{
    const TensorId factors = write.tape.plain(write.sequence(), write.tape.at(query).dtype);
    return write.tape.mul(query, factors);
}

// Linear products keep their input, or, under autocast, a copy of it. Beside frozen weights an
// adapter does, of what it has not cast before.
bool keepsGivenStates(const LayerSettings &settings, Dtype states, bool isCast)
{
    if (settings.checkpoints() || !settings.adapters)
        return settings.checkpoints() || !isCast;
    const AdapterSettings &adapters = *settings.adapters;
    const LinearNames &names = linearNames(settings.spec);
    const bool areAdapted
        = adapters.targets.takesIn(names.key) || adapters.targets.takesIn(names.value);
    return areAdapted && !settings.autocast && !adapters.dropsOut && adapters.dtype == states;
}

TensorId writeAttention(ModuleWriter &write, TensorId x)
{
    if (write.spec.latent)
        return writeLatentAttention(write, x);
    if (write.spec.hasExpertHeads())
        return writeExpertHeads(write, x);
    TapeBuilder &tape = write.tape;
    TensorId fused = NoTensor;
    TensorId sinks = NoTensor;
    if (write.spec.attentionSinks) {
        tape.beginModule(); // the attention itself, which is called first
        sinks = write.weight("sinks", write.heads(), 1);
        tape.endModule();
    }
    Heads heads;
    if (write.traits.fusedSplit == FusedSplit::None) {
        const bool areTogether = write.traits.hasGateMatrix || write.traits.gatesHeads;
        heads = areTogether ? separateTogether(write, x) : separate(write, x);
    } else {
        fused = write.linear(write.names.fusedAttention, x, write.hidden(),
            write.queryWidth() + 2 * write.kvWidth(), write.spec.queryKeyValueBias);
        heads = fusedHeads(write, fused);
        heads.query.id = normalized(write, "q_layernorm", heads.query.id, write.heads());
        heads.key.id = normalized(write, "k_layernorm", heads.key.id, write.kvHeads());
    }
    heads.sinks = sinks;
    place(write, heads);
    if (write.prefix.key != NoTensor)
        putBehindPrefix(write, heads);
    else if (write.settings.caches)
        putIntoCache(write, heads);
    if (write.traits.repeatsHeads)
        repeatHeads(write, heads);
    repeatForFlash(write, heads);
    if (write.traits.attention == AttentionCode::Xglm)
        writeReshaped(write, heads);
    TensorId context = writeAttentionProduct(write, heads);
    if (heads.gate != NoTensor)
        context = tape.mul(context, tape.fromResult("sigmoid", heads.gate));
    if (write.traits.gatesHeads)
        context = gatedByHead(write, x, context, heads.gate);
    TensorId result = write.linear(write.names.output, context, write.queryWidth(), write.hidden(),
        write.spec.attentionOutputBias);
    if (dropsInAttention(write.traits))
        result = write.dropout(result, write.traits.hiddenDropout);
    tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, heads.gate, x, fused});
    for (const TensorId part : heads.parts)
        tape.stillHeld(part);
    for (const TensorId id : write.heldInAttention)
        tape.stillHeld(id);
    if (!write.heldToSum.empty())
        write.heldToSum.insert(write.heldToSum.end(), {x, fused});
    return result;
}

} // namespace shardscope
