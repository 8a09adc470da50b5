// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/runtable.h"

#include "core/scenario/precision.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace shardscope {

namespace {

class RunTable
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::RunTable)
};

constexpr double SecondsPerHour = 3600;

/// "36.4 hours", and days where those are easier to picture.
QString durationText(Seconds time)
{
    constexpr double ManyHours = 72;
    const double hours = time.value() / SecondsPerHour;
    if (hours < 1)
        return formatSeconds(time);
    return hours < ManyHours ? RunTable::tr("%1 hours").arg(formatSignificant(hours))
                             : RunTable::tr("%1 days").arg(formatSignificant(hours / 24));
}

QString orOpen(bool isKnown, const QString &amount)
{
    return isKnown ? amount : QStringLiteral("–");
}

void addBatch(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    const Training &training = plan.scenario.training;
    rows.push_back({.id = QStringLiteral("batch"),
        .name = RunTable::tr("Effective batch"),
        .amount = RunTable::tr("%1 sequences, %2 tokens")
                      .arg(formatWhole(run.sequencesPerStep), formatWhole(run.tokensPerStep)),
        .detail = RunTable::tr("Micro-batch %1 × accumulation %2 × %3 GPUs")
                      .arg(formatWhole(training.microBatch), formatWhole(training.accumulation),
                          formatWhole(plan.scenario.parallel.gpus))});
    rows.push_back({.id = QStringLiteral("learning-rate"),
        .name = RunTable::tr("Learning rate, scaled linearly"),
        .amount = orOpen(run.learningRate > 0, QLocale().toString(run.learningRate, 'g', 3)),
        .detail = run.learningRate > 0
            ? RunTable::tr("In proportion to the batch (Goyal et al., 2017): a hint, try it out")
            : RunTable::tr("Set a learning rate and the batch that it went well with")});
}

void addDuration(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    const bool hasSteps = run.steps > 0;
    const bool hasTime = run.duration > Seconds(0);
    const QString missing = hasSteps
        ? RunTable::tr("How long a step takes cannot be said for this GPU.")
        : RunTable::tr("Set the size of the data set");
    const auto add = [&](const QString &id, const QString &name, bool isKnown,
                         const QString &amount, const QString &detail) {
        rows.push_back({id, name, orOpen(isKnown, amount), isKnown ? detail : missing});
    };
    add(QStringLiteral("steps"), RunTable::tr("Optimizer steps"), hasSteps, formatWhole(run.steps),
        RunTable::tr("%1 tokens of all epochs").arg(formatWhole(run.tokens)));
    add(QStringLiteral("duration"), RunTable::tr("Duration"), hasTime, durationText(run.duration),
        RunTable::tr("%1 for each step; saving and evaluating come on top")
            .arg(formatSeconds(plan.time.step)));
    add(QStringLiteral("gpu-hours"), RunTable::tr("GPU-hours"), hasTime,
        formatSignificant(run.gpuHours),
        RunTable::tr("Duration × %1 GPUs").arg(formatWhole(plan.scenario.parallel.gpus)));
    add(QStringLiteral("energy"), RunTable::tr("Energy"), hasTime && run.energyKwh > 0,
        RunTable::tr("%1 kWh").arg(formatSignificant(run.energyKwh)),
        RunTable::tr("Of the GPUs alone, at the power that they may draw"));
}

void addCost(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    const bool hasPrice = plan.scenario.run.pricePerGpuHour > 0;
    QString detail = RunTable::tr("Set the price of a GPU-hour: none is assumed");
    if (hasPrice)
        detail = run.cost > 0 ? RunTable::tr("GPU-hours × price, in its currency")
                              : RunTable::tr("Set the size of the data set");
    rows.push_back({QStringLiteral("cost"), RunTable::tr("Cost"),
        orOpen(run.cost > 0, QLocale().toString(run.cost, 'f', 2)), detail});
}

void addCheckpoint(const Plan &plan, std::vector<RunRow> &rows)
{
    const RunPlan &run = plan.run;
    const bool hasRate = run.checkpointWrite > Seconds(0);
    rows.push_back(
        {QStringLiteral("checkpoint"), RunTable::tr("Checkpoint"), formatTraffic(run.checkpoint),
            formatFormula(QString::fromStdString(run.checkpointFormula.text())), true});
    rows.push_back({QStringLiteral("checkpoint-write"), RunTable::tr("Writing a checkpoint"),
        orOpen(hasRate, formatSeconds(run.checkpointWrite)),
        hasRate ? RunTable::tr("At the disk rate that is set")
                : RunTable::tr("Set the disk rate")});
}

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

std::vector<RunRow> runRows(const Plan &plan)
{
    std::vector<RunRow> rows;
    addBatch(plan, rows);
    addDuration(plan, rows);
    addCost(plan, rows);
    addCheckpoint(plan, rows);
    return rows;
}

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
