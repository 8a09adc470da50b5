// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_mllama.py: MllamaTextCrossAttention,
// MllamaCrossAttentionDecoderLayer, _prepare_cross_attention_mask.
#include "core/modules/imagelayers.h"

#include "core/modules/attention.h"
#include "core/modules/mixedattention.h"

#include <cmath>

namespace shardscope {

namespace {

/// Tokens of the tower that a sequence sees: without those that fill up.
double seenTokens(const LayerSettings &settings)
{
    const TowerImage &image = settings.tower->image;
    return settings.tower->images / settings.batch
        * (image.patches() + static_cast<double>(image.classes));
}

/// What the projector, a product, makes.
Dtype stateDtype(const LayerSettings &settings)
{
    return settings.autocast ? Dtype::Half : settings.stream();
}

/// A norm for each head of a query or a key, which lies token by token.
TensorId normOfHeads(ModuleWriter &write, std::string_view name, TensorId x)
{
    write.tape.regroup(x);
    return write.norm(name, x, write.headDim(), write.tape.at(x).elements / write.headDim());
}

} // namespace

TensorId writeImageAttention(ModuleWriter &write, const LayerKind &kind, TensorId x)
{
    TapeBuilder &tape = write.tape;
    const double h = write.hidden();
    const TensorId states = writeTaken(write, kind, Common::EncoderStates);
    Heads heads{.keyHeads = write.kvHeads(), .isCausal = false};
    heads.query.id = normOfHeads(
        write, "q_norm", write.linear(write.names.query, x, h, write.queryWidth(), false));
    const TensorId key = write.linear(write.names.key, states, h, write.kvWidth(), false);
    heads.value.id = write.linear(write.names.value, states, h, write.kvWidth(), false);
    heads.key.id = normOfHeads(write, "k_norm", key);
    write.keyTokens = seenTokens(write.settings);
    heads.mask = tape.outside(write.pairs(), write.settings.weights);
    const TensorId context = writeAttentionProduct(write, heads);
    write.keyTokens = 0;
    const TensorId result = write.linear(write.names.output, context, write.queryWidth(), h, false);
    tape.stillHeld({heads.query.id, heads.key.id, heads.value.id, x});
    return result;
}

TensorId writeImageGate(ModuleWriter &write, std::string_view name, TensorId x)
{
    write.tape.beginModule();
    const TensorId gate = write.normWeight(name, 1);
    write.tape.endModule();
    return write.tape.mul(write.tape.fromResult("tanh", gate), x);
}

TensorId writeSeeing(ModuleWriter &write, TensorId x)
{
    const TensorId result
        = write.tape.mul(write.tape.outside(write.tokens(), write.settings.weights), x);
    write.tape.stillHeld(x);
    return result;
}

double imageStateBytes(const LayerSettings &settings)
{
    return storageBytes(
        settings.batch * seenTokens(settings) * static_cast<double>(settings.spec.hidden),
        stateDtype(settings));
}

double imageMaskBytes(const LayerSettings &settings)
{
    return storageBytes(settings.tokens() * seenTokens(settings), settings.weights)
        + storageBytes(settings.tokens(), settings.weights);
}

bool keepsImageStates(const LayerSettings &settings)
{
    return keepsGivenStates(settings, stateDtype(settings), false);
}

bool keepsImageMask(const LayerSettings &settings)
{
    const bool isKernels = settings.attention != Attention::Eager && !settings.autocast
        && std::fmod(seenTokens(settings), maskAlignment) == 0;
    return settings.checkpoints() || isKernels;
}

} // namespace shardscope
