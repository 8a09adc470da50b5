// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/resolve.h"

#include "core/catalog/unknownid.h"
#include "core/modules/megatron/adapters.h"
#include "core/scenario/objective.h"
#include "core/step/cutter.h"
#include "core/step/trained.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

namespace shardscope {

namespace {

struct Anchor
{
    double parameters;
    double hidden;
    double layers;
};

// Shapes of published decoder models of about that size: GPT-3 125M and 350M, TinyLlama 1.1B,
// Llama 3.2 3B, Llama 7B, 13B, 33B, 70B, 405B. The first is the smallest that the vocabulary allows
// for; the last two continue the line.
constexpr std::array<Anchor, 12> anchors{{
    {4.5e6, 128, 2},
    {0.125e9, 768, 12},
    {0.35e9, 1024, 24},
    {1.1e9, 2048, 22},
    {3.2e9, 3072, 28},
    {7e9, 4096, 32},
    {13e9, 5120, 40},
    {33e9, 6656, 60},
    {70e9, 8192, 80},
    {405e9, 16384, 126},
    {1e12, 20480, 192},
    {1e14, 98304, 832},
}};

constexpr std::int64_t llamaVocabulary = 32000;
constexpr std::int64_t smallestMlp = 64;

std::int64_t roundTo(double value, std::int64_t step)
{
    const auto steps = std::llround(value / static_cast<double>(step));
    return std::max<std::int64_t>(1, steps) * step;
}

Anchor between(double parameters)
{
    const double size = std::max(parameters, anchors.front().parameters);
    const auto above = std::find_if(anchors.begin() + 1, anchors.end() - 1,
        [size](const Anchor &anchor) { return anchor.parameters >= size; });
    const Anchor &low = *(above - 1);
    const Anchor &high = *above;
    const double t = std::log(size / low.parameters) / std::log(high.parameters / low.parameters);
    return {size, low.hidden * std::pow(high.hidden / low.hidden, t),
        low.layers * std::pow(high.layers / low.layers, t)};
}

/// What the scenario asks of the model's modules by name or number.
Status checkModules(const Training &training, const ModelSpec &spec)
{
    if (std::abs(training.frozenLayers) > spec.layers)
        return Error{.code = ErrorCode::OutOfRange,
            .where = "training.frozen_layers",
            .found = std::to_string(training.frozenLayers),
            .expected = {english("errors", "at most the %1 layers of the model"),
                {std::to_string(spec.layers)}}};
    const std::string_view unknown = firstUnknownFrozen(spec, training.frozenModules);
    if (training.method == Method::Full && !unknown.empty())
        return Error{.code = ErrorCode::UnknownChoice,
            .where = "training.frozen_modules",
            .found = std::string(unknown.substr(0, 40)),
            .expected = {english("errors", "some of %1"),
                {namesOfTables(spec, {.embedding = true, .head = true}) + ", "
                    + std::string(finalNorm)}}};
    const std::string_view other = firstBesideTables(spec, training.modulesToSave);
    if (training.method != Method::Full && !other.empty())
        return Error{.code = ErrorCode::UnknownChoice,
            .where = "training.modules_to_save",
            .found = std::string(other.substr(0, 40)),
            .expected = {english("errors", "some of %1"),
                {namesOfTables(spec, {.embedding = true, .head = true})}}};
    return success();
}

} // namespace

ModelSpec scaledShape(double parameters, int hidden, int layers)
{
    const Anchor shape = between(parameters);
    ModelSpec spec{.modelType = "llama"};
    spec.hidden = hidden > 0 ? hidden : roundTo(shape.hidden, 128);
    spec.layers = layers > 0 ? layers : roundTo(shape.layers, 1);
    spec.headDim = spec.hidden % 128 == 0 && spec.hidden >= 2048 ? 128 : 64;
    if (spec.hidden % spec.headDim != 0)
        spec.headDim = 1;
    spec.hasUnevenHeads = spec.headDim == 1;
    spec.heads = spec.hidden / spec.headDim;
    // Grouped queries as in Llama 2: only the large ones.
    const bool grouped = spec.hidden >= 8192 && spec.heads % 8 == 0;
    spec.kvHeads = grouped ? 8 : spec.heads;
    spec.vocabulary = llamaVocabulary;
    spec.tiedEmbeddings = parameters < 1e9;
    // Everything but the MLP is given now: the MLP takes what is left of the size.
    spec.intermediate = 0;
    const double rest = parameters - countParameters(spec).total;
    const double perWidth = 3.0 * static_cast<double>(spec.hidden * spec.layers);
    spec.intermediate = std::max(smallestMlp, roundTo(rest / perWidth, 8));
    return spec;
}

Result<Equipment> resolveEquipment(const Scenario &scenario, const Catalog &catalog)
{
    Equipment equipment{.gpu = catalog.findGpu(scenario.hardware.gpu)};
    if (!equipment.gpu)
        return unknownId("hardware.gpu", scenario.hardware.gpu, CatalogKind::Gpus, catalog);
    const std::string &teacher = scenario.training.teacher;
    if (distills(scenario.training.objective) && !teacher.empty()) {
        equipment.teacher = catalog.findModel(teacher);
        if (!equipment.teacher)
            return unknownId("training.teacher", teacher, CatalogKind::Models, catalog);
    }
    const GpuSpec &gpu = *equipment.gpu;
    equipment.nodeLink = catalog.findLink(gpu.peerLink.empty() ? gpu.hostLink : gpu.peerLink);
    const bool oneNode = scenario.parallel.gpus <= scenario.parallel.gpusPerNode;
    equipment.networkLink = catalog.findLink(gpu.networkLink);
    equipment.hostLink = catalog.findLink(gpu.hostLink);
    equipment.ringLink = oneNode ? equipment.nodeLink : equipment.networkLink;
    const std::string &chosen = scenario.hardware.link;
    if (chosen.empty())
        return equipment;
    equipment.ringLink = catalog.findLink(chosen);
    if (!equipment.ringLink)
        return unknownId("hardware.link", chosen, CatalogKind::Links, catalog);
    if (equipment.ringLink->tier == LinkTier::Network)
        equipment.networkLink = equipment.ringLink;
    // A link chosen by hand is the one between nodes, or, within one node, the only one.
    if (oneNode || equipment.ringLink->tier == LinkTier::Node)
        equipment.nodeLink = equipment.ringLink;
    return equipment;
}

Result<FoundModel> findModel(const ModelChoice &choice, const Catalog &catalog)
{
    if (choice.imported)
        return FoundModel{.spec = choice.imported->spec, .name = choice.imported->name};
    if (choice.isScaled())
        return FoundModel{.spec = scaledShape(choice.parameters, choice.hiddenSize, choice.layers),
            .isScaled = true};
    const ModelEntry *entry = catalog.findModel(choice.id);
    if (!entry)
        return unknownId("model.id", choice.id, CatalogKind::Models, catalog);
    return FoundModel{.spec = entry->spec, .name = entry->name};
}

namespace {

/// With the head that the objective asks for.
ModelSpec specFor(ModelSpec spec, const Training &training)
{
    spec.labels = labelsOf(training);
    if (spec.labels > 0) {
        spec.tiedEmbeddings = false;
        spec.headBias = false;
    }
    // ms-swift has a model with a head hand on what that is given (swift/model/patcher.py,
    // patch_output_normalizer).
    if (embedsTexts(training.objective)) {
        spec.isHeadless = spec.encoder || spec.tiedEmbeddings || embedsAnchorsApart(training, spec);
        spec.tiedEmbeddings = false;
        spec.headBias = false;
    }
    if (spec.encoder && spec.isHeadless)
        spec.encoder->head = EncoderHead::Pooler;
    if (spec.encoder && spec.labels > 0)
        spec.encoder->head = training.objective == Objective::TokenClassification
            ? EncoderHead::Tokens
            : EncoderHead::Sequence;
    return spec;
}

} // namespace

ModelSpec specAtWork(ModelSpec spec, const Vision &vision)
{
    const bool lacksSize = spec.tower && spec.tower->asksSize() && vision.imageWidth == 0;
    if (!spec.tower || vision.images == 0 || lacksSize) {
        spec.idleTower = std::exchange(spec.tower, std::nullopt);
        return spec;
    }
    spec.otherParameters = spec.unknownTowers;
    spec.hasOtherParts = spec.unknownTowers > 0;
    if (!isQwen(spec.tower->code))
        return spec;
    // modeling_qwen2_vl.py, apply_multimodal_rotary_pos_emb: each layer puts its tables together
    // from those of three dimensions; Qwen3-VL's model does, once.
    spec.modules.turnsSequences = true;
    if (spec.tower->code != TowerCode::Qwen3Vl) {
        spec.modules.repeatsTables = true;
        spec.modules.tableSections = 3;
    }
    return spec;
}

CountKey countKeyOf(const ModelSpec &spec, const Scenario &scenario)
{
    const Training &training = scenario.training;
    const bool isFull = training.method == Method::Full;
    return {.spec = specFor(spec, training),
        .adapters = isFull ? std::nullopt : std::optional(adapterChoice(training)),
        .vision = spec.tower ? scenario.vision : Vision{}};
}

namespace {

/// Parameters of adapters in a vision tower, per unit of rank.
double towerAdapters(const CountKey &key)
{
    if (!key.spec.tower)
        return 0;
    const LoraTargets targets(key.spec, key.adapters->targets, key.adapters->library);
    double perRank = 0;
    for (const TowerLinear &linear : linearsOf(*key.spec.tower)) {
        const TowerTraining training
            = linear.isProjectors ? key.vision.projector : key.vision.tower;
        if (training == TowerTraining::Trained && targets.takesIn(linear.name))
            perRank += linear.count * (linear.in + linear.out);
    }
    return perRank;
}

} // namespace

Counts countsOf(const CountKey &key)
{
    Counts counts{.count = countParameters(key.spec)};
    if (!key.adapters)
        return counts;
    const AdapterChoice &choice = *key.adapters;
    if (adaptsMatrices(choice.kind))
        counts.adaptersPerRank = loraParametersPerRank(key.spec, choice.targets, choice.library);
    if (!counts.adaptersPerRank)
        return counts;
    if (choice.kind == AdapterKind::Lora || choice.kind == AdapterKind::Dora)
        counts.adaptersPerRank = *counts.adaptersPerRank + towerAdapters(key);
    else
        counts.adaptersPerRank = elementsPerRank(key.spec, choice);
    counts.adapterLengths = elementsBesideRank(key.spec, choice);
    return counts;
}

Result<Resolved> resolvedWith(
    const Scenario &scenario, FoundModel model, const Equipment &equipment, const Counts &counts)
{
    if (Status status = checkModules(scenario.training, model.spec); !status)
        return status.error();
    if (!counts.adaptersPerRank)
        return counts.adaptersPerRank.error();
    Resolved resolved{equipment};
    resolved.spec = specInTraining(specFor(std::move(model.spec), scenario.training), scenario);
    resolved.modelName = std::move(model.name);
    resolved.isScaled = model.isScaled;
    resolved.count = counts.count;
    resolved.adapterLengths = counts.adapterLengths;
    const double ofTable = static_cast<double>(resolved.spec.vocabulary + resolved.spec.hidden);
    const double perRank
        = *counts.adaptersPerRank + adaptedTables(scenario, resolved.spec).count() * ofTable;
    resolved.adapters = perRank * scenario.training.loraRank + resolved.adapterLengths;
    if (scenario.training.method == Method::Lora
        && cutterFor(scenario, resolved.spec) == Cutter::MegatronCore) {
        const Training &training = scenario.training;
        resolved.adapters = training.loraRank
            * bridgeParametersPerRank(
                resolved.spec, LoraTargets(resolved.spec, training.loraTargets, training.modules));
    }
    return resolved;
}

Result<Resolved> resolve(const Scenario &scenario, const Catalog &catalog)
{
    Result<FoundModel> model = findModel(scenario.model, catalog);
    if (!model)
        return model.error();
    const Result<Equipment> equipment = resolveEquipment(scenario, catalog);
    if (!equipment)
        return equipment.error();
    model->spec = specAtWork(std::move(model->spec), scenario.vision);
    const Counts counts = countsOf(countKeyOf(model->spec, scenario));
    return resolvedWith(scenario, *std::move(model), *equipment, counts);
}

} // namespace shardscope
