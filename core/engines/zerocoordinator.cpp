// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zerocoordinator.h"

#include "core/engines/convention.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

constexpr std::string_view gatherSource
    = "DeepSpeed 0.19.6 partitioned_param_coordinator.py: parameters of the module at work, those "
      "gathered ahead and those that are used again within stage3_max_reuse_distance";
constexpr std::string_view bufferSource
    = "DeepSpeed 0.19.6 partition_parameters.py: flat buffers of coalesced all-gathers";

constexpr std::size_t usualHandles = 256;

} // namespace

ZeroCoordinator::ZeroCoordinator(const Workload &work, const ZeroModel &model,
    const ZeroShards &shards, const ZeroSizes &sizes, ZeroWire &wire, Ledger &ledger)
    : m_model(model)
    , m_shards(shards)
    , m_trace(work, model)
    , m_end(m_trace.legs().data() + m_trace.legs().size())
    , m_wire(wire)
    , m_ledger(ledger)
    , m_gathered(ledger.open(PartId::Gathered, gatherSource, "B of gathered parameters"))
    , m_buffers(ledger.open(PartId::Gathered, bufferSource, "B of all-gather buffers"))
    , m_prefetch(sizes.prefetchBucket)
    , m_count(model.parameterCount())
{
    // parameter_offload.py: __allgather_stream; stage 3 overlaps unless it is told not to.
    const Stream stream = overlaps(work, true) ? Stream::Gather : Stream::Compute;
    ledger.setStream(m_gathered, stream);
    ledger.setStream(m_buffers, stream);
    m_handles.reserve(usualHandles);
    m_gathering.reserve(2 * usualHandles);
    reset();
}

/// Between passes: what is small is gathered, each for itself, and nothing else.
void ZeroCoordinator::reset()
{
    m_states.resize(static_cast<std::size_t>(m_count));
    std::vector<const State *> likes(m_model.kinds().size()); ///< a unit of each kind
    for (int unit = 0; unit < m_model.unitCount(); ++unit) {
        State *const first = m_states.data() + m_model.firstParameter(unit);
        const auto count = static_cast<std::size_t>(m_model.parameterCount(unit));
        const State *&like = likes[m_model.kindOf(unit)];
        if (like) {
            std::copy_n(like, count, first);
            continue;
        }
        like = first;
        const int place = m_model.kind(unit).firstPlace;
        for (std::size_t i = 0; i < count; ++i) {
            const bool isPersistent = shard(place + static_cast<int>(i)).isPersistent;
            first[i] = {.status = isPersistent ? Status::Gathered : Status::Sharded};
        }
    }
    m_areNew = true;
}

void ZeroCoordinator::begin()
{
    for (int i = 0; i < m_count && m_waiting > 0; ++i) {
        if (state(i).handle < 0)
            continue;
        land(state(i));
        drop(state(i), placeOf(i));
    }
    if (!m_areNew)
        reset();
    m_areNew = false;
    m_skipped = {};
    m_handles.clear();
    m_gathering.clear();
    m_sent = 0;
    m_call = {m_trace.legs().data(), 0};
    m_use = m_call;
    m_step = 0;
    m_available = 0;
    m_before.isThere = false;
}

void ZeroCoordinator::fetch(int unit, int module)
{
    Place found = m_call;
    while (!isThrough(found) && found.leg->unit != unit)
        found = {found.leg + 1, 0};
    if (isThrough(found))
        return;
    const std::vector<ZeroTrace::Call> &calls = found.leg->calls->calls;
    while (found.inLeg < calls.size() && calls[found.inLeg].module != module)
        ++found.inLeg;
    if (found.inLeg == calls.size())
        return;
    while (m_call.leg != found.leg || m_call.inLeg != found.inLeg) {
        const Place passed = m_call;
        call();
        leave(passed);
    }
    call();
    for (int inside = m_model.kind(unit).modules[static_cast<std::size_t>(module)].inside;
         inside > 0; --inside)
        call();
}

/// Nobody says when a module is left that has no operations: gpt-oss's attention, for its sinks.
void ZeroCoordinator::leave(const Place &passed)
{
    const ZeroTrace::Leg &at = *passed.leg;
    for (const ZeroTrace::Use &use : at.calls->usesOf(at.calls->calls[passed.inLeg]))
        state(parameterAt(at, use.place)).users &= static_cast<std::uint8_t>(~userOf(at.unit));
}

void ZeroCoordinator::fetchBare()
{
    while (
        !isThrough(m_call) && m_call.leg->calls->calls[m_call.inLeg].module == ZeroTrace::NoModule)
        call();
}

void ZeroCoordinator::call()
{
    const ZeroTrace::Leg &at = *m_call.leg;
    const ZeroTrace::Call &now = at.calls->calls[m_call.inLeg];
    if (now.module != ZeroTrace::NoModule)
        fetchOwn(at, now);
    if (m_available < maxLive)
        prefetch();
    ++m_step;
    if (++m_call.inLeg == at.callCount)
        m_call = {m_call.leg + 1, 0};
}

void ZeroCoordinator::fetchOwn(const ZeroTrace::Leg &at, const ZeroTrace::Call &call)
{
    const std::span<const ZeroTrace::Use> uses = at.calls->usesOf(call);
    for (const ZeroTrace::Use &use : uses) {
        const int parameter = parameterAt(at, use.place);
        if (state(parameter).status == Status::Sharded)
            gather(state(parameter), {parameter, at.firstPlace + use.place});
    }
    sendGathered();
    int unforeseen = 0;
    for (const ZeroTrace::Use &use : uses) {
        State &asked = state(parameterAt(at, use.place));
        asked.users |= userOf(at.unit);
        wait(asked);
        unforeseen += asked.fetchedFor <= m_step ? 1 : 0;
    }
    if (at.calls->recomputedFrom != ZeroTrace::NoModule)
        fetchFrozenAgain(at, uses);
    skipUses(unforeseen);
}

/// update_recompute_parameters: what is frozen belongs to the module at whose backward pass the
/// recomputation began.
void ZeroCoordinator::fetchFrozenAgain(
    const ZeroTrace::Leg &at, std::span<const ZeroTrace::Use> uses)
{
    const auto &calls = at.calls->calls;
    const auto from = std::find_if(calls.begin(), calls.end(),
        [&](const auto &call) { return call.module == at.calls->recomputedFrom; });
    const auto until = std::find_if(from + 1, calls.end(),
        [&](const auto &call) { return call.module == at.calls->recomputedFrom; });
    const auto now = calls.begin() + m_call.inLeg;
    if (now <= from || now > until)
        return;
    for (const ZeroTrace::Use &use : uses) {
        if (!m_model.at(parameterAt(at, use.place)).trainable)
            state(parameterAt(at, use.place)).users |= recomputation;
    }
}

/// release_sub_module of that module: they go, whoever needs them next.
void ZeroCoordinator::releaseFrozen(int unit)
{
    const int count = m_model.parameterCount(unit);
    for (int place = 0; place < count; ++place) {
        State &each = state(m_model.parameterAt(unit, place));
        if ((each.users & recomputation) == 0)
            continue;
        each.users &= static_cast<std::uint8_t>(~recomputation);
        const int sizes = m_model.kind(unit).firstPlace + place;
        if (!shard(sizes).isPersistent)
            drop(each, sizes);
    }
}

void ZeroCoordinator::toNextUse()
{
    while (!isThrough(m_use) && m_use.inLeg == m_use.leg->useCount)
        m_use = {m_use.leg + 1, 0};
}

/// Takes a module's parameters that were not fetched ahead off the queue.
void ZeroCoordinator::skipUses(int count)
{
    for (; count > 0 && !isThrough(m_use); --count) {
        const Next next = takeUse();
        state(next.member.parameter).fetchedFor = next.step + 1;
    }
}

void ZeroCoordinator::prefetch()
{
    const double most = std::min(maxLive - m_available, m_prefetch);
    double ahead = 0;
    while (!isThrough(m_use) && ahead < most) {
        const Next next = takeUse();
        State &taken = state(next.member.parameter);
        taken.fetchedFor = std::max(taken.fetchedFor, next.step + 1);
        if (taken.status != Status::Sharded)
            continue;
        gather(taken, next.member);
        ahead += shard(next.member.place).elements;
    }
    sendGathered();
}

/// A single parameter is gathered in place; several share a flat buffer and are then copied out.
void ZeroCoordinator::send()
{
    const std::size_t first = std::exchange(m_sent, m_gathering.size());
    const std::size_t count = m_sent - first;
    m_waiting += static_cast<int>(count);
    Handle &handle = m_handles.emplace_back();
    handle = {.first = first, .end = m_sent, .waiting = static_cast<int>(count)};
    double flat = 0;
    double own = 0;
    for (std::size_t i = first; i < handle.end; ++i) {
        flat += shard(m_gathering[i].place).padded;
        own += shard(m_gathering[i].place).own;
    }
    m_wire.gather(flat, own);
    if (count == 1) {
        m_ledger.change(m_gathered, shard(m_gathering[first].place).gathered);
    } else {
        handle.flat = storageBytes(flat, Dtype::Half);
        m_ledger.change(m_buffers, handle.flat);
    }
    if (m_areOnHost)
        m_ledger.blink(m_buffers, storageBytes(own, Dtype::Half));
}

/// Waits for the gather that the parameter is in; its flat buffer goes with the last of them.
void ZeroCoordinator::land(State &waiting)
{
    Handle &handle = m_handles[static_cast<std::size_t>(waiting.handle)];
    waiting.handle = -1;
    --m_waiting;
    if (!handle.isComplete)
        complete(handle);
    if (--handle.waiting > 0)
        return;
    m_ledger.change(m_buffers, -handle.flat);
}

void ZeroCoordinator::complete(Handle &handle)
{
    handle.isComplete = true;
    for (std::size_t i = handle.first; i < handle.end; ++i) {
        const Member &member = m_gathering[i];
        State &gathered = state(member.parameter);
        gathered.status = Status::Gathered;
        gathered.isCopied = handle.isCoalesced();
        if (!gathered.isCopied)
            continue;
        m_ledger.change(m_gathered, shard(member.place).whole);
    }
}

void ZeroCoordinator::letGo(bool isCopied, int place)
{
    m_ledger.change(m_gathered, -(isCopied ? shard(place).whole : shard(place).gathered));
}

void ZeroCoordinator::drop(State &dropped, int place)
{
    if (dropped.status != Status::Gathered || dropped.users != 0)
        return;
    m_available -= shard(place).elements;
    if (dropped.isViewed)
        dropped.left = dropped.isCopied ? State::Left::Copied : State::Left::Gathered;
    else
        letGo(dropped.isCopied, place);
    dropped.status = Status::Sharded;
    dropped.isCopied = false;
    dropped.isViewed = false;
}

void ZeroCoordinator::dropView(int unit, int place)
{
    State &dropped = viewed(unit, place);
    if (dropped.left == State::Left::Nothing)
        dropped.isViewed = false;
    else
        letGo(dropped.left == State::Left::Copied, m_model.kind(unit).firstPlace + place);
    dropped.left = State::Left::Nothing;
}

bool ZeroCoordinator::isForward() const
{
    return !isThrough(m_call) && numberOf(m_call) < static_cast<std::size_t>(m_model.unitCount());
}

/// Whether the trace uses it within the reuse distance, or a prefetch passed over a later use.
bool ZeroCoordinator::isNeededSoon(const State &state, int unit, int module, int place) const
{
    if (state.fetchedFor > m_step + 1)
        return true;
    if (isThrough(m_call))
        return false;
    if (m_model.kind(unit).modules[static_cast<std::size_t>(module)].isLeaf)
        return isLeafNeededSoon();
    const double traversed
        = m_call.leg->traversed + m_call.leg->calls->calls[m_call.inLeg].traversed;
    return m_trace.elementsBeforeUse(unit, place, m_step) - traversed < maxReuseDistance;
}

/// For a leaf, __params_to_release looks into every module that follows with all modules within
/// it: it finds its parameters in the whole model, whose backward pass begins with a call of it.
/// In the backward pass no module follows that it is in.
bool ZeroCoordinator::isLeafNeededSoon() const
{
    return isForward() && m_trace.elementsBeforeModel(*m_call.leg, m_call.inLeg) < maxReuseDistance;
}

bool ZeroCoordinator::isStoppedIn(int module, bool isBackward) const
{
    return !isBackward && !isThrough(m_call) && m_call.leg->calls->recomputedFrom == module;
}

void ZeroCoordinator::release(int unit, int module, bool isBackward)
{
    const ZeroModel::Kind &kind = m_model.kind(unit);
    const int first = m_model.firstParameter(unit);
    for (const int place : kind.ownedBy(module)) {
        State &released = state(first + place < m_count ? first + place : 0);
        released.users &= static_cast<std::uint8_t>(~userOf(unit));
        const int sizes = kind.firstPlace + place;
        if (!shard(sizes).isPersistent && released.users == 0
            && !isNeededSoon(released, unit, module, place))
            drop(released, sizes);
    }
    if (isBackward && !isThrough(m_call) && m_call.leg->unit == unit
        && m_call.leg->calls->recomputedFrom == module)
        releaseFrozen(unit);
}

void ZeroCoordinator::releaseLeftovers()
{
    double left = m_available;
    for (int i = 0; i < m_count && left > 0; ++i) {
        State &each = state(i);
        const int place = placeOf(i);
        if (each.status == Status::Sharded || shard(place).isPersistent)
            continue;
        left -= shard(place).elements;
        each.users = 0;
        drop(each, place);
    }
}

void ZeroCoordinator::releaseAll()
{
    int released = 0;
    for (; released < m_count && (m_waiting > 0 || m_ledger.isObserved()); ++released) {
        wait(state(released));
        if (state(released).status == Status::Gathered)
            letGo(state(released).isCopied, placeOf(released));
    }
    if (released == m_count)
        return;
    // Nothing is left but what is persistent.
    m_ledger.releaseAll(m_gathered);
}

void ZeroCoordinator::gatherPersistent()
{
    m_wire.gatherPersistent(m_shards.sums().persistentElements, m_shards.sums().persistentCount);
    if (!m_ledger.isObserved()) {
        m_ledger.change(m_gathered, m_shards.sums().persistent);
        return;
    }
    std::vector<double> gathered;
    for (int i = 0; i < m_count; ++i) {
        if (shard(placeOf(i)).isPersistent)
            gathered.push_back(shard(placeOf(i)).gathered);
    }
    m_ledger.changeEach(m_gathered, gathered);
}

} // namespace shardscope
