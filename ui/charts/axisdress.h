// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/charttheme.h"

class QCPAxis;
class QCPRange;

namespace shardscope {

/// An axis in the theme's colours and font, with its label and range.
void dressAxis(QCPAxis &axis, const ChartTheme &theme, const QString &label, const QCPRange &range);

} // namespace shardscope
