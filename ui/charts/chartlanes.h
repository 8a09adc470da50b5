// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

class QCPAxisRect;
class QCPPainter;

namespace shardscope {

// What goes on below a timeline: a lane for each, on the same axis. Charts without lanes are left
// alone.

/// Room below the axis that the lanes take, in pixels.
double lanesHeight(const ChartContent &content);
/// Room at the right that their names ask for.
double laneLabelWidth(const ChartContent &content);

void drawLanes(QCPPainter &painter, const QCPAxisRect &axes, const ChartContent &content);

/// The place of one instant in a lane.
QRectF laneInstantRect(
    const QCPAxisRect &axes, const ChartContent &content, std::size_t category, std::size_t series);

} // namespace shardscope
