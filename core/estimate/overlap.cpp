// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/overlap.h"

#include <algorithm>

namespace shardscope {

namespace {

/// What comes when there is nothing left to compute.
double edgeShare(const Collective &collective)
{
    return std::max(collective.edge, 1 / std::max(collective.messages, 1.0));
}

std::vector<Beside> besideOf(const Traffic &traffic, Pass pass, double atLeast)
{
    std::vector<Beside> all;
    for (std::size_t i = 0; i < traffic.collectives.size(); ++i) {
        const Collective &collective = traffic.collectives[i];
        if (collective.times.in(pass) < atLeast)
            continue;
        const Seconds each = secondsEach(collective);
        const Seconds edge = collective.overlaps ? edgeShare(collective) * each : each;
        all.push_back({.collective = i, .communication = each, .edge = edge});
    }
    return all;
}

/// What finds no computation to run beside, given to the collectives in proportion to what they
/// could not hide.
std::vector<Beside> hiddenBehind(Seconds compute, std::vector<Beside> all)
{
    Seconds inner{};
    for (const Beside &one : all)
        inner += one.communication - one.edge;
    const Seconds beyond = std::max(Seconds(0), inner - compute);
    for (Beside &one : all) {
        if (inner > Seconds(0))
            one.beyond = beyond * ((one.communication - one.edge) / inner);
    }
    return all;
}

} // namespace

Seconds secondsEach(const Collective &collective)
{
    return collective.timesPerStep > 0 ? collective.seconds / collective.timesPerStep : Seconds(0);
}

std::vector<Window> windowsOf(const Traffic &traffic, const StepTime &time, double microSteps)
{
    std::vector<Window> windows;
    const auto add = [&](PhaseId phase, Seconds compute, Pass pass) {
        if (microSteps > 1)
            windows.push_back({.phase = phase,
                .count = microSteps - 1,
                .beside = hiddenBehind(compute, besideOf(traffic, pass, microSteps))});
        // What comes once, comes in the first forward pass, or waits for the last backward pass.
        windows.push_back({.phase = phase,
            .isOnce = true,
            .beside = hiddenBehind(compute, besideOf(traffic, pass, 1))});
    };
    add(PhaseId::Forward, time.forward, Pass::Forward);
    add(PhaseId::Backward, time.backward, Pass::Backward);
    // Nothing is left to compute when updated weights are gathered.
    windows.push_back({.phase = PhaseId::OptimizerStep,
        .isOnce = true,
        .beside = hiddenBehind(Seconds(0), besideOf(traffic, Pass::Update, 1))});
    return windows;
}

Seconds expose(Traffic &traffic, const StepTime &time, double microSteps)
{
    for (Collective &collective : traffic.collectives)
        collective.exposed = {};
    for (const Window &window : windowsOf(traffic, time, microSteps)) {
        for (const Beside &one : window.beside)
            traffic.collectives[one.collective].exposed += window.count * one.exposed();
    }
    Seconds sum{};
    for (Collective &collective : traffic.collectives) {
        // All of it, in shares that were rounded, is no more than all of it.
        collective.exposed = std::min(collective.exposed, collective.seconds);
        sum += collective.exposed;
    }
    return sum;
}

} // namespace shardscope
