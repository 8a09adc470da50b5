// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparedtable.h"

#include "ui/text/format.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

QString nothing()
{
    return QStringLiteral("–");
}

const PlanRow *find(const std::vector<PlanRow> &rows, const PlanRow &wanted)
{
    const auto found = std::find_if(rows.begin(), rows.end(),
        [&wanted](const PlanRow &row) { return row.kind == wanted.kind && row.id == wanted.id; });
    return found == rows.end() ? nullptr : &*found;
}

/// What the present plan has none of.
PlanRow emptyLike(const PlanRow &row)
{
    return {.kind = row.kind,
        .id = row.id,
        .name = row.name,
        .unit = row.unit,
        .notation = row.notation,
        .amount = nothing()};
}

/// Parts as they are stacked; what else only pins have comes last of its kind.
int placeOf(const PlanRow &row)
{
    const std::optional<PartId> part = fromName<PartId>(row.id.toStdString());
    return row.kind == OutputKind::Part && part ? static_cast<int>(*part) : 0;
}

/// Kinds are in the order of the table, and a total follows what it sums up.
void addMissing(std::vector<PlanRow> &rows, const std::vector<PlanRow> &others)
{
    for (const PlanRow &other : others) {
        if (find(rows, other))
            continue;
        const auto after = std::find_if(rows.begin(), rows.end(), [&other](const PlanRow &row) {
            return std::pair(row.kind, placeOf(row)) > std::pair(other.kind, placeOf(other));
        });
        rows.insert(after, emptyLike(other));
    }
}

void compare(ComparedRow &row, std::size_t baseline)
{
    row.before = row.values[baseline];
    const double change = row.row.value - row.before;
    const double size = std::abs(change);
    row.difference = withSign(change, formatAmount({row.row.notation, size}));
    row.percent = row.before > 0 ? withSign(change, formatPercent(size / row.before)) : nothing();
}

} // namespace

std::vector<ComparedRow> comparedRows(const Plan &plan, const Compared &compared)
{
    std::vector<PlanRow> rows = planRows(plan);
    std::vector<std::vector<PlanRow>> pins;
    for (const PinnedPlan &pin : compared.pins) {
        pins.push_back(planRows(*pin.plan));
        addMissing(rows, pins.back());
    }
    std::vector<ComparedRow> all;
    for (PlanRow &row : rows) {
        ComparedRow &next = all.emplace_back();
        next.row = std::move(row);
        for (const std::vector<PlanRow> &pin : pins) {
            const PlanRow *same = find(pin, next.row);
            next.pins += same ? same->amount : nothing();
            next.values.push_back(same ? same->value : 0);
        }
        if (!pins.empty())
            compare(next, compared.baseline);
    }
    return all;
}

} // namespace shardscope
