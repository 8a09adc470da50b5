// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/trained.h"

#include "core/model/layerforms.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/step/cutter.h"
#include "core/step/workload.h"

#include <algorithm>

namespace shardscope {

bool trainsBesideTable(const ModelSpec &spec)
{
    return spec.positions > 0 || (spec.embeddingNorm && hasWeights(spec.norm))
        || spec.layerEmbeddings;
}

namespace {

bool isPlanned(const Scenario &scenario, const ModelSpec &spec)
{
    return plansTrainedParts(scenario) && cutterFor(scenario, spec) == Cutter::None && !spec.tower;
}

/// Whether a layer of that form has adapters.
bool isAdapted(const ModelSpec &spec, const LayerForm &form, const LoraTargets &targets)
{
    const std::vector<Linear> linears = linearsOf(spec, form);
    const bool hasExperts = targets.router() || targets.gateUp() || targets.down();
    return (form.isSparse() && hasExperts)
        || std::any_of(linears.begin(), linears.end(),
            [&](const Linear &linear) { return targets.takesIn(linear.name); });
}

bool isTrained(const ModelSpec &spec, const LayerForm &form, const Scenario &scenario)
{
    const Training &training = scenario.training;
    if (training.method == Method::Full)
        return !form.isFrozen;
    if (training.adapter == AdapterKind::PrefixTuning)
        return true;
    if (training.adapter == AdapterKind::LnTuning)
        return NormTargets(spec, training.loraTargets).inLayer() > 0;
    return isAdapted(spec, form, adaptedModules(spec, training));
}

/// Whether the first layer's input needs a gradient whatever the layers are.
bool startsWithGradient(const Scenario &scenario, const ModelSpec &spec)
{
    // transformers 5.12.1 modeling_utils.py, gradient_checkpointing_enable, asks for gradients of
    // what is embedded (enable_input_require_grads), whatever is trained.
    const bool isAskedFor = scenario.training.checkpointing != Checkpointing::None;
    const bool hasOthers = scenario.training.method == Method::Full && trainsBesideTable(spec);
    const AdapterKind kind = scenario.training.adapter;
    const bool isPrompted = scenario.training.method != Method::Full
        && (isPrompt(kind) || kind == AdapterKind::TrainableTokens);
    return isAskedFor || hasOthers || isPrompted || adaptedTables(scenario, spec).embedding
        || trainedEnds(scenario, spec).embedding != TableTraining::Frozen;
}

void freezeLayers(ModelSpec &spec, int frozenLayers)
{
    for (std::int64_t layer = 0; layer < spec.layers; ++layer)
        spec.forms[static_cast<std::size_t>(layer)].isFrozen
            = isFrozenLayer(frozenLayers, layer, spec.layers);
}

/// Layers that are frozen, as `training.frozen_layers` counts them.
int frozenLayersIn(const Training &training, const ModelSpec &spec)
{
    return trainsOneBlock(training) ? 1 - static_cast<int>(spec.layers) : training.frozenLayers;
}

/// Layers before the first that is trained, and that one, have no gradient of their input. Where
/// it is the very first layer, that is `StepModules`' matter.
void endGradients(ModelSpec &spec, const Scenario &scenario)
{
    const auto first = std::find_if(spec.forms.begin(), spec.forms.end(),
        [&](const LayerForm &form) { return isTrained(spec, form, scenario); });
    const Training &training = scenario.training;
    const bool canBeNone = training.method == Method::Full
        || training.adapter == AdapterKind::LnTuning || adaptedTables(scenario, spec).head;
    if (first == spec.forms.begin() || (first == spec.forms.end() && !canBeNone))
        return;
    const auto end = first == spec.forms.end() ? first : first + 1;
    std::for_each(spec.forms.begin(), end, [](LayerForm &form) { form.takesGradient = false; });
}

/// Of an encoder-decoder with adapters: what is embedded for the decoder has no gradient, unless
/// checkpoints ask for one (transformers 5.12.1 modeling_utils.py, enable_input_require_grads).
ModelSpec stacksInTraining(const ModelSpec &spec, const Scenario &scenario)
{
    const Training &training = scenario.training;
    if (training.method == Method::Full || training.checkpointing != Checkpointing::None)
        return spec;
    ModelSpec marked = spec;
    for (std::int64_t unit = 0; unit < spec.units(); ++unit)
        marked.forms.push_back(spec.formOf(unit));
    marked.forms[static_cast<std::size_t>(spec.seq2seq->encoderLayers + 1)].takesGradient = false;
    return marked;
}

} // namespace

bool freezesParts(const Training &training)
{
    return training.method == Method::Full
        && (training.frozenLayers != 0 || !training.frozenModules.empty()
            || trainsBlocks(training.optimizer));
}

bool trainsOneBlock(const Training &training)
{
    return training.method == Method::Full && trainsBlocks(training.optimizer);
}

bool plansParts(const Scenario &scenario, const ModelSpec &spec)
{
    return isPlanned(scenario, spec) && !spec.encoder && !spec.seq2seq && !spec.mixed
        && !spec.layerEmbeddings;
}

LoraTargets adaptedModules(const ModelSpec &spec, const Training &training)
{
    if (training.method == Method::Full || !adaptsMatrices(training.adapter))
        return {};
    return LoraTargets(spec, training.loraTargets, training.modules);
}

TableNames adaptedTables(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const bool hasLogits = training.loss == Loss::Standard || training.loss == Loss::InPlace;
    const bool isPlanned = training.method != Method::Full && training.adapter == AdapterKind::Lora
        && plansParts(scenario, spec) && hasLogits && training.kernels != Kernels::Unsloth
        && habitsFor(scenario).wrap == Wrap::Root;
    return isPlanned ? tablesIn(spec, training.loraTargets) : TableNames{};
}

bool isFrozenLayer(int frozenLayers, std::int64_t layer, std::int64_t layers)
{
    return frozenLayers >= 0 ? layer < frozenLayers : layer >= layers + frozenLayers;
}

TrainedEnds trainedEnds(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    constexpr TableTraining frozen = TableTraining::Frozen;
    if (training.method != Method::Full) {
        const TableNames saved
            = plansParts(scenario, spec) ? tablesIn(spec, training.modulesToSave) : TableNames{};
        return {.embedding = saved.embedding ? TableTraining::Copied : frozen,
            .head = saved.head ? TableTraining::Copied : frozen,
            .norm = false};
    }
    TrainedEnds ends;
    if (!plansParts(scenario, spec))
        return ends;
    if (trainsOneBlock(training))
        return {.embedding = frozen, .head = frozen, .norm = false};
    const TableNames names = tablesIn(spec, training.frozenModules);
    const bool isBoth = spec.tiedEmbeddings && names.count() > 0; // one parameter
    if (names.embedding || isBoth)
        ends.embedding = frozen;
    if (names.head || isBoth)
        ends.head = frozen;
    ends.norm = !isNamed(training.frozenModules, finalNorm);
    return ends;
}

bool isUnpaddedSdpa(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    // masking_utils.py, _ignore_causal_mask_sdpa: more keys than queries want a mask.
    const bool isPrefixed
        = training.method != Method::Full && training.adapter == AdapterKind::PrefixTuning;
    return training.attention == Attention::SdpaUnpadded && !isPrefixed && !spec.indexer
        && !towerWork(scenario, spec);
}

bool goesUnmasked(const Scenario &scenario, const ModelSpec &spec)
{
    // modeling_falcon.py, FalconModel.forward: a function of its own makes one of any sequences.
    const bool isForced = spec.modules.attention == AttentionCode::Falcon
        && scenario.training.modules == ModuleLibrary::Transformers5;
    return isUnpaddedSdpa(scenario, spec) && !isForced;
}

bool masksWindows(const Scenario &scenario, const ModelSpec &spec)
{
    const Framework framework = frameworkFor(scenario.parallel);
    return goesUnmasked(scenario, spec) && spec.windows
        && scenario.training.sequenceLength >= spec.windows->tokens
        && scenario.training.modules != ModuleLibrary::Torchtitan
        && framework != Framework::Megatron && framework != Framework::Nanotron
        && meshOf(scenario).context == 1;
}

namespace {

/// Layers of a quantised base that have modules in 16 bits which others have not.
void markUnquantized(ModelSpec &spec, const Training &training)
{
    const UnquantizedModules left = unquantizedModules(training, spec);
    if (!left.namesLayers())
        return;
    std::vector<LayerForm> forms;
    for (std::int64_t layer = 0; layer < spec.layers; ++layer) {
        forms.push_back(spec.formOf(layer));
        forms.back().left = left.listOf(layer);
    }
    spec.forms = std::move(forms);
}

} // namespace

ModelSpec specInTraining(ModelSpec spec, const Scenario &scenario)
{
    if (spec.seq2seq)
        return stacksInTraining(spec, scenario);
    markUnquantized(spec, scenario.training);
    if (spec.windows)
        spec.windows->areMasked = masksWindows(scenario, spec);
    const bool isFull = scenario.training.method == Method::Full;
    const bool isMarked
        = plansParts(scenario, spec) && (!isFull || freezesParts(scenario.training));
    const bool isEnded = isMarked && !startsWithGradient(scenario, spec);
    if (!isMarked || (!isFull && !isEnded))
        return spec;
    std::vector<LayerForm> forms;
    forms.reserve(static_cast<std::size_t>(spec.layers));
    for (std::int64_t layer = 0; layer < spec.layers; ++layer)
        forms.push_back(spec.formOf(layer));
    ModelSpec marked = spec;
    marked.forms = std::move(forms);
    if (isFull)
        freezeLayers(marked, frozenLayersIn(scenario.training, spec));
    if (isEnded)
        endGradients(marked, scenario);
    const bool isPlain = std::all_of(marked.forms.begin(), marked.forms.end(),
        [](const LayerForm &form) { return !form.isFrozen && form.takesGradient; });
    return isPlain ? spec : marked;
}

double frozenParameters(
    const Scenario &scenario, const ModelSpec &spec, const ParameterCount &count)
{
    const auto ofTower = [](TowerTraining training, double parameters) {
        return training == TowerTraining::Frozen ? parameters : 0;
    };
    const TrainedEnds ends = trainedEnds(scenario, spec);
    const auto ofTable = [](TableTraining training, double parameters) {
        return training == TableTraining::Frozen ? parameters : 0;
    };
    const double bias = spec.headBias ? static_cast<double>(spec.vocabulary) : 0;
    return ofTower(scenario.vision.tower, count.tower)
        + ofTower(scenario.vision.projector, count.projector) + layersInTraining(spec).frozen
        + ofTable(ends.embedding, count.embedding) + ofTable(ends.head, count.head + bias)
        + (ends.norm ? 0 : finalNormParameters(spec)) + fixedPlaces(spec);
}

double savedParameters(const TrainedEnds &ends, const ModelSpec &spec)
{
    const double table = static_cast<double>(spec.vocabulary) * static_cast<double>(spec.hidden);
    const double bias = spec.headBias ? static_cast<double>(spec.vocabulary) : 0;
    return (ends.embedding == TableTraining::Copied ? table : 0)
        + (ends.head == TableTraining::Copied ? table + bias : 0);
}

double savedClassifier(const ModelSpec &spec)
{
    const auto labels = static_cast<double>(spec.labels);
    const auto h = static_cast<double>(spec.hidden);
    if (!spec.encoder || labels == 0)
        return labels * h;
    const bool isInTwo
        = spec.encoder->head == EncoderHead::Sequence && spec.encoder->classifiesInTwo();
    return (h + 1) * (labels + (isInTwo ? h : 0));
}

std::string_view firstUnknownFrozen(const ModelSpec &spec, std::string_view names)
{
    while (!names.empty()) {
        const std::size_t comma = std::min(names.find(','), names.size());
        const std::string_view name = firstBesideTables(spec, names.substr(0, comma));
        if (!name.empty() && name != finalNorm)
            return name;
        names.remove_prefix(std::min(comma + 1, names.size()));
    }
    return {};
}

} // namespace shardscope
