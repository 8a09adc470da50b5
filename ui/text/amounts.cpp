// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/amounts.h"

#include "ui/text/format.h"

namespace shardscope {

QString estimatorMemory(EstimatorKind estimator, Bytes bytes)
{
    const bool isDecimal = estimator == EstimatorKind::Worksheet;
    return isDecimal ? formatDecimalMemory(bytes) : formatMemory(bytes);
}

QString planMemory(const Plan &plan, Bytes bytes)
{
    return estimatorMemory(plan.scenario.estimator, bytes);
}

Bytes capacityFor(const Scenario &scenario, const GpuSpec &gpu)
{
    const bool isDecimal = scenario.estimator == EstimatorKind::Worksheet;
    const Bytes whole = isDecimal ? gpu.nominalGb.value * GB : gpu.usable();
    return capacityOf(whole, scenario.hardware);
}

QString gpuName(const Scenario &scenario, const Catalog &catalog)
{
    const GpuSpec *gpu = catalog.findGpu(scenario.hardware.gpu);
    return QString::fromStdString(gpu ? gpu->label : scenario.hardware.gpu);
}

} // namespace shardscope
