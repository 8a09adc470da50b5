// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/plantable.h"

#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"
#include "ui/text/terms.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class PlanTable
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::PlanTable)
};

double shareOf(Bytes part, Bytes whole)
{
    return whole > Bytes(0) ? part / whole : 0;
}

PlanRow bytesRow(RowKind kind, const QString &id, const QString &name, Bytes bytes)
{
    return {.kind = kind,
        .id = id,
        .name = name,
        .value = bytes.value(),
        .unit = QStringLiteral("B"),
        .exact = formatExactBytes(bytes)};
}

void addMemory(const Plan &plan, std::vector<PlanRow> &rows)
{
    const Memory &memory = plan.memory;
    for (const Part &part : memory.atPeak().parts) {
        PlanRow row
            = bytesRow(RowKind::Part, toText(nameOf(part.id)), partName(part.id), part.bytes);
        row.amount = planMemory(plan, part.bytes);
        row.share = shareOf(part.bytes, memory.peak);
        row.formula = toText(part.formula.text());
        row.source = toText(part.source);
        rows.push_back(row);
    }
    PlanRow total = bytesRow(
        RowKind::MemoryTotal, QStringLiteral("peak"), PlanTable::tr("Peak"), memory.peak);
    total.amount = planMemory(plan, memory.peak);
    total.share = 1;
    rows.push_back(total);
    for (const Phase &phase : memory.phases) {
        PlanRow row
            = bytesRow(RowKind::Phase, toText(nameOf(phase.id)), phaseName(phase.id), phase.peak);
        row.amount = planMemory(plan, phase.peak);
        rows.push_back(row);
    }
}

void addTraffic(const Plan &plan, std::vector<PlanRow> &rows)
{
    const Bytes all = plan.traffic.bytesPerGpuPerStep();
    for (const Collective &collective : plan.traffic.collectives) {
        const Bytes bytes = collective.bytesPerStep();
        PlanRow row = bytesRow(
            RowKind::Collective, toText(collective.id()), collectiveName(collective), bytes);
        row.amount = formatTraffic(bytes);
        row.share = shareOf(bytes, all);
        row.formula = toText(collective.formula.text());
        row.source = toText(collective.source);
        rows.push_back(row);
    }
    PlanRow total = bytesRow(
        RowKind::TrafficTotal, QStringLiteral("sent"), PlanTable::tr("Sent per GPU and step"), all);
    total.amount = formatTraffic(all);
    total.share = all > Bytes(0) ? 1 : 0;
    rows.push_back(total);
}

void addTime(const Plan &plan, std::vector<PlanRow> &rows)
{
    const auto add = [&rows](const QString &id, const QString &name, Seconds time) {
        rows.push_back({.kind = RowKind::Time,
            .id = id,
            .name = name,
            .value = time.value(),
            .unit = QStringLiteral("s"),
            .amount = formatSeconds(time)});
    };
    if (plan.time.step <= Seconds(0))
        return; // nothing is known about this GPU's speed
    add(QStringLiteral("step"), PlanTable::tr("Optimizer step"), plan.time.step);
    add(QStringLiteral("compute"), PlanTable::tr("Computation"), plan.time.compute);
    add(QStringLiteral("exposed-communication"), PlanTable::tr("Waiting for communication"),
        plan.time.exposedCommunication);
}

} // namespace

std::vector<PlanRow> planRows(const Plan &plan)
{
    std::vector<PlanRow> rows;
    addMemory(plan, rows);
    addTraffic(plan, rows);
    addTime(plan, rows);
    return rows;
}

QString sectionName(RowKind kind)
{
    switch (kind) {
    case RowKind::Part:
    case RowKind::MemoryTotal:
        return PlanTable::tr("Memory at the peak");
    case RowKind::Phase:
        return PlanTable::tr("Peak of each phase");
    case RowKind::Collective:
    case RowKind::TrafficTotal:
        return PlanTable::tr("Traffic");
    case RowKind::Time:
        return PlanTable::tr("Time, at least");
    }
    return {};
}

bool isTotal(RowKind kind)
{
    return kind == RowKind::MemoryTotal || kind == RowKind::TrafficTotal;
}

} // namespace shardscope
