// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/stepmodules.h"
#include "core/replay/stepwalk.h"

#include <array>

namespace shardscope {

/// Counts the activations of a step. What its policy holds beside them is known to a `Follower`,
/// answer by answer.
template <class Follower>
class ActivationStage
{
public:
    explicit ActivationStage(Follower &follower)
        : m_follower(follower)
    { }

    template <class Act>
    void tell(const Act &)
    {
        m_follower.answer(m_activations);
    }
    void play(const Module &, const Segments &segments, const Unit &)
    {
        m_follower.play(segments, m_activations);
        const Segment &last = segments.back();
        for (std::size_t i = 0; i < HoldingCount; ++i)
            m_held[i] += last.end[i];
        m_activations += last.endTotal;
    }

    void change(Held held, double bytes)
    {
        m_held[index(held)] += bytes;
        m_activations += bytes;
        m_follower.note(m_activations);
    }
    double held(Held held) const { return m_held[index(held)]; }
    void releaseAll(Held held) { change(held, -m_held[index(held)]); }
    void enter(PhaseId phase)
    {
        m_follower.enter(phase);
        m_follower.note(m_activations);
    }
    void endPhase() { }
    void enterMicroStep(int) { }
    void enterLayer(int) { }
    void sample() { }

    struct Mark
    {
        std::array<double, HeldCount> held{};
        typename Follower::Mark follower{};
    };
    int skip(const LayerRow &row) { return m_follower.skip(row); }
    bool repeatsMicroSteps() const { return m_follower.repeatsMicroSteps(); }
    void mark(Mark &mark) const { mark = {m_held, m_follower.mark()}; }
    void repeatLayer(const Mark &before, int times, int)
    {
        const double growth = repeat(before, times);
        m_follower.repeatLayer(before.follower, times, growth);
    }
    void repeatMicroStep(const Mark &before)
    {
        repeat(before, 1);
        m_follower.repeat(before.follower, 1);
    }

private:
    static std::size_t index(Held held) { return static_cast<std::size_t>(held); }
    /// How much more activations each time holds.
    double repeat(const Mark &before, int times)
    {
        double growth = 0;
        for (std::size_t i = 0; i < HeldCount; ++i) {
            const double delta = m_held[i] - before.held[i];
            m_held[i] += times * delta;
            growth += delta;
        }
        m_activations += times * growth;
        return growth;
    }

    Follower &m_follower;
    std::array<double, HeldCount> m_held{};
    double m_activations = 0;
};

} // namespace shardscope
