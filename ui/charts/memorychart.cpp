// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/memorychart.h"

#include "core/explore/strategies.h"
#include "core/judge/runverdict.h"
#include "core/plan/stageplan.h"
#include "core/planner/outlook.h"
#include "core/report/summary.h"
#include "ui/charts/chartlayout.h"
#include "ui/charts/charttheme.h"
#include "ui/charts/rangewords.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace shardscope {

namespace {

class MemoryChart
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::MemoryChart)
};

constexpr int LargestShownGpus = 16;

const Part *partOf(const Plan &plan, PartId id)
{
    const std::vector<Part> &parts = plan.memory.atPeak().parts;
    const auto found = std::find_if(
        parts.begin(), parts.end(), [id](const Part &part) { return part.id == id; });
    return found == parts.end() ? nullptr : &*found;
}

/// One series for each part that any bar has.
std::vector<ChartSeries> partSeries(const std::vector<const Plan *> &bars)
{
    std::vector<ChartSeries> all;
    for (std::size_t i = 0; i < namesOf<PartId>.size(); ++i) {
        const auto id = static_cast<PartId>(i);
        ChartSeries series{
            .id = toText(nameOf(id)), .label = displayName(id), .style = partStyle(id)};
        bool isUsed = false;
        for (const Plan *plan : bars) {
            const Part *part = partOf(*plan, id);
            isUsed = isUsed || (part && part->bytes > Bytes(0));
            series.values.push_back(part ? part->bytes.value() : 0);
            series.details.push_back(part ? toText(part->formula.text()) : QString());
        }
        if (isUsed)
            all.push_back(std::move(series));
    }
    return all;
}

} // namespace

ChartData memoryChart(
    const Plan &plan, const Catalog &catalog, const std::vector<const Plan *> &bars)
{
    const ChartUnit unit = memoryUnit(plan.scenario.estimator);
    const bool hasRanges = std::any_of(
        bars.begin(), bars.end(), [](const Plan *bar) { return bar->memory.confidence.isRange(); });
    return {.axisLabel = memoryAxisLabel(unit),
        .summary = translated(verdictSentence(plan), &catalog),
        .unit = unit,
        .series = partSeries(bars),
        .lines = capacityLines(plan, catalog),
        .rangeLabel = hasRanges ? rangeLabel(plan) : QString(),
        .rangeMeaning = hasRanges ? rangeMeaning(plan) : QString()};
}

namespace {

QString capacityDetail(const Plan &plan, const GpuSpec &gpu)
{
    QString detail = MemoryChart::tr("%1: %2 nominal, %3 usable by PyTorch", "GPU, amounts")
                         .arg(toText(gpu.name), formatDecimalMemory(gpu.nominalGb.value * GB),
                             formatMemory(gpu.usable()));
    if (plan.scenario.hardware.reserveGib > 0)
        detail += MemoryChart::tr("; %1 kept free")
                      .arg(formatMemory(plan.scenario.hardware.reserveGib * GiB));
    return detail;
}

ChartLine lineFor(const Plan &plan, const GpuSpec &gpu)
{
    const bool isChosen = gpu.id == plan.scenario.hardware.gpu;
    const Bytes capacity
        = isChosen ? plan.memory.verdict.capacity : capacityFor(plan.scenario, gpu);
    return {.id = toText(gpu.id),
        .label = MemoryChart::tr("%1: %2", "GPU, capacity")
                     .arg(toText(gpu.label), planMemory(plan, capacity)),
        .value = capacity.value(),
        .fit = refusal(plan) ? std::nullopt : std::optional(judge(plan.memory, capacity).fit),
        .detail = capacityDetail(plan, gpu),
        .isChosen = isChosen};
}

/// Closer than a twelfth, two lines say the same.
bool liesOnAnother(const ChartLine &line, const std::vector<ChartLine> &lines)
{
    return std::any_of(lines.begin(), lines.end(), [&line](const ChartLine &other) {
        return std::abs(line.value - other.value) < std::max(line.value, other.value) / 12;
    });
}

} // namespace

ChartUnit memoryUnit(EstimatorKind estimator)
{
    if (estimator == EstimatorKind::Worksheet)
        return {QStringLiteral("GB"), GB.value()};
    return {QStringLiteral("GiB"), GiB.value()};
}

QString memoryAxisLabel(const ChartUnit &unit)
{
    return MemoryChart::tr("Memory per GPU (%1)", "unit").arg(unit.symbol);
}

std::vector<ChartLine> capacityLines(const Plan &plan, const Catalog &catalog)
{
    // The chosen one first: what lies on it is left out.
    std::vector<const GpuSpec *> candidates;
    if (const GpuSpec *chosen = catalog.findGpu(plan.scenario.hardware.gpu))
        candidates.push_back(chosen);
    for (const GpuSpec &gpu : catalog.gpus) {
        if (gpu.isLandmark)
            candidates.push_back(&gpu);
    }
    std::vector<ChartLine> lines;
    for (const GpuSpec *gpu : candidates) {
        ChartLine line = lineFor(plan, *gpu);
        if (line.value > 0 && !liesOnAnother(line, lines))
            lines.push_back(std::move(line));
    }
    std::sort(lines.begin(), lines.end(),
        [](const ChartLine &a, const ChartLine &b) { return a.value < b.value; });
    return lines;
}

std::optional<Fit> fitToSay(const Plan &plan)
{
    if (refusal(plan))
        return Fit::DoesNotFit;
    return mayChangeWhenPlayed(plan) ? std::nullopt : std::optional(plan.memory.verdict.fit);
}

ChartCategory memoryBar(const Plan &plan)
{
    const Confidence &confidence = plan.memory.confidence;
    QStringList details{translated(confidenceSentence(confidence)), rangeSentence(plan)};
    details.removeAll(QString());
    ChartCategory bar{.fit = fitToSay(plan),
        .detail = details.join(QLatin1Char('\n')),
        .isDoubtful = !confidence.isValidated};
    if (refusal(plan))
        bar.word = displayName(runVerdictOf(plan));
    if (confidence.isRange()) {
        bar.low = confidence.low.value();
        bar.high = confidence.high.value();
    }
    return bar;
}

ChartData memoryByStrategy(const Plan &plan, const Catalog &catalog, const PlanMaker &make)
{
    const std::vector<Plan> plans = plansByStrategy(plan, make ? make : makerBeside(plan, catalog));
    std::vector<const Plan *> bars;
    std::vector<ChartCategory> categories;
    for (const Plan &other : plans) {
        const Strategy strategy = other.scenario.parallel.strategy;
        bars.push_back(&other);
        ChartCategory &bar = categories.emplace_back(memoryBar(other));
        bar.id = toText(nameOf(strategy));
        bar.label = displayName(strategy);
        bar.isChosen = strategy == plan.scenario.parallel.strategy;
    }
    ChartData data = memoryChart(plan, catalog, bars);
    data.title = MemoryChart::tr("Peak memory of each GPU, by strategy");
    data.tallest = NearBars;
    data.categories = std::move(categories);
    keepNearLines(data);
    return data;
}

namespace {

/// All GPUs of a pipeline stage hold the same.
ChartData memoryByStage(const Plan &plan, const Catalog &catalog)
{
    std::vector<Plan> stages;
    stages.reserve(plan.stages.size());
    std::vector<const Plan *> bars;
    std::vector<ChartCategory> categories;
    for (std::size_t i = 0; i < plan.stages.size(); ++i) {
        const Plan &own = stages.emplace_back(planOfStage(plan, i));
        bars.push_back(&own);
        ChartCategory &bar = categories.emplace_back(memoryBar(own));
        const Stage &stage = own.stage;
        bar.id = QStringLiteral("stage-%1").arg(stage.index + 1);
        bar.label = MemoryChart::tr("Stage %1", "of a pipeline").arg(stage.index + 1);
        bar.detail.prepend(MemoryChart::tr("Layers %1 to %2\n")
                               .arg(stage.firstLayer + 1)
                               .arg(stage.firstLayer + stage.layers));
        bar.isChosen = stage == plan.stage;
    }
    ChartData data = memoryChart(plan, catalog, bars);
    data.title = MemoryChart::tr("Peak memory of each GPU, by pipeline stage");
    data.categories = std::move(categories);
    return data;
}

/// The plan of a step that ends with the fullest of the phases that `isMeant` picks; there is one.
/// Its range is as wide as the whole step's, for its size.
template <class Predicate>
Plan planDuring(const Plan &plan, const Predicate &isMeant)
{
    Plan part = plan;
    Memory &memory = part.memory;
    std::erase_if(memory.phases, [&isMeant](const Phase &phase) { return !isMeant(phase); });
    const auto fullest = std::max_element(memory.phases.begin(), memory.phases.end(),
        [](const Phase &a, const Phase &b) { return a.peak < b.peak; });
    const double share = fullest->peak / plan.memory.peak;
    memory.peakPhase = fullest->id;
    memory.peak = fullest->peak;
    memory.confidence.low = share * memory.confidence.low;
    memory.confidence.high = share * memory.confidence.high;
    memory.verdict = judge(memory, memory.verdict.capacity);
    return part;
}

bool generatesAnswers(const Phase &phase)
{
    return phase.id == PhaseId::Generation;
}

/// Reinforcement learning takes turns on a GPU: its rollout engine is awake, then its trainer.
ChartData memoryByTurn(const Plan &plan, const Catalog &catalog)
{
    const std::array turns{
        planDuring(plan, generatesAnswers), planDuring(plan, std::not_fn(generatesAnswers))};
    const std::array labels{
        MemoryChart::tr("Generating answers"), MemoryChart::tr("Scoring and training")};
    ChartData data = memoryChart(plan, catalog, {&turns[0], &turns[1]});
    data.title = MemoryChart::tr("Peak memory of each GPU, while it generates and while it trains");
    for (std::size_t i = 0; i < turns.size(); ++i) {
        ChartCategory &bar = data.categories.emplace_back(memoryBar(turns[i]));
        bar.id = i == 0 ? QStringLiteral("generation") : QStringLiteral("training");
        bar.label = labels[i];
        bar.isChosen = turns[i].memory.peakPhase == plan.memory.peakPhase;
    }
    keepNearLines(data);
    return data;
}

} // namespace

ChartData memoryByGpu(const Plan &plan, const Catalog &catalog)
{
    if (!plan.stages.empty())
        return memoryByStage(plan, catalog);
    const std::vector<Phase> &phases = plan.memory.phases;
    if (std::any_of(phases.begin(), phases.end(), generatesAnswers))
        return memoryByTurn(plan, catalog);
    const int gpus = plan.scenario.parallel.gpus;
    const int count = gpus > LargestShownGpus ? 1 : gpus;
    ChartData data = memoryChart(
        plan, catalog, std::vector<const Plan *>(static_cast<std::size_t>(count), &plan));
    data.title = MemoryChart::tr("Peak memory of each GPU");
    for (int i = 0; i < count; ++i) {
        const QString label = count == gpus
            ? MemoryChart::tr("GPU %1", "number").arg(i)
            : MemoryChart::tr("GPU %1–%2", "first and last number").arg(0).arg(gpus - 1);
        ChartCategory &bar = data.categories.emplace_back(memoryBar(plan));
        bar.id = QStringLiteral("gpu%1").arg(i);
        bar.label = label;
    }
    keepNearLines(data);
    return data;
}

} // namespace shardscope
