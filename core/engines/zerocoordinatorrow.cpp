// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of like layers under ZeroCoordinator: which of them need not be run.
#include "core/engines/zerocoordinator.h"

#include <algorithm>

namespace shardscope {

/// States of the parameters of legs in one direction, whose units lie side by side.
std::span<const ZeroCoordinator::State> ZeroCoordinator::statesOf(
    std::size_t from, std::size_t to) const
{
    const auto begin = static_cast<std::size_t>(std::min(first(from), first(to)));
    const auto end = std::max(static_cast<std::size_t>(first(from)) + sizeOf(from),
        static_cast<std::size_t>(first(to)) + sizeOf(to));
    return std::span(m_states).subspan(begin, end - begin);
}

/// The first leg behind all of which a use was taken.
std::size_t ZeroCoordinator::firstUntaken() const
{
    return numberOf(m_use) + (m_use.inLeg > 0 ? 1 : 0);
}

void ZeroCoordinator::remember(int unit, bool isBackward)
{
    const std::size_t played = m_trace.legOf(unit, isBackward);
    const std::size_t untaken = firstUntaken();
    m_before.isThere = untaken > played && untaken < m_trace.legs().size()
        && leg(untaken).calls == leg(played).calls;
    if (!m_before.isThere)
        return;
    m_before.played = played;
    m_before.call = m_call;
    m_before.use = m_use;
    m_before.step = m_step;
    m_before.available = m_available;
    const std::span<const State> ahead = statesOf(played + 1, untaken);
    m_before.ahead.assign(ahead.begin(), ahead.end());
    std::size_t oldest = m_handles.size();
    for (const State &each : ahead) {
        if (each.handle >= 0)
            oldest = std::min(oldest, static_cast<std::size_t>(each.handle));
    }
    m_before.handleCount = m_handles.size();
    m_before.handles.assign(
        m_handles.begin() + static_cast<std::ptrdiff_t>(oldest), m_handles.end());
}

/// Whether two flights carry the same parameters, one layer further.
bool ZeroCoordinator::isSameFlight(int now, int before) const
{
    const std::size_t age = m_handles.size() - static_cast<std::size_t>(now);
    if (before < 0 || age != m_before.handleCount - static_cast<std::size_t>(before))
        return false;
    const auto members = [this](const Handle &handle) {
        return std::span(m_gathering).subspan(handle.first, handle.end - handle.first);
    };
    const Handle &one = m_handles[static_cast<std::size_t>(now)];
    const Handle &other = m_before.handles[m_before.handles.size() - age];
    return one.waiting == other.waiting && one.isComplete == other.isComplete
        && std::equal(members(one).begin(), members(one).end(), members(other).begin(),
            members(other).end(),
            [](const Member &a, const Member &b) { return a.place == b.place; });
}

/// Whether all that the future depends on looks as it did one layer before.
bool ZeroCoordinator::isAsBefore(std::size_t played) const
{
    const auto isFurther = [](const Place &now, const Place &before) {
        return now.leg == before.leg + 1 && now.inLeg == before.inLeg;
    };
    if (!m_before.isThere || m_before.played + 1 != played || m_available != m_before.available
        || !isFurther(m_call, m_before.call) || !isFurther(m_use, m_before.use))
        return false;
    // Steps and handles count from each one's own now.
    const auto stepsAhead = [](Step step, Step from) { return step > from ? step - from : 0; };
    const auto isSame = [&](const State &now, const State &before) {
        return now.isLike(before) && now.users == 0 && before.users == 0
            && stepsAhead(now.fetchedFor, m_step) == stepsAhead(before.fetchedFor, m_before.step)
            && (now.handle < 0 ? before.handle < 0 : isSameFlight(now.handle, before.handle));
    };
    const std::span<const State> ahead = statesOf(played + 1, firstUntaken());
    return std::equal(
        ahead.begin(), ahead.end(), m_before.ahead.begin(), m_before.ahead.end(), isSame);
}

/// Nothing is under way with it: it waits for its leg, or is through with it.
bool ZeroCoordinator::isAtRest(const State &state) const
{
    return state.handle < 0 && state.users == 0 && state.fetchedFor <= m_step;
}

bool ZeroCoordinator::areAtRest(std::size_t leg) const
{
    const std::span<const State> states = statesOf(leg);
    return std::all_of(
        states.begin(), states.end(), [this](const State &each) { return isAtRest(each); });
}

/// Two legs that nothing has been taken of yet. When a pass begins all layers are alike.
bool ZeroCoordinator::areLike(std::size_t leg, std::size_t other, bool isBackward) const
{
    if (this->leg(leg).calls != this->leg(other).calls)
        return false;
    if (!isBackward)
        return true;
    if (m_skipped.has(this->leg(leg).unit) && m_skipped.has(this->leg(other).unit))
        return true;
    const std::span<const State> states = statesOf(leg);
    return areAtRest(leg)
        && std::equal(states.begin(), states.end(), statesOf(other).begin(),
            [](const State &a, const State &b) { return a.isLike(b); });
}

/// When a layer's forward pass is over.
bool ZeroCoordinator::isLeafNeededSoonAfter(std::size_t leg) const
{
    return m_trace.elementsBeforeModel(this->leg(leg + 1), 0) < maxReuseDistance;
}

int ZeroCoordinator::likeAhead(int unit, bool isBackward, int left) const
{
    const std::size_t played = m_trace.legOf(unit, isBackward);
    const std::size_t last = played + static_cast<std::size_t>(left);
    const std::size_t untaken = firstUntaken();
    if (untaken <= played || untaken > last || !isAsBefore(played) || !areAtRest(played))
        return 0;
    // The n-th layer from here on comes upon what lies n - 1 legs behind the first untaken one.
    std::size_t end = untaken;
    while (end < last && areLike(end + 1, untaken, isBackward))
        ++end;
    // A parameter's next use may be too far away for this layer, but not for one nearer to it.
    const auto decidesAs = [&](std::size_t other) {
        if (!isBackward && isLeafNeededSoonAfter(other) != isLeafNeededSoonAfter(played))
            return false;
        return m_trace.elementsUntilNextLeg(other).least >= maxReuseDistance
            || m_trace.elementsUntilNextLeg(played).most < maxReuseDistance;
    };
    int like = static_cast<int>(end - untaken) + 1;
    while (like > 0 && !decidesAs(played + static_cast<std::size_t>(like)))
        --like;
    return like;
}

/// Gathers under way that begin with one of a leg's parameters.
void ZeroCoordinator::addFlights(std::size_t leg, std::vector<int> &flights) const
{
    int parameter = first(leg);
    for (const State &each : statesOf(leg)) {
        if (each.handle >= 0) {
            const Handle &handle = m_handles[static_cast<std::size_t>(each.handle)];
            if (!handle.isComplete && m_gathering[handle.first].parameter == parameter)
                flights.push_back(each.handle);
        }
        ++parameter;
    }
}

/// The layers left out become as the last one that was run; what lies ahead of it moves on, and so
/// do the gathers under way.
void ZeroCoordinator::skip(int unit, bool isBackward, int layers)
{
    const std::size_t played = m_trace.legOf(unit, isBackward);
    const std::size_t untaken = firstUntaken();
    const auto legs = static_cast<std::size_t>(layers);
    const Step steps = static_cast<Step>(layers) * leg(played).calls->count();
    const int parameters = layers * (first(played + 1) - first(played));
    const auto statesAt = [this](int parameter) { return m_states.begin() + parameter; };
    std::vector<int> flights;
    for (std::size_t i = untaken; --i > played;) {
        addFlights(i, flights);
        std::copy_n(statesAt(first(i)), sizeOf(i), statesAt(first(i + legs)));
        for (std::size_t place = 0; place < sizeOf(i); ++place) {
            State &moved = statesAt(first(i + legs))[static_cast<std::ptrdiff_t>(place)];
            moved.fetchedFor += moved.fetchedFor > m_step ? steps : 0;
        }
    }
    for (std::size_t i = played + 1; i <= played + legs; ++i)
        std::copy_n(statesAt(first(played)), sizeOf(played), statesAt(first(i)));
    for (const int flight : flights) {
        const Handle &handle = m_handles[static_cast<std::size_t>(flight)];
        for (std::size_t i = handle.first; i < handle.end; ++i)
            m_gathering[i].parameter += parameters;
    }
    if (!isBackward)
        m_skipped = {.first = unit, .last = unit + layers};
    m_call.leg += legs;
    m_use.leg += legs;
    m_step += steps;
}

} // namespace shardscope
