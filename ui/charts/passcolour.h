// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelineschedule.h"
#include "ui/charts/charttheme.h"

#include <QColor>

namespace shardscope {

/// Of a pass in pictures of a pipeline: later chunks of a stage are paler, as in Narayanan et al.
/// 2021, figure 4. Passes for gradients of weights alone have a colour of their own.
QColor passColour(Pass pass, BackwardPart part, int chunk, int chunks);

/// A pass, or a part of one, that cells of such a picture show.
struct PassWork
{
    Pass pass = Pass::Forward;
    BackwardPart part = BackwardPart::Whole;

    bool operator==(const PassWork &) const = default;
};
/// Its colour, with stripes for those that tell no colours apart.
ChartFill passFill(const PassWork &work, int chunk, int chunks);

} // namespace shardscope
