// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeroahead.h"

#include <algorithm>
#include <array>
#include <optional>

namespace shardscope {

namespace {

bool isBare(ZeroPass pass)
{
    return pass == ZeroPass::Refers || pass == ZeroPass::RefersThenLearns;
}

bool learns(ZeroPass pass)
{
    return pass == ZeroPass::Learns || pass == ZeroPass::RefersThenLearns;
}

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
        const bool bare = isBare(pass);
        if (m_mode == Mode::Record) {
            m_trace = pass;
            return {.reach = Reach::Nothing, .keeps = false, .isBare = bare};
        }
        const bool hasBackward = learns(m_trace);
        const Reach reach = hasBackward ? Reach::All : Reach::Forward;
        const bool first = decided(m_keepsUntilAdapters, hasBackward);
        if (isBare(m_trace) != bare) {
            m_mode = Mode::Invalid;
            return {reach, first, true, bare};
        }
        const bool keeps = decided(m_keeps[bare ? 1 : 0], hasBackward);
        if (learns(pass) && !hasBackward)
            m_mode = Mode::Invalid;
        return {reach, keeps && hasBackward, false, bare, first && hasBackward};
    }

private:
    using Reach = ZeroAhead::Reach;
    enum class Mode { Invalid, Record, Complete } m_mode = Mode::Invalid;
    static bool decided(std::optional<bool> &once, bool hasBackward)
    {
        return *(once = once.value_or(hasBackward));
    }

    ZeroPass m_trace = ZeroPass::Scores;
    std::array<std::optional<bool>, 2> m_keeps; ///< with adapters, and without
    std::optional<bool> m_keepsUntilAdapters;
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
