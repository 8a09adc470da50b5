// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartscene.h"

#include <optional>

namespace shardscope {

// What of a chart lies at a point of the screen, and what is said about it there.

std::optional<ChartSegment> segmentAt(
    const ChartData &data, const ChartScene &scene, const QPointF &position);
QString segmentToolTip(const ChartData &data, const ChartSegment &segment);
/// Empty where there is no label of a line.
QString lineToolTipAt(const ChartData &data, const ChartScene &scene, const QPointF &position);

} // namespace shardscope
