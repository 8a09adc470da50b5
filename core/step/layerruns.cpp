// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stepmodules.h"

#include <algorithm>

namespace shardscope {

namespace {

/// The end of the layers that repeat with that period from `first` on. `layers`: what each runs;
/// null where it is like no other.
int endOfRun(const std::vector<const Module *> &layers, int first, int period)
{
    const auto at = [&](int layer) { return layers[static_cast<std::size_t>(layer)]; };
    int end = std::min(first + period, static_cast<int>(layers.size()));
    while (end < static_cast<int>(layers.size()) && at(end) && at(end) == at(end - period))
        ++end;
    return end;
}

} // namespace

std::vector<LayerRun> StepModules::findRuns() const
{
    constexpr int longestPeriod = 32; ///< published patterns repeat after 2 to 8 layers
    constexpr int fewest = 3; ///< periods that are worth a row
    std::vector<const Module *> modules(static_cast<std::size_t>(m_layers));
    for (int i = 0; i < m_layers && m_settings.cut.grouped == 1; ++i)
        // The model keeps more around the first one, and behind those that get features of images.
        modules[static_cast<std::size_t>(i)]
            = i == 0 || i < tower().deepLayers || isFirstOfKind(i) || sharesInStack(i) ? nullptr
                                                                                       : &layer(i);
    std::vector<LayerRun> runs;
    for (int first = 0; first < m_layers; first = runs.back().end) {
        LayerRun longest{.first = first, .end = endOfRun(modules, first, 1)};
        for (int period = 2; period <= longestPeriod && longest.end < m_layers; ++period) {
            const int end = endOfRun(modules, first, period);
            if (end > longest.end && end - first >= fewest * period)
                longest = {.first = first, .end = end, .period = period};
        }
        runs.push_back(longest);
    }
    return runs;
}

const LayerRun &StepModules::runOf(int layer) const
{
    return *std::partition_point(
        m_runs.begin(), m_runs.end(), [layer](const LayerRun &run) { return run.end <= layer; });
}

} // namespace shardscope
