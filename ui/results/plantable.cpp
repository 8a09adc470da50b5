// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/plantable.h"

#include "ui/text/format.h"
#include "ui/text/names.h"

#include <array>

namespace shardscope {

namespace {

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
    constexpr Text memory = english("shardscope::PlanTable", "Memory at the peak");
    constexpr Text traffic = english("shardscope::PlanTable", "Traffic");
    constexpr Text time = english("shardscope::PlanTable", "Time, at least");
    constexpr std::array sections{memory, memory,
        english("shardscope::PlanTable", "Peak of each phase"), traffic, traffic, time, time};
    return translated(textIn(sections, kind));
}

bool isTotal(OutputKind kind)
{
    return kind == OutputKind::Peak || kind == OutputKind::Traffic;
}

} // namespace shardscope
