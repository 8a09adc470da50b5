// SPDX-License-Identifier: GPL-3.0-or-later
// What PEFT's adapters of other kinds than LoRA train, tensor by tensor.
#pragma once

#include "core/model/adaptedmodules.h"
#include "core/scenario/scenario.h"

#include <string>
#include <vector>

namespace shardscope {

/// What of a scenario says which tensors an adapter has, but for its rank.
struct AdapterChoice
{
    AdapterKind kind = AdapterKind::Lora;
    std::string targets{};
    std::string feedforward{};
    int virtualTokens = 0;
    int encoderHidden = 0;
    // Of kinds whose shapes do not grow with the rank one by one; else 0.
    int rank = 0;
    int lokrFactor = 0;
    int oftBlock = 0;
    // Of BOFT.
    int block = 0;
    int blocks = 0;
    int factors = 0;
    bool projectsPrefix = false;
    int trainedTokens = 0;
    ModuleLibrary library = ModuleLibrary::Transformers5;

    bool operator==(const AdapterChoice &) const = default;
};
AdapterChoice adapterChoice(const Training &training);

/// Trained tensors of one shape. `columns` 0: a vector.
struct AdapterTensors
{
    double rows = 0;
    double columns = 0;
    double count = 1;

    double elements() const { return columns > 0 ? rows * columns : rows; }
};

/// Of a kind that is neither LoRA nor DoRA: all of them.
std::vector<AdapterTensors> adapterTensors(
    const ModelSpec &spec, const AdapterChoice &choice, double rank);
/// Trained numbers for each unit of rank.
double elementsPerRank(const ModelSpec &spec, const AdapterChoice &choice);
/// Trained numbers that no rank changes, of any kind.
double elementsBesideRank(const ModelSpec &spec, const AdapterChoice &choice);

/// Numbers that adapters hold and nobody trains.
struct AdapterBuffers
{
    /// VeRA: of the two factors that all modules share; trainable tokens: of the rows as they were.
    /// In the adapters' dtype.
    double factors = 0;
    double places = 0; ///< OFT: where trained ones belong; integers of 64 bits
    double orders = 0; ///< BOFT: of permutations, written out as matrices; fp32
};
AdapterBuffers buffersOf(const ModelSpec &spec, const AdapterChoice &choice, double rank);

/// Width of p-tuning's network.
double encoderWidth(const ModelSpec &spec, int encoderHidden);

} // namespace shardscope
