// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zerocoordinator.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::string_view gatherSource
    = "DeepSpeed 0.19.6 partitioned_param_coordinator.py: parameters of the module at work, those "
      "gathered ahead and those that are used again within stage3_max_reuse_distance";
constexpr std::string_view bufferSource
    = "DeepSpeed 0.19.6 partition_parameters.py: flat buffers of coalesced all-gathers";

} // namespace

ZeroCoordinator::ZeroCoordinator(
    const Workload &work, const ZeroModel &model, const ZeroSizes &sizes, int ranks, Ledger &ledger)
    : m_model(model)
    , m_trace(work, model)
    , m_ledger(ledger)
    , m_gathered(ledger.open(PartId::Gathered, gatherSource, "B of gathered parameters"))
    , m_buffers(ledger.open(PartId::Gathered, bufferSource, "B of all-gather buffers"))
    , m_prefetch(sizes.prefetchBucket)
    , m_ranks(ranks)
{
    // PartitionedParameterCoordinator: __allgather_stream
    ledger.setStream(m_gathered, Stream::Gather);
    ledger.setStream(m_buffers, Stream::Gather);
    m_sizes.reserve(model.kinds().size());
    for (const ZeroModel::Kind &kind : model.kinds()) {
        std::vector<Sizes> &ofKind = m_sizes.emplace_back();
        ofKind.reserve(kind.parameters.size());
        for (const ZeroParameter &parameter : kind.parameters)
            ofKind.push_back({.elements = parameter.elements,
                .whole = storageBytes(parameter.elements, Dtype::Half),
                .shard = std::ceil(parameter.elements / m_ranks),
                .isPersistent = parameter.elements <= sizes.persistenceThreshold});
    }
    m_states.resize(static_cast<std::size_t>(model.parameterCount()));
    for (int unit = 0; unit < model.unitCount(); ++unit) {
        int parameter = model.firstParameter(unit);
        for (const Sizes &each : m_sizes[model.kindOf(unit)]) {
            if (parameter < model.parameterCount())
                state(parameter++).sizes = &each;
        }
    }
}

void ZeroCoordinator::State::startUse(int module)
{
    if (users[0] != module && users[1] != module)
        users[users[0] == NoUser ? 0 : 1] = module;
}

void ZeroCoordinator::State::endUse(int module)
{
    for (int &user : users)
        user = user == module ? NoUser : user;
}

void ZeroCoordinator::begin()
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        State &each = m_states[i];
        each.fetchedFor = 0;
        if (each.handle < 0)
            continue;
        wait(static_cast<int>(i));
        drop(each);
    }
    m_handles.clear();
    m_gathering.clear();
    m_call = {};
    m_use = {};
    m_step = 0;
    m_available = 0;
    forget();
}

void ZeroCoordinator::fetch(int unit, int module)
{
    while (!isThrough(m_call)) {
        const ZeroTrace::Leg &at = leg(m_call.leg);
        const bool isIt = at.unit == unit && at.calls->calls[m_call.inLeg].module == module;
        call();
        if (isIt)
            return;
    }
}

void ZeroCoordinator::fetchBare()
{
    while (!isThrough(m_call)
        && leg(m_call.leg).calls->calls[m_call.inLeg].module == ZeroTrace::NoModule)
        call();
}

void ZeroCoordinator::call()
{
    const ZeroTrace::Leg &at = leg(m_call.leg);
    const ZeroTrace::Call &now = at.calls->calls[m_call.inLeg];
    if (now.module != ZeroTrace::NoModule)
        fetchOwn(at, now);
    if (!isThrough(m_use) && m_available < maxLive)
        prefetch();
    ++m_step;
    if (++m_call.inLeg == at.calls->calls.size())
        m_call = {m_call.leg + 1, 0};
}

void ZeroCoordinator::fetchOwn(const ZeroTrace::Leg &at, const ZeroTrace::Call &call)
{
    m_asked.clear();
    for (const ZeroTrace::Use &use : at.calls->usesOf(call))
        m_asked.push_back(parameterAt(at, use.place));
    gather(m_asked);
    for (const int parameter : m_asked) {
        state(parameter).startUse(at.firstModule + call.module);
        wait(parameter);
    }
    skipFetched(m_asked);
}

/// Parameter and step of the next use along the trace.
std::pair<int, ZeroCoordinator::Step> ZeroCoordinator::takeUse()
{
    const ZeroTrace::Leg &at = leg(m_use.leg);
    const ZeroTrace::Use &use = at.calls->uses[m_use.inLeg];
    const std::pair<int, Step> taken{parameterAt(at, use.place), at.first + use.step};
    ++m_use.inLeg;
    while (!isThrough(m_use) && m_use.inLeg == leg(m_use.leg).calls->uses.size())
        m_use = {m_use.leg + 1, 0};
    return taken;
}

/// Takes this module's parameters off the queue, unless they were fetched ahead.
void ZeroCoordinator::skipFetched(std::span<const int> parameters)
{
    std::size_t missing = 0;
    for (const int parameter : parameters)
        missing += state(parameter).fetchedFor <= m_step ? 1 : 0;
    for (; missing > 0 && !isThrough(m_use); --missing) {
        const auto [parameter, step] = takeUse();
        state(parameter).fetchedFor = step + 1;
    }
}

void ZeroCoordinator::prefetch()
{
    const double most = std::min(maxLive - m_available, m_prefetch);
    m_ahead.clear();
    double ahead = 0;
    while (!isThrough(m_use) && ahead < most) {
        const auto [parameter, step] = takeUse();
        State &next = state(parameter);
        next.fetchedFor = std::max(next.fetchedFor, step + 1);
        const bool isListed = std::find(m_ahead.begin(), m_ahead.end(), parameter) != m_ahead.end();
        if (next.status != Status::Sharded || isListed)
            continue;
        m_ahead.push_back(parameter);
        ahead += next.sizes->elements;
    }
    if (!m_ahead.empty())
        gather(m_ahead);
}

/// A single parameter is gathered in place; several share a flat buffer and are then copied out.
void ZeroCoordinator::gather(std::span<const int> parameters)
{
    const std::size_t first = m_gathering.size();
    double flat = 0;
    double own = 0;
    for (const int parameter : parameters) {
        State &gathered = state(parameter);
        if (gathered.status != Status::Sharded)
            continue;
        gathered.status = Status::InFlight;
        gathered.handle = static_cast<int>(m_handles.size());
        m_gathering.push_back(parameter);
        m_available += gathered.sizes->elements;
        flat += padded(*gathered.sizes);
        own += gathered.sizes->shard;
    }
    if (m_gathering.size() == first)
        return;
    Handle &handle = m_handles.emplace_back();
    handle.first = first;
    handle.end = m_gathering.size();
    handle.waiting = static_cast<int>(handle.end - first);
    if (handle.waiting == 1) {
        change(state(m_gathering[first]), storageBytes(flat, Dtype::Half));
    } else {
        handle.flat = storageBytes(flat, Dtype::Half);
        m_ledger.change(m_buffers, handle.flat);
    }
    if (m_areOnHost)
        m_ledger.blink(m_buffers, storageBytes(own, Dtype::Half));
}

void ZeroCoordinator::wait(int parameter)
{
    State &waiting = state(parameter);
    if (waiting.handle < 0)
        return;
    Handle &handle = m_handles[static_cast<std::size_t>(waiting.handle)];
    waiting.handle = -1;
    if (!handle.isComplete)
        complete(handle);
    if (--handle.waiting == 0)
        m_ledger.change(m_buffers, -handle.flat);
}

void ZeroCoordinator::complete(Handle &handle)
{
    handle.isComplete = true;
    for (std::size_t i = handle.first; i < handle.end; ++i) {
        State &gathered = state(m_gathering[i]);
        gathered.status = Status::Gathered;
        if (handle.flat > 0)
            change(gathered, gathered.sizes->whole);
    }
}

void ZeroCoordinator::change(State &changed, double bytes)
{
    changed.held += bytes;
    m_ledger.change(m_gathered, bytes);
}

/// Whether the trace uses it within the reuse distance, or a prefetch passed over a later use.
bool ZeroCoordinator::isNeededSoon(const State &state, int unit, int place) const
{
    if (state.fetchedFor > m_step + 1)
        return true;
    if (isThrough(m_call))
        return false;
    const ZeroTrace::Leg &now = leg(m_call.leg);
    const double traversed = now.traversed + now.calls->calls[m_call.inLeg].traversed;
    return m_trace.elementsBeforeUse(unit, place, m_step) - traversed < maxReuseDistance;
}

void ZeroCoordinator::release(int unit, int module)
{
    const int user = m_model.moduleOf(unit, module);
    for (const int place : m_model.kind(unit).modules[static_cast<std::size_t>(module)].owned) {
        State &released = state(m_model.parameterAt(unit, place));
        released.endUse(user);
        if (!released.sizes->isPersistent && !isNeededSoon(released, unit, place))
            drop(released);
    }
}

void ZeroCoordinator::drop(State &dropped)
{
    if (dropped.status != Status::Gathered || dropped.isUsed())
        return;
    dropped.status = Status::Sharded;
    m_available -= dropped.sizes->elements;
    change(dropped, -dropped.held);
}

void ZeroCoordinator::releaseLeftovers()
{
    for (State &each : m_states) {
        each.users.fill(NoUser);
        if (!each.sizes->isPersistent)
            drop(each);
    }
}

void ZeroCoordinator::releaseAll()
{
    for (State &each : m_states) {
        if (each.handle >= 0)
            wait(static_cast<int>(&each - m_states.data()));
        each.users.fill(NoUser);
        drop(each);
    }
}

void ZeroCoordinator::gatherPersistent()
{
    for (State &each : m_states) {
        if (!each.sizes->isPersistent || each.status != Status::Sharded)
            continue;
        each.status = Status::Gathered;
        change(each, storageBytes(padded(*each.sizes), Dtype::Half));
    }
}

} // namespace shardscope
