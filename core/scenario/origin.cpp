// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/origin.h"

#include "core/scenario/changedkeys.h"

namespace shardscope {

Origins originsAfterEdit(Origins origins, const Scenario &before, const Scenario &after)
{
    for (const Key *key : changedKeys(before, after))
        origins[std::string(key->id)] = {.kind = OriginKind::User};
    return origins;
}

Origins originsAfterImport(const SourcedScenario &before, const SourcedScenario &stated)
{
    Origins origins = before.origins;
    for (const Key *key : changedKeys(before.scenario, stated.scenario))
        origins.erase(std::string(key->id));
    for (const auto &[input, origin] : stated.origins)
        origins[input] = origin;
    return origins;
}

} // namespace shardscope
