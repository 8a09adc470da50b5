// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/model/parameters.h"
#include "core/plan/plan.h"
#include "core/step/adaptertensors.h"

namespace shardscope {

/// A Llama-like shape of about `parameters` parameters: width and depth between those of the Llama
/// models (7B: 4096, 32; 70B: 8192, 80), MLP width fitted to the size, 32,000 tokens of vocabulary.
/// `hidden` and `layers` override the implied ones where not 0.
ModelSpec scaledShape(double parameters, int hidden = 0, int layers = 0);

/// What a scenario runs on. The pointers point into a catalogue.
struct Equipment
{
    const GpuSpec *gpu = nullptr;
    const LinkSpec *nodeLink = nullptr; ///< between GPUs of one node
    const LinkSpec *ringLink = nullptr; ///< the slowest that a ring over all GPUs crosses
    const LinkSpec *networkLink = nullptr; ///< between nodes
    const LinkSpec *hostLink = nullptr; ///< between a GPU and its host
    const ModelEntry *teacher = nullptr; ///< of distillation, where it is another model
};

/// Everything of a scenario that does not depend on a formula: looked up once.
struct Resolved : Equipment
{
    ModelSpec spec{};
    ParameterCount count{};
    std::string modelName{};
    bool isScaled = false;
    double adapters = 0; ///< parameters of adapters; 0 for full training
    double adapterLengths
        = 0; ///< among them those that no rank changes: DoRA's lengths of rows ...
};

/// A model that was looked up: its shape, and what people call it (empty for a scaled shape).
struct FoundModel
{
    ModelSpec spec{};
    std::string name{};
    bool isScaled = false;
};
/// Errors: UnknownId.
Result<FoundModel> findModel(const ModelChoice &choice, const Catalog &catalog);

/// All that parameters are counted from.
struct CountKey
{
    ModelSpec spec{};
    std::optional<AdapterChoice> adapters{}; ///< nothing in full training
    Vision vision{};

    bool operator==(const CountKey &) const = default;
};
struct Counts
{
    ParameterCount count{};
    Result<double> adaptersPerRank = 0.0; ///< LoRA parameters; UnknownChoice: see resolve
    double adapterLengths = 0; ///< see Resolved
};
/// `spec` as the scenario has it at work: without a tower where no images are read, or of no known
/// size; with tables for positions in images where there are some.
ModelSpec specAtWork(ModelSpec spec, const Vision &vision);
CountKey countKeyOf(const ModelSpec &spec, const Scenario &scenario);
Counts countsOf(const CountKey &key);

/// Errors: UnknownId (model, GPU or link), UnknownChoice (a LoRA target that the model lacks).
Result<Resolved> resolve(const Scenario &scenario, const Catalog &catalog);
Result<Resolved> resolve(const Scenario &scenario, const Catalog &&catalog)
    = delete; ///< it refers to it
/// The part of it that goes by hardware and number of GPUs alone.
Result<Equipment> resolveEquipment(const Scenario &scenario, const Catalog &catalog);
/// The whole of it, put together.
Result<Resolved> resolvedWith(
    const Scenario &scenario, FoundModel model, const Equipment &equipment, const Counts &counts);

} // namespace shardscope
