// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fields/modelsize.h"

#include <cmath>

namespace shardscope {

std::optional<ParameterCount> exactCount(const Scenario &scenario, const Catalog &catalog)
{
    const ModelChoice &model = scenario.model;
    if (model.imported)
        return countParameters(model.imported->spec);
    if (const ModelEntry *entry = model.id.empty() ? nullptr : catalog.findModel(model.id))
        return countParameters(entry->spec);
    return std::nullopt;
}

double modelSize(const Scenario &scenario, const Catalog &catalog)
{
    const std::optional<ParameterCount> exact = exactCount(scenario, catalog);
    return exact ? exact->total : scenario.model.parameters;
}

double roundedSize(const Scenario &scenario, const Catalog &catalog)
{
    const double size = modelSize(scenario, catalog);
    if (scenario.model.isScaled() || size <= 0)
        return scenario.model.parameters;
    const double granule = std::pow(10, std::floor(std::log10(size)) - 2);
    return std::round(size / granule) * granule;
}

} // namespace shardscope
