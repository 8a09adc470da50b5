// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/testcatalog.h"

namespace shardscope {

/// Llama 3 8B on A100 80GB, with these settings.
inline Plan llamaPlan(std::initializer_list<std::pair<std::string_view, std::string_view>> settings,
    const Catalog &catalog)
{
    const Scenario base = scenarioWith(
        {{"model.id", "meta-llama/Meta-Llama-3-8B"}, {"hardware.gpu", "a100-sxm-80"}});
    return planOf(scenarioWith(settings, base), catalog);
}

} // namespace shardscope
