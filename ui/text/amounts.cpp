// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/amounts.h"

#include "ui/text/format.h"
#include "ui/text/translated.h"

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

QString gpuName(const Scenario &scenario, const Catalog &catalog)
{
    return translated(Named{Named::What::Gpu, scenario.hardware.gpu}, &catalog);
}

} // namespace shardscope
