// SPDX-License-Identifier: GPL-3.0-or-later
// What of a model a run trains: which layers, what is before and behind them, and from where on
// there are gradients.
#pragma once

#include "core/modules/settings.h"
#include "core/scenario/scenario.h"

#include <string_view>

namespace shardscope {

/// Whether full training trains weights beside the table of words, before the first layer: of
/// positions, of a norm, or of what each layer adds.
bool trainsBesideTable(const ModelSpec &spec);

/// Whether a scenario leaves parts of the language model as they are in full training.
bool freezesParts(const Training &training);
/// Whether full training goes block by block: a layer, then another. Planned is the first layer.
bool trainsOneBlock(const Training &training);
/// Whether training a part of a model is planned, be it frozen layers or PEFT's copies of tables
/// beside adapters: under the Trainer and FSDP2 on transformers 5's modules, of whole models that
/// read text.
bool plansParts(const Scenario &scenario, const ModelSpec &spec);

/// Whether layer `layer` is among the frozen ones, the first or, counted below 0, the last.
bool isFrozenLayer(int frozenLayers, std::int64_t layer, std::int64_t layers);

/// Linear modules that have adapters.
LoraTargets adaptedModules(const ModelSpec &spec, const Training &training);

/// Embedding and head, where LoRA beside them is planned: of whole models on one GPU, under
/// DistributedDataParallel and FSDP2 with the tables in one unit, whose loss is made of logits.
TableNames adaptedTables(const Scenario &scenario, const ModelSpec &spec);

/// What is trained beside the layers.
TrainedEnds trainedEnds(const Scenario &scenario, const ModelSpec &spec);

/// Whether SDPA is given sequences without padding, whose mask is one for all of them where there
/// is any: not where an indexer makes one in each layer, or images or prefixes come with their own.
bool isUnpaddedSdpa(const Scenario &scenario, const ModelSpec &spec);

/// Whether it goes without a mask then, but for windows.
bool goesUnmasked(const Scenario &scenario, const ModelSpec &spec);

/// Whether layers with a window are given a mask and others are not: transformers 5.12.1
/// masking_utils.py, _ignore_causal_mask_sdpa, of sequences without padding that are as long as the
/// window, or longer.
bool masksWindows(const Scenario &scenario, const ModelSpec &spec);

/// `spec` with what each layer's form says of its training.
ModelSpec specInTraining(ModelSpec spec, const Scenario &scenario);

/// Parameters that full training leaves as they are: of the language model and of a vision tower.
/// `spec`: in training.
double frozenParameters(
    const Scenario &scenario, const ModelSpec &spec, const ParameterCount &count);
/// Elements of the copies of tables that are trained beside adapters.
double savedParameters(const TrainedEnds &ends, const ModelSpec &spec);

/// And of a classifier, which PEFT trains whole beside adapters.
double savedClassifier(const ModelSpec &spec);

/// The first of the names in `training.frozen_modules` that is none of embedding, final norm and
/// head; empty where there is none.
std::string_view firstUnknownFrozen(const ModelSpec &spec, std::string_view names);

/// What people call the final norm in `training.frozen_modules`.
inline constexpr std::string_view finalNorm = "norm";

} // namespace shardscope
