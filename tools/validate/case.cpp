// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/case.h"

namespace shardscope {

std::optional<Scenario> scenarioOf(const Case &item, const Catalog &catalog)
{
    const Scenario *mapped = std::get_if<Scenario>(&item.mapping);
    if (!mapped)
        return std::nullopt;
    Scenario scenario = *mapped;
    const ModelEntry *entry = catalog.findModel(scenario.model.id);
    if (item.addedTokens > 0 && entry) {
        scenario.model = {.imported
            = ImportedModel{.name = entry->name, .config = entry->config, .spec = entry->spec}};
        scenario.model.imported->spec.vocabulary += item.addedTokens;
    }
    return scenario;
}

} // namespace shardscope
