// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/texttable.h"
#include "tools/validate/targets.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace shardscope {

namespace {

std::string percentText(double share, int decimals)
{
    return fixedText(100 * share, decimals) + " %";
}

/// "0.02 % (0.1 %)": reached, and what was aimed at.
std::string boundText(double reached, double bound)
{
    const std::string text = percentText(reached, 2);
    return std::isfinite(bound) ? text + " (" + percentText(bound, 1) + ")" : text;
}

/// Order matters where something is chosen by it: of throughputs.
std::string rankText(const Attainment &item)
{
    if (item.target->metric != throughputMetric)
        return {};
    const std::string text = fixedText(item.ranks, 3);
    const double bound = item.target->bounds.ranks;
    return bound > 0 ? text + " (" + fixedText(bound, 1) + ")" : text;
}

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

std::string peakTable(const Validation &validation, std::string_view dimension)
{
    TextTable table{.columns = {{std::string(dimension)}, {"measured"}, {"runs", true},
                        {"median", true}, {"95 %", true}, {"worst", true}, {"bias", true}}};
    for (const Group &group : validation.groups) {
        if (group.tag.first != dimension || !isPeak(group.metric) || !group.errors)
            continue;
        table.rows.push_back({group.tag.second, group.metric, std::to_string(group.count),
            percentText(group.errors->median, 2), percentText(group.errors->percentile95, 2),
            percentText(group.errors->worst, 2), percentText(group.errors->bias, 2)});
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
        table.rows.push_back({group.tag.second, std::to_string(group.count),
            percentText(group.errors->median, 2), percentText(group.errors->percentile95, 2),
            percentText(group.errors->worst, 2), percentText(group.errors->bias, 2),
            group.rankCorrelation ? fixedText(*group.rankCorrelation, 3) : ""});
    }
    return renderTable(table, TableFormat::Markdown) + "\n";
}

/// Reasons without the word that each is about.
std::string leftOutTable(const Validation &validation)
{
    std::map<std::string, std::size_t> reasons;
    for (const LeftOut &item : validation.leftOut)
        ++reasons[item.reason.substr(0, item.reason.find(": "))];
    TextTable table{.columns = {{"Not compared, because"}, {"runs", true}}};
    for (const auto &[reason, count] : reasons)
        table.rows.push_back({reason, std::to_string(count)});
    return renderTable(table, TableFormat::Markdown) + "\n";
}

constexpr std::string_view opening
    = "# How true is it\n\n"
      "`./dev validate` writes this page: what the program predicts today, against what was "
      "measured. The runs are in [tests/data/measured](../tests/data/measured/README.md), and "
      "`shardscope-cli validate` prints each of them. None of the formulas is fitted to them: a "
      "formula says what a framework's source does.\n\n"
      "<picture>\n"
      "  <source media=\"(prefers-color-scheme: dark)\" srcset=\"validation-dark.svg\">\n"
      "  <img src=\"validation-light.svg\" alt=\"Predicted against measured peak memory of every "
      "run that was compared, both from 1 MiB to 100 GiB, with the line where they agree\">\n"
      "</picture>\n\n";

constexpr std::string_view speedNote
    = "Tokens/s of one GPU, of runs whose source states the GPU, the accumulation and every other "
      "setting that a step takes its time from. A constant of the step's time is a data sheet's, a "
      "framework's or somebody's measurement of the hardware, never fitted to these runs; where a "
      "source says what joined the GPUs, that link is taken. No run with offloading is among them: "
      "what "
      "the host takes for its update is the ZeRO-Offload paper's, and not validated.";

constexpr std::string_view ranges
    = "## What a plan says about itself\n\n"
      "Each plan carries a range and names the measured run that is nearest. Near is what has the "
      "same family, method, framework, strategy, precision and so on, and similar sizes. The range "
      "spans the errors of the twelve nearest runs whose tensors were followed, and of the twelve "
      "nearest on GPUs: the first say how exact the tensors are, the second how far a GPU is from "
      "them. A test predicts each run from the others alone: 95 in 100 of the followed ones "
      "and 85 in 100 of those on GPUs lie in their range."
      "\n\n"
      "What no run ever had, or had within a fifth of the measurement, is outside validated "
      "ground: a family, a method or a strategy of a framework, an optimizer, a kind of offload, a "
      "size four times beyond all that was measured. The plan says which, and its range is "
      "stretched to twice the errors nearby, and at least a fifth both ways.\n";

} // namespace

std::string attainmentsToText(const Validation &validation, TableFormat format)
{
    TextTable table{
        .columns = {{"Data"}, {"Measure"}, {"Figures", true}, {"Median (aim)", true},
            {"95 % (aim)", true}, {"Worst (aim)", true}, {"Ranks (aim)", true}, {"Reached"}}};
    for (const Attainment &item : attainments(validation)) {
        if (!item.reached)
            continue;
        const Bounds &bounds = item.target->bounds;
        table.rows.push_back({std::string(item.target->name), std::string(item.target->metric),
            std::to_string(item.count), boundText(item.reached->median, bounds.median),
            boundText(item.reached->percentile95, bounds.percentile95),
            boundText(item.reached->worst, bounds.worst), rankText(item),
            item.isReached() ? "yes" : "not yet"});
    }
    return renderTable(table, format);
}

std::string disagreementsToText(
    const Validation &validation, const Explanations &explanations, TableFormat format)
{
    TextTable table{.columns = {{"Run"}, {"Measure"}, {"Error", true}, {"Why"}}};
    for (const Disagreement &item : disagreements(validation, explanations)) {
        const Comparison &comparison = *item.comparison;
        table.rows.push_back({comparison.id, comparison.metric,
            comparison.falseFit ? "said to fit" : percentText(comparison.error(), 1),
            item.why.empty() ? "not explained yet" : std::string(item.why)});
    }
    return table.rows.empty() ? std::string() : renderTable(table, format);
}

std::string validationPage(const Validation &validation, const Explanations &explanations)
{
    std::string page(opening);
    page += "## Aims and what is reached\n\n" + attainmentsToText(validation, TableFormat::Markdown)
        + "\n";
    page += sentence("Errors are shares of what was measured; median and 95 % (nearest rank) are "
                     "of their sizes. Followed steps know every tensor, but neither kernels' "
                     "scratch nor CUDA.");
    page += sentence("Runs that ran out of memory, and were predicted to fit with more than a "
                     "tenth to spare: "
        + std::to_string(falsePromises(validation).size()) + ".");
    for (const std::string_view dimension : {"format", "framework", "strategy", "method"})
        page += "## Peaks by " + std::string(dimension) + "\n\n" + peakTable(validation, dimension);
    page += "## Speed by source\n\n" + speedTable(validation);
    page += sentence(speedNote);
    page += "## Known disagreements\n\n";
    const std::string list = disagreementsToText(validation, explanations, TableFormat::Markdown);
    page += list.empty() ? sentence("None.") : list + "\n";
    page += "## What could not be compared\n\n" + leftOutTable(validation);
    return page.append(ranges);
}

} // namespace shardscope
