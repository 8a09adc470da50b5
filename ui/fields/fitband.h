// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/feasibility.h"

#include <QRectF>

#include <vector>

class QPainter;

namespace shardscope {

struct ChartTheme;

/// A part of a groove, in pixels.
struct FitStretch
{
    double left = 0;
    double right = 0;
    std::optional<Fit> fit{};
};

/// A groove that shows what fits: full where it does, in stripes where that is at risk, in a
/// lattice where it does not, empty where there is no plan.
void paintFitBand(QPainter &painter, const QRectF &band, const std::vector<FitStretch> &stretches,
    const ChartTheme &theme);

} // namespace shardscope
