// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared.h"
#include "ui/results/plantable.h"

#include <QStringList>

namespace shardscope {

/// A line of the table, with what the pinned plans have in its place.
struct ComparedRow
{
    PlanRow row{}; ///< of the present plan; without an amount where only pins have it
    QStringList pins{}; ///< the amount in each; "–" where there is none
    std::vector<double> values{}; ///< the same in the row's unit; 0 where there is none
    double before = 0; ///< of these, the baseline's
    QString difference{}; ///< signed, "+1.20 GiB"; empty without a baseline
    QString percent{}; ///< signed; "–" where the baseline has nothing

    bool operator==(const ComparedRow &) const = default;
};

/// The rows of the plan, and those that only pinned plans have, in the order of `planRows`.
std::vector<ComparedRow> comparedRows(const Plan &plan, const Compared &compared);

} // namespace shardscope
