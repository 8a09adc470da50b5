// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/catalog/catalog.h"

#include <string>
#include <vector>

namespace shardscope {

/// GPUs of one vendor that are sold for the same.
struct GpuGroup
{
    std::string vendor{};
    GpuSegment segment = GpuSegment::Other;
    std::vector<const GpuSpec *> gpus{}; ///< in the order of the catalogue
};

/// All GPUs, for lists that people read: groups in the order in which the catalogue has the first
/// of each. The pointers point into it.
std::vector<GpuGroup> gpuGroups(const Catalog &catalog);

/// "NVIDIA, workstations"
Phrase titleOf(const GpuGroup &group);

} // namespace shardscope
