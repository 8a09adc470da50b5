// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/track.h"

#include "core/replay/activationstage.h"

#include <cmath>
#include <utility>

namespace shardscope {

/// Follows a script while activations come and go.
class Track::Writer
{
public:
    Writer(const Script &script, const Course &course, std::vector<Stop> &stops)
        : m_script(script)
        , m_course(course)
        , m_stops(stops)
        , m_grown(script.sizes())
    { }

    bool isThrough() const
    {
        return m_nextLevel == m_script.levels() && m_nextSkip == m_course.skips.size();
    }

    void answer(double activations)
    {
        note(activations);
        if (m_nextLevel == m_script.levels())
            return giveUp();
        for (const Script::Change &change : m_script.level(m_nextLevel++))
            apply(change, activations);
    }
    void play(const Segments &segments, double activations)
    {
        for (const Segment &segment : segments) {
            note(activations + segment.mostTotal);
            answer(activations + segment.endTotal);
        }
    }
    void note(double activations) { m_most = std::max(m_most, activations + m_fixed); }
    void enter(PhaseId) { }

    struct Mark
    {
        std::size_t stop = 0;
        double fixed = 0;
    };
    Mark mark() const { return {m_stops.size(), m_fixed}; }
    int skip(const LayerRow &row)
    {
        if (m_nextSkip >= m_course.skips.size())
            return 0;
        return std::min(m_course.skips[m_nextSkip++].layers, row.left);
    }
    bool repeatsMicroSteps() const { return m_course.repeatsMicroSteps; }
    void repeatLayer(const Mark &before, int times, double) { repeat(before, times); }
    void repeat(const Mark &before, int times)
    {
        m_fixed += times * (m_fixed - before.fixed);
        const std::size_t end = m_stops.size();
        for (std::size_t i = before.stop; i < end; ++i)
            m_grown[m_stops[i].size] += m_stops[i].times;
        for (std::size_t i = before.stop; i < end; ++i) {
            const Script::Size size = m_stops[i].size;
            if (const double grown = std::exchange(m_grown[size], 0); std::abs(grown) > tiny)
                stop({.times = times * grown, .size = size});
        }
    }

    /// Bytes of all else at the largest moment since the last stop.
    double most() const { return m_most; }

private:
    static constexpr double none = -std::numeric_limits<double>::infinity();
    static constexpr double tiny = 1e-9; ///< what sums of fractions leave of nothing

    void giveUp() { m_nextSkip = m_course.skips.size() + 1; } // never through
    void apply(const Script::Change &change, double activations)
    {
        if (change.isFixed()) {
            m_fixed += change.times;
        } else if (change.isMoment()) {
            m_stops.push_back(
                {.most = activations + m_fixed, .size = change.size, .isMoment = true});
        } else {
            stop(change);
        }
        note(activations);
    }
    void stop(const Script::Change &change)
    {
        m_stops.push_back({.most = m_most, .times = change.times, .size = change.size});
        m_most = none;
    }

    const Script &m_script;
    const Course &m_course;
    std::vector<Stop> &m_stops;
    std::vector<double> m_grown; ///< times, by size
    std::size_t m_nextLevel = 0;
    std::size_t m_nextSkip = 0;
    double m_fixed = 0; ///< bytes that the policy holds whatever sizes are
    double m_most = none; ///< since the last stop
};

bool Track::write(
    const Script &script, const Course &course, const StepModules &modules, int accumulation)
{
    m_stops.clear();
    Writer writer(script, course, m_stops);
    ActivationStage stage(writer);
    StepWalk(modules, accumulation, stage).run();
    m_last = writer.most();
    return writer.isThrough();
}

} // namespace shardscope
