// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compared.h"
#include "ui/files/filedialogs.h"
#include "ui/files/paperdocument.h"
#include "ui/files/reports.h"

#include <QSize>

namespace shardscope {

// Reports that people paste into a proposal, in the words of the window.

/// Of a chart on a report, in pixels of 1/96 inch: the text width of an A4 page.
inline constexpr QSize reportChartSize{680, 400};
/// Image pixels for each of them.
inline constexpr double reportChartScale
    = PaperDocument::PrintedDotsPerInch / PaperDocument::DotsPerInch;

ReportPage planPage(const Plan &plan, const Catalog &catalog);
/// Beside the pins, of which there is one at least.
ReportPage comparisonPage(const Plan &plan, const Catalog &catalog, const Compared &compared);
ReportPage sweepPage(
    const Plan &plan, const Catalog &catalog, const std::shared_ptr<const SweepRun> &run);
ReportPage recommendationPage(
    const Recommendations &found, const Plan &present, const Catalog &catalog, const QImage &chart);

/// Asks for a name and writes the report: the files, none where the user changed their mind.
Result<QStringList> saveReport(
    QWidget *window, FileDialogs &dialogs, const QString &suggestion, const ReportPage &page);

} // namespace shardscope
