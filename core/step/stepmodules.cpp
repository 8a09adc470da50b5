// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stepmodules.h"

#include "core/graph/compiled.h"
#include "core/modules/encoder.h"
#include "core/modules/layers.h"
#include "core/modules/megatron/layers.h"
#include "core/modules/nanotron/layers.h"
#include "core/modules/scores.h"
#include "core/modules/seq2seq.h"
#include "core/step/commontensors.h"
#include "core/step/towermodules.h"
#include "core/step/trained.h"

#include <algorithm>
#include <utility>

namespace shardscope {

StepModules::StepModules(const LayerSettings &settings, Requests requests)
    : m_settings(settings)
    , m_layers(settings.cut.stage.stages > 1 || settings.isEngines()
              ? settings.cut.stage.layers
              : static_cast<int>(settings.spec.units()))
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
    if (m_settings.values() || isOfAnchors())
        parts->keepAs(Held::Earlier);
    while (m_firstLearning < m_layers
        && !layer(m_firstLearning).tape.at(layer(m_firstLearning).tape.output).requiresGrad)
        ++m_firstLearning;
    m_runs = findRuns();
    if (settings.tracks)
        addUntracked();
}

double StepModules::returnedState(int layer, Returned which) const
{
    const Module &module = this->layer(layer);
    const Tape &tape = module.tape;
    const bool isKept
        = module.options.isCheckpointed || tape.at(tape.input).holding == Holding::Saved;
    const bool isCounted = which == Returned::All || !isKept;
    return m_settings.returnsStates && isCounted ? tape.storageOf(tape.input) : 0;
}

double StepModules::returnedKeys(int layer, Returned which) const
{
    const Module &module = this->layer(layer);
    double bytes = 0;
    for (const Given &given : module.tape.given) {
        if (given.what == Common::Returned)
            bytes += which == Returned::All ? module.tape.storageOf(given.tensor)
                                            : heldByName(module, given);
    }
    return bytes;
}

double StepModules::returnedNormed(Returned which) const
{
    const Given *given = head().tape.giving(Common::Returned);
    if (!given || !m_settings.returnsStates)
        return 0;
    return which == Returned::All ? head().tape.storageOf(given->tensor)
                                  : heldByName(head(), *given);
}

bool StepModules::isOfAnchors() const
{
    return m_settings.contrasts && m_settings.contrasts->areAnchors;
}

double StepModules::handedOutBytes() const
{
    const Given *given = head().tape.giving(Common::Returned);
    return given ? heldByName(head(), *given) : 0;
}

double StepModules::leafBytes() const
{
    return embedsLeaf() ? embedding().tape.storageOf(embedding().tape.output) : 0;
}

namespace {

/// Adapters stand beside the matrices that make the other streams.
bool hasTrainedStreams(const LayerSettings &settings, const Module &embedding)
{
    return settings.spec.altUp && embedding.exists()
        && embedding.tape.at(embedding.tape.output).requiresGrad;
}

} // namespace

StepModules::Parts::Parts(const LayerForms &all)
    : forms(all)
    , like(all.count())
{
    for (std::size_t form = 0; form < like.size(); ++form)
        like[form].usual.kept = like[form].nope.kept = heldByLayers(form);
}

void StepModules::Parts::keepAs(Held held)
{
    embedding.kept = first.kept = head.kept = held;
    for (LikeLayers &layers : like)
        layers.usual.kept = layers.nope.kept = layers.whole.kept = held;
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
        parts.embedding.tape = embeddingTape(m_settings, embedsLeaf());
    parts.tower = towerModules(m_settings);
    LayerKind kind;
    const auto note = [&kind](const Tape &tape) {
        for (const Given &given : tape.given)
            kind.common[static_cast<std::size_t>(given.what)] = tape.at(given.tensor);
    };
    note(parts.embedding.tape);
    if (parts.tower.exists())
        note(parts.tower.part(parts.tower.size() - 1).tape);
    if (parts.tower.exists() && m_settings.spec.layerEmbeddings) {
        addLayerInputs(parts.tower, m_settings, kind.commonly(Common::LayerRows));
        note(parts.tower.kinds.back().tape);
    }
    // A frozen embedding gives its first layer nothing to differentiate, unless checkpointing
    // makes the inputs require a gradient (enable_input_require_grads).
    const bool hasLayers = parts.forms.layers() > 0; // else it is a stage without any
    const std::size_t ofFirst = hasLayers ? parts.forms.of(0) : 0;
    const bool mixesFeatures = parts.tower.needsGradient && !m_settings.spec.tower->isAttendedTo();
    const bool startsWithout = isEmbeddingFrozen && !checkpoints() && !mixesFeatures
        && !m_settings.isPrompted() && !m_settings.trainsTokens() && !m_settings.adaptsEmbedding()
        && !(m_settings.trainsBase && trainsBesideTable(m_settings.spec))
        && !hasTrainedStreams(m_settings, parts.embedding);
    const ModuleTraits &traits = m_settings.spec.modules;
    const bool isWide = traits.streamInSingle
        || (traits.attention == AttentionCode::Xglm && m_settings.castsInputs);
    const bool startsStream = isWide && stage.hasEmbedding;
    if (hasLayers && (startsWithout || startsStream) && parts.forms[ofFirst].takesGradient) {
        LayerKind first = kind;
        first.startsStream = startsStream;
        first.form = parts.forms[ofFirst];
        first.hasRotary = !isNope(0);
        first.inputRequiresGrad = !startsWithout;
        parts.first.tape = ofLayers(layerTape(settingsOf(first.form), first));
    }
    // Layers that lend keys and values come before those that take them.
    for (std::size_t i = 0; i < parts.like.size(); ++i) {
        kind.form = parts.forms[i];
        kind.inputRequiresGrad = kind.form.takesGradient;
        kind.hasRotary = true;
        parts.like[i].usual.tape = kind.form.stack == Stack::Between
            ? betweenStacksTape(m_settings, kind.inputRequiresGrad)
            : layerTapeOf(kind);
        note(parts.like[i].usual.tape);
        if (checkpoints() && m_settings.checkpointEvery > 1)
            parts.like[i].whole.tape = wholeTapeOf(kind);
        if (i == ofFirst)
            note(parts.first.tape);
        kind.hasRotary = false;
        if (m_settings.spec.modules.nopeInterval > 0)
            parts.like[i].nope.tape = layerTapeOf(kind);
    }
    if (stage.hasHead && m_settings.spec.seq2seq)
        parts.head.tape = decoderHeadTape(m_settings);
    else if (stage.hasHead)
        parts.head.tape = headTape(m_settings, heldInFinalNorm() + givenBy(Common::Embedded),
            learnsBeforeHead(parts), givenBy(Common::FirstStreams));
    if (stage.hasHead && m_settings.compiling == Compiling::Model)
        parts.head.tape = compiledTape(parts.head.tape, GraphScope::Model);
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
    const int every = m_settings.checkpointEvery;
    if (every > 1)
        return checkpoints() && (index + 1) % every != 0;
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

Tape StepModules::ofLayers(Tape &&eager) const
{
    if (m_settings.compiling == Compiling::Nothing)
        return std::move(eager);
    const bool isOneGraph = m_settings.compiling == Compiling::Model && !m_settings.isTorchtitan();
    return compiledTape(eager, isOneGraph ? GraphScope::Model : GraphScope::Module);
}

LayerSettings StepModules::settingsOf(const LayerForm &form) const
{
    LayerSettings settings = m_settings;
    settings.trainsBase &= !form.isFrozen;
    if (form.left > 0)
        settings.unquantized = settings.unquantized.within(form);
    if (settings.spec.unlikeHeads)
        settings.spec = settings.spec.shapedAs(form);
    const bool isMasked
        = form.isMasked || (form.seesImages && settings.attention != Attention::Eager);
    if (isMasked) // which FlashAttention does not take
        settings.attention = Attention::Sdpa;
    return settings;
}

Tape StepModules::layerTapeOf(const LayerKind &kind) const
{
    Tape tape = ofLayers(layerTape(settingsOf(kind.form), kind));
    if (m_settings.checkpointing == Checkpointing::Selective)
        pickForSelectiveCheckpoint(tape);
    return tape;
}

Tape StepModules::wholeTapeOf(const LayerKind &kind) const
{
    LayerSettings settings = settingsOf(kind.form);
    settings.checkpointing = Checkpointing::None;
    return ofLayers(layerTape(settings, kind));
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

int StepModules::firstAttending() const
{
    if (!m_settings.tower || !m_settings.spec.imageLayers)
        return -1;
    int first = 0;
    while (
        !checkpoints() && first < m_layers && !m_parts->forms[m_parts->forms.of(first)].seesImages)
        ++first;
    return std::max(first, m_firstLearning);
}

double StepModules::bytesInFront() const
{
    const KeysInFront front = m_settings.keysInFront();
    const double elements = m_settings.elementsInFront();
    return storageBytes(elements, front.key) + storageBytes(elements, front.value);
}

double StepModules::cachedBytes() const
{
    double bytes = 0;
    for (int i = 0; i < m_layers && m_settings.isPrefixed(); ++i) {
        for (const Given &given : layer(i).tape.given)
            bytes += given.what == Common::Cached ? heldByName(layer(i), given) : 0;
    }
    return bytes;
}

double StepModules::keptByPrompt() const
{
    if (!m_settings.isPrompted())
        return 0;
    const ModelSpec &spec = m_settings.spec;
    return spec.positions > 0 || spec.embeddingNorm ? m_settings.streamBytes() : keptByModel();
}

/// The model's forward pass ends behind the final norm.
double StepModules::keptAroundModel() const
{
    return m_settings.spec.modules.keepsEmbeddingAround ? keptByModel() : 0;
}

double StepModules::heldInFinalNorm() const
{
    return keptByModel() - keptByPrompt() + lentBytes() + lastChoice()
        + lookedUpBytes(m_settings, checkpoints()) + m_parts->tower.outputs + m_parts->tower.merging
        + (checkpoints() ? 0 : maskBytes(m_settings));
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

double StepModules::givenBy(Common what) const
{
    double bytes = 0;
    for (const Given &given : embedding().tape.given)
        bytes += given.what == what ? heldByName(embedding(), given) : 0;
    return bytes;
}

double StepModules::heldByName(const Module &module, const Given &given)
{
    const bool isKept
        = !module.options.isCheckpointed && module.tape.at(given.tensor).holding == Holding::Saved;
    return isKept ? 0 : module.tape.storageOf(given.tensor);
}

bool StepModules::embedsLeaf() const
{
    return m_settings.ends.embedding == TableTraining::Frozen && checkpoints()
        && !m_settings.adaptsEmbedding();
}

double StepModules::keptByEmbedding() const
{
    const Tape &tape = embedding().tape;
    // A leaf has a node that its gradient is going to be added at, and that refers to it.
    const bool isNamed = embedsLeaf() && !firstIsCheckpointed();
    const bool isKept
        = embedding().exists() && (isNamed || tape.at(tape.output).holding == Holding::Saved);
    return isKept ? tape.storageOf(tape.output) : 0;
}

bool StepModules::firstKeepsInput() const
{
    const Tape &tape = layer(0).tape;
    if (checkpoints() && layer(0).options.hostCopies != HostCopies::None)
        return false;
    return firstIsCheckpointed() || tape.at(tape.input).holding == Holding::Saved;
}

double StepModules::leftByHooks() const
{
    return embedsLeaf() && m_settings.activationOffload == ActivationOffload::Saved ? 2
            * storageBytes(
                m_settings.words() * static_cast<double>(m_settings.spec.hidden), m_settings.tables)
                                                                                    : 0;
}

double StepModules::keptByModel() const
{
    if (m_settings.returnsStates) // among these
        return 0;
    // models/gpt/gpt_model.py, GPTModel.forward: decoder_input, which a frozen layer does not keep.
    if (m_settings.isMegatron() && m_parts->first.exists())
        return layer(0).tape.storageOf(layer(0).tape.input);
    if (m_settings.isEngines() || m_settings.isTorchtitan())
        return 0;
    const Tape &tape = layer(0).tape;
    const auto heldBeside = [&](TensorId id) {
        const bool isOnHost = layer(0).options.hostCopies != HostCopies::None;
        const bool isKept = firstIsCheckpointed() ? id == tape.input && !isOnHost
                                                  : tape.at(id).holding == Holding::Saved;
        return isKept ? 0 : tape.storageOf(id);
    };
    // An encoder's embedding is a module: its locals end with it.
    const ModelSpec &spec = m_settings.spec;
    // Of an encoder-decoder the layers' input has a name where it is the table's rows as they are.
    const bool isEmbedded
        = spec.seq2seq && (!isOfT5(spec.seq2seq->code) || spec.modules.embeddingDropout > 0);
    const bool hasLocals
        = !spec.encoder && (spec.positions > 0 || spec.embeddingNorm || isEmbedded);
    // Of several streams the name passes on to what the first layer makes of them.
    const bool looksUp = hasLocals || spec.altUp || keptByEmbedding() > 0;
    const bool isCounted = tape.returned == NoTensor || choiceHeldBehind(0) > 0;
    return (looksUp ? 0 : heldBeside(tape.input)) + (isCounted ? 0 : heldBeside(tape.returned));
}

double StepModules::choiceHeldBehind(int layer) const
{
    const std::optional<Indexer> &indexer = m_settings.spec.indexer;
    if (!indexer || !indexer->handsOn || !checkpoints() || !m_settings.tracks)
        return 0;
    const Tape &tape = this->layer(layer).tape;
    return tape.returned == NoTensor ? 0 : tape.storageOf(tape.returned);
}

double StepModules::lastChoice() const
{
    return m_layers > 0 ? choiceHeldBehind(m_layers - 1) : 0;
}

namespace {

/// torch adds to the gradient that came first, the head's, unless that is a view: a product's is
/// one of its transpose, what autocast casts back is not, nor is what a loss hands out that
/// computes it itself (torch 2.11 torch/csrc/autograd/input_buffer.cpp, can_accumulate_inplace).
/// Tensors of a Python class are never added to.
bool joinsTiedInPlace(const LayerSettings &settings)
{
    if (!settings.fusedKernels)
        return false;
    const bool isCastBack = settings.autocast && settings.tables == Dtype::Single;
    return settings.isEngines() || isCastBack || settings.loss == Loss::Fused
        || settings.loss == Loss::Chunked;
}

} // namespace

void StepModules::run(Parts &parts, Requests requests) const
{
    const auto runOne = [requests](Module &module, const ProfileOptions &options) {
        if (!module.exists())
            return;
        module.options = options;
        module.routerGraph = CommonTensors::routerGraph(module);
        module.profile
            = profileOf(module.tape, options, requests == Requests::Kept ? &module.trace : nullptr);
    };
    ProfileOptions options{.isReentrant = m_settings.reentersCheckpoints,
        .addsInPlace = m_settings.fusedKernels,
        .joinsTiedInPlace = joinsTiedInPlace(m_settings),
        .residentThreads = m_settings.residentThreads};
    options.isReentrant |= m_settings.isEngines(); // CheckpointFunction of Megatron's random.py
    options.splitsBackward = m_settings.cut.splitsBackward;
    options.holdsReturned = m_settings.returnsStates && m_settings.tracks && !m_settings.values();
    const bool savesOnHost = m_settings.activationOffload == ActivationOffload::Saved;
    if (savesOnHost)
        options.hostCopies = HostCopies::Saved;
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
    // get_act_offloading_ctx_manager looks for a head by its name: GPT-NeoX calls it embed_out.
    if (savesOnHost && m_settings.spec.modelType != "gpt_neox")
        top.hostCopies = HostCopies::NotHead;
    runOne(parts.head, top);
    runOne(parts.scores, top);
    runTower(parts.tower, m_settings, options, requests);
    if (m_settings.activationOffload == ActivationOffload::Inputs) {
        options.isReentrant = true; // unsloth_zoo gradient_checkpointing.py
        if (buffersInputs(m_settings))
            options.hostCopies = HostCopies::Input;
    }
    options.isCheckpointed
        = m_settings.isEngines() ? m_settings.checkpointing == Checkpointing::Full : checkpoints();
    runOne(parts.first, options);
    for (std::size_t i = 0; i < parts.like.size(); ++i) {
        LikeLayers &like = parts.like[i];
        ProfileOptions own = options;
        const LayerForm &form = parts.forms[i];
        const bool isPassedOver = form.seesImages && !m_settings.tower;
        own.isCheckpointed &= form.stack != Stack::Between && !isPassedOver;
        runOne(like.usual, own);
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
    tapes.between = between();
    if (m_value)
        tapes.beside.push_back(m_value->tapes());
    return tapes;
}

} // namespace shardscope
