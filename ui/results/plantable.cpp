// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/plantable.h"

#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class PlanTable
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::PlanTable)
};

PlanRow rowOf(const Output &output)
{
    const bool isTime = output.kind == OutputKind::Time;
    return {.kind = output.kind,
        .id = toText(output.id),
        .name = translated(output.name),
        .value = output.amount.value,
        .unit = isTime ? QStringLiteral("s") : QStringLiteral("B"),
        .notation = output.amount.notation,
        .amount = formatAmount(output.amount),
        .exact = isTime ? QString() : formatExactBytes(Bytes(output.amount.value)),
        .share = output.share,
        .formula = toText(output.formula),
        .source = toText(output.source)};
}

} // namespace

std::vector<PlanRow> planRows(const Plan &plan)
{
    std::vector<PlanRow> rows;
    for (const Output &output : outputsOf(plan)) {
        const bool isKnown = output.kind != OutputKind::Time || plan.time.step > Seconds(0);
        if (isKnown && output.kind != OutputKind::Throughput)
            rows.push_back(rowOf(output));
    }
    return rows;
}

QString sectionName(OutputKind kind)
{
    switch (kind) {
    case OutputKind::Part:
    case OutputKind::Peak:
        return PlanTable::tr("Memory at the peak");
    case OutputKind::Phase:
        return PlanTable::tr("Peak of each phase");
    case OutputKind::Collective:
    case OutputKind::Traffic:
        return PlanTable::tr("Traffic");
    case OutputKind::Time:
    case OutputKind::Throughput:
        return PlanTable::tr("Time, at least");
    }
    return {};
}

bool isTotal(OutputKind kind)
{
    return kind == OutputKind::Peak || kind == OutputKind::Traffic;
}

} // namespace shardscope
