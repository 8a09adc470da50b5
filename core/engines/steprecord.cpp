// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/steprecord.h"

#include "core/engines/convention.h"
#include "core/step/step.h"

namespace shardscope {

StepRecord recordStep(const Workload &work, const StepModules &modules, Ledger::Detail detail)
{
    StepRecord record{.ledger = Ledger(detail)};
    const Sinks sinks{record.ledger, record.wire};
    const std::unique_ptr<Policy> policy
        = conventionFor(work.scenario.parallel).policy(work, modules.tapes(), sinks);
    replayStep(modules, work.training().accumulation, *policy, sinks);
    return record;
}

} // namespace shardscope
