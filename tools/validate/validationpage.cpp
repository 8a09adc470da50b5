// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/validatedground.h"
#include "tools/validate/heldout.h"
#include "tools/validate/report.h"
#include "tools/validate/tables.h"
#include "tools/validate/targets.h"

#include <algorithm>
#include <array>
#include <map>

namespace shardscope {

namespace {

std::string sentence(std::string_view text)
{
    return std::string(text) + "\n\n";
}

/// Peaks alone: what decides whether a run fits.
bool isPeak(std::string_view metric)
{
    constexpr std::array<std::string_view, 5> peaks{
        "peak_bytes", "allocated", "reserved", "nvidia_smi", "nvidia_smi_delta"};
    return std::find(peaks.begin(), peaks.end(), metric) != peaks.end();
}

/// Errors of peaks by one dimension.
std::string peakTable(const Validation &validation, std::string_view dimension)
{
    TextTable table{.columns = {{std::string(dimension)}, {"measured"}, {"runs", true},
                        {"median", true}, {"95 %", true}, {"worst", true}, {"bias", true}}};
    for (const Group &group : validation.groups) {
        if (group.tag.first == dimension && isPeak(group.metric) && group.errors)
            table.rows.push_back(withErrors(
                {group.tag.second, group.metric, std::to_string(group.count)}, *group.errors));
    }
    return renderTable(table, TableFormat::Markdown) + "\n";
}

/// Tokens/s by who measured them.
std::string speedTable(const Validation &validation)
{
    TextTable table{.columns = {{"source"}, {"runs", true}, {"median", true}, {"95 %", true},
                        {"worst", true}, {"bias", true}, {"rank correlation", true}}};
    for (const Group &group : validation.groups) {
        if (group.tag.first != "source" || group.metric != throughputMetric || !group.errors)
            continue;
        table.rows.push_back(
            withErrors({group.tag.second, std::to_string(group.count)}, *group.errors));
        table.rows.back().push_back(
            group.rankCorrelation ? fixedText(*group.rankCorrelation, 3) : "");
    }
    return renderTable(table, TableFormat::Markdown) + "\n";
}

/// Reasons without the word that each is about.
std::string leftOutSection(const Validation &validation)
{
    std::map<std::string, std::size_t> reasons;
    for (const LeftOut &item : validation.leftOut)
        ++reasons[item.reason.substr(0, item.reason.find(": "))];
    TextTable table{.columns = {{"Not compared, because"}, {"runs", true}}};
    for (const auto &[reason, count] : reasons)
        table.rows.push_back({reason, std::to_string(count)});
    return renderTable(table, TableFormat::Markdown) + "\n";
}

constexpr std::string_view accuracyOpening
    = "# How true is it\n\n"
      "`./dev validate` writes this page: what the program predicts today, against what was "
      "measured. The runs are in [tests/data/measured](../tests/data/measured/README.md), and "
      "`shardscope-cli validate` prints each of them. No constant of a formula is fitted to "
      "them: a formula says what a framework's source does. Where runs disagreed, that source was "
      "read again for what had been missed.\n\n"
      "<picture>\n"
      "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"validation-dark.svg\">\n"
      "  <img src=\"validation-light.svg\" alt=\"Predicted against measured peak memory of every "
      "run that was compared, both from 1 MiB to 100 GiB, with the line where they agree\">\n"
      "</picture>\n\n";

constexpr std::string_view assumedNote
    = "A published run seldom states everything that a step holds. What its source prints, or the "
      "script or library that it names, is `stated`; what they leave open is filled in and "
      "`assumed`. A figure counts as assumed where such a setting matters for it: a link does for "
      "speed and not for memory. The aims above hold for both together, and the two are listed "
      "apart, since an error of a run with assumptions may be the assumption's.";

constexpr std::string_view speedNote
    = "Tokens/s of one GPU, of runs whose source states the GPU and the accumulation; where "
      "another "
      "setting that time depends on had to be assumed, the aims list the run apart. A constant of "
      "the step's time is a data sheet's, a "
      "framework's or somebody's measurement of the hardware, never fitted to these runs; where a "
      "source says what joined the GPUs, that link is taken. No run with offloading is among them: "
      "what "
      "the host takes for its update is the ZeRO-Offload paper's, and not validated.";

constexpr std::string_view ranges
    = "## What a plan says about itself\n\n"
      "Each plan carries a range and names the measured run that is nearest: with the same family, "
      "method, framework, strategy, precision and so on, and similar sizes. Every input that "
      "changes memory counts for what is near. The range spans the errors of the nearest runs on "
      "GPUs, as many of each project that measured: a user is a new project, and one with many "
      "runs says no more about them than one with few. This is conformal prediction for groups "
      "(Dunn, Wasserman and Ramdas, JASA 2023; Lee, Barber and Willett, 2023): were projects alike "
      "in what the program gets wrong about them, the extremes of one run from each of K projects "
      "would hold (K - 1) / (K + 1) of the runs of a further one. Steps whose tensors were "
      "followed are exact, and widen nothing: they say which settings are predicted well.\n\n"
      "What no run ever had, or had within a fifth of the measurement, is outside validated "
      "ground: a family, a method or a strategy of a framework, a precision, an optimizer, a kind "
      "of checkpointing, attention, loss or offload, a size four times beyond all that was "
      "measured. The plan says which; nearness then says nothing, and the range spans the errors "
      "of all runs on GPUs.";

std::string percent(double share)
{
    return percentText(share, 0);
}

std::vector<std::string> heldOutRow(std::string source, const HeldOutSummary &summary)
{
    return {std::move(source), std::to_string(summary.runs), percent(summary.share()),
        std::to_string(summary.validated),
        summary.validated == 0 ? "" : percent(summary.validatedShare()),
        percent(summary.medianWidth)};
}

std::string heldOutTable(std::span<const ValidatedRun> runs)
{
    TextTable table{.columns = {{"Project left out"}, {"runs", true}, {"in range", true},
                        {"validated", true}, {"of these in range", true}, {"median width", true}}};
    const std::vector<HeldOut> played = heldOutRuns(runs, Reserving::Played);
    for (const std::string &source : sourcesOnGpus(runs))
        table.rows.push_back(heldOutRow(source, summaryOf(played, source)));
    table.rows.push_back(heldOutRow("all", summaryOf(played)));
    table.rows.push_back(
        heldOutRow("all, reserving estimated", summaryOf(heldOutRuns(runs, Reserving::Estimated))));
    return renderTable(table, TableFormat::Markdown) + "\n";
}

std::string heldOutText(std::span<const ValidatedRun> runs)
{
    return "Runs of each project, with a range made from the others alone. The number of runs "
           "taken from each project is the fewest with which the others' nearest runs hold "
        + percent(heldOutAim)
        + " of all runs, and of a project's on the average: " + std::to_string(runsOfEachSource)
        + ". It was chosen anew for each project that is left out, among the others. Widths are "
          "shares of the prediction. Followed steps do not count.\n\n"
        + heldOutTable(runs);
}

} // namespace

std::string validationPage(const Validation &validation, const Explanations &explanations,
    std::span<const ValidatedRun> runs)
{
    std::string page(accuracyOpening);
    page += "## Aims and what is reached\n\n" + attainmentsToText(validation, TableFormat::Markdown)
        + "\n";
    page += sentence("Errors are shares of what was measured; median and 95 % (nearest rank) are "
                     "of their sizes. Followed steps know every tensor, but neither kernels' "
                     "scratch nor CUDA. What they send counts in bytes of whole tensors, as each "
                     "collective got them; in `wire_bytes`, which is all of it, an all-reduce "
                     "counts twice.");
    page += sentence("Runs that ran out of memory, and were predicted to fit with more than a "
                     "tenth to spare: "
        + std::to_string(falsePromises(validation).size()) + ".");
    for (const std::string_view dimension :
        {"format", "framework", "strategy", "method", "settings"})
        page += "## Peaks by " + std::string(dimension) + "\n\n" + peakTable(validation, dimension);
    page += sentence(assumedNote) + assumptionTable(validation, TableFormat::Markdown) + "\n";
    page += "## Speed by source\n\n" + speedTable(validation);
    page += sentence(speedNote);
    page += "## Known disagreements\n\n";
    const std::string list = disagreementsToText(validation, explanations, TableFormat::Markdown);
    page += list.empty() ? sentence("None.") : list + "\n";
    page += "## What could not be compared\n\n" + leftOutSection(validation);
    if (const std::string planned = plannedSentence(validation); !planned.empty())
        page += planned
            + "\nSuch a run says how long its sequences are, how many a micro-batch holds, on how "
              "many GPUs it ran, and which memory or what speed was measured. The others of the "
              "table above say less, and no plan could be compared with them.\n\n";
    page += sentence(ranges);
    return runs.empty() ? page : page + heldOutText(runs);
}

} // namespace shardscope
