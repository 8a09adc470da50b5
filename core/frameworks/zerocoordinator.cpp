// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zerocoordinator.h"

#include <algorithm>

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
    const ZeroShards &shards, const ZeroSizes &sizes, Ledger &ledger)
    : m_model(model)
    , m_shards(shards)
    , m_trace(work, model)
    , m_end(m_trace.legs().data() + m_trace.legs().size())
    , m_ledger(ledger)
    , m_gathered(ledger.open(PartId::Gathered, gatherSource, "B of gathered parameters"))
    , m_buffers(ledger.open(PartId::Gathered, bufferSource, "B of all-gather buffers"))
    , m_prefetch(sizes.prefetchBucket)
    , m_states(static_cast<std::size_t>(model.parameterCount()))
{
    // PartitionedParameterCoordinator: __allgather_stream
    ledger.setStream(m_gathered, Stream::Gather);
    ledger.setStream(m_buffers, Stream::Gather);
    m_handles.reserve(usualHandles);
    m_gathering.reserve(2 * usualHandles);
    reset();
}

/// Between passes: what is small is gathered, each for itself, and nothing else.
void ZeroCoordinator::reset()
{
    std::fill(m_states.begin(), m_states.end(), State{});
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        if (m_shards.at(m_model.placeOf(static_cast<int>(i))).isPersistent)
            m_states[i].status = Status::Gathered;
    }
    m_areNew = true;
}

template <class Act>
void ZeroCoordinator::forEach(const Act &act)
{
    for (int i = 0; i < m_model.parameterCount(); ++i)
        act(state(i), static_cast<int>(m_model.placeOf(i)));
}

void ZeroCoordinator::begin()
{
    if (m_waiting > 0) {
        forEach([this](State &each, int place) {
            if (each.handle < 0)
                return;
            wait(each);
            drop(each, place);
        });
    }
    if (!m_areNew)
        reset();
    m_areNew = false;
    m_skipped = {};
    m_handles.clear();
    m_gathering.clear();
    m_call = {m_trace.legs().data(), 0};
    m_use = m_call;
    m_step = 0;
    m_available = 0;
    m_before.isThere = false;
}

void ZeroCoordinator::fetch(int unit, int module)
{
    while (!isThrough(m_call)) {
        const ZeroTrace::Leg &at = *m_call.leg;
        const bool isIt = at.unit == unit && at.calls->calls[m_call.inLeg].module == module;
        call();
        if (isIt)
            return;
    }
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
    if (++m_call.inLeg == at.calls->calls.size())
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
    send();
    int unforeseen = 0;
    for (const ZeroTrace::Use &use : uses) {
        State &asked = state(parameterAt(at, use.place));
        asked.users |= userOf(at.unit);
        wait(asked);
        unforeseen += asked.fetchedFor <= m_step ? 1 : 0;
    }
    skipUses(unforeseen);
}

void ZeroCoordinator::toNextUse()
{
    while (!isThrough(m_use) && m_use.inLeg == m_use.leg->calls->uses.size())
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
    send();
}

/// A single parameter is gathered in place; several share a flat buffer and are then copied out.
void ZeroCoordinator::send()
{
    const std::size_t first = m_handles.empty() ? 0 : m_handles.back().end;
    const std::size_t count = m_gathering.size() - first;
    if (count == 0)
        return;
    m_waiting += static_cast<int>(count);
    Handle &handle = m_handles.emplace_back();
    handle = {.first = first, .end = first + count, .waiting = static_cast<int>(count)};
    double flat = 0;
    double own = 0;
    for (std::size_t i = first; i < handle.end; ++i) {
        flat += shard(m_gathering[i].place).padded;
        own += shard(m_gathering[i].place).own;
    }
    if (count == 1) {
        m_ledger.change(m_gathered, shard(m_gathering[first].place).gathered);
    } else {
        handle.flat = storageBytes(flat, Dtype::Half);
        m_ledger.change(m_buffers, handle.flat);
    }
    if (m_areOnHost)
        m_ledger.blink(m_buffers, storageBytes(own, Dtype::Half));
}

void ZeroCoordinator::wait(State &waiting)
{
    if (waiting.handle < 0)
        return;
    Handle &handle = m_handles[static_cast<std::size_t>(waiting.handle)];
    waiting.handle = -1;
    --m_waiting;
    if (!handle.isComplete)
        complete(handle);
    if (--handle.waiting == 0)
        m_ledger.change(m_buffers, -handle.flat);
}

void ZeroCoordinator::complete(Handle &handle)
{
    handle.isComplete = true;
    for (std::size_t i = handle.first; i < handle.end; ++i) {
        const Member &member = m_gathering[i];
        State &gathered = state(member.parameter);
        gathered.status = Status::Gathered;
        gathered.isCopied = handle.end - handle.first > 1;
        if (handle.flat > 0)
            m_ledger.change(m_gathered, shard(member.place).whole);
    }
}

void ZeroCoordinator::drop(State &dropped, int place)
{
    if (dropped.status != Status::Gathered || dropped.users != 0)
        return;
    m_available -= shard(place).elements;
    m_ledger.change(m_gathered, -heldBy(dropped, place));
    dropped.status = Status::Sharded;
    dropped.isCopied = false;
}

/// Whether the trace uses it within the reuse distance, or a prefetch passed over a later use.
bool ZeroCoordinator::isNeededSoon(const State &state, int unit, int place) const
{
    if (state.fetchedFor > m_step + 1)
        return true;
    if (isThrough(m_call))
        return false;
    const double traversed
        = m_call.leg->traversed + m_call.leg->calls->calls[m_call.inLeg].traversed;
    return m_trace.elementsBeforeUse(unit, place, m_step) - traversed < maxReuseDistance;
}

void ZeroCoordinator::release(int unit, int module)
{
    const ZeroModel::Kind &kind = m_model.kind(unit);
    for (const int place : kind.ownedBy(module)) {
        State &released = state(m_model.parameterAt(unit, place));
        released.users &= static_cast<std::uint8_t>(~userOf(unit));
        const int sizes = kind.firstPlace + place;
        if (!shard(sizes).isPersistent && !isNeededSoon(released, unit, place))
            drop(released, sizes);
    }
}

void ZeroCoordinator::releaseLeftovers()
{
    for (int i = 0; i < m_model.parameterCount() && m_available > 0; ++i) {
        State &each = state(i);
        const auto place = static_cast<int>(m_model.placeOf(i));
        each.users = 0;
        if (!shard(place).isPersistent)
            drop(each, place);
    }
}

void ZeroCoordinator::releaseAll()
{
    if (m_waiting == 0 && !m_ledger.isObserved()) {
        m_ledger.releaseAll(m_gathered);
        return;
    }
    forEach([this](State &each, int place) {
        wait(each);
        if (each.status == Status::Gathered)
            m_ledger.change(m_gathered, -heldBy(each, place));
    });
}

void ZeroCoordinator::gatherPersistent()
{
    if (!m_ledger.isObserved()) {
        m_ledger.change(m_gathered, m_shards.sums().persistent);
        return;
    }
    std::vector<double> gathered;
    forEach([&](const State &, int place) {
        if (shard(place).isPersistent)
            gathered.push_back(shard(place).gathered);
    });
    m_ledger.changeEach(m_gathered, gathered);
}

} // namespace shardscope
