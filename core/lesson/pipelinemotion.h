// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/term.h"
#include "core/estimate/pipelineschedule.h"

#include <optional>
#include <vector>

namespace shardscope {

/// What a stage of a pipeline does during a frame, and where it stands when that begins.
struct StageMoment
{
    std::optional<std::size_t> cell{}; ///< of its schedule, at work; nothing: the bubble
    int inFlight = 0; ///< passes forward, of its chunks, whose gradients are not all there yet
    Seconds bubble{}; ///< so far

    bool operator==(const StageMoment &) const = default;
};

/// A stretch of the step during which no stage begins or ends anything; or all that is left out of
/// the schedule.
struct PipelineFrame
{
    Seconds begin{}; ///< from the beginning of the step on
    Seconds end{};
    bool isLeftOut = false; ///< all stages go on as they did before
    std::vector<StageMoment> stages{};

    Seconds length() const { return end - begin; }
    /// Bubble so far, as a share of the time of all stages.
    double bubbleShare() const;
    bool operator==(const PipelineFrame &) const = default;
};

/// A step of a pipeline, from one pass that begins or ends to the next, and the end.
struct PipelineMotion
{
    PipelineSchedule schedule{};
    std::vector<PipelineFrame> frames{}; ///< in order, without gaps
    /// What the bubble takes of the passes where all of them are alike and nothing is sent: stages
    /// but one, over that and the passes of a stage (Narayanan et al. 2021, section 2.2). Zero
    /// where backward passes are split.
    Term rule{};

    bool isEmpty() const { return frames.empty(); }
    bool operator==(const PipelineMotion &) const = default;
};

/// `bubbles` are those of the stages in the whole step, with what the schedule leaves out.
PipelineMotion pipelineMotion(PipelineSchedule schedule, const std::vector<Seconds> &bubbles);
/// As pipelineSchedule lays the step out. Empty without a pipeline, and where its times are not
/// known.
PipelineMotion pipelineMotion(const Plan &plan);

} // namespace shardscope
