// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QString>

#include <vector>

namespace shardscope {

enum class RowKind { Part, MemoryTotal, Phase, Collective, TrafficTotal, Time };

/// One line of the table that stands beside the charts, in files and on the clipboard.
struct PlanRow
{
    RowKind kind = RowKind::Part;
    QString id{}; ///< as in files: "weights", "gradient-all-reduce"
    QString name{};
    double value = 0; ///< in `unit`
    QString unit{}; ///< "B", "s", ...
    QString amount{}; ///< for people: "12.0 GiB"
    QString exact{}; ///< for people: "12,884,901,888 bytes"; empty where the amount is no bytes
    double share = 0; ///< of its section's total; 0 where that means nothing
    QString formula{};
    QString source{};

    bool operator==(const PlanRow &) const = default;
};

/// Parts at the peak and their total, the phases, the traffic and its total, the times; in the
/// order of the charts.
std::vector<PlanRow> planRows(const Plan &plan);

QString sectionName(RowKind kind);
bool isTotal(RowKind kind);

} // namespace shardscope
