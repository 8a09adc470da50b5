// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stepmodules.h"

#include "core/modules/encoder.h"
#include "core/modules/layers.h"
#include "core/modules/megatron/layers.h"
#include "core/modules/nanotron/layers.h"
#include "core/modules/scores.h"
#include "core/step/commontensors.h"
#include "core/step/towermodules.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

/// Elements of a head that rotary embedding turns; `seesAll`: where attention is mixed, in layers
/// that see all tokens.
double rotaryWidth(const LayerSettings &settings, bool seesAll = false)
{
    if (settings.spec.mixed && seesAll)
        return static_cast<double>(settings.spec.mixed->fullHeadDim);
    return settings.spec.latent
        ? static_cast<double>(settings.spec.latent->ropeDim)
        : static_cast<double>(settings.spec.headDim) * settings.spec.modules.rotaryShare;
}

bool hasLayers(const ModelSpec &spec, bool seesAll)
{
    const std::vector<bool> &full = spec.mixed->full;
    return std::find(full.begin(), full.end(), seesAll) != full.end();
}

/// Bytes of the tables of cosines and sines.
double rotaryBytes(const LayerSettings &settings)
{
    const ModuleTraits &traits = settings.spec.modules;
    if (traits.rotary == Rotary::None)
        return 0;
    if (settings.spec.mixed)
        return kindTableBytes(settings, true) + kindTableBytes(settings, false);
    const double elements = settings.turnedTokens() * rotaryWidth(settings)
        * (traits.rotary == Rotary::Halves ? 0.5 : 1);
    if (traits.rotary == Rotary::Complex)
        return storageBytes(elements, Dtype::Single);
    const Dtype dtype = settings.hasTablesInSingle() ? Dtype::Single : settings.weights;
    return 2 * traits.rotaryTables * storageBytes(elements, dtype);
}

} // namespace

StepModules::StepModules(const LayerSettings &settings, Requests requests)
    : m_settings(settings)
    , m_layers(settings.cut.stage.stages > 1 || settings.isEngines()
              ? settings.cut.stage.layers
              : static_cast<int>(settings.spec.layers))
{
    const auto parts = std::make_shared<Parts>(
        LayerForms(settings.spec, settings.cut.stage.firstLayer, m_layers));
    m_parts = parts;
    if (m_settings.isMegatron() || m_settings.isPipelineModule())
        writeMegatron(*parts);
    else if (m_settings.isNanotron())
        writeNanotron(*parts);
    else
        writeLibrary(*parts);
    run(*parts, requests);
    while (m_firstLearning < m_layers
        && !layer(m_firstLearning).tape.at(layer(m_firstLearning).tape.output).requiresGrad)
        ++m_firstLearning;
    m_runs = findRuns();
    if (settings.tracks)
        addUntracked();
}

void StepModules::addUntracked()
{
    LayerSettings settings = m_settings;
    settings.tracks = false;
    settings.checkpointing = Checkpointing::None;
    const Companions beside = std::exchange(settings.beside, {});
    if (beside.scoresFirst)
        m_scorer = std::make_shared<StepModules>(settings);
    if (beside.reference == ReferenceModel::None)
        return;
    settings.adapters.reset();
    settings.convertsOutputs = beside.convertsReference;
    m_reference = std::make_shared<StepModules>(settings);
}

namespace {

/// What is added to the rows of the table, or is done to them, has weights that are trained.
bool hasTrainedPositions(const LayerSettings &settings)
{
    const ModelSpec &spec = settings.spec;
    return settings.trainsBase
        && (spec.positions > 0 || spec.embeddingNorm || spec.layerEmbeddings.has_value());
}

/// The end of the layers that repeat with that period from `first` on. `layers`: what each runs;
/// null where it is like no other.
int endOfRun(const std::vector<const Module *> &layers, int first, int period)
{
    const auto at = [&](int layer) { return layers[static_cast<std::size_t>(layer)]; };
    int end = std::min(first + period, static_cast<int>(layers.size()));
    while (end < static_cast<int>(layers.size()) && at(end) && at(end) == at(end - period))
        ++end;
    return end;
}

} // namespace

std::vector<LayerRun> StepModules::findRuns() const
{
    constexpr int longestPeriod = 32; ///< published patterns repeat after 2 to 8 layers
    constexpr int fewest = 3; ///< periods that are worth a row
    std::vector<const Module *> modules(static_cast<std::size_t>(m_layers));
    for (int i = 0; i < m_layers && m_settings.cut.grouped == 1; ++i)
        // The model keeps more around the first one, and behind those that get features of images.
        modules[static_cast<std::size_t>(i)]
            = i == 0 || i < tower().deepLayers || isFirstOfKind(i) ? nullptr : &layer(i);
    std::vector<LayerRun> runs;
    for (int first = 0; first < m_layers; first = runs.back().end) {
        LayerRun longest{.first = first, .end = endOfRun(modules, first, 1)};
        for (int period = 2; period <= longestPeriod && longest.end < m_layers; ++period) {
            const int end = endOfRun(modules, first, period);
            if (end > longest.end && end - first >= fewest * period)
                longest = {.first = first, .end = end, .period = period};
        }
        runs.push_back(longest);
    }
    return runs;
}

const LayerRun &StepModules::runOf(int layer) const
{
    return *std::partition_point(
        m_runs.begin(), m_runs.end(), [layer](const LayerRun &run) { return run.end <= layer; });
}

StepModules::Parts::Parts(const LayerForms &all)
    : forms(all)
    , like(all.count())
{
    for (std::size_t form = 0; form < like.size(); ++form)
        like[form].usual.kept = like[form].nope.kept = heldByLayers(form);
}

StepModules StepModules::onStage(const Stage &stage) const
{
    StepModules same(*this);
    same.m_settings.cut.stage = stage;
    return same;
}

void StepModules::writeLibrary(Parts &parts) const
{
    const Stage &stage = m_settings.cut.stage;
    const bool isEmbeddingFrozen = m_settings.ends.embedding == TableTraining::Frozen;
    if (stage.hasEmbedding)
        parts.embedding.tape = embeddingTape(m_settings, isEmbeddingFrozen && checkpoints());
    parts.tower = towerModules(m_settings);
    LayerKind kind;
    const auto note = [&kind](const Tape &tape) {
        for (const Given &given : tape.given)
            kind.common[static_cast<std::size_t>(given.what)] = tape.at(given.tensor);
    };
    note(parts.embedding.tape);
    // A frozen embedding gives its first layer nothing to differentiate, unless checkpointing
    // makes the inputs require a gradient (enable_input_require_grads).
    const bool hasLayers = parts.forms.layers() > 0; // else it is a stage without any
    const std::size_t ofFirst = hasLayers ? parts.forms.of(0) : 0;
    const bool startsWithout = isEmbeddingFrozen && !checkpoints() && !parts.tower.needsGradient
        && !hasTrainedPositions(m_settings);
    const bool isUnlike = givesNormed(m_settings.spec);
    if (hasLayers && (startsWithout || isUnlike) && parts.forms[ofFirst].takesGradient) {
        LayerKind first = kind;
        first.normsInput = !isUnlike;
        first.form = parts.forms[ofFirst];
        first.hasRotary = !isNope(0);
        first.inputRequiresGrad = !startsWithout;
        parts.first.tape = layerTape(m_settings, first);
    }
    // Layers that lend keys and values come before those that take them.
    for (std::size_t i = 0; i < parts.like.size(); ++i) {
        kind.form = parts.forms[i];
        kind.inputRequiresGrad = kind.form.takesGradient;
        kind.hasRotary = true;
        parts.like[i].usual.tape = layerTapeOf(kind);
        note(parts.like[i].usual.tape);
        if (i == ofFirst)
            note(parts.first.tape);
        kind.hasRotary = false;
        if (m_settings.spec.modules.nopeInterval > 0)
            parts.like[i].nope.tape = layerTapeOf(kind);
    }
    if (stage.hasHead)
        parts.head.tape = headTape(m_settings, heldInFinalNorm(), learnsBeforeHead(parts));
    if (m_settings.scores() && stage.hasHead)
        parts.scores.tape = scoreTape(m_settings, parts.head.tape.at(parts.head.tape.output));
}

void StepModules::writeMegatron(Parts &parts) const
{
    const MeshCut &cut = m_settings.cut;
    if (cut.stage.hasEmbedding)
        parts.embedding.tape = megatronEmbeddingTape(m_settings);
    if (cut.stage.hasHead)
        parts.head.tape = megatronHeadTape(m_settings);
    // Behind a frozen embedding nothing has a gradient before the first adapter, unless
    // Megatron-Bridge asks for one where layers are computed again (peft/recompute.py).
    if (!m_settings.trainsBase && cut.stage.hasEmbedding
        && m_settings.checkpointing != Checkpointing::Full && m_layers > 0)
        parts.first.tape = megatronLayerTape(
            m_settings, {.form = parts.forms[parts.forms.of(0)], .inputRequiresGrad = false});
    for (std::size_t i = 0; i < parts.like.size(); ++i) {
        LikeLayers &like = parts.like[i];
        like.usual.tape = megatronLayerTape(m_settings, {.form = parts.forms[i]});
        if (cut.checkpointed > 0 || cut.grouped > 1)
            like.whole.tape = like.usual.tape;
        if (cut.grouped > 1)
            like.opening.tape = like.closing.tape = like.usual.tape;
    }
}

void StepModules::writeNanotron(Parts &parts) const
{
    const Stage &stage = m_settings.cut.stage;
    if (stage.hasEmbedding)
        parts.embedding.tape = nanotronEmbeddingTape(m_settings);
    if (stage.hasHead)
        parts.head.tape = nanotronHeadTape(m_settings);
    for (LikeLayers &like : parts.like)
        like.usual.tape = nanotronLayerTape(m_settings);
}

bool StepModules::runsWhole(int index) const
{
    const int checkpointed = m_settings.cut.checkpointed;
    return checkpointed > 0 && index % layersOfChunk() >= checkpointed
        && m_settings.checkpointing == Checkpointing::Full;
}

const Module &StepModules::inGroup(int layer) const
{
    const LayerGroup group = groupOf(layer);
    const LikeLayers &like = m_parts->of(layer);
    if (layer == group.first)
        return like.opening;
    return layer == group.end - 1 ? like.closing : like.whole;
}

int StepModules::layersOfChunk() const
{
    return std::max(1, m_layers / m_settings.cut.chunks);
}

Tape StepModules::layerTapeOf(const LayerKind &kind) const
{
    LayerSettings settings = m_settings;
    settings.trainsBase &= !kind.form.isFrozen;
    Tape tape = layerTape(settings, kind);
    if (m_settings.checkpointing == Checkpointing::Selective)
        pickForSelectiveCheckpoint(tape);
    return tape;
}

bool StepModules::learnsBeforeHead(const Parts &parts) const
{
    if (m_settings.isEngines() || m_layers == 0 || !m_settings.tracks)
        return true;
    const Tape &last = parts.of(m_layers - 1).usual.tape;
    const bool isFirst = m_layers == 1 && parts.first.exists();
    const Tape &tape = isFirst ? parts.first.tape : last;
    return tape.at(tape.output).requiresGrad;
}

/// The model's forward pass ends behind the final norm.
double StepModules::heldInFinalNorm() const
{
    return keptByModel() + lentBytes() + lookedUpBytes(m_settings, checkpoints())
        + m_parts->tower.outputs + (checkpoints() ? 0 : maskBytes(m_settings));
}

double StepModules::lentBytes() const
{
    double bytes = 0;
    for (int i = 0; i < m_layers && m_settings.spec.mixed && !checkpoints(); ++i) {
        for (const Given &given : layer(i).tape.given) {
            const bool isLonger = CommonTensors::isKeptByTakers(layer(i).tape, given);
            bytes += isLonger ? 0 : heldByName(layer(i), given);
        }
    }
    return bytes;
}

double StepModules::heldByName(const Module &module, const Given &given)
{
    const bool isKept
        = !module.options.isCheckpointed && module.tape.at(given.tensor).holding == Holding::Saved;
    return isKept ? 0 : module.tape.storageOf(given.tensor);
}

double StepModules::keptByEmbedding() const
{
    const Tape &tape = embedding().tape;
    const bool isKept = embedding().exists() && tape.at(tape.output).holding == Holding::Saved;
    return isKept ? tape.storageOf(tape.output) : 0;
}

bool StepModules::firstKeepsInput() const
{
    const Tape &tape = layer(0).tape;
    return checkpoints() || tape.at(tape.input).holding == Holding::Saved;
}

double StepModules::keptByModel() const
{
    // models/gpt/gpt_model.py, GPTModel.forward: decoder_input, which a frozen layer does not keep.
    if (m_settings.isMegatron() && m_parts->first.exists())
        return layer(0).tape.storageOf(layer(0).tape.input);
    if (m_settings.isEngines() || m_settings.isTorchtitan())
        return 0;
    const Tape &tape = layer(0).tape;
    const auto heldBeside = [&](TensorId id) {
        const bool isKept
            = checkpoints() ? id == tape.input : tape.at(id).holding == Holding::Saved;
        return isKept ? 0 : tape.storageOf(id);
    };
    // An encoder's embedding is a module: its locals end with it.
    const ModelSpec &spec = m_settings.spec;
    const bool hasLocals = !spec.encoder && (spec.positions > 0 || spec.embeddingNorm);
    const bool looksUp = hasLocals || keptByEmbedding() > 0;
    return (looksUp ? 0 : heldBeside(tape.input))
        + (tape.returned == NoTensor ? 0 : heldBeside(tape.returned));
}

void StepModules::run(Parts &parts, Requests requests) const
{
    const auto runOne = [requests](Module &module, const ProfileOptions &options) {
        if (!module.exists())
            return;
        module.options = options;
        module.profile
            = profileOf(module.tape, options, requests == Requests::Kept ? &module.trace : nullptr);
    };
    ProfileOptions options{
        .isReentrant = precedesFive(m_settings.library), .addsInPlace = m_settings.fusedKernels};
    options.isReentrant |= m_settings.isEngines(); // CheckpointFunction of Megatron's random.py
    options.splitsBackward = m_settings.cut.splitsBackward;
    runOne(parts.embedding, options);
    ProfileOptions opening = options;
    opening.holdsInput = true;
    ProfileOptions closing = options;
    closing.holdsOutput = true;
    for (LikeLayers &like : parts.like) {
        runOne(like.whole, options);
        runOne(like.opening, opening);
        runOne(like.closing, closing);
    }
    ProfileOptions top = options;
    top.isTop = true;
    runOne(parts.head, top);
    runOne(parts.scores, top);
    runTower(parts.tower, m_settings, options, requests);
    options.isCheckpointed
        = m_settings.isEngines() ? m_settings.checkpointing == Checkpointing::Full : checkpoints();
    runOne(parts.first, options);
    for (LikeLayers &like : parts.like) {
        runOne(like.usual, options);
        runOne(like.nope, options);
    }
}

ModelTapes StepModules::tapes() const
{
    ModelTapes tapes{.tower = tapesOf(m_parts->tower),
        .towerOrder = orderOf(m_parts->tower),
        .towerNeedsGradient = m_parts->tower.needsGradient,
        .embedding = &m_parts->embedding.tape,
        .head = &m_parts->head.tape,
        .forms = m_parts->forms};
    for (const LikeLayers &like : m_parts->like)
        tapes.ofForm.push_back(&like.usual.tape);
    return tapes;
}

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

/// Gemma 4: the frequencies of both kinds of layers, a factor of each layer, and of each table
/// (layer_scalar, embed_scale).
double mixedBuffers(const LayerSettings &settings)
{
    double bytes = (settings.spec.layerEmbeddings ? 2 : 1) * StorageGranule;
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
    const double ids = storageBytes(settings.tokens(), Dtype::Wide);
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
    case Objective::Dpo: {
        const bool isComputed = settings.beside.reference != ReferenceModel::None;
        const double scores = 2 * storageBytes(settings.batch / 2, Dtype::Single);
        return 3 * ids + (isComputed ? 0 : scores);
    }
    case Objective::Grpo: {
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
    const ModuleTraits &traits = settings.spec.modules;
    const double frequencies = traits.rotary == Rotary::None
        ? 0
        : storageBytes(rotaryWidth(settings) / 2, Dtype::Single);
    if (settings.isTorchtitan())
        return storageBytes(settings.tokens(), Dtype::Wide)
            + settings.cut.chunks * rotaryBytes(settings);
    const auto positions = static_cast<double>(settings.spec.positions);
    const double mask
        = traits.keepsCausalMask ? storageBytes(positions * positions, Dtype::Byte) : 0;
    if (settings.spec.mixed)
        return storageBytes(settings.tokens(), Dtype::Wide) + mixedBuffers(settings);
    if (settings.spec.encoder)
        return batchBytes(settings) + encoderInputBytes(settings);
    // mup_vector of each of Falcon-H1's mixers.
    const std::optional<StateSpace> &space = settings.spec.stateSpace;
    const double scales = space && space->scales ? static_cast<double>(settings.spec.layers)
            * storageBytes(static_cast<double>(space->projectedWidth()), settings.buffers)
                                                 : 0;
    // inv_freq and original_inv_freq.
    return scales + batchBytes(settings) + 2 * traits.rotaryTables * frequencies + mask;
}

double kindTableBytes(const LayerSettings &settings, bool seesAll)
{
    if (!hasLayers(settings.spec, seesAll))
        return 0;
    const double elements = settings.turnedTokens() * rotaryWidth(settings, seesAll);
    return 2 * storageBytes(elements, settings.weights);
}

double tableBytes(const LayerSettings &settings)
{
    const bool isElsewhere
        = settings.isEngines() || settings.isTorchtitan() || settings.hasOwnTables();
    return isElsewhere ? 0 : rotaryBytes(settings);
}

double maskBytes(const LayerSettings &settings)
{
    if (settings.isEngines())
        return 0;
    if (settings.spec.encoder)
        return encoderMaskBytes(settings);
    // Tables of which each layer makes its own are referred to no longer than masks.
    if (settings.isTorchtitan() && isFlash(settings.attention))
        return 0;
    const double tables
        = settings.hasOwnTables() ? settings.spec.modules.tableSections * rotaryBytes(settings) : 0;
    const double ids = storageBytes(settings.sequence, Dtype::Wide) + tables;
    if (isFlash(settings.attention))
        return ids;
    // SDPA takes a mask of true and false.
    const Dtype dtype = settings.attention == Attention::Eager ? settings.weights : Dtype::Byte;
    const double pairs = settings.tokens() * settings.sequence;
    return ids + settings.spec.modules.masks * storageBytes(pairs, dtype);
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
    const bool isSingle = isCast || (!settings.autocast && settings.tables == Dtype::Single);
    const double logits = settings.tokens() * static_cast<double>(settings.spec.vocabulary);
    return storageBytes(logits, isSingle ? Dtype::Single : Dtype::Half);
}

} // namespace

double returnedBytes(const LayerSettings &settings)
{
    if (settings.outputs == Outputs::Dropped)
        return 0;
    return returnedLogitBytes(settings)
        + static_cast<double>(settings.spec.layers) * keyValueBytes(settings);
}

double lookedUpBytes(const LayerSettings &settings, bool checkpoints)
{
    const ModelSpec &spec = settings.spec;
    if (settings.isEngines() || spec.encoder || (spec.positions == 0 && !spec.embeddingNorm))
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
    return storageBytes(ids * h, settings.weights) + (isKept ? 0 : rows);
}

} // namespace shardscope
