// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zerocoordinator.h"

#include <algorithm>
#include <cmath>
#include <utility>

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
    , m_end(m_trace.legs().data() + m_trace.legs().size())
    , m_ledger(ledger)
    , m_gathered(ledger.open(PartId::Gathered, gatherSource, "B of gathered parameters"))
    , m_buffers(ledger.open(PartId::Gathered, bufferSource, "B of all-gather buffers"))
    , m_prefetch(sizes.prefetchBucket)
    , m_ranks(ranks)
{
    // parameter_offload.py: __allgather_stream; stage 3 overlaps unless it is told not to.
    const Stream stream
        = work.scenario.parallel.overlap == Overlap::Off ? Stream::Compute : Stream::Gather;
    ledger.setStream(m_gathered, stream);
    ledger.setStream(m_buffers, stream);
    m_sizes.reserve(model.kinds().size());
    for (const ZeroModel::Kind &kind : model.kinds()) {
        std::vector<Sizes> &ofKind = m_sizes.emplace_back();
        ofKind.reserve(kind.parameters.size());
        for (const ZeroParameter &parameter : kind.parameters)
            ofKind.push_back(sizesOf(parameter, sizes.persistenceThreshold));
    }
    m_states.resize(static_cast<std::size_t>(model.parameterCount()));
    m_handles.reserve(m_states.size());
    m_gathering.reserve(m_states.size());
    m_atOnce.reserve(m_states.size());
    for (int unit = 0; unit < model.unitCount(); ++unit) {
        int parameter = model.firstParameter(unit);
        for (const Sizes &each : m_sizes[model.kindOf(unit)]) {
            if (parameter < model.parameterCount())
                state(parameter++).sizes = &each;
        }
    }
}

ZeroCoordinator::Sizes ZeroCoordinator::sizesOf(
    const ZeroParameter &parameter, double persistenceThreshold) const
{
    const double shard = std::ceil(parameter.elements / m_ranks);
    // A single rank's shard is the parameter.
    const double padded = m_ranks > 1 ? shard * m_ranks : 0;
    return {.elements = parameter.elements,
        .padded = padded,
        .gathered = storageBytes(padded, Dtype::Half),
        .whole = storageBytes(parameter.elements, Dtype::Half),
        .shard = shard,
        .isPersistent = parameter.elements <= persistenceThreshold};
}

void ZeroCoordinator::begin()
{
    for (State &each : m_states) {
        each.fetchedFor = 0;
        if (each.handle < 0)
            continue;
        wait(each);
        drop(each);
    }
    m_handles.clear();
    m_gathering.clear();
    m_call = {m_trace.legs().data(), 0};
    m_use = m_call;
    m_step = 0;
    m_available = 0;
    forget();
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
    if (!isThrough(m_use) && m_available < maxLive)
        prefetch();
    ++m_step;
    if (++m_call.inLeg == at.calls->calls.size())
        m_call = {m_call.leg + 1, 0};
}

void ZeroCoordinator::fetchOwn(const ZeroTrace::Leg &at, const ZeroTrace::Call &call)
{
    m_asked.clear();
    bool isThere = true;
    for (const ZeroTrace::Use &use : at.calls->usesOf(call)) {
        m_asked.push_back(parameterAt(at, use.place));
        isThere = isThere && state(m_asked.back()).status != Status::Sharded;
    }
    if (!isThere)
        gather(m_asked);
    int unforeseen = 0;
    for (const int parameter : m_asked) {
        State &asked = state(parameter);
        asked.startUse(at.firstModule + call.module);
        wait(asked);
        unforeseen += asked.fetchedFor <= m_step ? 1 : 0;
    }
    skipUses(unforeseen);
}

/// Takes a module's parameters that were not fetched ahead off the queue.
void ZeroCoordinator::skipUses(int count)
{
    for (; count > 0 && !isThrough(m_use); --count) {
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
        flat += gathered.sizes->padded;
        own += gathered.sizes->shard;
    }
    if (m_gathering.size() == first)
        return;
    Handle &handle = m_handles.emplace_back();
    handle.first = first;
    handle.end = m_gathering.size();
    handle.waiting = static_cast<int>(handle.end - first);
    if (handle.waiting == 1) {
        State &alone = state(m_gathering[first]);
        change(alone, alone.sizes->gathered);
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
    const int user = m_model.moduleOf(unit, module);
    for (const int place : m_model.kind(unit).modules[static_cast<std::size_t>(module)].owned) {
        State &released = state(m_model.parameterAt(unit, place));
        released.endUse(user);
        if (!released.sizes->isPersistent && !isNeededSoon(released, unit, place))
            drop(released);
    }
}

void ZeroCoordinator::releaseLeftovers()
{
    for (State &each : m_states) {
        each.users.fill(NoUser);
        if (each.status == Status::Gathered && !each.sizes->isPersistent)
            drop(each);
    }
}

void ZeroCoordinator::releaseAll()
{
    for (State &each : m_states) {
        each.users.fill(NoUser);
        if (each.handle >= 0) {
            changeAtOnce();
            wait(each);
        }
        if (each.status != Status::Gathered)
            continue;
        each.status = Status::Sharded;
        m_available -= each.sizes->elements;
        m_atOnce.push_back(-std::exchange(each.held, 0));
    }
    changeAtOnce();
}

void ZeroCoordinator::gatherPersistent()
{
    for (State &each : m_states) {
        if (each.status != Status::Sharded || !each.sizes->isPersistent)
            continue;
        each.status = Status::Gathered;
        each.held += each.sizes->gathered;
        m_atOnce.push_back(each.sizes->gathered);
    }
    changeAtOnce();
}

void ZeroCoordinator::changeAtOnce()
{
    m_ledger.changeEach(m_gathered, m_atOnce);
    m_atOnce.clear();
}

} // namespace shardscope
