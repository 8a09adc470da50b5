// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/catalog/catalog.h"
#include "core/plan/plan.h"

#include <vector>

namespace shardscope {

/// Where the numbers behind a plan come from, a sentence each: the framework whose source was read,
/// measured runs, and the catalogue's figures of model, GPU and links. With the frameworks of other
/// scenarios.
std::vector<Phrase> sourcesOf(
    const Plan &plan, const Catalog &catalog, const std::vector<Scenario> &others = {});

} // namespace shardscope
