// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/profile.h"
#include "core/graph/tape.h"

#include <utility>

namespace shardscope {

/// Writes down how much a run holds.
class LevelWriter
{
public:
    explicit LevelWriter(const Tape &tape)
        : m_parameters(tape.parameters.size())
    { }

    void beginForward() { begin(m_profile.forward); }
    void beginBackward() { begin(m_profile.backward); }
    void beginInputs() { begin(m_profile.inputs); }
    void beginWeights() { begin(m_profile.weights); }
    const Holdings &level() const { return m_level; }
    void change(Holding holding, double bytes, int times = 1)
    {
        if (holding == Holding::Outside)
            return;
        const double more = times * storageBytes(bytes);
        m_level[static_cast<std::size_t>(holding)] += more;
        m_total += more;
    }
    /// This may be the largest moment so far.
    void note()
    {
        if (m_total <= m_mostTotal)
            return;
        m_mostTotal = m_total;
        m_most = m_level;
    }
    void mark(Event event, std::int32_t index)
    {
        note();
        const bool isStill
            = !m_segments->empty() && m_most == m_level && m_level == m_segments->back().end;
        m_segments->push_back({m_most, m_level, m_mostTotal, m_total, event, index, isStill});
        m_mostTotal = m_total;
        m_most = m_level;
    }
    /// What the forward pass has when it ends, and does not keep.
    void handOn(double bytes, int times) { m_handedOn += times * storageBytes(bytes); }
    void endForward(std::int32_t packed, std::vector<Stash> stashed)
    {
        m_profile.packed = packed;
        m_profile.stashed = std::move(stashed);
    }
    void copy(double bytes) { m_profile.copied.push_back(bytes); }
    void bringBack(double bytes) { m_profile.broughtBack = storageBytes(bytes); }
    void refer(double bytes) { m_profile.referred += storageBytes(bytes); }
    void cache(double bytes) { m_profile.cached += storageBytes(bytes); }

    /// By the forward pass, over what it began with, without its output.
    Holdings kept() const
    {
        Holdings kept = m_profile.forward.back().end;
        kept[static_cast<std::size_t>(Holding::Working)] -= m_handedOn;
        return kept;
    }

    Profile finish()
    {
        m_profile.kept = kept();
        return std::move(m_profile);
    }

private:
    void begin(Segments &segments)
    {
        m_segments = &segments;
        m_segments->reserve(2 * m_parameters + 4);
        m_level = {};
        m_total = 0;
        m_most = {};
        m_mostTotal = 0;
    }

    std::size_t m_parameters = 0;
    Profile m_profile;
    Segments *m_segments = nullptr;
    Holdings m_level{};
    double m_total = 0; ///< of m_level
    Holdings m_most{};
    double m_mostTotal = 0;
    double m_handedOn = 0;
};

} // namespace shardscope
