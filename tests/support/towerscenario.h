// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/hfconfig.h"
#include "core/scenario/move.h"
#include "tests/support/testcatalog.h"

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace shardscope {

using Choices = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// A config's model on one GPU in bf16, with `usual` choices, and `settings` in place of these.
inline Scenario towerScenario(const std::string &config, Choices usual, Choices settings)
{
    Scenario scenario;
    scenario.model.imported = *importModel(config, "vl");
    scenario = scenarioWith({{"parallel.gpus", "1"}, {"parallel.strategy", "ddp"},
                                {"parallel.framework", "trainer"}, {"training.precision", "bf16"}},
        std::move(scenario));
    return scenarioWith(settings, scenarioWith(usual, std::move(scenario)));
}

} // namespace shardscope
