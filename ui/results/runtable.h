// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"
#include "core/planner/devicemap.h"

#include <QString>

#include <vector>

namespace shardscope {

/// The model over the GPUs of one node by whole layers, at the capacity of the plan.
DeviceMap deviceMapOf(const Plan &plan);

/// What one GPU of it holds.
struct DeviceRow
{
    QString gpu{};
    QString modules{}; ///< "Embedding, layers 1 to 4"
    QString memory{};
    QString share{}; ///< of the capacity
    bool isFull = false; ///< more than the capacity

    bool operator==(const DeviceRow &) const = default;
};
std::vector<DeviceRow> deviceRows(const Plan &plan);
/// What such a layout does to the speed, and what of the model found no room.
QString deviceSentence(const Plan &plan);

} // namespace shardscope
