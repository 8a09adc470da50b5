// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweepchart.h"

#include "core/explore/sweep/sweeptexts.h"
#include "core/report/summary.h"
#include "ui/charts/memorychart.h"
#include "ui/panels/inputs.h"
#include "ui/sweep/sweepinputs.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/messages.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>

namespace shardscope {

namespace {

class SweepChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::SweepChart)
};

/// GiB where both estimators are swept through.
EstimatorKind estimatorOf(const Sweep &sweep)
{
    const bool isSwept = sweep.x.key == "estimator" || (sweep.y && sweep.y->key == "estimator");
    return isSwept ? EstimatorKind::Detailed : sweep.base.estimator;
}

ChartUnit unitOf(Metric metric, EstimatorKind estimator)
{
    switch (metric) {
    case Metric::Fit:
    case Metric::Peak:
    case Metric::Spare:
        return memoryUnit(estimator);
    case Metric::Mfu:
        return {QStringLiteral("%"), 0.01};
    case Metric::Traffic:
        return {QStringLiteral("GB"), GB.value()};
    case Metric::StepSeconds:
        return {QStringLiteral("s"), 1};
    case Metric::TokensPerSecond:
    case Metric::TokensPerSecondPerGpu:
    case Metric::GpuHours:
    case Metric::Cost:
        break;
    }
    return {};
}

// As many as the eye tells apart, and as are painted within a frame.
constexpr std::size_t mostColumns = 320;
constexpr std::size_t mostRows = 200;

/// The values of an axis that are shown: all, or every second, every third, ...
struct Thinned
{
    std::size_t values = 0;
    std::size_t stride = 1;

    Thinned(std::size_t size, std::size_t most)
        : values(size)
        , stride((size + most - 1) / most)
    { }
    std::size_t count() const { return (values + stride - 1) / stride; }
    std::size_t at(std::size_t shown) const
    {
        return std::min(shown * stride + stride / 2, values - 1);
    }
    double place(double value) const { return value / static_cast<double>(stride); }
};

SweepScale scaleOf(const Axis &axis, const Thinned &shown, const Catalog &catalog)
{
    const Key *key = findKey(axis.key);
    SweepScale scale{.title = inputLabel(axis.key), .isNamed = !hasRange(axis.key)};
    const QString unit = hasRange(axis.key) ? keyUnit(*key) : QString();
    if (!unit.isEmpty() && unit != scale.title)
        scale.title = SweepChart::tr("%1 (%2)", "input, unit").arg(scale.title, unit);
    for (std::size_t i = 0; i < shown.count(); ++i)
        scale.labels += axisLabel(axis.key, axis.values[shown.at(i)], catalog);
    return scale;
}

/// The place of a scenario's value among an axis's, in values; nothing beside them.
std::optional<double> placeOf(const Axis &axis, const Scenario &scenario)
{
    const std::optional<Json> value = findKey(axis.key)->get(scenario);
    if (!value)
        return std::nullopt;
    const auto same = std::find(axis.values.begin(), axis.values.end(), *value);
    if (same != axis.values.end())
        return static_cast<double>(same - axis.values.begin()) + 0.5;
    for (std::size_t i = 0; value->number() && i + 1 < axis.size(); ++i) {
        const double below = *axis.values[i].number();
        const double above = *axis.values[i + 1].number();
        if (*value->number() > below && *value->number() < above)
            return static_cast<double>(i) + 0.5 + (*value->number() - below) / (above - below);
    }
    return std::nullopt;
}

SweepCell cellOf(const SweepRun &run, std::size_t point)
{
    switch (run.state(point)) {
    case PointState::Pending:
        return {};
    case PointState::Failed:
        return {.state = SweepCell::State::Failed};
    case PointState::Done:
        break;
    }
    const SweepPoint figures = run.at(point);
    const MemoryOutlook &memory = figures.memory;
    const Metric metric = run.sweep().metric;
    // A map of fits tells how much is spare, a curve of them how much is needed.
    const bool isMap = run.sweep().y.has_value();
    const Metric shown = metric != Metric::Fit ? metric : isMap ? Metric::Spare : Metric::Peak;
    const bool isMissingOnHost = shown == Metric::Spare && memory.hostMissing > Bytes(0);
    const double value = isMissingOnHost ? -memory.hostMissing.value() : valueOf(figures, shown);
    return {.value = static_cast<float>(value),
        .low = static_cast<float>(memory.low.value()),
        .high = static_cast<float>(memory.high.value()),
        .capacity = static_cast<float>(memory.verdict.capacity.value()),
        .state = SweepCell::State::Known,
        .fit = memory.obstacle ? Fit::DoesNotFit : memory.fit()};
}

/// Of other well-known GPUs, where the sweep does not go through GPUs itself.
std::vector<ChartLine> linesOf(const SweepRun &run, const Catalog &catalog)
{
    const Sweep &sweep = run.sweep();
    if (sweep.y || sweep.x.key.starts_with("hardware.") || sweep.x.key == "estimator")
        return {};
    std::vector<ChartLine> lines;
    const auto add = [&](const GpuSpec &gpu, bool isChosen) {
        const Bytes capacity = capacityFor(sweep.base, gpu);
        lines.push_back({.id = toText(gpu.id),
            .label = SweepChart::tr("%1: %2", "GPU, memory")
                         .arg(toText(gpu.label), estimatorMemory(sweep.base.estimator, capacity)),
            .value = capacity.value(),
            .isChosen = isChosen});
    };
    const GpuSpec *chosen = catalog.findGpu(sweep.base.hardware.gpu);
    if (chosen)
        add(*chosen, true);
    for (const GpuSpec &gpu : catalog.gpus) {
        if (gpu.isLandmark && &gpu != chosen)
            add(gpu, false);
    }
    return lines;
}

QString titleOf(const Sweep &sweep)
{
    const QString metric
        = sweep.metric == Metric::Fit ? SweepChart::tr("What fits") : displayName(sweep.metric);
    if (!sweep.y)
        return SweepChart::tr("%1, by %2", "metric, input").arg(metric, inputLabel(sweep.x.key));
    return SweepChart::tr("%1, by %2 and %3", "metric, input, input")
        .arg(metric, inputLabel(sweep.x.key), inputLabel(sweep.y->key));
}

QString summaryOf(const SweepMap &map)
{
    std::array<std::size_t, namesOf<Fit>.size()> counts{};
    std::size_t known = 0;
    for (const SweepCell &cell : map.cells) {
        if (!cell.isKnown())
            continue;
        ++known;
        ++counts[static_cast<std::size_t>(cell.fit)];
    }
    const auto text = [](std::size_t count) { return formatWhole(static_cast<double>(count)); };
    return SweepChart::tr("%1. Of %2 points %3 fit, %4 are at risk and %5 do not fit. Arrow keys "
                          "read points, Enter goes to one.",
        "title, numbers")
        .arg(map.title, text(known), text(counts[0]), text(counts[1]), text(counts[2]));
}

QString valueTitle(Metric metric, const ChartUnit &unit, bool isCurve)
{
    if (metric == Metric::Fit && !isCurve)
        return SweepChart::tr("Headroom (+) or shortfall (−), %1", "unit").arg(unit.symbol);
    const QString name = displayName(metric == Metric::Fit ? Metric::Peak : metric);
    return unit.symbol.isEmpty() ? name
                                 : SweepChart::tr("%1 (%2)", "metric, unit").arg(name, unit.symbol);
}

QString memoryReading(const MemoryOutlook &memory, EstimatorKind estimator)
{
    const auto text = [estimator](Bytes bytes) { return estimatorMemory(estimator, bytes); };
    const QString capacity = text(memory.verdict.capacity);
    const QString verdict = memory.obstacle
        ? SweepChart::tr("nobody can run it as chosen", "verdict")
        : memory.hostMissing > Bytes(0)
        ? SweepChart::tr("%1, each host short by %2", "verdict, amount")
              .arg(displayName(memory.fit()), text(memory.hostMissing))
        : displayName(memory.verdict.fit);
    return memory.high > memory.low
        ? SweepChart::tr("%1 (%2 to %3) of %4: %5", "memory, range, capacity, verdict")
              .arg(text(memory.peak), text(memory.low), text(memory.high), capacity, verdict)
        : SweepChart::tr("%1 of %2: %3", "memory, capacity, verdict")
              .arg(text(memory.peak), capacity, verdict);
}

QString speedReading(const SpeedPoint &speed, Metric metric)
{
    switch (metric) {
    case Metric::TokensPerSecond:
    case Metric::TokensPerSecondPerGpu:
    case Metric::Mfu:
    case Metric::StepSeconds:
        return SweepChart::tr(
            "%1 tokens/s, %2 on each GPU; %3 a step; MFU %4", "number, number, duration, percent")
            .arg(formatWhole(speed.tokensPerSecond), formatWhole(speed.tokensPerSecondPerGpu),
                formatSeconds(speed.step), formatPercent(speed.mfu));
    case Metric::Traffic:
        return SweepChart::tr("%1 sent by each GPU in a step", "amount")
            .arg(formatTraffic(speed.traffic));
    case Metric::GpuHours:
    case Metric::Cost:
        return SweepChart::tr("%1 GPU-hours, cost %2", "number, number")
            .arg(formatSignificant(speed.gpuHours), formatSignificant(speed.cost));
    case Metric::Fit:
    case Metric::Peak:
    case Metric::Spare:
        break;
    }
    return {};
}

QString placeReading(const Sweep &sweep, std::size_t point, const Catalog &catalog)
{
    const auto one = [&](const Axis &axis, std::size_t index) {
        return SweepChart::tr("%1: %2", "input, value")
            .arg(inputLabel(axis.key), axisLabel(axis.key, axis.values[index], catalog));
    };
    QString text = one(sweep.x, point % sweep.columns());
    if (sweep.y)
        text += QStringLiteral(" · ") + one(*sweep.y, point / sweep.columns());
    return text;
}

} // namespace

QString displayHint(Metric metric)
{
    if (metric == Metric::Fit)
        return SweepChart::tr("Fits, at risk or not, with the headroom or what is short");
    return needsSpeed(metric)
        ? SweepChart::tr("Striped where it does not fit; the line is where it stops fitting")
        : SweepChart::tr("The line is where it stops fitting");
}

SweepMap sweepMapOf(const SweepRun &run, const Scenario &present, const Catalog &catalog)
{
    const Sweep &sweep = run.sweep();
    const Thinned columns(sweep.columns(), mostColumns);
    const Thinned rows(sweep.rows(), mostRows);
    const ChartUnit unit = unitOf(sweep.metric, estimatorOf(sweep));
    SweepMap map{.title = titleOf(sweep),
        .x = scaleOf(sweep.x, columns, catalog),
        .metric = sweep.metric,
        .valueTitle = valueTitle(sweep.metric, unit, !sweep.y),
        .unit = unit,
        .lines = linesOf(run, catalog)};
    if (sweep.y)
        map.y = scaleOf(*sweep.y, rows, catalog);
    for (std::size_t row = 0; row < rows.count(); ++row) {
        for (std::size_t column = 0; column < columns.count(); ++column) {
            map.points.push_back(rows.at(row) * sweep.columns() + columns.at(column));
            map.cells.push_back(cellOf(run, map.points.back()));
        }
    }
    const std::optional<double> x = placeOf(sweep.x, present);
    const std::optional<double> y
        = sweep.y ? placeOf(*sweep.y, present) : std::optional<double>(0.5);
    if (x && y)
        map.present = QPointF(columns.place(*x), rows.place(*y));
    map.summary = summaryOf(map);
    return map;
}

QString pointReading(const SweepRun &run, std::size_t point, const Catalog &catalog)
{
    if (point >= run.sweep().points())
        return {};
    QStringList lines{placeReading(run.sweep(), point, catalog)};
    switch (run.state(point)) {
    case PointState::Pending:
        lines += SweepChart::tr("Not yet worked out");
        break;
    case PointState::Failed:
        lines += errorText(run.error(point));
        break;
    case PointState::Done: {
        const SweepPoint figures = run.at(point);
        const MemoryOutlook &memory = figures.memory;
        lines += memoryReading(memory, estimatorOf(run.sweep()));
        const QString speed = speedReading(figures.speed, run.sweep().metric);
        if (!speed.isEmpty())
            lines += speed;
        break;
    }
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace shardscope
