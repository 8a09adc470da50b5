// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/narrationtext.h"

#include "ui/compare/inputtext.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>
#include <QLocale>

namespace shardscope {

namespace {

class NarrationText
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::NarrationText)
};

constexpr std::size_t MostInputs = 2;

/// Nouns begin with a capital in German, elsewhere only at the start of a sentence.
QString withinSentence(const QString &name)
{
    if (QLocale().language() == QLocale::German)
        return name;
    return QLocale().toLower(name.left(1)) + name.mid(1);
}

/// "15.0 to 1.87 GiB": a unit that both have is said once.
QString fromTo(QString before, const QString &after)
{
    const QString unit = after.section(QChar::Nbsp, -1);
    const QString ending = QChar::Nbsp + unit;
    if (before.endsWith(ending))
        before.chop(ending.size());
    return NarrationText::tr("%1 to %2", "amount before, amount after").arg(before, after);
}

QString subject(const Narration &narration, const Catalog &catalog)
{
    if (narration.inputs.size() > MostInputs)
        return NarrationText::tr(
            "%n input(s) changed", nullptr, static_cast<int>(narration.inputs.size()));
    QStringList changes;
    for (const InputDifference &one : narration.inputs)
        changes += inputChange(one, catalog);
    return changes.join(QStringLiteral(", "));
}

QString peakFact(const Narration &narration, const Plan &after)
{
    if (!isNoticeable(narration.peakBefore.value(), narration.peakAfter.value()))
        return NarrationText::tr("peak unchanged");
    return NarrationText::tr("peak %1", "amounts")
        .arg(fromTo(
            planMemory(after, narration.peakBefore), planMemory(after, narration.peakAfter)));
}

QStringList memoryFacts(const Narration &narration, const Plan &after)
{
    const auto amounts = [&after](Bytes first, Bytes second) {
        return fromTo(planMemory(after, first), planMemory(after, second));
    };
    QStringList facts;
    for (const PartChange &change : narration.parts)
        facts += NarrationText::tr("%1 %2", "part of memory, amounts")
                     .arg(withinSentence(displayName(change.part)),
                         amounts(change.before, change.after));
    return facts << peakFact(narration, after);
}

QString fitFact(const Narration &narration, const Plan &after, const Catalog &catalog)
{
    const QString gpu = gpuName(after.scenario, catalog);
    switch (narration.fitAfter) {
    case Fit::Fits:
        return NarrationText::tr("now fits on %1", "GPU").arg(gpu);
    case Fit::AtRisk:
        return NarrationText::tr("now at risk on %1", "GPU").arg(gpu);
    case Fit::DoesNotFit:
        return NarrationText::tr("no longer fits on %1", "GPU").arg(gpu);
    }
    return {};
}

QString trafficFact(const Narration &narration)
{
    const bool isSame
        = !isNoticeable(narration.trafficBefore.value(), narration.trafficAfter.value());
    if (!isSame)
        return NarrationText::tr("traffic %1", "amounts")
            .arg(fromTo(
                formatTraffic(narration.trafficBefore), formatTraffic(narration.trafficAfter)));
    return narration.isForOneMicroStep
        ? NarrationText::tr("traffic unchanged while there is one micro-step")
        : NarrationText::tr("traffic unchanged");
}

QString stepFact(const Narration &narration)
{
    if (!isNoticeable(narration.stepBefore.value(), narration.stepAfter.value()))
        return NarrationText::tr("step time unchanged");
    return NarrationText::tr("step time %1", "durations")
        .arg(fromTo(formatSeconds(narration.stepBefore), formatSeconds(narration.stepAfter)));
}

/// What decides: the fit, else memory, else time, else traffic.
QString mainFact(const Narration &narration, const Plan &after, const Catalog &catalog)
{
    if (narration.fitBefore != narration.fitAfter)
        return fitFact(narration, after, catalog);
    if (isNoticeable(narration.peakBefore.value(), narration.peakAfter.value()))
        return peakFact(narration, after);
    if (isNoticeable(narration.stepBefore.value(), narration.stepAfter.value()))
        return stepFact(narration);
    if (isNoticeable(narration.trafficBefore.value(), narration.trafficAfter.value()))
        return trafficFact(narration);
    return peakFact(narration, after);
}

} // namespace

QString narrationClause(const Narration &narration, const Plan &after, const Catalog &catalog)
{
    if (narration.inputs.empty())
        return {};
    return NarrationText::tr("%1: %2", "what was changed, what that has done")
        .arg(subject(narration, catalog), mainFact(narration, after, catalog));
}

QString narrationSentence(const Narration &narration, const Plan &after, const Catalog &catalog)
{
    if (narration.inputs.empty())
        return {};
    QStringList facts;
    if (narration.fitBefore != narration.fitAfter)
        facts += fitFact(narration, after, catalog);
    facts += memoryFacts(narration, after);
    if (narration.trafficBefore > Bytes(0) || narration.trafficAfter > Bytes(0))
        facts += trafficFact(narration);
    if (narration.stepBefore > Seconds(0) && narration.stepAfter > Seconds(0))
        facts += stepFact(narration);
    return NarrationText::tr("%1: %2.", "what was changed, what that has done")
        .arg(subject(narration, catalog), facts.join(QStringLiteral(", ")));
}

} // namespace shardscope
