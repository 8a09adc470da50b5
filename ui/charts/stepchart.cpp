// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/stepchart.h"

#include "core/estimate/schedule.h"
#include "core/report/summary.h"
#include "ui/charts/collectiveseries.h"
#include "ui/charts/timelinechart.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

class StepChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::StepChart)
};

/// Saving takes time of its own, once in a while.
void leaveOutSaving(ChartData &data, std::vector<Sample> &samples)
{
    const auto saving = std::find_if(samples.begin(), samples.end(),
        [](const Sample &sample) { return sample.phase == PhaseId::Save; });
    samples.erase(saving, samples.end());
    data.categories.resize(samples.size());
    for (ChartSeries &series : data.series)
        series.values.resize(samples.size());
    std::erase_if(
        data.bands, [&samples](const ChartBand &band) { return band.end > samples.size(); });
}

std::vector<double> edgesOf(const Schedule &schedule, const std::vector<Sample> &samples)
{
    std::vector<double> edges;
    for (const Seconds time : sampleTimes(schedule, samples))
        edges.push_back(std::clamp(time / schedule.end, 0.0, 1.0));
    edges.front() = 0;
    edges.back() = 1;
    return edges;
}

/// "forward 412 ms", and where that is too long "forward".
void addDurations(ChartData &data, double seconds)
{
    for (ChartBand &band : data.bands) {
        const QString duration
            = formatSeconds(Seconds((data.edges[band.end] - data.edges[band.begin]) * seconds));
        band.label = StepChart::tr("%1 %2", "phase, duration").arg(band.shortLabel, duration);
    }
}

std::vector<ChartSpan> spansOf(const std::vector<Stretch> &stretches, Seconds end)
{
    std::vector<ChartSpan> spans;
    for (const Stretch &stretch : stretches)
        spans.push_back({stretch.begin / end, stretch.end / end, stretch.isWaitedFor});
    return spans;
}

/// What the GPU computes, and the gaps in between.
std::vector<Stretch> withGaps(const Schedule &schedule)
{
    std::vector<Stretch> all;
    Seconds now{};
    const auto addGap = [&all, &now](Seconds until) {
        if (until > now)
            all.push_back({now, until, true});
    };
    for (const Stretch &stretch : schedule.compute) {
        addGap(stretch.begin);
        all.push_back(stretch);
        now = stretch.end;
    }
    addGap(schedule.end);
    return all;
}

/// Says `detail` at each instant in which the lane has something.
ChartSeries laneOf(const ChartData &data, ChartSeries lane, const QString &detail)
{
    lane.values.assign(data.categories.size(), 0);
    lane.details.resize(data.categories.size());
    for (std::size_t i = 0; i < data.categories.size(); ++i) {
        const bool isBusy
            = std::any_of(lane.spans.begin(), lane.spans.end(), [&data, i](const ChartSpan &span) {
                  return span.from < data.edges[i + 1] && data.edges[i] < span.to;
              });
        if (isBusy)
            lane.details[i] = detail;
    }
    return lane;
}

/// Says what the stripes in the gaps mean.
QString computeLabel(const StepTime &time)
{
    const QString compute = formatSeconds(time.compute);
    return time.exposedCommunication > Seconds(0)
        ? StepChart::tr("Compute %1, exposed communication %2", "duration, duration")
              .arg(compute, formatSeconds(time.exposedCommunication))
        : StepChart::tr("Compute %1", "duration").arg(compute);
}

void addLanes(ChartData &data, const Plan &plan, const Schedule &schedule)
{
    const StepTime &time = plan.time;
    data.series.push_back(laneOf(data,
        {.id = QStringLiteral("compute"),
            .label = computeLabel(time),
            .style = ComputeStyle,
            .spans = spansOf(withGaps(schedule), schedule.end),
            .isWaited = true},
        translated(computeSentence(time))));
    for (std::size_t i = 0; i < schedule.collectives.size(); ++i) {
        const Collective &collective = plan.traffic.collectives[i];
        ChartSeries lane{.id = toText(collective.id()),
            .label = StepChart::tr("%1 %2", "collective, duration")
                         .arg(collectiveName(collective), formatSeconds(collective.seconds)),
            .style = collectiveStyle(collective),
            .spans = spansOf(schedule.collectives[i], schedule.end)};
        if (lane.isLane())
            data.series.push_back(laneOf(data, std::move(lane),
                StepChart::tr(
                    "%1: %2 in each step, %3 of them exposed", "collective, duration, duration")
                    .arg(collectiveName(collective), formatSeconds(collective.seconds),
                        formatSeconds(collective.exposed))));
    }
}

QString titleOf(const Plan &plan, const Schedule &schedule)
{
    const QString title
        = StepChart::tr("One step of %1: memory, computation and communication", "duration")
              .arg(formatSeconds(plan.time.step));
    if (schedule.microStepsLeftOut <= 0)
        return title;
    return StepChart::tr("%1 (%n like micro-step(s) left out)", "title",
        static_cast<int>(schedule.microStepsLeftOut))
        .arg(title);
}

} // namespace

ChartData stepInSeconds(const Plan &plan, const Catalog &catalog)
{
    const Schedule schedule = stepSchedule(plan);
    std::vector<Sample> samples = stepInstants(plan);
    if (schedule.end <= Seconds(0) || samples.empty())
        return {.title = StepChart::tr("Nothing is known about how fast this GPU computes"),
            .summary = translated(stepSentence(plan)),
            .unit = {QStringLiteral("GiB"), GiB.value()}};
    ChartData data = memoryOverStep(plan, catalog);
    leaveOutSaving(data, samples);
    data.title = titleOf(plan, schedule);
    data.summary = translated(stepSentence(plan));
    data.edges = edgesOf(schedule, samples);
    addDurations(data, schedule.end.value());
    addLanes(data, plan, schedule);
    if (plan.time.exposedCommunication > Seconds(0))
        data.waitLabel = StepChart::tr("Exposed communication");
    return data;
}

} // namespace shardscope
