// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/course.h"

#include "core/replay/script.h"
#include "core/replay/stepwalk.h"

#include <algorithm>

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
        for (const Segment &segment : segments) {
            tellEvent(m_policy, segment, unit);
            write();
        }
    }

    void change(Held, double) { }
    double held(Held) const { return 0; }
    void releaseAll(Held) { }
    void enter(PhaseId) { }
    void endPhase() { }
    void enterMicroStep(int) { }
    void enterLayer(int) { }
    void sample() { }

    struct Mark
    {
        Ledger::Mark ledger{};
        std::size_t level = 0;
    };
    int skip(const LayerRow &row)
    {
        m_course.skips.push_back(m_policy.skip(row));
        return m_course.skips.back();
    }
    bool repeatsMicroSteps() const { return m_course.repeatsMicroSteps; }
    void mark(Mark &mark) const
    {
        m_ledger.mark(mark.ledger);
        mark.level = m_course.levels.size();
    }
    void repeat(const Mark &before, int times, const Ledger::Further &further)
    {
        m_ledger.repeat(before.ledger, times, further);
        if (m_script)
            m_script->repeat(before.level, times);
    }

private:
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
};

/// Counts activations on top of a course.
class PeakStage
{
public:
    explicit PeakStage(const Course &course)
        : m_course(course)
    { }

    const PhasePeaks &peaks() const { return m_peaks; }
    bool isThrough() const
    {
        return m_next == m_course.levels.size() && m_nextSkip == m_course.skips.size();
    }

    template <class Act>
    void tell(const Act &)
    {
        if (!has(1))
            return;
        const Course::Level &level = m_course.levels[m_next++];
        note(m_activations + level.most);
        m_policy = level.end;
    }
    void play(const Module &, const Segments &segments, const Unit &)
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
        note(m_activations + most);
        m_policy = held;
        m_next += segments.size();
        const Segment &last = segments.back();
        for (std::size_t i = 0; i < HoldingCount; ++i)
            m_held[i] += last.end[i];
        m_activations += last.endTotal;
    }

    void change(Held held, double bytes)
    {
        m_held[index(held)] += bytes;
        m_activations += bytes;
        note(m_activations + m_policy);
    }
    double held(Held held) const { return m_held[index(held)]; }
    void releaseAll(Held held) { change(held, -m_held[index(held)]); }
    void enter(PhaseId phase)
    {
        m_phase = static_cast<std::size_t>(phase);
        note(m_activations + m_policy);
    }
    void endPhase() { }
    void enterMicroStep(int) { }
    void enterLayer(int) { }
    void sample() { }

    struct Mark
    {
        std::array<double, HeldCount> held{};
        double policy = 0;
    };
    int skip(const LayerRow &row)
    {
        return m_nextSkip < m_course.skips.size() ? std::min(m_course.skips[m_nextSkip++], row.left)
                                                  : 0;
    }
    bool repeatsMicroSteps() const { return m_course.repeatsMicroSteps; }
    void mark(Mark &mark) const { mark = {m_held, m_policy}; }
    void repeat(const Mark &before, int times, const Ledger::Further &)
    {
        for (std::size_t i = 0; i < HeldCount; ++i) {
            const double delta = m_held[i] - before.held[i];
            m_held[i] += times * delta;
            m_activations += times * delta;
        }
        m_policy += times * (m_policy - before.policy);
    }

private:
    static std::size_t index(Held held) { return static_cast<std::size_t>(held); }
    bool has(std::size_t levels)
    {
        if (m_next + levels > m_course.levels.size())
            m_next = m_course.levels.size() + 1; // never through
        return m_next <= m_course.levels.size();
    }
    void note(double total) { m_peaks[m_phase] = std::max(m_peaks[m_phase], total); }

    const Course &m_course;
    std::size_t m_next = 0;
    std::size_t m_nextSkip = 0;
    std::array<double, HeldCount> m_held{};
    double m_activations = 0;
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
    PeakStage stage(course);
    StepWalk(modules, accumulation, stage).run();
    if (!stage.isThrough())
        return std::nullopt;
    return stage.peaks();
}

} // namespace shardscope
