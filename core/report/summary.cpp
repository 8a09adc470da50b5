// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/summary.h"

#include "core/base/shortened.h"
#include "core/engines/convention.h"
#include "core/estimate/playedshare.h"
#include "core/judge/findingtext.h"
#include "core/judge/runverdict.h"
#include "core/plan/plantexts.h"
#include "core/planner/outlook.h"
#include "core/scenario/optiontexts.h"

#include <cmath>

namespace shardscope {

namespace {

/// It would fit on the GPUs, but what is offloaded does not fit beside them.
bool decidedByHost(const Plan &plan)
{
    return plan.memory.verdict.fit != Fit::DoesNotFit && plan.memory.host.missing() > Bytes(0);
}

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

Phrase peakOf(const Plan &plan)
{
    const Amount peak = memoryOf(plan.scenario, plan.memory.peak);
    const Confidence &range = plan.memory.confidence;
    if (!range.isRange())
        return {Text{{}, "%1"}, {peak}};
    return {english("summary", "%1 (%2 to %3)", "amount, range"),
        {peak, memoryOf(plan.scenario, range.low), memoryOf(plan.scenario, range.high)}};
}

Phrase gpuDetail(const Plan &plan)
{
    const Verdict &verdict = plan.memory.verdict;
    const auto amount = [&plan](Bytes bytes) { return memoryOf(plan.scenario, bytes); };
    const Text moment = phaseMoments[static_cast<std::size_t>(plan.memory.peakPhase)];
    if (!verdict.fits())
        return {english("summary", "peak %1 of %2, short by %3, %4", "amounts, then the moment"),
            {nested(peakOf(plan)), amount(verdict.capacity), amount(-verdict.spare),
                nested(moment)}};
    return {english("summary", "peak %1 of %2, %3 headroom, %4", "amounts, then the moment"),
        {nested(peakOf(plan)), amount(verdict.capacity), amount(verdict.spare), nested(moment)}};
}

/// "Fits, but 91 % of each step waits for 100 Gb Ethernet"
Phrase waitingHeadline(const Finding &bound)
{
    const Argument share = Amount::wholeShare(waitingShare(bound));
    if (bound.id == FindingId::OffloadBound)
        return {english("summary",
                    "Fits, but %1 of each step waits for copies to and from the host", "percent"),
            {share}};
    return {english("summary", "Fits, but %1 of each step waits for %2", "percent, link"),
        {share, Named{Named::What::Link, bound.link}}};
}

Phrase doubtSentence(const Confidence &confidence)
{
    if (confidence.isValidated)
        return {};
    if (!confidence.isComplete)
        return english("summary", "Something of this run is not counted: the findings say what.");
    if (confidence.unproven.empty())
        return english("summary", "Outside the validated range.");
    std::vector<Phrase> unproven;
    for (const Trait trait : confidence.unproven)
        unproven.emplace_back(textOf(trait));
    return {english("summary", "Outside the validated range: no measured run matches its %1.",
                "list of what it differs in"),
        {std::move(unproven)}};
}

Phrase reservedSentence(const Plan &plan, const Reservation &reservation)
{
    const Footprint &footprint = plan.memory.footprint;
    return {english("summary",
                "Simulated with PyTorch's caching allocator, it reserves %1, of which %2 is "
                "unallocated; nvidia-smi shows %3."),
        {memoryOf(plan.scenario, reservation.reserved),
            memoryOf(plan.scenario, footprint.reserved - footprint.allocated),
            memoryOf(plan.scenario, reservation.device)}};
}

Phrase modelOf(const Plan &plan)
{
    if (!plan.model.name.empty())
        return shortened(plan.model.name);
    return {
        english("summary", "%1 parameters"), {Amount::parameters(plan.scenario.model.parameters)}};
}

/// "16 × H100 80GB in 2 nodes"
Phrase gpusOf(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const int nodes = (parallel.gpus + parallel.gpusPerNode - 1) / parallel.gpusPerNode;
    const Text text = nodes == 1 ? english("summary", "%1 × %2 in one node", "number, GPU")
                                 : english("summary", "%1 × %2 in %3 nodes", "number, GPU, number");
    return {text,
        {Amount::whole(parallel.gpus), Named{Named::What::Gpu, scenario.hardware.gpu},
            Amount::whole(nodes)}};
}

/// "ZeRO-3, DeepSpeed 0.19.6": the worksheet knows of no framework.
Phrase strategyPhrase(const Scenario &scenario)
{
    const Phrase strategy(textOf(scenario.parallel.strategy));
    if (scenario.estimator == EstimatorKind::Worksheet)
        return strategy;
    return listOf({strategy, Phrase(std::string(conventionFor(scenario.parallel).name))});
}

} // namespace

Bytes capacityFor(const Scenario &scenario, const GpuSpec &gpu)
{
    const bool isDecimal = scenario.estimator == EstimatorKind::Worksheet;
    const Bytes whole = isDecimal ? gpu.nominalGb.value * GB : gpu.usable();
    return capacityOf(whole, scenario.hardware);
}

Phrase verdictHeadline(const Plan &plan)
{
    const Argument gpu = Named{Named::What::Gpu, plan.scenario.hardware.gpu};
    switch (runVerdictOf(plan)) {
    case RunVerdict::Fits:
        return {plan.memory.confidence.isComplete
                ? english("summary", "Fits on %1")
                : english("summary", "Fits on %1 as far as it is counted"),
            {gpu}};
    case RunVerdict::FitsButWaits:
        return waitingHeadline(*speedBound(plan));
    case RunVerdict::AtRisk:
        return {english("summary", "At risk on %1", "it may not fit"), {gpu}};
    case RunVerdict::DoesNotFit:
        if (decidedByHost(plan))
            return english("summary", "Does not fit in host memory");
        return {english("summary", "Does not fit on %1"), {gpu}};
    case RunVerdict::NotPlanned:
        return {english("summary", "Not planned on %1"), {gpu}};
    case RunVerdict::CannotRun:
        return {english("summary", "Cannot run on %1"), {gpu}};
    }
    return {};
}

Phrase verdictDetail(const Plan &plan)
{
    if (const Finding *why = refusal(plan))
        return phraseOf(*why, plan);
    if (!decidedByHost(plan))
        return gpuDetail(plan);
    return {english("summary", "each host is short by %1; on each GPU %2",
                "amount, then: peak ... of ..."),
        {memoryOf(plan.scenario, plan.memory.host.missing()), nested(gpuDetail(plan))}};
}

Phrase verdictSentence(const Plan &plan)
{
    const Text pattern = refusal(plan)
        ? english("summary", "%1: %2", "Cannot run on T4: a whole sentence.")
        : english("summary", "%1: %2.", "Fits on H100: peak ...");
    return {pattern, {nested(verdictHeadline(plan)), nested(verdictDetail(plan))}};
}

Phrase confidenceSentence(const Confidence &confidence)
{
    Phrase nearest;
    if (!confidence.nearest.empty())
        nearest = {english("summary", "Nearest measured run: %1."), {confidence.nearest}};
    return sentences({doubtSentence(confidence), std::move(nearest)});
}

Phrase reservationSentences(const Plan &plan, const Reservation &reservation)
{
    Phrase ahead;
    if (isGatheredAhead(reservation) && !reservation.ranOut)
        ahead = {english("summary",
                     "%1 of it are parameters all-gathered ahead of computation; they are released "
                     "where memory is short, and the peak leaves them out."),
            {memoryOf(plan.scenario, reservation.ahead)}};
    Phrase shortage;
    if (reservation.ranOut)
        shortage = english("summary", "It runs out of memory.");
    else if (reservation.retries > 0)
        shortage = english(
            "summary", "The allocator has to free cached blocks and retry, which takes time.");
    return sentences({reservedSentence(plan, reservation), std::move(ahead), std::move(shortage)});
}

Phrase comparisonSentence(const Plan &plan, const Catalog &catalog)
{
    const GpuSpec *gpu = nearestOther(plan, catalog);
    if (!gpu && plan.memory.verdict.fit != Fit::Fits)
        return english("summary", "None of the usual GPUs would hold it for sure.");
    if (!gpu)
        return english("summary", "All of the usual GPUs would hold it.");
    const Argument name = Named{Named::What::Gpu, gpu->id};
    const Bytes spare = capacityFor(plan.scenario, *gpu) - plan.memory.peak;
    if (spare < Bytes(0))
        return {english("summary", "%1 would be short by %2."),
            {name, memoryOf(plan.scenario, -spare)}};
    return {surelyFits(plan, *gpu)
            ? english("summary", "%1 would fit, with %2 of headroom.")
            : english("summary", "%1 would be at risk, with %2 of headroom."),
        {name, memoryOf(plan.scenario, spare)}};
}

Phrase stepSentence(const Plan &plan)
{
    const StepTime &time = plan.time;
    if (time.step <= Seconds(0))
        return english("summary", "How long a step takes cannot be said for this GPU.");
    return {
        english("summary",
            "One step takes %1: %2 tokens/s per GPU, %3 in all, MFU %4, HFU %5. Bottleneck: %6.",
            "duration, number, number, percent, percent, bottleneck"),
        {Amount::time(time.step), Amount::whole(std::round(time.tokensPerSecondPerGpu)),
            Amount::whole(std::round(time.tokensPerSecond)), Amount::share(time.mfu),
            Amount::share(time.hfu), nested(textOf(time.bottleneck))}};
}

Phrase computeSentence(const StepTime &time)
{
    if (time.bubble > Seconds(0))
        return {english("summary",
                    "Compute: %1 per step, exposed communication: %2, pipeline bubble: %3",
                    "durations"),
            {Amount::time(time.compute), Amount::time(time.exposedCommunication),
                Amount::time(time.bubble)}};
    return {
        english("summary", "Compute: %1 per step, exposed communication: %2", "duration, duration"),
        {Amount::time(time.compute), Amount::time(time.exposedCommunication)}};
}

Phrase assumptionsSentence(const Plan &plan)
{
    const Training &training = plan.scenario.training;
    const Phrase work{english("summary", "%1, %2, %3", "method, precision, optimizer"),
        {nested(textOf(training.method)), nested(textOf(training.precision)),
            nested(textOf(training.optimizer))}};
    const Phrase batch{
        english("summary", "micro-batch %1, accumulation %2, sequence length %3", "whole numbers"),
        {Amount::whole(training.microBatch), Amount::whole(training.accumulation),
            Amount::whole(static_cast<double>(training.sequenceLength))}};
    return {english("summary", "%1; %2; %3; %4; %5; checkpointing: %6; estimator: %7.",
                "model; method; GPUs; strategy and framework; batch"),
        {nested(modelOf(plan)), nested(work), nested(gpusOf(plan.scenario)),
            nested(strategyPhrase(plan.scenario)), nested(batch),
            nested(textOf(training.checkpointing)), nested(textOf(plan.scenario.estimator))}};
}

const Finding *mostSerious(const Plan &plan)
{
    const Finding *worst = nullptr;
    for (const Finding &finding : plan.findings) {
        // The verdict says these itself.
        const bool isSaid = isShortage(finding.id) || &finding == refusal(plan)
            || (finding.id == FindingId::HostTooSmall && decidedByHost(plan));
        if (isSaid)
            continue;
        if (!worst || finding.severity > worst->severity)
            worst = &finding;
    }
    return worst;
}

} // namespace shardscope
