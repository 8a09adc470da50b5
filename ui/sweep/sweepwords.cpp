// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweepwords.h"

#include "core/explore/sweep/sweeptexts.h"
#include "core/judge/runverdict.h"
#include "ui/compare/inputtext.h"
#include "ui/panels/inputs.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QLocale>

namespace shardscope {

namespace {

class SweepTable
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::SweepTable)
};

QString withUnit(const QString &name, const QString &unit)
{
    return unit.isEmpty() ? name : SweepTable::tr("%1 (%2)", "name, unit").arg(name, unit);
}

QString axisName(const Axis &axis)
{
    const Key &key = *findKey(axis.key);
    return withUnit(inputLabel(key.id), key.isNumeric() ? keyUnit(key) : QString());
}

/// Of numbers that their metric's name does not say it of.
QString unitOf(Metric metric)
{
    switch (metric) {
    case Metric::Peak:
    case Metric::Spare:
        return QStringLiteral("GiB");
    case Metric::Mfu:
        return QStringLiteral("%");
    case Metric::StepSeconds:
        return QStringLiteral("s");
    case Metric::Traffic:
        return QStringLiteral("GB");
    case Metric::Fit:
    case Metric::TokensPerSecond:
    case Metric::TokensPerSecondPerGpu:
    case Metric::GpuHours:
    case Metric::Cost:
        break;
    }
    return {};
}

QString metricName(Metric metric)
{
    return withUnit(displayName(metric), unitOf(metric));
}

QString outcome(const MemoryOutlook &memory)
{
    return memory.obstacle ? displayName(verdictFor(*memory.obstacle))
                           : displayName(memory.verdict.fit);
}

} // namespace

SweepWords sweepWords(const Catalog &catalog)
{
    return {.axis = [](const Axis &axis) { return axisName(axis).toStdString(); },
        .value =
            [&catalog](const Axis &axis, const Json &value) {
                return inputValue(*findKey(axis.key), value, catalog).toStdString();
            },
        .metric = [](Metric metric) { return metricName(metric).toStdString(); },
        .outcome = [](const MemoryOutlook &memory) { return outcome(memory).toStdString(); },
        .number
        = [](double value,
              int decimals) { return QLocale().toString(value, 'f', decimals).toStdString(); },
        .say
        = [&catalog](const Phrase &phrase) { return translated(phrase, &catalog).toStdString(); }};
}

} // namespace shardscope
