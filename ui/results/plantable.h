// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/difference.h"

#include <QString>

#include <vector>

namespace shardscope {

/// One line of the table that stands beside the charts, in files and on the clipboard.
struct PlanRow
{
    OutputKind kind = OutputKind::Part;
    QString id{}; ///< as in files: "weights", "gradient-all-reduce"
    QString name{};
    double value = 0; ///< in `unit`
    QString unit{}; ///< "B", "s"
    Notation notation = Notation::Memory; ///< of the amount
    QString amount{}; ///< for people: "12.0 GiB"
    QString exact{}; ///< for people: "12,884,901,888 bytes"; empty where the amount is no bytes
    double share = 0; ///< of its section's total; 0 where that means nothing
    QString formula{};
    QString source{};

    bool operator==(const PlanRow &) const = default;
};

/// The outputs of the plan but for its speed, and without times where the GPU's are not known.
std::vector<PlanRow> planRows(const Plan &plan);

QString sectionName(OutputKind kind);
bool isTotal(OutputKind kind);

} // namespace shardscope
