// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/pipelinelayout.h"

#include "ui/charts/sweeplayout.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace shardscope {

double PipelineLayout::x(Seconds time) const
{
    if (time <= cutBegin)
        return plot.left() + perSecond * time.value();
    if (time < cutEnd)
        return tearLeft();
    const Seconds leftOut = cutEnd - cutBegin;
    return plot.left() + perSecond * (time - leftOut).value() + tear;
}

QRectF PipelineLayout::rowRect(std::size_t stage) const
{
    return {plot.left(), plot.top() + static_cast<double>(stage) * row, plot.width(), row - gap};
}

QRectF PipelineLayout::cellRect(std::size_t stage, const PipelineCell &cell) const
{
    const QRectF whole = rowRect(stage);
    // What begins with the cut lies on its right.
    const bool isAfter = tear > 0 && cell.begin >= cutEnd;
    const double left = isAfter && cell.begin == cutEnd ? tearRight() : x(cell.begin);
    return {left, whole.top(), std::max(0.0, x(cell.end) - left), whole.height()};
}

QRectF PipelineLayout::waitRect(std::size_t stage, const PipelineCell &cell) const
{
    QRectF rect = cellRect(stage, cell);
    rect.setLeft(std::max(rect.left(), rect.right() - perSecond * cell.waited.value()));
    return rect;
}

PipelineLayout pipelineLayout(
    const PipelineSchedule &schedule, const DrawingRoom &room, double gutter, double keysHeight)
{
    constexpr double mostLines = 5; // in a row: few stages do not become walls
    const double line = QFontMetricsF(room.theme.font).height();
    const auto stages = static_cast<double>(schedule.stages.size());
    PipelineLayout layout{.cutBegin = schedule.cutBegin, .cutEnd = schedule.cutEnd};
    const double head = schedule.hasSteadyPhase() ? 1.6 * line : 0.3 * line;
    const double foot = 1.8 * line;
    const double height = room.area.height() - head - foot - keysHeight;
    layout.row = std::clamp(height / stages, 1.0, mostLines * line);
    layout.gap = layout.row > 14 ? 3 : layout.row > 4 ? 1 : 0;
    layout.plot = QRectF(room.area.left() + gutter, room.area.top() + head,
        std::max(1.0, room.area.width() - gutter - line / 2), layout.row * stages);
    layout.phases = QRectF(layout.plot.left(), room.area.top(), layout.plot.width(), head);
    layout.axis = QRectF(layout.plot.left(), layout.plot.bottom(), layout.plot.width(), foot);
    layout.keys = QRectF(layout.plot.left(), layout.axis.bottom(), layout.plot.width(), keysHeight);
    layout.tear = schedule.microBatchesLeftOut > 0 ? 1.2 * line : 0;
    const Seconds shown = schedule.end - (schedule.cutEnd - schedule.cutBegin);
    layout.perSecond = (layout.plot.width() - layout.tear) / std::max(1e-12, shown.value());
    return layout;
}

std::vector<Seconds> pipelineTicks(
    const PipelineSchedule &schedule, const PipelineLayout &layout, double width)
{
    const double shown = (schedule.end - (schedule.cutEnd - schedule.cutBegin)).value();
    const double most = std::max(1.0, std::floor(layout.plot.width() / (1.6 * width)));
    const std::vector<double> steps = roundTicks(0, shown, static_cast<int>(most));
    if (steps.size() < 2)
        return {Seconds(0)};
    const double step = steps[1] - steps[0];
    const double leftOut = (schedule.cutEnd - schedule.cutBegin).value();
    // Beside the tear, and at the end, a number would stand on another one.
    std::vector<Seconds> ticks;
    const auto reaches = [&](double time) { return time * layout.perSecond > width; };
    const double before = leftOut > 0 ? schedule.cutBegin.value() : shown;
    for (const double time : steps) {
        if (time <= before)
            ticks.emplace_back(time);
    }
    if (leftOut > 0) {
        for (double time = std::ceil(schedule.cutEnd.value() / step) * step;
             time <= schedule.end.value(); time += step) {
            if (reaches(time - schedule.cutEnd.value()) || ticks.empty()
                || layout.x(Seconds(time)) - layout.x(ticks.back()) > 1.2 * width)
                ticks.emplace_back(time);
        }
    }
    return ticks;
}

} // namespace shardscope
