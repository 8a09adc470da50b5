// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/text.h"
#include "core/document/document.h"
#include "core/explore/sweep/run.h"
#include "core/plan/plan.h"
#include "core/scenario/ranks.h"
#include "ui/charts/chartpicture.h"
#include "ui/compare/compared.h"

#include <QString>

#include <memory>

class QMimeData;

namespace shardscope {

enum class ChartKind {
    Memory,
    MemoryPerGpu,
    MemoryByFramework,
    HostMemory,
    Traffic,
    TrafficByLink,
    TrafficOverGpus,
    Timeline,
    Step,
    MemoryCompared, ///< beside the pinned plans
    TrafficCompared,
    Sweep,
    Run, ///< what its hours are spent on
    Pipeline, ///< its stages over one step
    Cluster
};
template <>
inline constexpr std::array<std::string_view, 15> namesOf<ChartKind>{"memory", "memory-per-gpu",
    "memory-by-framework", "host-memory", "traffic", "traffic-by-link", "traffic-over-gpus",
    "timeline", "step", "memory-compared", "traffic-compared", "sweep", "run", "pipeline",
    "cluster"};

template <>
inline constexpr std::array<Text, 15> textsOf<ChartKind>{
    {english("shardscope::ExportDialog", "Memory by strategy"),
        english("shardscope::ExportDialog", "Memory per GPU"),
        english("shardscope::ExportDialog", "Memory by framework"),
        english("shardscope::ExportDialog", "Host memory per node"),
        english("shardscope::ExportDialog", "Traffic by strategy"),
        english("shardscope::ExportDialog", "Traffic by link"),
        english("shardscope::ExportDialog", "Traffic over the number of GPUs"),
        english("shardscope::ExportDialog", "Memory over one step"),
        english("shardscope::ExportDialog", "One step in seconds"),
        english("shardscope::ExportDialog", "Memory beside the pinned scenarios"),
        english("shardscope::ExportDialog", "Traffic beside the pinned scenarios"),
        english("shardscope::ExportDialog", "Sweep over inputs"),
        english("shardscope::ExportDialog", "What the run is spent on"),
        english("shardscope::ExportDialog", "Pipeline stages over one step"),
        english("shardscope::ExportDialog", "Cluster by groups of GPUs")}};

struct ExportOptions
{
    QString path{}; ///< the suffix says the format: png, svg, pdf, csv, md
    ChartKind chart = ChartKind::Memory;
    QSize size{1280, 720}; ///< pixels of 1/96 inch
    double scale = 1; ///< PNG only: 1 to 4 image pixels for each
    ChartThemeKind theme = ChartThemeKind::Print;
    bool carriesScenario = true; ///< so that opening the picture restores it
    QString title{}; ///< empty: the chart's own
    QString caption{}; ///< empty: verdict, assumptions and origin
    QString date{}; ///< of today, for the caption; empty: not said
    Compared compared{}; ///< what it is shown beside
    /// What ChartKind::Sweep shows; null: sequence lengths over numbers of GPUs.
    std::shared_ptr<const SweepRun> sweep{};
    std::optional<MeshAxis> axis{}; ///< of ChartKind::Cluster; nothing: the first that there is
};

/// Writes a chart or the table of a plan. A file that was there stays whole when this fails.
/// Errors: UnknownChoice (the suffix), OutOfRange (size or scale), Unwritable (the file system).
Status exportPlan(const Plan &plan, const Catalog &catalog, const ScenarioDocument &document,
    const ExportOptions &options);

/// A sweep with all of its points, worked out now.
std::shared_ptr<const SweepRun> finishedRun(Sweep sweep, const Catalog &catalog);

/// The numbers of a chart: its bars, the instants of the timeline, the stretches of the step, the
/// points of the sweep, what the run is spent on. Of the chart of memory, and of those beside
/// pinned plans, the whole table of the plan.
QString chartCsv(const Plan &plan, const Catalog &catalog, const ExportOptions &options);

/// The table of a plan below its title and caption.
QString chartMarkdown(const Plan &plan, const Catalog &catalog, const ExportOptions &options);

/// "Shardscope 1.0"
QString programAndVersion();
/// As captions have it: "2026-11-23".
QString today();

/// The chart as any device will show it, with its title and caption.
ChartPicture planPicture(const Plan &plan, const Catalog &catalog, const ExportOptions &options);

/// One copy that pastes as a picture, a drawing, a table or text.
std::unique_ptr<QMimeData> planMimeData(const Plan &plan, const Catalog &catalog,
    const ScenarioDocument &document, const ExportOptions &options);

} // namespace shardscope
