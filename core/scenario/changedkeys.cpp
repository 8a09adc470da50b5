// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/changedkeys.h"

#include <cassert>

namespace shardscope {

std::vector<const Key *> changedKeys(const Scenario &before, const Scenario &after)
{
    std::vector<const Key *> changed;
    for (const Key &key : keys()) {
        if (key.get(before) != key.get(after))
            changed.push_back(&key);
    }
    return changed;
}

Scenario withChanges(Scenario scenario, const Scenario &before, const Scenario &after)
{
    for (const Key *key : changedKeys(before, after)) {
        const std::optional<Json> value = key->get(after);
        if (!value || key->id.starts_with("model."))
            continue;
        [[maybe_unused]] const Status set = setKey(scenario, *key, *value);
        assert(set && "a value that a scenario has is one that it may have");
    }
    if (before.model != after.model)
        scenario.model = after.model;
    return scenario;
}

} // namespace shardscope
