// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/keys.h"
#include "core/scenario/unknownkey.h"

#include <algorithm>
#include <array>

namespace shardscope {

std::span<const FormerKey> formerKeys()
{
    static constexpr std::array<FormerKey, 7> table{{{"training.fusion", "none", {}, {}},
        {"training.fusion", "fused", "training.kernels", "fused"},
        {"training.stack", "transformers-5", "training.modules", "transformers-5"},
        {"training.stack", "transformers-4.46", "training.modules", "transformers-4.46"},
        {"training.stack", "transformers-4", "training.modules", "transformers-4"},
        {"training.use_dora", "off", "training.adapter", "lora"},
        {"training.use_dora", "on", "training.adapter", "dora"}}};
    return table;
}

bool isFormerKey(std::string_view id)
{
    const auto former = formerKeys();
    return std::any_of(
        former.begin(), former.end(), [id](const FormerKey &key) { return key.id == id; });
}

Status setFormerKey(Scenario &scenario, std::string_view id, std::string_view value)
{
    for (const FormerKey &former : formerKeys()) {
        if (former.id == id && former.value == value)
            return former.key.empty() ? success()
                                      : setKeyText(scenario, former.key, former.newValue);
    }
    Error error = unknownKey(id);
    error.code = ErrorCode::UnknownChoice;
    error.found = std::string(value);
    return error;
}

} // namespace shardscope
