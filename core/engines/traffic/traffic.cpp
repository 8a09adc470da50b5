// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/traffic/traffic.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

Term gradientBytes(const Workload &work, double bytesEach)
{
    return Term::each(bytesEach) * Term::count(work.trainable);
}

double tensorCount(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    // Query, key, value, output; gate, up and down, or up and down; each expert's are fused.
    const double matrices = (spec.fusedProjections ? 2 : 4) + (spec.gatedMlp ? 3 : 2);
    const double adapters = work.isFull() ? 1 : 2;
    return adapters * static_cast<double>(spec.layers) * (matrices + spec.normsPerLayer) + 3;
}

double bucketCount(const Workload &work, double parameters, double elements)
{
    return std::max(1.0, std::min(std::ceil(parameters / elements), tensorCount(work)));
}

double embeddingShare(const Workload &work)
{
    return work.isFull() ? work.count().embedding / work.trainable : 0;
}

double reducedBytes(const Workload &work, double standard)
{
    switch (work.scenario.parallel.gradientPrecision) {
    case GradientPrecision::Auto:
        return standard;
    case GradientPrecision::Bits16:
        return 2;
    case GradientPrecision::Fp32:
        return 4;
    }
    return standard;
}

bool overlaps(const Workload &work, bool standard)
{
    const Overlap chosen = work.scenario.parallel.overlap;
    return chosen == Overlap::Auto ? standard : chosen == Overlap::On;
}

} // namespace shardscope
