// SPDX-License-Identifier: GPL-3.0-or-later
// libFuzzer target: broken catalogue files, on top of the one that is built in. What was read can
// be planned with, and an error leaves nothing behind.
#include "core/planner/makeplan.h"
#include "tests/support/fuzzed.h"

using namespace shardscope;

namespace {

/// A copy without the runs, which would be most of it.
Catalog startingCatalog()
{
    Catalog catalog = knownCatalog();
    catalog.models.resize(std::min<std::size_t>(catalog.models.size(), 3));
    return catalog;
}

void planWith(const Catalog &catalog)
{
    Scenario scenario;
    if (!catalog.gpus.empty())
        scenario.hardware.gpu = catalog.gpus.back().id;
    if (!catalog.models.empty())
        scenario.model.id = catalog.models.back().id;
    if (const Result<Plan> plan = makePlan(scenario, catalog); !plan)
        (void)describe(plan.error());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const Catalog start = startingCatalog();
    Catalog catalog = start;
    if (const Status status = readCatalog(asText(data, size), catalog); !status) {
        (void)describe(status.error());
        require(catalog.gpus.size() == start.gpus.size()
            && catalog.models.size() == start.models.size()
            && catalog.links.size() == start.links.size());
        return 0;
    }
    planWith(catalog);
    return 0;
}
