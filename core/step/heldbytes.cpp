// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes that a model's step holds beside its units: of the batch, of tables, masks and outputs.
#include "core/modules/encoder.h"
#include "core/modules/scores.h"
#include "core/modules/seq2seq.h"
#include "core/modules/tower.h"
#include "core/step/stepmodules.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Elements of a head that rotary embedding turns; `seesAll`: where attention is mixed, in layers
/// that see all tokens.
double rotaryWidth(const LayerSettings &settings, bool seesAll = false)
{
    if (const auto &unlike = settings.spec.unlikeHeads)
        return static_cast<double>(settings.spec.headDim)
            * (seesAll ? unlike->fullShare : unlike->windowShare);
    if (settings.spec.mixed && seesAll)
        return static_cast<double>(settings.spec.mixed->fullHeadDim);
    return settings.spec.latent
        ? static_cast<double>(settings.spec.latent->ropeDim)
        : static_cast<double>(settings.spec.headDim) * settings.spec.modules.rotaryShare;
}

bool hasLayers(const ModelSpec &spec, bool seesAll)
{
    const std::vector<bool> &full = spec.mixed ? spec.mixed->full : spec.unlikeHeads->full;
    return std::find(full.begin(), full.end(), seesAll) != full.end();
}

/// Bytes of buffers of all mixers: Falcon-H1's factors (mup_vector), Falcon-Mamba's ones
/// (b_c_rms, dt_rms), MiniMax-Text's decays (slope_rate, query_decay, key_decay, diagonal_decay).
double mixerBuffers(const LayerSettings &settings)
{
    const ModelSpec &spec = settings.spec;
    const auto bytes = [&](double elements) { return storageBytes(elements, settings.buffers); };
    if (spec.stateSpace && spec.stateSpace->scales)
        return static_cast<double>(spec.layers)
            * bytes(static_cast<double>(spec.stateSpace->projectedWidth()));
    if (spec.stateSpace && spec.stateSpace->selectionNorm == SelectionNorm::Plain)
        return static_cast<double>(spec.layers)
            * (bytes(static_cast<double>(spec.stateSpace->stateDim))
                + bytes(static_cast<double>(spec.stateSpace->width())));
    if (!spec.lightning)
        return 0;
    const auto layers = static_cast<double>(std::count_if(spec.forms.begin(), spec.forms.end(),
        [](const LayerForm &form) { return form.mixer == Mixer::Lightning; }));
    const auto heads = static_cast<double>(spec.heads);
    const auto block = static_cast<double>(spec.lightning->block);
    return layers * (bytes(heads) + 2 * bytes(heads * block) + bytes(heads * block * block));
}

/// Bytes of buffers that say where tokens are: in each layer of GPT-J's the sines and cosines of
/// all places (embed_positions), of GPT-Neo's which pairs of tokens meet (bias), and XGLM's one
/// table (weights).
double placeBuffers(const LayerSettings &settings)
{
    const ModelSpec &spec = settings.spec;
    const auto layers = static_cast<double>(spec.layers);
    const auto places = static_cast<double>(spec.maxSequence);
    switch (spec.modules.attention) {
    case AttentionCode::GptJ:
        return layers * storageBytes(places * rotaryWidth(settings), Dtype::Single);
    case AttentionCode::GptNeo:
        return layers * storageBytes(places * places, Dtype::Byte);
    case AttentionCode::Xglm:
        return storageBytes((places + 2) * static_cast<double>(spec.hidden), settings.buffers);
    default:
        return 0;
    }
}

/// Whether the model has frequencies, and makes tables of cosines and sines from them.
bool hasFrequencies(const LayerSettings &settings)
{
    const ModuleTraits &traits = settings.spec.modules;
    return traits.rotary != Rotary::None && traits.attention != AttentionCode::GptJ;
}

/// Bytes of the tables of cosines and sines.
double rotaryBytes(const LayerSettings &settings)
{
    const ModuleTraits &traits = settings.spec.modules;
    if (!hasFrequencies(settings))
        return 0;
    if (settings.spec.mixed || settings.spec.unlikeHeads)
        return kindTableBytes(settings, true) + kindTableBytes(settings, false);
    const double elements = settings.turnedTokens() * rotaryWidth(settings)
        * (traits.rotary == Rotary::Halves ? 0.5 : 1);
    if (traits.rotary == Rotary::Complex)
        return storageBytes(elements, Dtype::Single);
    const Dtype dtype = settings.hasTablesInSingle() ? Dtype::Single : settings.weights;
    return 2 * traits.rotaryTables * storageBytes(elements, dtype);
}

} // namespace

namespace {

/// Megatron-DeepSpeed (2022-02): one mask for all layers (args.attn_mask), ALiBi's slopes in each
/// layer, and what the first and the last stage load for the micro-batches that they have buffers
/// for: ids, positions and a mask that nobody reads; labels and what of them counts.
double pipelineModuleInputs(const LayerSettings &settings)
{
    const Stage &stage = settings.cut.stage;
    const double mask = storageBytes(settings.sequence * settings.sequence, Dtype::Byte);
    const double slopes = settings.batch * static_cast<double>(settings.spec.heads)
        / settings.cut.tensor * settings.sequence;
    const bool hasSlopes = settings.spec.positions == 0;
    const double ids = storageBytes(settings.tokens(), Dtype::Wide);
    const double counted = storageBytes(settings.tokens(), Dtype::Single);
    const double loaded
        = (stage.hasEmbedding ? 2 * ids + mask : 0) + (stage.hasHead ? ids + counted : 0);
    return mask + (hasSlopes ? stage.layers * storageBytes(slopes, Dtype::Half) : 0)
        + settings.cut.pipeBuffers * loaded;
}

/// Gemma 3n and 4: the frequencies of both kinds of layers, a factor of each layer, and of each
/// table (layer_scalar or router_input_scale, embed_scale); Gemma 3n's two of what embeddings add
/// (per_layer_projection_scale, per_layer_input_scale).
double mixedBuffers(const LayerSettings &settings)
{
    const int factors = (settings.spec.layerEmbeddings ? 2 : 1) + (settings.spec.altUp ? 2 : 0);
    double bytes = factors * StorageGranule;
    for (const bool seesAll : {false, true}) {
        if (hasLayers(settings.spec, seesAll))
            bytes += 2 * storageBytes(rotaryWidth(settings, seesAll) / 2, Dtype::Single);
    }
    return bytes + static_cast<double>(settings.spec.layers) * StorageGranule;
}

} // namespace

namespace {

/// What a batch of the objective's trainer holds (TRL 1.10.0.dev0): token ids and masks, of GRPO
/// those of prompts and answers apart, and what was computed before.
double batchBytes(const LayerSettings &settings)
{
    const double ids = storageBytes(settings.words(), Dtype::Wide);
    switch (settings.objective) {
    case Objective::CausalLm:
        return ids;
    case Objective::MaskedLm:
    case Objective::TokenClassification:
        return 2 * ids;
    case Objective::Classification:
        return ids + storageBytes(settings.batch, Dtype::Wide);
    case Objective::Reward:
        return 2 * ids;
    case Objective::Embedding: { // ids and mask of each column, or of all texts
        const Contrasts &contrasts = *settings.contrasts;
        const double columns = contrasts.areApart ? contrasts.texts : 1;
        const double rows = contrasts.examples * contrasts.texts / columns;
        return 2 * columns * storageBytes(rows * settings.sequence, Dtype::Wide);
    }
    case Objective::Dpo: {
        const bool isComputed = settings.beside.reference != ReferenceModel::None;
        const double scores = 2 * storageBytes(settings.batch / 2, Dtype::Single);
        return 3 * ids + (isComputed ? 0 : scores);
    }
    case Objective::Orpo:
    case Objective::Cpo:
    case Objective::Simpo:
    case Objective::Gkd:
        return 3 * ids;
    case Objective::Kto: {
        const bool isComputed = settings.beside.reference != ReferenceModel::None;
        const double scores = 2 * storageBytes(settings.batch, Dtype::Single);
        return 6 * ids + storageBytes(settings.batch, Dtype::Byte) + (isComputed ? 0 : scores);
    }
    case Objective::Ppo: // which Answers has
        return 0;
    case Objective::Grpo: {
        if (settings.packed > 0)
            return packedBatchBytes(settings);
        const double answers = settings.batch * (logitTokens(settings) - 1);
        const int scores = settings.beside.reference == ReferenceModel::None ? 1 : 2;
        const double numbers
            = 2 * storageBytes(settings.batch, Dtype::Single) + StorageGranule; // advantages ...
        return 2 * storageBytes(settings.tokens() - answers, Dtype::Wide)
            + 2 * storageBytes(answers, Dtype::Wide) + scores * storageBytes(answers, Dtype::Single)
            + numbers;
    }
    }
    return ids;
}

} // namespace

bool buffersInputs(const LayerSettings &settings)
{
    constexpr double least = 2.0 * 1024 * 1024 / 2; // MINIMUM_SIZE, in elements
    return settings.streamElements() > least;
}

// Two, as long as half a GiB of the GPU is free (DOUBLE_BUFFER_HEADROOM).
double inputBufferBytes(const LayerSettings &settings)
{
    constexpr double initial = 2.0 * 256 * 2048; // INITIAL_GPU_BUFFER_SIZE, in elements
    return 2 * storageBytes(std::max(initial, settings.streamElements()), Dtype::Half);
}

double bufferBytes(const LayerSettings &settings)
{
    if (settings.spec.mixed)
        return mixedBuffers(settings);
    const ModuleTraits &traits = settings.spec.modules;
    const double frequencies
        = hasFrequencies(settings) ? storageBytes(rotaryWidth(settings) / 2, Dtype::Single) : 0;
    const auto positions = static_cast<double>(settings.spec.positions);
    const double mask
        = traits.keepsCausalMask ? storageBytes(positions * positions, Dtype::Byte) : 0;
    // inv_freq and original_inv_freq.
    return mixerBuffers(settings) + placeBuffers(settings) + 2 * traits.rotaryTables * frequencies
        + mask;
}

double inputBytes(const LayerSettings &settings)
{
    if (settings.isMegatron()) {
        // rotary_pos_embedding.py: one fp32 table for each chunk; token and position ids.
        const Stage &stage = settings.cut.stage;
        const bool turns = settings.spec.modules.rotary != Rotary::None;
        const double table
            = turns ? storageBytes(settings.sequence * rotaryWidth(settings), Dtype::Single) : 0;
        const double ids
            = stage.hasEmbedding ? 2 * storageBytes(settings.tokens(), Dtype::Wide) : 0;
        return settings.cut.chunks * table + ids;
    }
    if (settings.isPipelineModule())
        return pipelineModuleInputs(settings);
    if (settings.isNanotron()) {
        // Each layer has tables of its own; ids, labels and their masks.
        const Stage &stage = settings.cut.stage;
        const double tables
            = 2 * storageBytes(settings.sequence * rotaryWidth(settings) / 2, Dtype::Half);
        const double ids = storageBytes(settings.tokens(), Dtype::Wide)
            + storageBytes(settings.tokens(), Dtype::Byte);
        return stage.layers * tables + (stage.hasEmbedding ? ids : 0) + (stage.hasHead ? ids : 0);
    }
    if (settings.isTorchtitan())
        return storageBytes(settings.tokens(), Dtype::Wide)
            + settings.cut.chunks * rotaryBytes(settings);
    if (settings.spec.encoder)
        return batchBytes(settings) + encoderInputBytes(settings);
    if (settings.spec.seq2seq)
        return seq2seqInputBytes(settings);
    return bufferBytes(settings) + batchBytes(settings);
}

double argumentBytes(const LayerSettings &settings)
{
    return storageBytes(settings.tokens(), Dtype::Wide)
        + storageBytes(settings.tokens(), Dtype::Byte);
}

double cachedEmbeddingBytes(const LayerSettings &settings)
{
    if (!settings.contrasts || !settings.contrasts->areCached())
        return 0;
    const double embeddings
        = storageBytes(settings.contrasts->chunk * static_cast<double>(settings.spec.hidden),
            settings.convertsOutputs ? Dtype::Single : settings.stream());
    return 2 * settings.contrasts->chunks() * embeddings;
}

double promptBytes(const LayerSettings &settings)
{
    if (!settings.isPrompted())
        return 0;
    const double rows = settings.batch * settings.adapters->virtualTokens;
    return storageBytes(rows * static_cast<double>(settings.spec.hidden), settings.tables)
        + storageBytes(rows, Dtype::Wide) + storageBytes(settings.tokens(), Dtype::Wide);
}

double kindTableBytes(const LayerSettings &settings, bool seesAll)
{
    if (!hasLayers(settings.spec, seesAll))
        return 0;
    const double elements = settings.turnedTokens() * rotaryWidth(settings, seesAll);
    return 2 * storageBytes(elements, settings.weights);
}

namespace {

/// Ids and mask of the columns that go through the model as one, which torch.cat has made.
double joinedColumns(const LayerSettings &settings)
{
    const std::optional<Contrasts> &contrasts = settings.contrasts;
    const bool areJoined = contrasts && contrasts->followsAnchors() && contrasts->texts > 2;
    return areJoined ? 2 * storageBytes(settings.tokens(), Dtype::Wide) : 0;
}

} // namespace

double tableBytes(const LayerSettings &settings)
{
    const bool isElsewhere
        = settings.isEngines() || settings.isTorchtitan() || settings.hasOwnTables();
    return (isElsewhere ? 0 : rotaryBytes(settings)) + joinedColumns(settings);
}

double maskBytes(const LayerSettings &settings)
{
    const bool isWithout = settings.spec.modules.masks == 0; // nor has it positions
    if (settings.isEngines() || isWithout)
        return 0;
    if (settings.spec.encoder)
        return encoderMaskBytes(settings);
    if (settings.spec.seq2seq)
        return stackMaskBytes(settings, Stack::Encoder);
    // Tables of which each layer makes its own are referred to no longer than masks.
    if (settings.isTorchtitan() && isFlash(settings.attention))
        return 0;
    const double tables
        = settings.hasOwnTables() ? settings.spec.modules.tableSections * rotaryBytes(settings) : 0;
    // PPO's positions are an argument of both models.
    const double ids
        = (settings.returnsStates ? 0 : storageBytes(settings.sequence, Dtype::Wide)) + tables;
    // Beside an indexer each layer makes its own: of sequences that are not padded there is none.
    const bool makesOwn = settings.spec.indexer && settings.attention == Attention::Sdpa;
    // masking_utils.py, sdpa_mask: one that is expanded, where no sequence is padded.
    const double masked = settings.isUnpaddedSdpa ? settings.sequence : settings.tokens();
    const double pairs = masked * (settings.sequence + settings.keysInFront().tokens);
    if (settings.masksWindowsAlone())
        return ids + settings.masks() * storageBytes(pairs, Dtype::Byte);
    if (isFlash(settings.attention) || makesOwn)
        return ids;
    // SDPA takes a mask of true and false; in one graph all layers share the numbers it becomes.
    const bool isOfNumbers
        = settings.attention == Attention::Eager || settings.compiling == Compiling::Model;
    const Dtype numbers = settings.autocast ? Dtype::Half : settings.weights;
    const Dtype dtype = settings.attention == Attention::Eager ? settings.weights
        : isOfNumbers                                          ? numbers
                                                               : Dtype::Byte;
    return ids + settings.masks() * storageBytes(pairs, dtype);
}

double logitBytes(const LayerSettings &settings)
{
    const double share = settings.cut.splitsLoss ? settings.cut.tensor : 1;
    const double logits = settings.tokens() * static_cast<double>(settings.spec.vocabulary);
    return storageBytes(logits / share, settings.tables);
}

double keyValueBytes(const LayerSettings &settings)
{
    const ModelSpec &spec = settings.spec;
    const bool isLater
        = !precedesFive(settings.library) || settings.library == ModuleLibrary::Transformers450;
    if (!spec.modules.returnsKeys || isLater || !settings.checkpoints())
        return 0;
    const auto heads = static_cast<double>(spec.heads + 2 * spec.kvHeads);
    return storageBytes(
        settings.tokens() * heads * static_cast<double>(spec.headDim), settings.weights);
}

namespace {

double returnedLogitBytes(const LayerSettings &settings)
{
    const bool makesLogits = settings.loss != Loss::Fused && settings.loss != Loss::Chunked;
    if (!makesLogits)
        return 0;
    if (settings.isTorchtitan())
        return logitBytes(settings);
    const bool isCast
        = settings.library == ModuleLibrary::Transformers4 && !settings.spec.modules.castNoLogits;
    const ModuleTraits &traits = settings.spec.modules;
    const bool isSingle = isCast || (traits.picksLogits && !traits.castNoLogits)
        || (!settings.autocast && settings.tables == Dtype::Single);
    const double logits = settings.tokens() * static_cast<double>(settings.spec.vocabulary);
    return storageBytes(logits, isSingle ? Dtype::Single : Dtype::Half);
}

} // namespace

double returnedBytes(const LayerSettings &settings)
{
    if (settings.outputs == Outputs::Dropped)
        return 0;
    return returnedLogitBytes(settings) + returnedFeatures(settings)
        + static_cast<double>(settings.spec.layers) * keyValueBytes(settings);
}

double outputGradientBytes(const LayerSettings &settings)
{
    const bool returnsLogits = settings.compiling == Compiling::Model && !settings.isEngines()
        && !settings.isTorchtitan() && settings.spec.labels == 0;
    const double logits = settings.tokens() * static_cast<double>(settings.spec.vocabulary);
    return returnsLogits ? storageBytes(logits, settings.autocast ? Dtype::Half : settings.tables)
                         : 0;
}

double lookedUpBytes(const LayerSettings &settings, bool checkpoints)
{
    const ModelSpec &spec = settings.spec;
    const AttentionCode code = spec.modules.attention;
    const bool namesEmbedded = code == AttentionCode::GptJ || spec.modules.namesEmbedded;
    const bool namesWords
        = code == AttentionCode::Xglm || (namesEmbedded && spec.modules.embeddingDropout > 0);
    if (settings.isEngines() || spec.encoder || spec.seq2seq
        || (spec.positions == 0 && !spec.embeddingNorm && !namesWords))
        return 0;
    const auto h = static_cast<double>(spec.hidden);
    const double ids
        = spec.modules.attention == AttentionCode::Opt ? settings.tokens() : settings.sequence;
    // A frozen table's rows are already kept where they require a gradient.
    const bool isTrained = settings.ends.embedding != TableTraining::Frozen;
    const bool isKept = !isTrained && checkpoints;
    const double rows = storageBytes(settings.tokens() * h, settings.weights);
    // A norm keeps them where they require a gradient.
    if (spec.embeddingNorm)
        return isKept || (isTrained && settings.tracks) ? 0 : rows;
    const double places = spec.positions > 0 ? storageBytes(ids * h, settings.weights) : 0;
    return places + (isKept ? 0 : rows);
}

} // namespace shardscope
