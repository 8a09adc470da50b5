// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

class QCPAxisRect;
class QCPPainter;

namespace shardscope {

/// How far down a tear reaches that cuts a bar off, in pixels.
inline constexpr double TearDepth = 32;

/// Where the whisker of a bar stands, from its middle, of its width: beside the numbers.
inline constexpr double RangePlace = 0.46;
/// Half of a whisker's width, in pixels.
double rangeHalf(double slotWidth);

/// Of the numbers that may stand beside bars, the widest, in pixels; 0 where there are none.
double widestNumber(const ChartContent &content);

/// Of a bar's slot: narrower where the numbers beside the bars need the room.
double barWidth(const QCPAxisRect &axes, const ChartContent &content);

/// The part of a segment that the axis shows, in the plot's pixels.
QRectF barSegmentRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series);

/// What is written on a segment. Beside an axis of percents an amount says its unit.
QString segmentNumber(const ChartData &data, std::size_t category, std::size_t series);

/// Where on a segment its number stands: neither a tear nor the chosen line strikes through it.
/// Nothing where it has no room.
QRectF numberRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series);

/// A number that has no room on its segment.
struct SideNumber
{
    std::size_t series = 0;
    QRectF rect{};
    QPointF from{}; ///< the segment's edge, where its leader begins
};
/// Those of the chosen bar, or of the few bars where none is: these carry all their numbers. The
/// smallest are left out where so many have no room.
std::vector<SideNumber> sideNumbers(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category);
void drawSideNumbers(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);

/// A torn edge through each bar that goes on above the axis, and above it what it comes to.
void drawTears(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);

} // namespace shardscope
