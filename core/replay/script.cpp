// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/script.h"

#include <algorithm>

namespace shardscope {

void Script::play(std::span<const double> bytes, std::vector<Course::Level> &levels) const
{
    std::vector<double> changes; ///< by what Change calls its size
    changes.reserve(2 * bytes.size());
    for (const double each : bytes)
        changes.insert(changes.end(), {each, -each});
    std::vector<double> starts(m_ends.size()); ///< what is held when a level begins
    levels.resize(m_ends.size());
    auto repeat = m_repeats.begin();
    double held = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < m_ends.size(); ++i) {
        for (; repeat != m_repeats.end() && repeat->before == i; ++repeat)
            held += repeat->times * (held - starts[repeat->since]);
        starts[i] = held;
        double most = held;
        for (; next < m_ends[i]; ++next) {
            const Change &change = m_changes[next];
            held += change.size == nothing ? change.bytes : changes[change.size];
            most = std::max(most, held);
        }
        levels[i] = {most, held};
    }
}

} // namespace shardscope
