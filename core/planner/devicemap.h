// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/model/modelspec.h"

#include <cstdint>
#include <vector>

namespace shardscope {

/// What one GPU of a device map holds: whole modules, in the order of the model.
struct DeviceShare
{
    bool embedding = false;
    std::int64_t firstLayer = 0;
    std::int64_t layers = 0;
    bool norm = false; ///< the final one
    bool head = false;
    Bytes bytes{};
    Bytes limit{}; ///< what the balancing lets it take

    bool operator==(const DeviceShare &) const = default;
};

struct DeviceMap
{
    std::vector<DeviceShare> gpus{};
    Bytes offloaded{}; ///< what no GPU had room for; accelerate moves it to the host

    /// One GPU computes while the others wait for its result: the share of the time that each is
    /// busy, and the reason why a model laid out like this trains slowly.
    double busyShare() const { return gpus.empty() ? 0 : 1.0 / static_cast<double>(gpus.size()); }
    bool operator==(const DeviceMap &) const = default;
};

/// Lays a model over `gpus` GPUs with `perGpu` free memory each, as device_map="balanced" or "auto"
/// does (accelerate 1.14 utils/modeling.py: get_balanced_memory, infer_auto_device_map): each takes
/// its part of the model and a quarter more than a layer, the last one all it can hold, and the
/// first keeps room for the largest layer.
DeviceMap balancedDeviceMap(const ModelSpec &spec, double bytesEach, int gpus, Bytes perGpu);

} // namespace shardscope
