// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/charttheme.h"

class QCPAxis;
class QCPRange;
class QCustomPlot;

namespace shardscope {

/// An axis in the theme's colours and font, with its label and range.
void dressAxis(QCPAxis &axis, const ChartTheme &theme, const QString &label, const QCPRange &range);
/// Shows the plot's legend in the theme's colours and font.
void dressLegend(QCustomPlot &plot, const ChartTheme &theme);

} // namespace shardscope
