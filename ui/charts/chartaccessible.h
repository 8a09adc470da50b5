// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

class ChartView;
struct ChartSegment;

/// Makes charts speak to assistive technology: the summary, and one child for each segment.
/// Calling it again does nothing.
void installChartAccessibility();

/// The keyboard has come to a segment.
void announceChartSegment(ChartView &view, const ChartSegment &segment);

} // namespace shardscope
