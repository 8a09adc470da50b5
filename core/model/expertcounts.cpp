// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/parameters.h"

#include <algorithm>

namespace shardscope {

namespace {

double sparseLayerCount(const ModelSpec &spec)
{
    return spec.experts ? static_cast<double>(
               std::count(spec.experts->layers.begin(), spec.experts->layers.end(), true))
                        : 0;
}

} // namespace

double expertParameters(const ModelSpec &spec)
{
    if (!spec.experts)
        return 0;
    const Experts &experts = *spec.experts;
    return sparseLayerCount(spec) * experts.count
        * (static_cast<double>(spec.headExpert())
            + static_cast<double>((experts.firstWidth() + experts.width)
                * (experts.latent > 0 ? experts.latent : spec.hidden)));
}

int expertsAtWork(const ModelSpec &spec)
{
    if (!spec.experts)
        return 0;
    return spec.modules.router == Router::EveryToken ? spec.experts->count : spec.experts->perToken;
}

} // namespace shardscope
