// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rangewords.h"

#include "ui/text/amounts.h"
#include "ui/text/format.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class RangeWords
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::RangeWords)
};

bool isWorksheet(const Plan &plan)
{
    return plan.scenario.estimator == EstimatorKind::Worksheet;
}

} // namespace

QString rangeLabel(const Plan &plan)
{
    return isWorksheet(plan) ? RangeWords::tr("Range: a tenth kept free, by rule of thumb")
                             : RangeWords::tr("Range: by the errors of measured runs");
}

QString rangeMeaning(const Plan &plan)
{
    return isWorksheet(plan)
        ? RangeWords::tr("Ranges end at the memory of which a tenth would stay free, as the rule "
                         "of thumb wants it; they rest on no measurement.")
        : RangeWords::tr("Ranges span how far estimates were off for the measured runs that are "
                         "nearest, as many of each project; beyond validated ground, for all.");
}

QString rangeSentence(const Plan &plan)
{
    const Confidence &confidence = plan.memory.confidence;
    const QString high = planMemory(plan, confidence.high);
    if (!confidence.isRange())
        return {};
    if (isWorksheet(plan))
        return RangeWords::tr("Of %1 a tenth would stay free, as the rule of thumb wants it.")
            .arg(high);
    if (confidence.cases == 0)
        return {};
    const QString runs = formatWhole(static_cast<double>(confidence.cases));
    const QString low = planMemory(plan, confidence.low);
    return confidence.isValidated
        ? RangeWords::tr(
            "%1 to %2 by the errors of the %3 measured runs that are nearest.", "amounts, number")
              .arg(low, high, runs)
        : RangeWords::tr("%1 to %2 by the errors of all %3 measured runs.", "amounts, number")
              .arg(low, high, runs);
}

} // namespace shardscope
