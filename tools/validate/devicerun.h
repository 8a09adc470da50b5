// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tools/validate/case.h"

#include <cstdint>
#include <optional>

namespace shardscope {

/// A run that somebody published, as it stands in the file. Empty or 0: not stated.
struct DeviceRun
{
    /// Shape of a model that has no name in the catalogue.
    struct Shape
    {
        std::int64_t layers = 0;
        std::int64_t hidden = 0;
        std::int64_t heads = 0;
        std::int64_t kvHeads = 0;
        std::int64_t width = 0;
        std::int64_t vocabulary = 0;
        bool tied = false;
        bool hasExperts = false;
        std::string note{}; ///< how it differs from the model it is named after
    };

    std::string model{};
    Shape shape{};
    std::string record{}; ///< "memory", "throughput_only", ...
    std::string method{};
    std::string framework{};
    std::string quantization{};
    std::string optimizer{};
    std::string gpu{};
    std::string checkpointing{};
    std::string attention{};
    std::string offload{};
    std::string metric{}; ///< class
    double contextMib = 0; ///< of CUDA, where the source measured it
    std::string notes{};
    std::string transformers{}; ///< version
    int sequence = 0;
    int microBatch = 0;
    int accumulation = 1;
    bool compiled = false;
    bool hasThroughput = false; ///< tokens/s of a run whose settings are all stated

    std::string sharding{};
    int gpus = 1; ///< data-parallel
    bool splitsModel = false; ///< tensor, pipeline, context, sequence or expert parallel

    std::string weights{};
    std::string compute{};
    std::string gradients{};
    std::string moments{};
    std::string master{};
    std::string adapter{};

    int rank = 0;
    std::string targets{};
    double dropout = 0;
    bool trainsModules = false; ///< whole modules beside the adapters
    bool isVariant = false; ///< DoRA and the like
};

Mapping mappingOf(const DeviceRun &run);

/// The catalogue's id of a GPU that a source names; empty where there is none.
std::string_view gpuOf(const DeviceRun &run);

/// The link that its GPUs were joined by, where a source says so; empty: the usual one.
std::string_view linkOf(const DeviceRun &run);

/// Tokens that its trainer adds to the model's vocabulary.
int addedTokensOf(const DeviceRun &run);

/// Which kernels replace PyTorch's: "none", "fused" (norm, rotary, cross-entropy), "fused-head".
std::string_view kernelsOf(const DeviceRun &run);

} // namespace shardscope
