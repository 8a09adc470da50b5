// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/catalog.h"
#include "core/explore/search/recommend.h"
#include "core/explore/sweep/run.h"
#include "core/report/caption.h"
#include "core/report/report.h"

#include <functional>

namespace shardscope {

// Reports as Markdown, to be pasted into a proposal: a verdict, the chart, a table, what was
// assumed, and where the numbers come from.

/// How words are said: in English, or as the window translates them.
using Say = std::function<std::string(const Phrase &)>;
std::string sayInEnglish(const Phrase &phrase);

/// What all reports of one program, made on one day, have in common.
struct ReportFrame
{
    const Catalog &catalog;
    Imprint origin{};
    Say say = sayInEnglish;
    SweepWords sweep{}; ///< of sweeps' tables
    std::string chart{}; ///< the file of the picture; empty: there is none
};

/// A report with what is its own.
struct Report
{
    Phrase heading{};
    std::vector<Phrase> verdict{}; ///< a paragraph each, the first of them in bold
    std::string body{}; ///< Markdown, in the words of the frame
    std::vector<Scenario> scenarios{}; ///< that it speaks of besides the plan
};

/// `plan` is what the assumptions are about.
std::string reportText(const Report &report, const Plan &plan, const ReportFrame &frame);
/// What stands at the end of all: assumptions, sources (of other scenarios' frameworks, too) and
/// origin.
std::string closingText(
    const Plan &plan, const ReportFrame &frame, const std::vector<Scenario> &others = {});

Report recommendationReport(
    const Recommendations &found, const Plan &present, const ReportFrame &frame);
Report sweepReport(const SweepRun &run, const ReportFrame &frame);

} // namespace shardscope
