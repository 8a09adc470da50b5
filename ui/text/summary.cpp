// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/summary.h"

#include "core/planner/outlook.h"
#include "core/planner/reserving.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

namespace {

class Summary
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Summary)
};

/// Whether all of the estimate's range is below the capacity, as the limits and fixes ask.
bool surelyFits(const Plan &plan, const GpuSpec &gpu)
{
    return judge(plan.memory, capacityFor(plan.scenario, gpu)).fit == Fit::Fits;
}

/// Of the GPUs that people compare with, the nearest on which the verdict would be another.
const GpuSpec *nearestOther(const Plan &plan, const Catalog &catalog)
{
    const bool fits = plan.memory.verdict.fit == Fit::Fits;
    const GpuSpec *nearest = nullptr;
    for (const GpuSpec &gpu : catalog.gpus) {
        const Bytes capacity = capacityFor(plan.scenario, gpu);
        const bool isCandidate = gpu.isLandmark && gpu.id != plan.scenario.hardware.gpu;
        if (!isCandidate || capacity <= Bytes(0) || surelyFits(plan, gpu) == fits)
            continue;
        const bool nearer = nearest
            && (fits ? capacity > capacityFor(plan.scenario, *nearest)
                     : capacity < capacityFor(plan.scenario, *nearest));
        if (!nearest || nearer)
            nearest = &gpu;
    }
    return nearest;
}

/// It would fit on the GPUs, but what is offloaded does not fit beside them.
bool decidedByHost(const Plan &plan)
{
    return plan.memory.verdict.fit != Fit::DoesNotFit && plan.memory.host.missing() > Bytes(0);
}

/// "peak 38.3 GiB of 79.1 GiB, 41.3 GiB spare, at the optimizer step"
QString gpuDetail(const Plan &plan)
{
    const Memory &memory = plan.memory;
    const Confidence &range = memory.confidence;
    const QString peak = range.isRange()
        ? Summary::tr("%1 (%2 to %3)", "amount, range")
              .arg(planMemory(plan, memory.peak), planMemory(plan, range.low),
                  planMemory(plan, range.high))
        : planMemory(plan, memory.peak);
    const QString capacity = planMemory(plan, memory.verdict.capacity);
    const QString moment = translated(phaseMoments[static_cast<std::size_t>(memory.peakPhase)]);
    if (!memory.verdict.fits())
        return Summary::tr("peak %1 of %2, %3 missing, %4", "amounts, then the moment")
            .arg(peak, capacity, planMemory(plan, -memory.verdict.spare), moment);
    return Summary::tr("peak %1 of %2, %3 spare, %4", "amounts, then the moment")
        .arg(peak, capacity, planMemory(plan, memory.verdict.spare), moment);
}

} // namespace

QString verdictHeadline(const Plan &plan, const Catalog &catalog)
{
    if (decidedByHost(plan))
        return Summary::tr("Does not fit in host memory");
    const QString gpu = gpuName(plan.scenario, catalog);
    switch (plan.memory.verdict.fit) {
    case Fit::Fits:
        return plan.memory.confidence.isComplete
            ? Summary::tr("Fits on %1").arg(gpu)
            : Summary::tr("Fits on %1 as far as it is counted").arg(gpu);
    case Fit::AtRisk:
        return Summary::tr("At risk on %1", "it may not fit").arg(gpu);
    case Fit::DoesNotFit:
        return Summary::tr("Does not fit on %1").arg(gpu);
    }
    return {};
}

Fit fitOf(const Plan &plan)
{
    return fitWithHost(plan.memory.verdict.fit, plan.memory.host.missing());
}

QString verdictDetail(const Plan &plan)
{
    if (decidedByHost(plan))
        return Summary::tr("each host lacks %1; on each GPU %2", "amount, then: peak ... of ...")
            .arg(planMemory(plan, plan.memory.host.missing()), gpuDetail(plan));
    return gpuDetail(plan);
}

QString reservingName(Reserving reserving)
{
    switch (reserving) {
    case Reserving::Estimated:
        return Summary::tr("Estimated", "what the allocator reserves");
    case Reserving::Played:
        return Summary::tr("Played request by request", "what the allocator reserves");
    }
    return {};
}

QString reservingName(const Plan &plan)
{
    return canBePlayed(plan.scenario) ? reservingName(plan.memory.reserving()) : QString();
}

QString reservingMeaning(const Plan &plan)
{
    if (!canBePlayed(plan.scenario))
        return {};
    const Footprint &footprint = plan.memory.footprint;
    const QString beyond = planMemory(plan, footprint.reserved - footprint.allocated);
    if (!plan.memory.reservation)
        return Summary::tr("While inputs change, what torch's allocator reserves beyond tensors is "
                           "estimated: %1. As soon as nothing has changed for a moment, steps are "
                           "played through it request by request.")
            .arg(beyond);
    QString played
        = Summary::tr("Steps were played through torch's allocator request by request: it reserves "
                      "%1 beyond tensors. Grooves take it to be the same share for what is like "
                      "this; going there plays it.")
              .arg(beyond);
    const Reservation &reservation = *plan.memory.reservation;
    if (isGatheredAhead(reservation))
        played += QLatin1Char(' ')
            + Summary::tr("%1 of it are weights that are gathered ahead of computation; they are "
                          "given back where memory is short, and the bars leave them out.")
                  .arg(planMemory(plan, reservation.ahead));
    if (reservation.retries > 0)
        played += QLatin1Char(' ')
            + Summary::tr("It must give cached memory back to make room, which takes time.");
    return played;
}

QString confidenceSentence(const Plan &plan)
{
    const Confidence &confidence = plan.memory.confidence;
    if (confidence.isValidated && confidence.nearest.empty())
        return {};
    const QString nearest = QString::fromStdString(confidence.nearest);
    if (confidence.isValidated)
        return Summary::tr("Nearest measured run: %1.").arg(nearest);
    QStringList unproven;
    for (const Trait trait : confidence.unproven)
        unproven += displayName(trait);
    if (!confidence.isComplete) {
        const QString left
            = Summary::tr("Something of this run is not counted: the findings say what.");
        return nearest.isEmpty()
            ? left
            : left + QLatin1Char(' ') + Summary::tr("Nearest measured run: %1.").arg(nearest);
    }
    QString sentence = unproven.isEmpty()
        ? Summary::tr("Beyond validated ground.")
        : Summary::tr("Beyond validated ground: no measured run is like it in %1.",
            "list of what it differs in")
              .arg(unproven.join(QStringLiteral(", ")));
    if (!nearest.isEmpty())
        sentence += QLatin1Char(' ') + Summary::tr("Nearest measured run: %1.").arg(nearest);
    return sentence;
}

QString verdictSentence(const Plan &plan, const Catalog &catalog)
{
    return Summary::tr("%1: %2.", "Fits on H100: peak ...")
        .arg(verdictHeadline(plan, catalog), verdictDetail(plan));
}

QString comparisonSentence(const Plan &plan, const Catalog &catalog)
{
    const GpuSpec *gpu = nearestOther(plan, catalog);
    if (!gpu && plan.memory.verdict.fit != Fit::Fits)
        return Summary::tr("None of the usual GPUs would hold it for sure.");
    if (!gpu)
        return Summary::tr("All of the usual GPUs would hold it.");
    const QString name = QString::fromStdString(gpu->label);
    const Bytes spare = capacityFor(plan.scenario, *gpu) - plan.memory.peak;
    if (spare < Bytes(0))
        return Summary::tr("%1 would be %2 too small.").arg(name, planMemory(plan, -spare));
    if (!surelyFits(plan, *gpu))
        return Summary::tr("%1 would be at risk, with %2 to spare.")
            .arg(name, planMemory(plan, spare));
    return Summary::tr("%1 would fit, with %2 to spare.").arg(name, planMemory(plan, spare));
}

QString assumptionsSentence(const Plan &plan)
{
    const Training &training = plan.scenario.training;
    const QString model = plan.model.name.empty()
        ? Summary::tr("%1 parameters").arg(formatParameters(plan.scenario.model.parameters))
        : QString::fromStdString(plan.model.name);
    const QString work = Summary::tr("%1, %2, %3", "method, precision, optimizer")
                             .arg(displayName(training.method), displayName(training.precision),
                                 displayName(training.optimizer));
    const QString batch
        = Summary::tr("%1 × %2 tokens per GPU", "micro-batch, sequence length")
              .arg(formatWhole(training.microBatch), formatWhole(training.sequenceLength));
    const QString place = Summary::tr("%1 on %n GPU(s)", "strategy", plan.scenario.parallel.gpus)
                              .arg(displayName(plan.scenario.parallel.strategy));
    return Summary::tr("%1; %2; %3; %4; checkpointing: %5; estimator: %6.",
        "model; method; batch; strategy and GPUs")
        .arg(model, work, batch, place, displayName(training.checkpointing),
            displayName(plan.scenario.estimator));
}

const Finding *mostSerious(const Plan &plan)
{
    const Finding *worst = nullptr;
    for (const Finding &finding : plan.findings) {
        // The verdict says these itself.
        const bool isSaid = finding.id == FindingId::DoesNotFit || finding.id == FindingId::AtRisk
            || (finding.id == FindingId::HostTooSmall && decidedByHost(plan));
        if (isSaid)
            continue;
        if (!worst || finding.severity > worst->severity)
            worst = &finding;
    }
    return worst;
}

} // namespace shardscope
