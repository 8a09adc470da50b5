// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/origin.h"

#include "core/scenario/keys.h"

namespace shardscope {

Origins originsAfterEdit(Origins origins, const Scenario &before, const Scenario &after)
{
    for (const Key &key : keys()) {
        if (key.get(before) != key.get(after))
            origins[std::string(key.id)] = {.kind = OriginKind::User};
    }
    return origins;
}

} // namespace shardscope
