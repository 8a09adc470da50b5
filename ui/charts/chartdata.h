// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/plan.h"

#include <QFontMetricsF>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace shardscope {

/// How numbers in base units become the numbers of the axis.
struct ChartUnit
{
    QString symbol{}; ///< "GiB"
    double size = 1; ///< base units in one of them

    bool operator==(const ChartUnit &) const = default;
};

/// One bar.
struct ChartCategory
{
    QString id{};
    QString label{};
    bool isChosen = false; ///< what the scenario says; the others are there to compare
    std::optional<Fit> fit{}; ///< against the chosen line, where there is one
    QString word{}; ///< in place of the fit's: "Cannot run"; without one, in place of the total
    QStringList notes{}; ///< further lines below the label
    QString detail{}; ///< what to know about the bar as a whole
    QString shortLabel{}; ///< where the other is too long
    double low = 0; ///< the total is likely to lie from here
    double high = 0; ///< to here; 0: nothing is said about that
    bool isDoubtful = false; ///< beyond what was validated
    double limit = 0; ///< a line across this bar alone; 0: none
    double outline = 0; ///< how high it was in what it is compared with; 0: nothing to compare

    bool operator==(const ChartCategory &) const = default;
};

/// A stretch of a timeline, from 0 to 1 as its edges.
struct ChartSpan
{
    double from = 0;
    double to = 0;
    bool isWaited = false; ///< the GPU waits meanwhile

    bool operator==(const ChartSpan &) const = default;
};

/// One colour: a segment in each bar, in base units or, where the axis has a unit of its own, as a
/// share of what each bar is held against.
struct ChartSeries
{
    QString id{};
    QString label{};
    int style = 0; ///< index into the theme's fills
    std::vector<double> values{}; ///< one per category
    std::vector<QString> details{}; ///< one per category: the formula behind the value
    std::vector<ChartSpan> spans{}; ///< where there are any: a lane below a timeline
    bool isWaited = false; ///< of another one's colour, but waited for; of a lane: its gaps are
    std::vector<double> amounts{}; ///< one per category where values are shares: of how much

    bool isLane() const { return !spans.empty(); }
    bool operator==(const ChartSeries &) const = default;
};

/// A limit across all bars.
struct ChartLine
{
    QString id{};
    QString label{};
    double value = 0;
    std::optional<Fit> fit{}; ///< whether the chosen bar stays below
    QString detail{}; ///< where the number comes from
    bool isChosen = false;

    bool operator==(const ChartLine &) const = default;
};

/// A named stretch of neighbouring categories.
struct ChartBand
{
    QString id{};
    QString label{};
    QString shortLabel{}; ///< where the other is too long
    QString group{}; ///< neighbours of one group share a label below theirs
    std::size_t begin = 0;
    std::size_t end = 0;

    bool operator==(const ChartBand &) const = default;
};

/// All that a chart shows, as one plain value: made by pure functions, compared in tests, painted
/// elsewhere.
struct ChartData
{
    QString title{};
    QString axisLabel{};
    QString summary{}; ///< the chart in a sentence, for those who do not see it
    ChartUnit unit{}; ///< of amounts
    std::optional<ChartUnit> axis{}; ///< where bars are shares: percent
    std::vector<ChartCategory> categories{};
    std::vector<ChartSeries> series{}; ///< bottom to top
    std::vector<ChartLine> lines{};
    std::vector<ChartBand>
        bands{}; ///< where there are any: categories are instants, one after another
    std::vector<double> edges{}; ///< of instants, from 0 to 1; empty: they are of one width
    QString waitLabel{}; ///< in the legend, for what is waited for
    QString outlineLabel{}; ///< in the legend, for the outlines
    QString rangeLabel{}; ///< in the legend, for the whiskers
    QString rangeMeaning{}; ///< what they stand for, in a sentence
    QString mark{}; ///< what is written at the chosen instant
    double tallest = 4; ///< times what decides the axis; a higher bar is cut off
    double leastTop = 0; ///< the axis reaches at least that far
    int leastSlots = 4; ///< the width is divided for that many bars: few do not become walls

    bool operator==(const ChartData &) const = default;
};

/// A segment of a chart: which bar, which part.
struct ChartSegment
{
    std::size_t category = 0;
    std::size_t series = 0;

    bool operator==(const ChartSegment &) const = default;
};

bool isTimeline(const ChartData &data); ///< areas over instants instead of bars side by side
/// A bar has not every part, an instant not every lane.
bool isShown(const ChartData &data, std::size_t category, std::size_t series);
double totalOf(const ChartData &data, std::size_t category); ///< how high the bar is
/// What segments and bars are said to be: where they are shares, the amount behind them.
double amountOf(const ChartData &data, std::size_t category, std::size_t series);
double totalAmount(const ChartData &data, std::size_t category);
const ChartUnit &axisUnit(const ChartData &data);
double largestTotal(const ChartData &data);
int chosenCategory(const ChartData &data); ///< -1 where none is
int seriesIndex(const ChartData &data, const QString &id); ///< -1 where there is none

/// Three significant digits in a unit, without it.
QString chartNumber(const ChartUnit &unit, double value);
/// "12.0 GiB"
QString chartAmount(const ChartUnit &unit, double value);
/// "11.5× oversubscribed": of a share above all of it.
QString oversubscribedText(double share);
/// At the edge where a bar is cut off: "174.4 GiB (160–254)", "11.5× oversubscribed".
QString wholeReading(const ChartData &data, std::size_t category);
QString shortReading(const ChartData &data, std::size_t category); ///< "174.4 GiB", "11.5×"
/// The longest of them that has room, else the number alone, or nothing.
QString fittingReading(
    const ChartData &data, std::size_t category, const QFontMetricsF &metrics, double room);
/// "Backward pass, layer 12: 38.3 GiB" and, in a line each, the parts as they are stacked.
QString instantReading(const ChartData &data, std::size_t category);
/// "ZeRO-2, Optimizer states: 12.0 GiB"
QString segmentName(const ChartData &data, std::size_t category, std::size_t series);

} // namespace shardscope
