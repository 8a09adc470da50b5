// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

class QCPAxisRect;
class QCPPainter;

namespace shardscope {

// How a timeline is painted where bars would stand. Bar charts are left alone.

void drawAreas(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);
/// Behind the areas: every other band, so that they are told apart above the areas, too.
void drawBandStripes(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);
/// Below the axis: what the bands are.
void drawBandNames(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);
/// The chosen instant, with what is written at it.
void drawMark(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);
/// Where the mark's words were put, in the plot's pixels.
QRectF markRect(const QCPAxisRect &axes, const ChartContent &content);

/// The place of one part at one instant.
QRectF areaRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series);

} // namespace shardscope
