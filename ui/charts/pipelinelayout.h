// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelineschedule.h"
#include "ui/charts/drawing.h"

namespace shardscope {

/// Where the parts of a pipeline's picture lie. Time goes to the right; where micro-batches are
/// left out, the picture is torn.
struct PipelineLayout
{
    QRectF plot{}; ///< the rows of the stages
    QRectF phases{}; ///< names above them
    QRectF axis{}; ///< ticks and their numbers below them
    QRectF keys{};
    double row = 0; ///< height, with the gap to the next one
    double gap = 0; ///< between rows
    double tear = 0; ///< width; 0 where nothing is left out
    double perSecond = 0; ///< pixels
    Seconds cutBegin{};
    Seconds cutEnd{};

    double x(Seconds time) const;
    QRectF rowRect(std::size_t stage) const;
    QRectF cellRect(std::size_t stage, const PipelineCell &cell) const;
    /// Its end, where the stage waits for links.
    QRectF waitRect(std::size_t stage, const PipelineCell &cell) const;
    /// Left and right edge of the tear.
    double tearLeft() const { return x(cutBegin); }
    double tearRight() const { return x(cutEnd); }
};

PipelineLayout pipelineLayout(
    const PipelineSchedule &schedule, const DrawingRoom &room, double gutter, double keysHeight);

/// Instants with a tick, so that numbers `width` pixels wide have room.
std::vector<Seconds> pipelineTicks(
    const PipelineSchedule &schedule, const PipelineLayout &layout, double width);

} // namespace shardscope
