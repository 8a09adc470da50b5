// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/towermodules.h"

#include "core/modules/mixedlayers.h"
#include "core/modules/tower.h"

#include <algorithm>

namespace shardscope {

bool needsGradient(const Tape &tape)
{
    const Given *states = tape.giving(Common::EncoderStates);
    return tape.at(states ? states->tensor : tape.output).requiresGrad;
}

namespace {

using Kind = TowerPart::Kind;

/// modeling_mllama.py: MllamaVisionEncoderLayer is no GradientCheckpointingLayer.
bool checkpointsBlocks(const LayerSettings &settings)
{
    return settings.checkpoints() && settings.spec.tower->code != TowerCode::Llama32;
}

/// Whether a block keeps what it is given, for its own backward pass or to run again.
bool keepsInput(const LayerSettings &settings, const Tape &tape)
{
    return needsGradient(tape)
        && (checkpointsBlocks(settings) || tape.at(tape.input).holding == Holding::Saved);
}

/// modeling_qwen3_vl.py, Qwen3VLModel.forward: a name for what the tower returned, its last stream
/// and its features before they are put together; modeling_qwen2_5_vl.py has none.
double outputsOf(const TowerModules &tower, const TowerSpec &spec)
{
    if (!isQwen(spec.code))
        return 0;
    const double features = tower.features + tower.deepLayers * tower.deepFeatures;
    if (spec.code != TowerCode::Qwen3Vl)
        return features;
    const Tape &exit = tower.part(tower.size() - 1).tape;
    const bool isKept = exit.at(exit.input).holding == Holding::Saved;
    return features + tower.deepFeatures + (isKept ? 0 : tower.stream);
}

} // namespace

TowerModules towerModules(const LayerSettings &settings)
{
    TowerModules tower;
    if (!settings.tower)
        return tower;
    const bool isTouched = isTowerTouched(settings);
    std::vector<TowerPart> written;
    for (const TowerPart &part : towerParts(settings, isTouched)) {
        auto found = std::find(written.begin(), written.end(), part);
        if (found == written.end()) {
            found = written.insert(written.end(), part);
            tower.kinds.push_back({.tape = towerTape(settings, part, isTouched),
                .kept = Held::TowerParts,
                .towerPart = part.kind});
        }
        tower.order.push_back(static_cast<std::size_t>(found - written.begin()));
        tower.deepLayers += part.kind == Kind::Side ? 1 : 0;
    }
    tower.needsGradient = needsGradient(tower.part(tower.size() - 1).tape);
    tower.embeddingNeedsGradient = settings.trainsBase || settings.checkpoints();
    tower.embeddingIsLeaf = !settings.trainsBase && settings.checkpoints();
    tower.stream = towerStream(settings);
    tower.features = towerFeatures(settings, false);
    tower.deepFeatures = towerFeatures(settings, true);
    const std::vector<std::int64_t> &deep = settings.spec.tower->deepBlocks;
    if (settings.spec.tower->isAttendedTo() && !deep.empty()) {
        tower.stacked = static_cast<double>(deep.size()) * tower.stream;
        tower.firstStacked = static_cast<int>(*std::min_element(deep.begin(), deep.end())) + 1;
    }
    tower.outputs = outputsOf(tower, *settings.spec.tower);
    const TowerBytes bytes = towerBytes(settings);
    tower.returned = bytes.returned;
    tower.pixels = bytes.given;
    tower.buffers = bytes.buffers;
    tower.arguments = bytes.argument;
    tower.locals = bytes.locals;
    if (tower.size() > 3 && !keepsInput(settings, tower.part(2).tape))
        tower.locals += bytes.streams;
    if (bytes.refersToEntry && !keepsInput(settings, tower.part(1).tape))
        tower.entered = tower.stream;
    // Where blocks keep something, the tables are among it.
    const bool keepsTables = tower.size() > 2 && needsGradient(tower.part(tower.size() - 2).tape);
    const bool ownsTables = settings.castsInputs && !settings.checkpoints()
        && settings.spec.tower->code != TowerCode::Gemma4; // which has them in the stream's dtype
    tower.tables = (keepsTables && !ownsTables ? bytes.tables : 0) + bytes.entryTables;
    tower.merging = bytes.merging;
    tower.mask = storageBytes(settings.tokens(), Dtype::Byte);
    tower.scatter = scatterScratch(settings, false);
    tower.gather = scatterScratch(settings, true);
    return tower;
}

void addLayerInputs(TowerModules &tower, const LayerSettings &settings, const Tensor &rows)
{
    const bool requiresGrad = tower.needsGradient || tower.embeddingNeedsGradient;
    tower.behind = tower.kinds.size();
    tower.kinds.push_back(
        {.tape = layerInputTape(settings, rows, requiresGrad), .towerPart = Kind::Behind});
}

void runTower(TowerModules &tower, const LayerSettings &settings, ProfileOptions options,
    StepModules::Requests requests)
{
    for (Module &module : tower.kinds) {
        // A checkpoint of what needs no gradient keeps nothing.
        const bool isBlock = module.towerPart == Kind::Block || module.towerPart == Kind::Aside;
        options.isCheckpointed
            = isBlock && checkpointsBlocks(settings) && needsGradient(module.tape);
        module.options = options;
        module.profile = profileOf(module.tape, options,
            requests == StepModules::Requests::Kept ? &module.trace : nullptr);
    }
}

namespace {

/// Blocks with gates have parameters that others have not.
bool isOf(const TowerTape &tape, const Module &module)
{
    return tape.part == module.towerPart
        && tape.tape->parameters.size() == module.tape.parameters.size();
}

} // namespace

std::vector<TowerTape> tapesOf(const TowerModules &tower)
{
    std::vector<TowerTape> tapes;
    for (const std::size_t kind : tower.order) {
        const Module &module = tower.kinds[kind];
        const auto found = std::find_if(
            tapes.begin(), tapes.end(), [&](const TowerTape &tape) { return isOf(tape, module); });
        if (found != tapes.end())
            ++found->count;
        else
            tapes.push_back({.tape = &module.tape, .count = 1, .part = module.towerPart});
    }
    if (tower.behind)
        tapes.push_back(
            {.tape = &tower.kinds[*tower.behind].tape, .count = 1, .part = Kind::Behind});
    return tapes;
}

std::vector<std::size_t> orderOf(const TowerModules &tower)
{
    const std::vector<TowerTape> tapes = tapesOf(tower);
    std::vector<std::size_t> order;
    order.reserve(tower.order.size());
    for (const std::size_t kind : tower.order) {
        const auto found = std::find_if(tapes.begin(), tapes.end(),
            [&](const TowerTape &tape) { return isOf(tape, tower.kinds[kind]); });
        order.push_back(static_cast<std::size_t>(found - tapes.begin()));
    }
    if (tower.behind)
        order.push_back(tapes.size() - 1);
    return order;
}

} // namespace shardscope
