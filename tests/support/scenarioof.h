// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/move.h"

#include <QTest>

namespace shardscope {

/// The default scenario with these settings, and with what follows from them.
inline Scenario scenarioOf(const KeyValues &settings)
{
    Result<Scenario> scenario = applied({}, settings);
    if (!scenario)
        qFatal("%s", describe(scenario.error()).c_str());
    return *std::move(scenario);
}

} // namespace shardscope
