// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QtGlobal>

namespace shardscope {

/// A phase that the plan has.
inline const Phase &phaseOf(const Plan &plan, PhaseId id)
{
    for (const Phase &phase : plan.memory.phases) {
        if (phase.id == id)
            return phase;
    }
    qFatal("no such phase");
}

/// Bytes of a part at that phase's peak.
inline double partOf(const Plan &plan, PhaseId phase, PartId id)
{
    return partBytes(phaseOf(plan, phase), id).value();
}

} // namespace shardscope
