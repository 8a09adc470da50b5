// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overlap.h"

#include <algorithm>
#include <vector>

namespace shardscope {

namespace {

/// What one collective adds to one window.
struct Share
{
    Collective *collective = nullptr;
    Seconds communication{};
    Seconds edge{}; ///< the piece that nothing runs beside
};

Seconds once(const Collective &collective)
{
    return collective.timesPerStep > 0 ? collective.seconds / collective.timesPerStep : Seconds(0);
}

std::vector<Share> sharesOf(Traffic &traffic, double Times::*part, double atLeast)
{
    std::vector<Share> shares;
    for (Collective &collective : traffic.collectives) {
        const double times = collective.times.*part;
        if (times < atLeast)
            continue;
        const Seconds each = once(collective);
        const Seconds edge = collective.overlaps ? each / std::max(collective.messages, 1.0) : each;
        shares.push_back({&collective, each, edge});
    }
    return shares;
}

/// Waiting of one window, given to its collectives in proportion to what they could not hide.
Seconds waiting(const std::vector<Share> &shares, Seconds compute, double count)
{
    Seconds communication{};
    Seconds edges{};
    for (const Share &share : shares) {
        communication += share.communication;
        edges += share.edge;
    }
    const Seconds beyond = std::max(Seconds(0), communication - edges - compute);
    const Seconds inner = communication - edges;
    for (const Share &share : shares) {
        Seconds exposed = share.edge;
        if (inner > Seconds(0))
            exposed += beyond * ((share.communication - share.edge) / inner);
        share.collective->exposed += count * exposed;
    }
    return count * (edges + beyond);
}

} // namespace

Seconds expose(Traffic &traffic, const StepTime &time, double microSteps)
{
    for (Collective &collective : traffic.collectives)
        collective.exposed = {};
    Seconds sum = waiting(sharesOf(traffic, &Times::forward, 1), time.forward, microSteps);
    // Reductions that wait for the last micro-step run beside its backward pass alone.
    const std::vector<Share> last = sharesOf(traffic, &Times::backward, 1);
    sum += waiting(last, time.backward, 1);
    if (microSteps > 1)
        sum += waiting(
            sharesOf(traffic, &Times::backward, microSteps), time.backward, microSteps - 1);
    // Nothing is left to compute when updated weights are gathered.
    sum += waiting(sharesOf(traffic, &Times::update, 1), Seconds(0), 1);
    return sum;
}

} // namespace shardscope
