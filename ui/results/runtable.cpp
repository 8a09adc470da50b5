// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/runtable.h"

#include "core/scenario/precision.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

namespace {

class RunTable
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::RunTable)
};

QString modulesOf(const DeviceShare &share)
{
    QStringList modules;
    if (share.embedding)
        modules += RunTable::tr("embedding");
    if (share.layers == 1)
        modules += RunTable::tr("layer %1").arg(share.firstLayer + 1);
    if (share.layers > 1)
        modules += RunTable::tr("layers %1 to %2")
                       .arg(share.firstLayer + 1)
                       .arg(share.firstLayer + share.layers);
    if (share.norm)
        modules += RunTable::tr("final norm");
    if (share.head)
        modules += RunTable::tr("output layer");
    return modules.isEmpty() ? RunTable::tr("nothing") : modules.join(QStringLiteral(", "));
}

} // namespace

DeviceMap deviceMapOf(const Plan &plan)
{
    const Parallel &parallel = plan.scenario.parallel;
    return balancedDeviceMap(plan.model.spec, recipe(plan.scenario.training.precision).weight,
        std::min(parallel.gpus, parallel.gpusPerNode), plan.memory.verdict.capacity);
}

std::vector<DeviceRow> deviceRows(const Plan &plan)
{
    std::vector<DeviceRow> rows;
    const Bytes capacity = plan.memory.verdict.capacity;
    for (const DeviceShare &share : deviceMapOf(plan).gpus)
        rows.push_back({.gpu = RunTable::tr("GPU %1").arg(rows.size()),
            .modules = modulesOf(share),
            .memory = planMemory(plan, share.bytes),
            .share = capacity > Bytes(0) ? formatPercent(share.bytes / capacity) : QString(),
            .isFull = share.bytes > capacity});
    return rows;
}

QString deviceSentence(const Plan &plan)
{
    const DeviceMap map = deviceMapOf(plan);
    QString sentence = RunTable::tr(
        "Laid out by whole layers, as device_map=\"balanced\" does, one GPU computes while the "
        "others wait for its result: each is busy for at most %1 of the time, and this is why such "
        "a model trains slowly. Only weights are counted here.",
        "percent")
                           .arg(formatPercent(map.busyShare()));
    if (map.offloaded > Bytes(0))
        sentence += u' '
            + RunTable::tr("%1 find no room and go to the host.", "amount")
                  .arg(planMemory(plan, map.offloaded));
    return sentence;
}

} // namespace shardscope
