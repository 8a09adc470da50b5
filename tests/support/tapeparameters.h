// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stepmodules.h"

namespace shardscope {

inline double parametersOn(const Tape &tape)
{
    double sum = 0;
    for (const Parameter &parameter : tape.parameters)
        sum += parameter.isShared ? 0 : parameter.elements;
    return sum;
}

/// Of a vision tower's units.
inline double towerParametersOf(const StepModules &modules)
{
    double sum = 0;
    for (int i = 0; i < modules.tower().size(); ++i)
        sum += parametersOn(modules.tower().part(i).tape);
    return sum;
}

/// Of all units but a vision tower's, with what runs behind that.
inline double parametersOf(const StepModules &modules)
{
    double sum = parametersOn(modules.embedding().tape) + parametersOn(modules.head().tape);
    for (int i = 0; i < modules.layers(); ++i)
        sum += parametersOn(modules.layer(i).tape);
    if (const TowerModules &tower = modules.tower(); tower.behind)
        sum += parametersOn(tower.kinds[*tower.behind].tape);
    return sum;
}

} // namespace shardscope
