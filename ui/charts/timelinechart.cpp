// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/timelinechart.h"

#include "core/report/summary.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/charttheme.h"
#include "ui/charts/memorychart.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>

namespace shardscope {

namespace {

class TimelineChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::TimelineChart)
};

double totalOf(const Sample &sample)
{
    return std::accumulate(sample.parts.begin(), sample.parts.end(), 0.0);
}

double &partOf(Sample &sample, PartId id)
{
    return sample.parts[static_cast<std::size_t>(id)];
}

bool isInMicroStep(PhaseId phase)
{
    return phase == PhaseId::Forward || phase == PhaseId::Loss || phase == PhaseId::Backward;
}

bool isSameBand(const Sample &a, const Sample &b)
{
    return a.phase == b.phase && (!isInMicroStep(a.phase) || a.microStep == b.microStep);
}

/// Of the micro-steps, the first, the last and one in between are followed.
QString microStepName(const Plan &plan, const Sample &sample, int lastIndex)
{
    const int count = plan.scenario.training.accumulation;
    if (count < 2 || lastIndex < 1 || !isInMicroStep(sample.phase))
        return {};
    if (sample.microStep == 0)
        return TimelineChart::tr("micro-step %1").arg(1);
    if (sample.microStep == lastIndex)
        return TimelineChart::tr("micro-step %1").arg(count);
    if (count == 3)
        return TimelineChart::tr("micro-step %1").arg(2);
    return TimelineChart::tr("micro-steps %1–%2", "first and last number").arg(2).arg(count - 1);
}

/// "Backward pass, layer 12 of 32, micro-step 1"
QString momentName(const Plan &plan, const Sample &sample, int lastIndex)
{
    QString name = capitalised(displayName(sample.phase));
    if (sample.layer >= 0)
        name = TimelineChart::tr("%1, layer %2 of %3", "phase, number, count")
                   .arg(name)
                   .arg(sample.layer + 1)
                   .arg(plan.model.spec.layers);
    const QString step = microStepName(plan, sample, lastIndex);
    return step.isEmpty() ? name
                          : TimelineChart::tr("%1, %2", "moment, micro-step").arg(name, step);
}

int lastMicroStep(const std::vector<Sample> &samples)
{
    int last = 0;
    for (const Sample &sample : samples)
        last = std::max(last, sample.microStep);
    return last;
}

std::vector<ChartBand> bandsOf(const Plan &plan, const std::vector<Sample> &samples)
{
    const int lastIndex = lastMicroStep(samples);
    std::vector<ChartBand> bands;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        if (i == 0 || !isSameBand(samples[i - 1], samples[i]))
            bands.push_back({.id = toText(nameOf(samples[i].phase)),
                .label = displayName(samples[i].phase),
                .shortLabel
                = translated(phaseShortTexts[static_cast<std::size_t>(samples[i].phase)]),
                .group = microStepName(plan, samples[i], lastIndex),
                .begin = i});
        bands.back().end = i + 1;
    }
    return bands;
}

std::vector<ChartCategory> instantsOf(
    const Plan &plan, const std::vector<Sample> &samples, std::size_t peak)
{
    const int lastIndex = lastMicroStep(samples);
    std::vector<ChartCategory> instants;
    instants.reserve(samples.size());
    for (std::size_t i = 0; i < samples.size(); ++i) {
        // Two instants of one layer are named alike.
        const bool isKnown = i > 0 && isSameBand(samples[i - 1], samples[i])
            && samples[i - 1].layer == samples[i].layer;
        instants.push_back({.id = QString::number(i),
            .label = isKnown ? instants.back().label : momentName(plan, samples[i], lastIndex),
            .isChosen = i == peak});
    }
    if (!instants.empty())
        instants[peak].fit = fitToSay(plan);
    return instants;
}

std::vector<ChartSeries> seriesOf(const std::vector<Sample> &samples)
{
    std::vector<ChartSeries> all;
    for (std::size_t part = 0; part < namesOf<PartId>.size(); ++part) {
        const auto id = static_cast<PartId>(part);
        std::vector<double> values;
        values.reserve(samples.size());
        for (const Sample &sample : samples)
            values.push_back(sample.parts[part]);
        if (std::any_of(values.begin(), values.end(), [](double value) { return value > 0; }))
            all.push_back({.id = toText(nameOf(id)),
                .label = displayName(id),
                .style = partStyle(id),
                .values = std::move(values)});
    }
    return all;
}

/// "Forward pass up to 27.1 GiB, loss up to ..."
QString summaryOf(const Plan &plan, const Catalog &catalog)
{
    QStringList phases;
    for (const Phase &phase : plan.memory.phases)
        phases += TimelineChart::tr("%1 up to %2", "phase, amount")
                      .arg(displayName(phase.id), planMemory(plan, phase.peak));
    return TimelineChart::tr("%1 In one step: %2.", "verdict, list of phases")
        .arg(translated(verdictSentence(plan), &catalog), phases.join(QStringLiteral(", ")));
}

} // namespace

std::vector<Sample> stepInstants(const Plan &plan)
{
    const std::vector<Phase> &phases = plan.memory.phases;
    std::vector<Sample> samples = plan.memory.timeline.samples;
    if (samples.empty()) {
        for (const Phase &phase : phases) {
            Sample &sample = samples.emplace_back(Sample{.phase = phase.id});
            for (const Part &part : phase.parts)
                partOf(sample, part.id) += part.bytes.value();
        }
        return samples;
    }
    std::array<double, namesOf<PhaseId>.size()> overheads{};
    for (const Phase &phase : phases) {
        for (const Part &part : phase.parts) {
            if (part.id == PartId::Overhead)
                overheads[static_cast<std::size_t>(phase.id)] = part.bytes.value();
        }
    }
    for (Sample &sample : samples)
        partOf(sample, PartId::Overhead) += overheads[static_cast<std::size_t>(sample.phase)];
    return samples;
}

ChartData memoryOverStep(const Plan &plan, const Catalog &catalog)
{
    const std::vector<Sample> samples = stepInstants(plan);
    const auto largest = std::max_element(samples.begin(), samples.end(),
        [](const Sample &a, const Sample &b) { return totalOf(a) < totalOf(b); });
    const auto peak = static_cast<std::size_t>(largest - samples.begin());
    const ChartUnit unit = memoryUnit(plan.scenario.estimator);
    ChartData data{.title = TimelineChart::tr("Memory of each GPU over one step"),
        .axisLabel = memoryAxisLabel(unit),
        .summary = summaryOf(plan, catalog),
        .unit = unit,
        .categories = instantsOf(plan, samples, peak),
        .series = seriesOf(samples),
        .lines = capacityLines(plan, catalog),
        .bands = bandsOf(plan, samples)};
    if (!samples.empty())
        data.mark = TimelineChart::tr("Peak %1: %2", "amount, moment")
                        .arg(chartAmount(unit, totalOf(data, peak)), data.categories[peak].label);
    keepNearLines(data);
    return data;
}

int peakOfPhase(const ChartData &data, const QString &phase)
{
    int largest = -1;
    for (const ChartBand &band : data.bands) {
        for (std::size_t i = band.begin; i < band.end && band.id == phase; ++i) {
            if (largest < 0 || totalOf(data, i) > totalOf(data, static_cast<std::size_t>(largest)))
                largest = static_cast<int>(i);
        }
    }
    return largest;
}

} // namespace shardscope
