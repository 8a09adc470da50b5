// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lessonview.h"

#include "core/explore/difference.h"
#include "core/scenario/keytext.h"

namespace shardscope {

Result<KeyValues> settingsBetween(const Scenario &from, const Scenario &to)
{
    KeyValues settings;
    for (const InputDifference &difference : inputDifferences(from, to)) {
        if (difference.after)
            settings.emplace_back(difference.key->id, typedValue(*difference.after));
    }
    const Result<Scenario> reached = applied(from, settings);
    if (reached && *reached == to)
        return settings;
    return Error{.code = ErrorCode::Inconsistent,
        .expected = english("errors",
            "a scenario that settings lead to from the first step: a model that was opened from a "
            "file can stand in the first step alone")};
}

} // namespace shardscope
