// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/advice/advice.h"

namespace shardscope {

Result<Advice> adviceFor(const Scenario &scenario, const Catalog &catalog, Evaluator &evaluator,
    const std::function<bool()> &isWanted)
{
    Result<MemoryOutlook> memory = evaluator.memory(scenario);
    if (!memory)
        return memory.error();
    Prospects prospects(scenario, catalog, evaluator, isWanted);
    return Advice{.scenario = scenario,
        .memory = *std::move(memory),
        .fixes = fixesOf(prospects),
        .giveBacks = giveBacksOf(prospects),
        .limits = limitsOf(prospects)};
}

} // namespace shardscope
