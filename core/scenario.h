// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modelspec.h"
#include "core/options.h"

#include <optional>
#include <string>

namespace shardscope {

/// A model read from somebody's config.json: the shape, and the text it came from, so that a
/// scenario file stands alone.
struct ImportedModel
{
    std::string name{}; ///< what people call it; from the file or folder
    std::string config{}; ///< the config.json as compact JSON
    ModelSpec spec{};

    bool operator==(const ImportedModel &) const = default;
};

/// Which model: an imported config, else a catalogue id, else a Llama-like shape of some size.
struct ModelChoice
{
    std::optional<ImportedModel> imported{};
    std::string id{};
    double parameters = 7e9; ///< used when neither of the above is set
    int hiddenSize = 0; ///< 0: implied by `parameters`
    int layers = 0; ///< 0: implied by `parameters`

    bool isScaled() const { return !imported && id.empty(); }
    bool operator==(const ModelChoice &) const = default;
};

struct Training
{
    Method method = Method::Full;
    int loraRank = 16;
    std::string loraTargets = "all-linear"; ///< or a comma-separated list of projections
    double loraDropout = 0;
    double loraPercent = 0.5; ///< worksheet only: trainable share in percent
    Precision precision = Precision::Bf16Master;
    Optimizer optimizer = Optimizer::AdamW;
    int sequenceLength = 4096; ///< tokens
    int microBatch = 1; ///< sequences per GPU and micro-step
    int accumulation = 1; ///< micro-steps per optimizer step
    Checkpointing checkpointing = Checkpointing::Full;
    Attention attention = Attention::Flash;
    Loss loss = Loss::Standard;

    bool operator==(const Training &) const = default;
};

struct Parallel
{
    Strategy strategy = Strategy::Zero3;
    Framework framework = Framework::Auto;
    int gpus = 8;
    int gpusPerNode = 8;

    bool operator==(const Parallel &) const = default;
};

struct Hardware
{
    std::string gpu = "h100-sxm"; ///< catalogue id
    std::string link{}; ///< catalogue id; empty: what the GPU and node count imply
    double reserveGib = 0; ///< memory to leave free on each GPU, GiB

    bool operator==(const Hardware &) const = default;
};

/// Every input of a plan, as one plain value.
struct Scenario
{
    EstimatorKind estimator = EstimatorKind::Detailed;
    ModelChoice model{};
    Training training{};
    Parallel parallel{};
    Hardware hardware{};

    bool operator==(const Scenario &) const = default;
};

} // namespace shardscope
