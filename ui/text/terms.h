// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/calibration.h"
#include "core/plan/plan.h"

#include <QString>

namespace shardscope {

// Words for what core says in enumerations, in the user's language. One switch each, without
// default, so that the compiler names the one that a new enumerator has been forgotten in.

QString partName(PartId part); ///< "Optimizer states"
QString partMeaning(PartId part); ///< one sentence: what the memory holds
QString phaseName(PhaseId phase); ///< "optimizer step"
QString phaseShortName(PhaseId phase); ///< "backward": where there is little room
QString phaseMoment(PhaseId phase); ///< "at the optimizer step"
QString traitName(Trait trait); ///< "optimizer"
QString questionName(MemoryQuestion question); ///< "allocated by PyTorch"
QString fitName(Fit fit); ///< "Fits"
QString severityName(Severity severity);
QString collectiveOpName(CollectiveOp op); ///< "all-reduce"
QString payloadName(Payload payload); ///< "gradients"
QString collectiveName(const Collective &collective); ///< "All-reduce of the gradients"

QString bottleneckName(Bottleneck bottleneck); ///< "matrix products"

} // namespace shardscope
