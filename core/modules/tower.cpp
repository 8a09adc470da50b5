// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/tower.h"

#include "core/modules/towerparts.h"

#include <algorithm>

namespace shardscope {

namespace {

using Kind = TowerPart::Kind;

/// The shape of a block as that of a decoder layer, for the modules that both are made of.
ModelSpec asModel(const TowerSpec &tower)
{
    ModelSpec spec{.modelType = "llama"};
    spec.hidden = tower.hidden;
    spec.layers = tower.layers;
    spec.heads = spec.kvHeads = tower.heads;
    spec.headDim = tower.headDim();
    spec.intermediate = tower.intermediate;
    const bool isLikeLlama = tower.code == TowerCode::Qwen25Vl || tower.code == TowerCode::Pixtral;
    spec.norm = isLikeLlama ? NormKind::Rms : NormKind::Layer;
    const bool isSilu
        = tower.code == TowerCode::Pixtral ? !tower.gelu : tower.code == TowerCode::Qwen25Vl;
    spec.modules.activation = isSilu ? Activation::Silu : Activation::Gelu;
    if (!isPacked(tower.code)) // positions are in the stream
        spec.modules.rotary = tower.code == TowerCode::Llama4 ? Rotary::Complex : Rotary::None;
    // Their softmax is not in fp32.
    if (tower.code == TowerCode::InternVit || tower.code == TowerCode::Llama4)
        spec.modules.attention = AttentionCode::Bert;
    if (tower.code == TowerCode::Gemma4)
        spec.norm = NormKind::RmsInSingle;
    return spec;
}

LayerSettings settingsOf(const LayerSettings &model, Kind part, bool isTrained)
{
    LayerSettings settings = model.unquantized.takesIn(part) ? model.unpacked() : model;
    settings.spec = asModel(*model.spec.tower);
    const bool isOne = isPacked(model.spec.tower->code);
    const double tiles = real(model.spec.tower->joined());
    settings.batch = isOne ? 1 : model.tower->images / tiles;
    settings.sequence = isOne ? model.tower->patches() : model.tower->image.tokens() * tiles;
    // Of what fills up tiles there always is a mask, which FlashAttention does not take.
    if (model.spec.tower->isAttendedTo() && model.attention != Attention::Eager)
        settings.attention = Attention::Sdpa;
    settings.trainsBase = model.trainsBase && isTrained;
    settings.cut = {};
    if (!isTrained)
        settings.adapters.reset();
    return settings;
}

bool isProjectors(Kind kind)
{
    return kind == Kind::Side || kind == Kind::Exit;
}

/// Gemma 4's and Llama 4's patches become the stream by a matrix; elsewhere all of these are in
/// blocks or in the projector.
bool isIn(Kind kind, const TowerLinear &linear)
{
    return linear.isProjectors == isProjectors(kind) && linear.isEntrys == (kind == Kind::Entry);
}

/// Whether something in such a part is trained.
bool trains(const LayerSettings &settings, Kind kind)
{
    const TowerWork &work = *settings.tower;
    const bool isWanted = isProjectors(kind) ? work.trainsProjector : work.isTrained;
    if (!isWanted || settings.trainsBase)
        return isWanted;
    const std::vector<TowerLinear> linears = linearsOf(*settings.spec.tower);
    const LoraTargets &targets = settings.adapters->targets;
    return std::any_of(linears.begin(), linears.end(), [&](const TowerLinear &linear) {
        return isIn(kind, linear) && targets.takesIn(linear.name);
    });
}

} // namespace

// modeling_utils.py, enable_input_require_grads: every submodel's input embeddings, as far as its
// class names them (_input_embed_layer); the vision models of Qwen3-VL and Gemma 4 do not.
bool isTowerTouched(const LayerSettings &settings)
{
    const TowerCode code = settings.spec.tower->code;
    const bool isNamed = code != TowerCode::Qwen3Vl && code != TowerCode::Gemma4;
    return settings.checkpoints() && !trainsTower(settings) && isNamed;
}

std::vector<TowerPart> towerParts(const LayerSettings &settings, bool isTouched)
{
    const TowerSpec &tower = *settings.spec.tower;
    std::vector<TowerPart> parts;
    bool requiresGrad = isTouched || trains(settings, Kind::Entry);
    parts.push_back({.kind = Kind::Entry, .inputRequiresGrad = false});
    const bool blocks = trains(settings, Kind::Block);
    const std::int64_t read = tower.layers - tower.unread;
    for (std::int64_t i = 0; i < read; ++i) {
        const bool isGated = i >= tower.layers - tower.gated;
        if (isGated && i == tower.layers - tower.gated) {
            parts.push_back({.kind = Kind::Middle, .inputRequiresGrad = requiresGrad});
            requiresGrad |= trains(settings, Kind::Middle);
        }
        parts.push_back({.kind = Kind::Block,
            .isFull = tower.isFull(i),
            .isGated = isGated,
            .inputRequiresGrad = requiresGrad});
        requiresGrad |= blocks;
        if (tower.isDeep(i) && !tower.isAttendedTo())
            parts.push_back({.kind = Kind::Side, .inputRequiresGrad = requiresGrad});
    }
    for (std::int64_t i = 0; i < tower.unread; ++i)
        parts.push_back({.kind = Kind::Aside, .inputRequiresGrad = requiresGrad});
    parts.push_back({.kind = Kind::Exit, .inputRequiresGrad = requiresGrad});
    return parts;
}

Dtype towerDtype(const LayerSettings &model)
{
    if (!model.autocast)
        return model.stream();
    // CUDA's autocast makes fp32 of what CLIP's blocks begin with.
    if (model.spec.tower->normsStart() && model.fusedKernels)
        return Dtype::Single;
    return isQwen(model.spec.tower->code) ? Dtype::Half : model.tables;
}

TensorId inputOf(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return tape.input(settings.model.tower->tokens() * real(settings.model.spec.tower->hidden),
        towerDtype(settings.model), part.inputRequiresGrad);
}

namespace {

/// What there is of a code.
struct CodeWriters
{
    TensorId (*part)(TapeBuilder &, const TowerSettings &, const TowerPart &);
    TowerBytes (*bytes)(const LayerSettings &);
};

CodeWriters writersOf(TowerCode code)
{
    switch (code) {
    case TowerCode::Qwen2Vl:
    case TowerCode::Qwen25Vl:
    case TowerCode::Qwen3Vl:
        break;
    case TowerCode::Siglip:
    case TowerCode::InternVit:
    case TowerCode::Idefics3:
    case TowerCode::Clip:
        return {writeSquarePart, squareBytes};
    case TowerCode::Pixtral:
        return {writePixtralPart, pixtralBytes};
    case TowerCode::Gemma4:
        return {writeGemmaPart, gemmaBytes};
    case TowerCode::Llama4:
        return {writeLlama4Part, llama4Bytes};
    case TowerCode::Llama32:
        return {writeLlama32Part, llama32Bytes};
    }
    return {writeQwenPart, qwenBytes};
}

} // namespace

Tape towerTape(const LayerSettings &settings, const TowerPart &part, bool isTouched)
{
    const TowerWork &work = *settings.tower;
    const bool isTrained = isProjectors(part.kind) ? work.trainsProjector : work.isTrained;
    const TowerSettings own{.own = settingsOf(settings, part.kind, isTrained),
        .model = settings,
        .isTouched = isTouched};
    TapeBuilder tape(settings.autocast, settings.tracks);
    return tape.finish(writersOf(settings.spec.tower->code).part(tape, own, part));
}

TowerBytes towerBytes(const LayerSettings &settings)
{
    return writersOf(settings.spec.tower->code).bytes(settings);
}

bool trainsTower(const LayerSettings &settings)
{
    return settings.tracks && settings.trainsBase && settings.tower->isTrained;
}

double lossMaskBytes(const LayerSettings &settings)
{
    const bool isLookedAt
        = settings.spec.modules.picksLogits && settings.objective == Objective::CausalLm;
    return isLookedAt ? storageBytes(settings.tokens(), Dtype::Wide) : 0;
}

double pixelBytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    // Of a side that patches do not divide, convolutions leave out the rest.
    const double pixels = tower.side > 0
        ? settings.tower->images * real(tower.channels * tower.side * tower.side)
        : settings.tower->places() * real(tower.patchWidth());
    return storageBytes(pixels, tower.givesHalf ? Dtype::Half : Dtype::Single);
}

double castPixels(const LayerSettings &settings)
{
    if (settings.tables == Dtype::Single || trainsTower(settings))
        return 0;
    return pixelBytes(settings) * bytesOf(settings.tables) / bytesOf(Dtype::Single);
}

double towerStream(const LayerSettings &settings)
{
    return storageBytes(
        settings.tower->tokens() * real(settings.spec.tower->hidden), towerDtype(settings));
}

double towerFeatures(const LayerSettings &settings, bool isDeep)
{
    const TowerSpec &tower = *settings.spec.tower;
    const double classes
        = tower.isAttendedTo() ? settings.tower->images * real(settings.tower->image.classes) : 0;
    return storageBytes(
        (settings.tower->patches() / real(tower.merged()) + classes) * real(tower.out),
        isDeep ? towerDtype(settings) : settings.stream());
}

double returnedFeatures(const LayerSettings &settings)
{
    return settings.tower ? towerBytes(settings).returned : 0;
}

namespace {

/// Gemma4Model.forward looks up the embeddings that features are going to replace, to count them
/// (inputs_embeds[image_mask]): bytes of these and of their places, beyond the stream to come.
double checkedFeatures(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    if (tower.code != TowerCode::Gemma4)
        return 0;
    const double elements = settings.tower->patches() / real(tower.merged()) * real(tower.out);
    const double bytes = elements * (3 * bytesOf(Dtype::Wide) + bytesOf(settings.stream()));
    return std::max(0.0, bytes - settings.streamBytes());
}

/// SmolVLMModel.inputs_merger: rows of features are looked up and put into a stream of zeros, of
/// which the places of images are taken; gradients go the same way back.
double indexedFeatures(const LayerSettings &settings)
{
    return settings.streamBytes() + towerFeatures(settings, false);
}

} // namespace

// ATen native/cuda/IndexKernel.cpp: masked_scatter_ counts the mask up in int64 for each element,
// and copies it; masked_select, of its gradient, looks up the places of all that it takes.
double scatterScratch(const LayerSettings &settings, bool isBackward)
{
    if (settings.spec.tower->mergesByIndex)
        return indexedFeatures(settings);
    const double checked = isBackward ? 0 : checkedFeatures(settings);
    if (!settings.fusedKernels)
        return checked;
    if (!isBackward)
        return std::max(checked, 9 * settings.tokens() * real(settings.spec.hidden));
    const TowerSpec &tower = *settings.spec.tower;
    return 3 * bytesOf(Dtype::Wide) * settings.tower->patches() / real(tower.merged())
        * real(tower.out);
}

} // namespace shardscope
