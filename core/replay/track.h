// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/course.h"
#include "core/replay/script.h"

#include <algorithm>
#include <span>
#include <vector>

namespace shardscope {

/// The activations of a step between what a script does: where nothing but the bytes of its sizes
/// changes, its peak is found without a walk through the step.
class Track
{
public:
    /// Begins anew; `course` was recorded with the script. False where they are of other modules.
    bool write(
        const Script &script, const Course &course, const StepModules &modules, int accumulation);

    /// The largest moment of the step, given the bytes of each size. Of those that come for a
    /// moment these are no fewer than there are; `exactly` says how many of one there are.
    template <class Exactly>
    double peak(std::span<const double> bytes, const Exactly &exactly) const
    {
        double held = 0;
        double peak = 0;
        for (const Stop &stop : m_stops) {
            const double total = held + stop.most;
            if (stop.isMoment) {
                if (total + bytes[stop.size] > peak)
                    peak = std::max(peak, total + exactly(stop.size));
                continue;
            }
            peak = std::max(peak, total);
            held += stop.times * bytes[stop.size];
        }
        return std::max(peak, held + m_last);
    }

private:
    /// Where a size changes.
    struct Stop
    {
        double most = 0; ///< bytes of all else, at the largest moment since the stop before
        double times = 0;
        Script::Size size = 0;
        bool isMoment = false; ///< `most` is at that moment, and nothing changes for longer
    };
    class Writer;

    std::vector<Stop> m_stops;
    double m_last = 0; ///< `most` behind the last one
};

} // namespace shardscope
