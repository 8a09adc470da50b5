// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog.h"

namespace shardscope {

const GpuSpec *Catalog::findGpu(std::string_view id) const
{
    for (const GpuSpec &gpu : gpus)
        if (gpu.id == id)
            return &gpu;
    return nullptr;
}

const LinkSpec *Catalog::findLink(std::string_view) const
{
    return nullptr;
}

const ModelEntry *Catalog::findModel(std::string_view) const
{
    return nullptr;
}

Status readCatalog(std::string_view, Catalog &)
{
    return success();
}

} // namespace shardscope
