// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/tower.h"

#include "core/modules/towerparts.h"

#include <algorithm>
#include <cmath>

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
        spec.modules.rotary = Rotary::None;
    if (tower.code == TowerCode::InternVit) // its softmax is not in fp32
        spec.modules.attention = AttentionCode::Bert;
    return spec;
}

LayerSettings settingsOf(const LayerSettings &model, bool isTrained)
{
    LayerSettings settings = model;
    settings.spec = asModel(*model.spec.tower);
    const bool isOne = isPacked(model.spec.tower->code);
    settings.batch = isOne ? 1 : model.tower->images;
    settings.sequence = isOne ? model.tower->patches() : model.tower->image.tokens();
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

/// Whether something in a block, or in the projector, is trained.
bool trains(const LayerSettings &settings, Kind kind)
{
    const TowerWork &work = *settings.tower;
    const bool isWanted = isProjectors(kind) ? work.trainsProjector : work.isTrained;
    if (!isWanted || settings.trainsBase)
        return isWanted;
    const std::vector<TowerLinear> linears = linearsOf(*settings.spec.tower);
    const LoraTargets &targets = settings.adapters->targets;
    return std::any_of(linears.begin(), linears.end(), [&](const TowerLinear &linear) {
        return linear.isProjectors == isProjectors(kind) && targets.takesIn(linear.name);
    });
}

} // namespace

// modeling_utils.py, enable_input_require_grads: every submodel's input embeddings, as far as its
// class names them (_input_embed_layer); Qwen3-VL's vision model does not.
bool isTowerTouched(const LayerSettings &settings)
{
    const bool isTrained = settings.trainsBase && settings.tower->isTrained;
    return settings.checkpoints() && !isTrained && settings.spec.tower->code != TowerCode::Qwen3Vl;
}

std::vector<TowerPart> towerParts(const LayerSettings &settings, bool isTouched)
{
    const TowerSpec &tower = *settings.spec.tower;
    std::vector<TowerPart> parts;
    bool requiresGrad = isTouched || (settings.trainsBase && trains(settings, Kind::Entry));
    parts.push_back({.kind = Kind::Entry, .inputRequiresGrad = false});
    const bool blocks = trains(settings, Kind::Block);
    for (std::int64_t i = 0; i < tower.layers; ++i) {
        parts.push_back(
            {.kind = Kind::Block, .isFull = tower.isFull(i), .inputRequiresGrad = requiresGrad});
        requiresGrad |= blocks;
        if (tower.isDeep(i))
            parts.push_back({.kind = Kind::Side, .inputRequiresGrad = requiresGrad});
    }
    parts.push_back({.kind = Kind::Exit, .inputRequiresGrad = requiresGrad});
    return parts;
}

Dtype towerDtype(const LayerSettings &model)
{
    if (!model.autocast)
        return model.stream();
    return isQwen(model.spec.tower->code) ? Dtype::Half : model.tables;
}

TensorId inputOf(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    return tape.input(settings.model.tower->tokens() * real(settings.model.spec.tower->hidden),
        towerDtype(settings.model), part.inputRequiresGrad);
}

namespace {

TensorId writePart(TapeBuilder &tape, const TowerSettings &settings, const TowerPart &part)
{
    const TowerCode code = settings.model.spec.tower->code;
    if (code == TowerCode::Pixtral)
        return writePixtralPart(tape, settings, part);
    return isQwen(code) ? writeQwenPart(tape, settings, part)
                        : writeSquarePart(tape, settings, part);
}

} // namespace

Tape towerTape(const LayerSettings &settings, const TowerPart &part, bool isTouched)
{
    const TowerWork &work = *settings.tower;
    const bool isTrained = isProjectors(part.kind) ? work.trainsProjector : work.isTrained;
    const TowerSettings own{
        .own = settingsOf(settings, isTrained), .model = settings, .isTouched = isTouched};
    TapeBuilder tape(settings.autocast);
    return tape.finish(writePart(tape, own, part));
}

namespace {

double pixelBytes(const LayerSettings &settings)
{
    return storageBytes(
        settings.tower->patches() * real(settings.spec.tower->patchWidth()), Dtype::Single);
}

} // namespace

double imageBytes(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    if (tower.code == TowerCode::Pixtral) { // PixtralRotaryEmbedding has two buffers of angles
        const double side = std::floor(real(tower.longest) / real(tower.patch));
        return pixelBytes(settings)
            + 2 * storageBytes(side * side * real(tower.headDim()), Dtype::Single);
    }
    if (tower.code != TowerCode::Siglip)
        return pixelBytes(settings);
    // SiglipVisionEmbeddings has a buffer of positions; token_type_ids and, where the loss looks at
    // it, attention_mask come with the batch.
    const int given = settings.spec.modules.picksLogits ? 2 : 1;
    return pixelBytes(settings) + storageBytes(real(tower.positions), Dtype::Wide)
        + given * storageBytes(settings.tokens(), Dtype::Wide);
}

double castPixels(const LayerSettings &settings)
{
    const bool keepsPixels = settings.trainsBase && settings.tower->isTrained;
    if (settings.tables == Dtype::Single || keepsPixels)
        return 0;
    return pixelBytes(settings) * bytesOf(settings.tables) / bytesOf(Dtype::Single);
}

namespace {

/// Between images, for all blocks; of a length that kernels do not take each has a copy of its own.
double pixtralMask(const LayerSettings &settings)
{
    const bool isAsked = settings.attention != Attention::Flash;
    const double patches = settings.tower->patches();
    return isAsked ? storageBytes(patches * patches, towerDtype(settings)) : 0;
}

/// Mistral3Model.get_image_features asks for what every block gives.
double pixtralStreams(const LayerSettings &settings)
{
    return settings.checkpoints() ? 0 : real(settings.spec.tower->layers) * towerStream(settings);
}

/// Cosines and sines in the stream's dtype.
double pixtralTables(const LayerSettings &settings)
{
    const double angles = settings.tower->patches() * real(settings.spec.tower->headDim());
    return 2 * storageBytes(angles, towerDtype(settings));
}

} // namespace

double towerTables(const LayerSettings &settings)
{
    if (settings.spec.tower->code == TowerCode::Pixtral) {
        // Checkpoints hold on to what blocks are given. Eager attention adds it, which keeps
        // nothing.
        const bool isKernels = settings.attention != Attention::Eager
            && std::fmod(settings.tower->patches(), maskAlignment) == 0;
        const bool isShared = settings.checkpoints() || isKernels;
        return pixtralTables(settings) + (isShared ? pixtralMask(settings) : 0);
    }
    if (!isQwen(settings.spec.tower->code))
        return 0;
    return 2
        * storageBytes(
            settings.tower->patches() * real(settings.spec.tower->headDim()), Dtype::Single);
}

double towerPlaces(const LayerSettings &settings)
{
    const bool isTrained = settings.trainsBase && settings.tower->isTrained;
    if (!isTrained || settings.spec.tower->code != TowerCode::Qwen3Vl)
        return 0;
    const double corners = 4 * settings.tower->patches();
    return storageBytes(corners, Dtype::Wide) + storageBytes(corners, Dtype::Single);
}

double towerLocals(const LayerSettings &settings)
{
    const TowerSpec &tower = *settings.spec.tower;
    if (tower.code == TowerCode::Pixtral) // positions, what the convolution made, and its norm
        return pixtralTables(settings) + pixtralMask(settings) + pixtralStreams(settings)
            + storageBytes(settings.tower->patches(), Dtype::Wide) + 2 * towerStream(settings);
    if (!isQwen(tower.code)) // InternVLModel.get_image_features: pixels in the weights' dtype
        return tower.code == TowerCode::InternVit ? castPixels(settings) : 0;
    const double patches = settings.tower->patches();
    const double angles = patches * real(tower.headDim());
    // Rows and columns of patches, their angles, those twice, and cosines and sines.
    double bytes = storageBytes(2 * patches, Dtype::Wide) + storageBytes(angles / 2, Dtype::Single)
        + storageBytes(angles, Dtype::Single) + towerTables(settings);
    if (!settings.tower->isArgumentCast)
        bytes += castPixels(settings);
    if (tower.positions > 0)
        bytes += storageBytes(4 * patches, Dtype::Wide) + storageBytes(4 * patches, Dtype::Single)
            + storageBytes(patches * real(tower.hidden), Dtype::Single);
    return bytes;
}

double towerStream(const LayerSettings &settings)
{
    return storageBytes(
        settings.tower->tokens() * real(settings.spec.tower->hidden), towerDtype(settings));
}

double towerFeatures(const LayerSettings &settings, bool isDeep)
{
    const TowerSpec &tower = *settings.spec.tower;
    return storageBytes(settings.tower->patches() / real(tower.merged()) * real(tower.out),
        isDeep ? towerDtype(settings) : settings.stream());
}

double returnedFeatures(const LayerSettings &settings)
{
    const bool returns = settings.tower && !isQwen(settings.spec.tower->code);
    return returns ? towerFeatures(settings, false) : 0;
}

// ATen native/cuda/IndexKernel.cpp: masked_scatter_ counts the mask up in int64 for each element,
// and copies it; masked_select, of its gradient, looks up the places of all that it takes.
double scatterScratch(const LayerSettings &settings, bool isBackward)
{
    if (!settings.fusedKernels)
        return 0;
    if (!isBackward)
        return 9 * settings.tokens() * real(settings.spec.hidden);
    const TowerSpec &tower = *settings.spec.tower;
    return 3 * bytesOf(Dtype::Wide) * settings.tower->patches() / real(tower.merged())
        * real(tower.out);
}

} // namespace shardscope
