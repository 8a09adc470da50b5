// SPDX-License-Identifier: GPL-3.0-or-later
// Models that a trainer holds beside the one that it trains.
#include "core/model/parameters.h"
#include "core/scenario/framework.h"
#include "core/scenario/objective.h"
#include "core/step/workload.h"

namespace shardscope {

Resolved resolvedTeacher(const Workload &work)
{
    Resolved resolved = work.resolved;
    if (!resolved.teacher)
        return resolved;
    resolved.spec = specAtWork(work.resolved.teacher->spec, {});
    resolved.count = countParameters(resolved.spec);
    return resolved;
}

Resolved resolvedValues(const Resolved &policy)
{
    Resolved resolved = policy;
    resolved.spec.labels = 1;
    resolved.spec.tiedEmbeddings = false;
    resolved.spec.headBias = false;
    resolved.count = countParameters(resolved.spec);
    return resolved;
}

bool learnsValues(const Scenario &scenario, const ModelSpec &spec)
{
    return trainsValues(scenario.training.objective)
        && scenario.estimator == EstimatorKind::Detailed
        && scenario.parallel.strategy == Strategy::Ddp
        && frameworkFor(scenario.parallel) == Framework::Trainer && !spec.encoder && !spec.seq2seq
        && !spec.mixed && cutterFor(scenario, spec) == Cutter::None;
}

} // namespace shardscope
