// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/unknownkey.h"

#include "core/base/nearest.h"
#include "core/scenario/keys.h"

namespace shardscope {

std::vector<std::string> nearestKeys(std::string_view id)
{
    std::vector<std::string_view> ids;
    for (const Key &key : keys())
        ids.push_back(key.id);
    return nearest(id, ids);
}

Error unknownKey(std::string_view id)
{
    return {.code = ErrorCode::UnknownField,
        .where = std::string(id),
        .expected
        = withMeant(english("errors", "a key that `shardscope-cli keys` lists"), nearestKeys(id))};
}

} // namespace shardscope
