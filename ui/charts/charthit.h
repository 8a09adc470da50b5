// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

#include <optional>

namespace shardscope {

// What of a chart lies at a point of the screen, and what is said about it there.

std::optional<ChartSegment> segmentAt(
    const ChartData &data, const ChartScene &scene, const QPointF &position);
QString segmentToolTip(const ChartData &data, const ChartSegment &segment);
/// Of the label of a line, or of a whisker; empty where there is neither.
QString annotationToolTipAt(
    const ChartData &data, const ChartScene &scene, const QPointF &position);

} // namespace shardscope
