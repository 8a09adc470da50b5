// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/hostcopies.h"
#include "core/step/stepmodules.h"

#include <deque>

namespace shardscope {

/// Saved tensors on their way to the host, and such as have come back, from unit to unit. Within a
/// unit its tape says what is held (core/graph/hostcopies.h).
class HostStash
{
public:
    /// A unit's forward pass is over; `isNamed`: something else holds on to its input.
    template <class Stage>
    void leave(Stage &stage, const Module &module, bool isNamed)
    {
        for (Stash &stash : m_stash)
            stash.order -= module.profile.packed;
        for (const Stash &left : module.profile.stashed) {
            const double bytes = isNamed ? 0 : left.bytes;
            m_stash.push_back({left.order - module.profile.packed, bytes});
            stage.change(Held::Stash, bytes);
        }
    }
    /// A unit's backward pass is over.
    template <class Stage>
    static void keep(Stage &stage, const Module &module)
    {
        stage.change(Held::Stash, module.profile.broughtBack);
    }
    /// A unit's pass has come to where something is done with them.
    template <class Stage>
    void answer(Stage &stage, const Segment &segment)
    {
        if (segment.event == Event::BroughtBack) {
            stage.releaseAll(Held::Stash);
            m_stash.clear();
            return;
        }
        const std::int32_t waitedFor = segment.index - HostCopiesState::MostStashed;
        while (!m_stash.empty() && m_stash.front().order <= waitedFor) {
            stage.change(Held::Stash, -m_stash.front().bytes);
            m_stash.pop_front();
        }
    }
    template <class Stage>
    void clear(Stage &stage)
    {
        stage.releaseAll(Held::Stash);
        m_stash.clear();
    }

    // An instant to compare with.
    void remember(double held) { m_remembered = {m_stash, held}; }
    bool isAsRemembered(double held) const
    {
        return m_remembered.held == held && m_remembered.stash == m_stash;
    }

private:
    struct Instant
    {
        std::deque<Stash> stash{};
        double held = 0;
    };

    std::deque<Stash> m_stash; ///< the oldest first; orders count from the present unit on
    Instant m_remembered;
};

} // namespace shardscope
