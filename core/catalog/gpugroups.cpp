// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/gpugroups.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array<Text, namesOf<GpuSegment>.size()> titles{english("catalog", "%1, data centre"),
    english("catalog", "%1, workstation"), english("catalog", "%1, desktop"),
    english("catalog", "%1, laptop"), english("catalog", "%1, unified memory"),
    english("catalog", "%1, other")};

} // namespace

std::vector<GpuGroup> gpuGroups(const Catalog &catalog)
{
    std::vector<GpuGroup> groups;
    for (const GpuSpec &gpu : catalog.gpus) {
        const auto known = std::find_if(groups.begin(), groups.end(), [&gpu](const GpuGroup &one) {
            return one.vendor == gpu.vendor && one.segment == gpu.segment;
        });
        if (known == groups.end())
            groups.push_back({gpu.vendor, gpu.segment, {&gpu}});
        else
            known->gpus.push_back(&gpu);
    }
    return groups;
}

Phrase titleOf(const GpuGroup &group)
{
    if (group.vendor.empty())
        return english("catalog", "Other GPUs");
    return {textIn(titles, group.segment), {group.vendor}};
}

} // namespace shardscope
