// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of like layers under ZeroCoordinator: which of them need not be run.
#include "core/frameworks/zerocoordinator.h"

#include <algorithm>

namespace shardscope {

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
    m_before.ahead.clear();
    std::size_t oldest = m_handles.size();
    for (std::size_t i = played + 1; i <= untaken; ++i) {
        const std::span<const State> states = statesOf(i);
        m_before.ahead.insert(m_before.ahead.end(), states.begin(), states.end());
        for (const State &each : states) {
            if (each.handle >= 0)
                oldest = std::min(oldest, static_cast<std::size_t>(each.handle));
        }
    }
    m_before.handleCount = m_handles.size();
    m_before.handles.assign(
        m_handles.begin() + static_cast<std::ptrdiff_t>(oldest), m_handles.end());
}

/// As far as the future depends on it; steps and handles counted from each one's own now.
bool ZeroCoordinator::isAsBefore(const State &now, const State &before) const
{
    const auto stepsAhead = [](Step step, Step from) { return step > from ? step - from : 0; };
    if (now.status != before.status || now.held != before.held || now.isUsed() || before.isUsed()
        || stepsAhead(now.fetchedFor, m_step) != stepsAhead(before.fetchedFor, m_before.step)
        || (now.handle < 0) != (before.handle < 0))
        return false;
    if (now.handle < 0)
        return true;
    const std::size_t age = m_handles.size() - static_cast<std::size_t>(now.handle);
    if (age != m_before.handleCount - static_cast<std::size_t>(before.handle))
        return false;
    const Handle &one = m_handles[static_cast<std::size_t>(now.handle)];
    const Handle &other = m_before.handles[m_before.handles.size() - age];
    return one.flat == other.flat && one.waiting == other.waiting
        && one.isComplete == other.isComplete;
}

bool ZeroCoordinator::isAsBefore(std::size_t played) const
{
    const auto isFurther = [](const Place &now, const Place &before) {
        return now.leg == before.leg + 1 && now.inLeg == before.inLeg;
    };
    if (!m_before.isThere || m_before.played + 1 != played || m_available != m_before.available
        || !isFurther(m_call, m_before.call) || !isFurther(m_use, m_before.use))
        return false;
    const State *before = m_before.ahead.data();
    for (std::size_t i = played + 1; i <= firstUntaken(); ++i) {
        for (const State &now : statesOf(i)) {
            if (!isAsBefore(now, *before++))
                return false;
        }
    }
    return true;
}

/// Nothing is under way with it: it waits for its leg, or is through with it.
bool ZeroCoordinator::isAtRest(const State &state) const
{
    return state.handle < 0 && !state.isUsed() && state.fetchedFor <= m_step;
}

/// Two legs that nothing has been taken of yet. When a pass begins all layers are alike.
bool ZeroCoordinator::areLike(std::size_t leg, std::size_t other, bool isBackward) const
{
    if (this->leg(leg).calls != this->leg(other).calls)
        return false;
    if (!isBackward)
        return true;
    const State *like = statesOf(other).data();
    for (const State &each : statesOf(leg)) {
        if (!isAtRest(each) || each.status != like->status || each.held != like->held)
            return false;
        ++like;
    }
    return true;
}

int ZeroCoordinator::likeAhead(int unit, bool isBackward, int left) const
{
    const std::size_t played = m_trace.legOf(unit, isBackward);
    const std::size_t last = played + static_cast<std::size_t>(left);
    const std::size_t untaken = firstUntaken();
    const std::span<const State> behind = statesOf(played);
    const bool isThrough = std::all_of(
        behind.begin(), behind.end(), [this](const State &each) { return isAtRest(each); });
    if (untaken <= played || untaken > last || !isThrough || !isAsBefore(played))
        return 0;
    // The n-th layer from here on comes upon what lies n - 1 legs behind the first untaken one.
    std::size_t end = untaken;
    while (end < last && areLike(end + 1, untaken, isBackward))
        ++end;
    // A parameter's next use may be too far away for this layer, but not for one nearer to it.
    const auto decidesAs = [&](std::size_t other) {
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
    for (int parameter = first(leg); parameter < first(leg) + static_cast<int>(sizeOf(leg));
         ++parameter) {
        const int number = m_states[static_cast<std::size_t>(parameter)].handle;
        if (number < 0)
            continue;
        const Handle &handle = m_handles[static_cast<std::size_t>(number)];
        if (!handle.isComplete && m_gathering[handle.first] == parameter)
            flights.push_back(number);
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
    std::vector<int> flights;
    for (std::size_t i = untaken; --i > played;) {
        addFlights(i, flights);
        std::copy_n(stateAt(first(i)), sizeOf(i), stateAt(first(i + legs)));
        for (std::size_t place = 0; place < sizeOf(i); ++place) {
            State &moved = stateAt(first(i + legs))[place];
            moved.fetchedFor += moved.fetchedFor > m_step ? steps : 0;
        }
    }
    for (std::size_t i = played + 1; i <= played + legs; ++i)
        std::copy_n(stateAt(first(played)), sizeOf(played), stateAt(first(i)));
    for (const int flight : flights) {
        const Handle &handle = m_handles[static_cast<std::size_t>(flight)];
        for (std::size_t i = handle.first; i < handle.end; ++i)
            m_gathering[i] += parameters;
    }
    m_call.leg += legs;
    m_use.leg += legs;
    m_step += steps;
}

} // namespace shardscope
