// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/reporting.h"

#include "core/report/summary.h"
#include "ui/files/exporter.h"
#include "ui/files/tabletext.h"
#include "ui/text/names.h"

#include <QFileInfo>

namespace shardscope {

namespace {

QImage chartOf(const Plan &plan, const Catalog &catalog, ExportOptions options)
{
    options.size = reportChartSize;
    ChartPicture picture = planPicture(plan, catalog, options);
    picture.caption.clear(); // the report says it
    return pictureImage(picture, reportChartScale);
}

ReportPage pageOf(
    const Report &report, const Plan &plan, const ReportFrame &frame, const QImage &chart)
{
    return {QString::fromStdString(reportText(report, plan, frame)), chart};
}

} // namespace

ReportPage planPage(const Plan &plan, const Catalog &catalog)
{
    const Report report{.heading = english("report", "Plan of a training run"),
        .verdict = {verdictSentence(plan), stepSentence(plan)},
        .body = tableMarkdown(plan).toStdString() + "\n"};
    return pageOf(report, plan, reportFrame(catalog), chartOf(plan, catalog, {}));
}

ReportPage comparisonPage(const Plan &plan, const Catalog &catalog, const Compared &compared)
{
    const Report report{.heading = {english("report", "Comparison with %1", "name of a pin"),
                            {compared.reference()->name.toStdString()}},
        .verdict = {verdictSentence(plan), stepSentence(plan)},
        .body = tableMarkdown(plan, compared).toStdString() + "\n"};
    return pageOf(report, plan, reportFrame(catalog),
        chartOf(plan, catalog, {.chart = ChartKind::MemoryCompared, .compared = compared}));
}

ReportPage sweepPage(
    const Plan &plan, const Catalog &catalog, const std::shared_ptr<const SweepRun> &run)
{
    const ReportFrame frame = reportFrame(catalog);
    return pageOf(sweepReport(*run, frame), plan, frame,
        chartOf(plan, catalog, {.chart = ChartKind::Sweep, .sweep = run}));
}

ReportPage recommendationPage(
    const Recommendations &found, const Plan &present, const Catalog &catalog, const QImage &chart)
{
    const ReportFrame frame = reportFrame(catalog);
    return pageOf(recommendationReport(found, present, frame), present, frame, chart);
}

Result<QStringList> saveReport(
    QWidget *window, FileDialogs &dialogs, const QString &suggestion, const ReportPage &page)
{
    const QString path = dialogs.saveReport(window, suggestion);
    if (path.isEmpty())
        return QStringList();
    QStringList others;
    for (const QString &file : reportFiles(path)) {
        if (file != path && QFileInfo::exists(file))
            others += plainName(QFileInfo(file).fileName());
    }
    if (!others.isEmpty() && !dialogs.askToReplace(window, others))
        return QStringList();
    if (const Status written = writeReport(path, page); !written)
        return written.error();
    return reportFiles(path);
}

} // namespace shardscope
