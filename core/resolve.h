// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/models/catalog.h"
#include "core/models/parameters.h"
#include "core/plan.h"

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
};

/// Everything of a scenario that does not depend on a formula: looked up once.
struct Resolved : Equipment
{
    ModelSpec spec{};
    ParameterCount count{};
    std::string modelName{};
    bool isScaled = false;
    double adapters = 0; ///< LoRA parameters; 0 for full training
};

/// Errors: UnknownId (model, GPU or link), UnknownChoice (a LoRA target that the model lacks).
Result<Resolved> resolve(const Scenario &scenario, const Catalog &catalog);
/// The part of it that goes by hardware and number of GPUs alone.
Result<Equipment> resolveEquipment(const Scenario &scenario, const Catalog &catalog);

} // namespace shardscope
