// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeroahead.h"

#include <algorithm>
#include <optional>

namespace shardscope {

namespace {

/// ZeRoTraceMode, and what was recorded.
class Recorder
{
public:
    ZeroAhead next(ZeroPass pass)
    {
        if (m_mode == Mode::Record)
            m_mode = Mode::Complete;
        else if (m_mode == Mode::Invalid)
            m_mode = Mode::Record;
        if (m_mode == Mode::Record) {
            m_hasBackward = pass == ZeroPass::Learns;
            return {Reach::Nothing, false};
        }
        if (!m_keeps)
            m_keeps = m_hasBackward;
        if (m_hasBackward)
            return {Reach::All, *m_keeps};
        if (pass == ZeroPass::Learns)
            m_mode = Mode::Invalid;
        return {Reach::Forward, false};
    }

private:
    using Reach = ZeroAhead::Reach;
    enum class Mode { Invalid, Record, Complete } m_mode = Mode::Invalid;
    bool m_hasBackward = false; ///< the trace
    std::optional<bool> m_keeps;
};

} // namespace

std::vector<ZeroAhead> zeroAhead(std::span<const ZeroPass> passes)
{
    constexpr int untilStepsRepeat = 4;
    Recorder recorder;
    std::vector<ZeroAhead> ahead(passes.size());
    for (int step = 0; step < untilStepsRepeat; ++step)
        std::transform(passes.begin(), passes.end(), ahead.begin(),
            [&recorder](ZeroPass pass) { return recorder.next(pass); });
    return ahead;
}

} // namespace shardscope
