// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of like layers under ZeroCoordinator: which of them need not be run.
#include "core/engines/zerocoordinator.h"

#include <algorithm>

namespace shardscope {

/// The first leg behind all of which a use was taken.
std::size_t ZeroCoordinator::firstUntaken() const
{
    return numberOf(m_use) + (m_use.inLeg > 0 ? 1 : 0);
}

/// States of the legs that lie ahead, up to the first untaken one.
template <class Use>
void ZeroCoordinator::forEachAhead(std::size_t played, std::size_t untaken, const Use &use) const
{
    for (std::size_t i = played + 1; i <= untaken; ++i) {
        for (const State &each : statesOf(leg(i).unit))
            use(each);
    }
}

void ZeroCoordinator::remember(const LayerRow &row)
{
    const std::size_t played = m_trace->legOf(ZeroModel::unitOf(row.last), row.isBackward);
    const std::size_t untaken = firstUntaken();
    m_before.isThere = untaken > played && untaken <= played + static_cast<std::size_t>(row.left);
    if (!m_before.isThere)
        return;
    m_before.played = played;
    m_before.untaken = untaken;
    m_before.call = m_call;
    m_before.use = m_use;
    m_before.step = m_step;
    m_before.available = m_available;
    m_before.ahead.clear();
    std::size_t oldest = m_handles.size();
    forEachAhead(played, untaken, [&](const State &each) {
        m_before.ahead.push_back(each);
        if (each.handle >= 0)
            oldest = std::min(oldest, static_cast<std::size_t>(each.handle));
    });
    m_before.handleCount = m_handles.size();
    m_before.handles.assign(
        m_handles.begin() + static_cast<std::ptrdiff_t>(oldest), m_handles.end());
}

/// How many flights were sent since.
std::size_t ZeroCoordinator::ageNow(int flight) const
{
    return m_handles.size() - static_cast<std::size_t>(flight);
}

/// Whether the flights of each age carry the same parameters as at the remembered instant, of units
/// so far apart.
bool ZeroCoordinator::areFlightsAsBefore(int apart) const
{
    const auto members = [this](const Handle &handle) {
        return std::span(m_gathering).subspan(handle.first, handle.end - handle.first);
    };
    const auto isSame = [&](const Handle &now, const Handle &before) {
        return now.waiting == before.waiting && now.isComplete == before.isComplete
            && std::equal(members(now).begin(), members(now).end(), members(before).begin(),
                members(before).end(), [apart](const Member &a, const Member &b) {
                    return a.place == b.place && a.unit == b.unit + apart;
                });
    };
    return m_before.handles.size() <= m_handles.size()
        && std::equal(m_before.handles.rbegin(), m_before.handles.rend(), m_handles.rbegin(),
            [&](const Handle &before, const Handle &now) { return isSame(now, before); });
}

/// Whether all that the future depends on looks as it did so many layers before.
bool ZeroCoordinator::isAsBefore(std::size_t played, int since) const
{
    const auto isFurther = [since](const Place &now, const Place &before) {
        return now.leg == before.leg + since && now.inLeg == before.inLeg;
    };
    if (!m_before.isThere || m_before.played + static_cast<std::size_t>(since) != played
        || m_available != m_before.available || !isFurther(m_call, m_before.call)
        || !isFurther(m_use, m_before.use))
        return false;
    const int apart = leg(played).unit - leg(m_before.played).unit;
    // Steps and handles count from each one's own now.
    const auto stepsAhead = [](Step step, Step from) { return step > from ? step - from : 0; };
    const auto isSame = [&](const State &now, const State &before) {
        return now.isLike(before) && now.users == 0 && before.users == 0
            && stepsAhead(now.fetchedFor, m_step) == stepsAhead(before.fetchedFor, m_before.step)
            && (now.handle < 0 ? before.handle < 0
                               : before.handle >= 0
                        && ageNow(now.handle)
                            == m_before.handleCount - static_cast<std::size_t>(before.handle));
    };
    auto before = m_before.ahead.begin();
    bool isSameSoFar = true;
    for (std::size_t i = played + 1; isSameSoFar && i <= firstUntaken(); ++i) {
        const std::span<const State> states = statesOf(leg(i).unit);
        isSameSoFar = leg(i).calls == leg(i - static_cast<std::size_t>(since)).calls
            && std::equal(states.begin(), states.end(), before, isSame);
        before += std::ssize(states);
    }
    return isSameSoFar && areFlightsAsBefore(apart);
}

/// Nothing is under way with it: it waits for its leg, or is through with it.
bool ZeroCoordinator::isAtRest(const State &state) const
{
    return state.handle < 0 && state.users == 0 && state.fetchedFor <= m_step;
}

bool ZeroCoordinator::areAtRest(std::size_t leg) const
{
    const std::span<const State> states = statesOf(this->leg(leg).unit);
    return std::all_of(
        states.begin(), states.end(), [this](const State &each) { return isAtRest(each); });
}

/// Whether a leg that nothing has been taken of yet lies there as another one, ahead of the one
/// that was played, did or does: what is in flight was not there.
bool ZeroCoordinator::comesUponAlike(std::size_t leg, std::size_t other, std::size_t played) const
{
    if (other <= played || this->leg(leg).calls != this->leg(other).calls || !areAtRest(leg))
        return false;
    const std::span<const State> states = statesOf(this->leg(leg).unit);
    return std::equal(states.begin(), states.end(), statesOf(this->leg(other).unit).begin(),
        [](const State &now, const State &then) {
            return then.handle >= 0 ? now.status == Status::Sharded && now.left == then.left
                                    : now.isLike(then);
        });
}

/// The last leg, up to `last`, that lies there as the one a group before it did: where a forward
/// pass comes upon them, all layers are alike.
std::size_t ZeroCoordinator::endOfAlike(std::size_t played, std::size_t last, int since) const
{
    const bool isBackward = played >= static_cast<std::size_t>(m_model.unitCount());
    if (!isBackward)
        return last;
    std::size_t end = firstUntaken(); // which was compared
    while (end < last) {
        const std::size_t other = end + 1 - static_cast<std::size_t>(since);
        if (since % m_skipped.period == 0 && isInSkipped(end + 1) && isInSkipped(other))
            end = std::min(last, m_trace->legOf(m_skipped.first, true));
        else if (comesUponAlike(end + 1, other, played))
            ++end;
        else
            break;
    }
    return end;
}

/// Whether what two layers of a row release is kept alike, and what those between them release: a
/// parameter's next use may be too far away for one layer, but not for another nearer to it.
bool ZeroCoordinator::decidesAlike(std::size_t leg, std::size_t further) const
{
    const auto isLeafNeededSoonAfter = [this](std::size_t played) {
        return m_trace->elementsBeforeModel(this->leg(played + 1), 0) < maxReuseDistance;
    };
    const bool isBackward = leg >= static_cast<std::size_t>(m_model.unitCount());
    if (!isBackward && !m_ahead.keeps)
        return true; // nothing of a layer is used twice
    if (!isBackward && isLeafNeededSoonAfter(further) != isLeafNeededSoonAfter(leg))
        return false;
    return m_trace->elementsUntilNextLeg(further).least >= maxReuseDistance
        || m_trace->elementsUntilNextLeg(leg).most < maxReuseDistance;
}

int ZeroCoordinator::likeAhead(const LayerRow &row) const
{
    const std::size_t played = m_trace->legOf(ZeroModel::unitOf(row.last), row.isBackward);
    const std::size_t last = played + static_cast<std::size_t>(row.left);
    const auto since = static_cast<std::size_t>(row.since());
    const std::size_t untaken = firstUntaken();
    if (m_goesOn || untaken <= played || untaken > last || !isAsBefore(played, row.since()))
        return 0;
    for (std::size_t i = played; i > played - since; --i) {
        if (!areAtRest(i))
            return 0;
    }
    // The n-th layer from here on comes upon what lies n - 1 legs behind the first untaken one.
    int most = static_cast<int>(endOfAlike(played, last, row.since()) - untaken) + 1;
    // The further a layer is, the nearer are its next uses.
    int like = 0;
    while (like < most) {
        const int middle = (like + most + 1) / 2;
        if (decidesAlike(played + 1 - since, played + static_cast<std::size_t>(middle)))
            like = middle;
        else
            most = middle - 1;
    }
    return like;
}

/// Gathers under way move on with the legs that they are for.
void ZeroCoordinator::moveFlights(std::size_t played, std::size_t untaken, int units)
{
    std::size_t oldest = m_handles.size();
    forEachAhead(played, untaken, [&](const State &each) {
        if (each.handle >= 0)
            oldest = std::min(oldest, static_cast<std::size_t>(each.handle));
    });
    for (std::size_t handle = oldest; handle < m_handles.size(); ++handle) {
        const Handle &flight = m_handles[handle];
        for (std::size_t i = flight.first; i < flight.end; ++i)
            m_gathering[i].unit += units;
    }
}

/// Whether the layers of the last group are left alike, each as the one so many before it.
bool ZeroCoordinator::areAlikeEach(int period, std::size_t played, std::size_t since) const
{
    const auto apart = static_cast<std::size_t>(period);
    for (std::size_t i = played; i + since > played + apart; --i) {
        const std::span<const State> states = statesOf(leg(i).unit);
        if (!std::equal(states.begin(), states.end(), statesOf(leg(i - apart).unit).begin(),
                [](const State &a, const State &b) { return a.isLike(b); }))
            return false;
    }
    return true;
}

/// The layers left out become as those of the last group that was run; what lies ahead of it moves
/// on.
void ZeroCoordinator::skip(const LayerRow &row, int layers)
{
    const std::size_t played = m_trace->legOf(ZeroModel::unitOf(row.last), row.isBackward);
    const std::size_t untaken = firstUntaken();
    const auto since = static_cast<std::size_t>(row.since());
    const auto legs = static_cast<std::size_t>(layers);
    const Step steps = leg(played + legs).end() - leg(played).end();
    const auto unitStates = [this](std::size_t index) -> States & {
        return m_unitStates[static_cast<std::size_t>(leg(index).unit)];
    };
    moveFlights(played, untaken, leg(played + legs).unit - leg(played).unit);
    for (std::size_t i = untaken; --i > played;) {
        States &moved = unitStates(i + legs) = unitStates(i);
        for (int place = 0; place < sizeOf(leg(i).unit) && !moved.isShared; ++place) {
            State &each = moved.first[place];
            each.fetchedFor += each.fetchedFor > m_step ? steps : 0;
        }
    }
    for (std::size_t i = played + 1 - since; i <= played; ++i)
        unitStates(i).isShared = true;
    for (std::size_t i = played + 1; i <= played + legs; ++i)
        unitStates(i) = unitStates(i - since);
    if (!row.isBackward) {
        const Row skipped{.first = leg(played + 1 - since).unit,
            .last = leg(played + legs).unit,
            .period = areAlikeEach(row.period, played, since) ? row.period : row.since()};
        if (skipped.last - skipped.first > m_skipped.last - m_skipped.first)
            m_skipped = skipped;
    }
    m_call.leg += legs;
    m_use.leg += legs;
    m_step += steps;
}

} // namespace shardscope
