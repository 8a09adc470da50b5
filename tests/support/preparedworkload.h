// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/workload.h"

#include <utility>

namespace shardscope {

/// A workload with the scenario and the model that it refers to. `catalog` must outlive it.
struct PreparedWorkload
{
    PreparedWorkload(Scenario of, const Catalog &catalog)
        : scenario(std::move(of))
        , resolved(*resolve(scenario, catalog))
        , work(makeWorkload(scenario, resolved))
    { }
    PreparedWorkload(const PreparedWorkload &) = delete;
    PreparedWorkload &operator=(const PreparedWorkload &) = delete;

    const Scenario scenario;
    const Resolved resolved;
    const Workload work;
};

} // namespace shardscope
