// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/course.h"

#include "core/replay/activationstage.h"
#include "core/replay/script.h"
#include "core/replay/stepwalk.h"

#include <algorithm>
#include <span>

namespace shardscope {

namespace {

/// Asks the policy, and counts nothing else.
class CourseStage
{
public:
    CourseStage(Policy &policy, Ledger &ledger, Course &course, Script *script)
        : m_policy(policy)
        , m_ledger(ledger)
        , m_course(course)
        , m_script(script)
    { }

    template <class Act>
    void tell(const Act &act)
    {
        act(m_policy);
        write();
    }
    void play(const Module &, const Segments &segments, const Unit &unit)
    {
        for (std::size_t i = 0; i < segments.size(); ++i) {
            tellEvent(m_policy, segments[i], unit);
            write();
            m_moments.resize(m_ledger.moments().size(), i);
        }
    }

    void change(Held, double) { }
    double held(Held) const { return 0; }
    void releaseAll(Held) { }
    void enter(PhaseId) { }
    void endPhase() { }
    void enterMicroStep(int) { }
    void enterLayer(int) { }
    void sample() { m_ledger.sample(); }

    using Mark = Ledger::Mark;
    int skip(const LayerRow &row)
    {
        const int layers = m_policy.skip(row);
        std::span<const double> unlike;
        if (layers > 0)
            unlike = m_policy.unlikeInSkipped();
        m_course.skips.push_back({layers, unlike.empty() ? 0 : m_moments.size()});
        m_course.unlike.insert(m_course.unlike.end(), unlike.begin(), unlike.end());
        for (std::size_t i = 0; i < m_course.skips.back().moments; ++i)
            m_course.moments.push_back({m_moments[i], m_ledger.moments()[i].total});
        return layers;
    }
    bool repeatsMicroSteps() const { return m_course.repeatsMicroSteps; }
    void mark(Mark &mark)
    {
        m_ledger.mark(mark);
        m_moments.clear();
    }
    void repeatLayer(const Mark &before, int times, int) { repeat(before, times); }
    void repeatMicroStep(const Mark &before) { repeat(before, 1); }

private:
    void repeat(const Mark &before, int times) { m_ledger.repeat(before, times, {}); }
    void write()
    {
        m_course.levels.push_back({m_ledger.takeStretch(), m_ledger.total()});
        if (m_script)
            m_script->endLevel();
    }

    Policy &m_policy;
    Ledger &m_ledger;
    Course &m_course;
    Script *m_script;
    std::vector<std::size_t> m_moments; ///< segments of the ledger's
};

/// Finds peaks, on top of a course.
class CoursePeaks
{
public:
    explicit CoursePeaks(const Course &course)
        : m_course(course)
    { }

    const PhasePeaks &peaks() const { return m_peaks; }
    bool isThrough() const
    {
        return m_next == m_course.levels.size() && m_nextSkip == m_course.skips.size();
    }

    void answer(double activations)
    {
        if (!has(1))
            return;
        const Course::Level &level = m_course.levels[m_next++];
        noteTotal(activations + level.most);
        m_policy = level.end;
    }
    void play(const Segments &segments, double activations)
    {
        if (!has(segments.size()))
            return;
        const Course::Level *level = m_course.levels.data() + m_next;
        double most = 0;
        double held = m_policy;
        for (const Segment &segment : segments) {
            most = std::max(
                most, std::max(segment.mostTotal + held, segment.endTotal + level->most));
            held = level->end;
            ++level;
        }
        noteTotal(activations + most);
        m_played = {&segments, activations};
        m_policy = held;
        m_next += segments.size();
    }
    void note(double activations) { noteTotal(activations + m_policy); }
    void enter(PhaseId phase) { m_phase = static_cast<std::size_t>(phase); }

    using Mark = double; ///< what the policy held
    Mark mark() const { return m_policy; }
    int skip(const LayerRow &row)
    {
        if (m_nextSkip == m_course.skips.size())
            return 0;
        const Course::Skip &skip = m_course.skips[m_nextSkip++];
        return std::min(skip.layers, row.left);
    }
    bool repeatsMicroSteps() const { return m_course.repeatsMicroSteps; }
    /// How much more each time holds.
    double repeat(Mark before, int times)
    {
        const double growth = m_policy - before;
        m_policy += times * growth;
        return growth;
    }
    void repeatLayer(Mark before, int times, double growth)
    {
        noteUnlike(times, growth + repeat(before, times));
    }

private:
    /// A layer as it was played.
    struct Played
    {
        const Segments *segments = nullptr;
        double before = 0; ///< activations
    };

    bool has(std::size_t levels)
    {
        if (m_next + levels > m_course.levels.size())
            giveUp();
        return !hasGivenUp();
    }
    void giveUp() { m_next = m_course.levels.size() + 1; } // never through
    bool hasGivenUp() const { return m_next > m_course.levels.size(); }
    void noteUnlike(int times, double growth)
    {
        const Course::Skip &skip = m_course.skips[m_nextSkip - 1];
        const auto moments = std::span(m_course.moments).subspan(m_nextMoment, skip.moments);
        m_nextMoment += moments.size();
        if (moments.empty() || hasGivenUp())
            return;
        const Segments &segments = *m_played.segments;
        if (times != skip.layers || moments.back().segment >= segments.size())
            return giveUp();
        const double *unlike = m_course.unlike.data() + m_nextUnlike;
        m_nextUnlike += moments.size() * static_cast<std::size_t>(times);
        for (int time = 1; time <= times; ++time) {
            const double before = m_played.before + time * growth;
            for (const Course::Moment &moment : moments)
                noteTotal(before + segments[moment.segment].endTotal + moment.held + *unlike++);
        }
    }
    void noteTotal(double total) { m_peaks[m_phase] = std::max(m_peaks[m_phase], total); }

    const Course &m_course;
    std::size_t m_next = 0;
    std::size_t m_nextSkip = 0;
    std::size_t m_nextMoment = 0;
    std::size_t m_nextUnlike = 0;
    Played m_played;
    double m_policy = 0;
    std::size_t m_phase = 0;
    PhasePeaks m_peaks{};
};

} // namespace

Course recordCourse(const StepModules &modules, int accumulation, Policy &policy,
    Ledger &policysLedger, Script *script)
{
    Course course{.repeatsMicroSteps = policy.repeatsMicroSteps()};
    constexpr std::size_t usualLevels = 4096;
    course.levels.reserve(usualLevels);
    policysLedger.takeStretch();
    CourseStage stage(policy, policysLedger, course, script);
    StepWalk(modules, accumulation, stage).run();
    return course;
}

std::optional<PhasePeaks> peaksAlong(
    const Course &course, const StepModules &modules, int accumulation)
{
    CoursePeaks found(course);
    ActivationStage stage(found);
    StepWalk(modules, accumulation, stage).run();
    if (!found.isThrough())
        return std::nullopt;
    return found.peaks();
}

} // namespace shardscope
