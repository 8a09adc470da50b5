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

// zero/config.py, in elements.
constexpr double maxReuseDistance = 1e9;
constexpr double maxLive = 1e9;

} // namespace

ZeroCoordinator::ZeroCoordinator(
    const ZeroModel &model, const ZeroSizes &sizes, int ranks, Ledger &ledger)
    : m_model(model)
    , m_ledger(ledger)
    , m_gathered(ledger.open(PartId::Gathered, gatherSource, "B of gathered parameters"))
    , m_buffers(ledger.open(PartId::Gathered, bufferSource, "B of all-gather buffers"))
    , m_prefetch(sizes.prefetchBucket)
    , m_ranks(ranks)
    , m_states(model.parameters().size())
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const double size = model.parameters()[i].elements;
        m_states[i].isPersistent = size <= sizes.persistenceThreshold;
        m_states[i].elements = size;
        m_states[i].whole = storageBytes(size, Dtype::Half);
        m_states[i].shard = std::ceil(size / m_ranks);
    }
    const std::vector<int> &calls = model.calls();
    m_traversed.reserve(calls.size());
    m_order.reserve(calls.size());
    double traversed = 0;
    for (Place step = 0; step < calls.size(); ++step) {
        m_traversed.push_back(traversed);
        if (calls[step] == ZeroModel::NoModule)
            continue;
        for (const int parameter : model.ownedBy(calls[step])) {
            m_order.emplace_back(parameter, step);
            ++state(parameter).useCount;
            traversed += elements(parameter);
        }
    }
    listUses();
    m_handles.reserve(m_order.size());
    m_gathering.reserve(m_order.size());
}

void ZeroCoordinator::listUses()
{
    Place first = 0;
    for (State &each : m_states) {
        each.firstUse = first;
        first += each.useCount;
        each.useCount = 0;
    }
    m_uses.resize(first);
    for (const auto &[parameter, step] : m_order) {
        State &used = state(parameter);
        m_uses[used.firstUse + used.useCount++] = step;
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
        const auto parameter = static_cast<int>(i);
        if (m_states[i].handle < 0)
            continue;
        wait(parameter);
        drop(parameter);
    }
    for (State &each : m_states)
        each.fetchedFor = 0;
    m_handles.clear();
    m_gathering.clear();
    m_queue = 0;
    m_step = 0;
    m_available = 0;
}

void ZeroCoordinator::fetch(int module)
{
    const std::vector<int> &calls = m_model.calls();
    while (m_step < calls.size()) {
        const int next = calls[m_step];
        call(next);
        if (next == module)
            return;
    }
}

void ZeroCoordinator::fetchBare()
{
    const std::vector<int> &calls = m_model.calls();
    while (m_step < calls.size() && calls[m_step] == ZeroModel::NoModule)
        call(ZeroModel::NoModule);
}

void ZeroCoordinator::call(int module)
{
    if (module != ZeroModel::NoModule) {
        const std::span<const int> parameters = m_model.ownedBy(module);
        gather(parameters);
        for (const int parameter : parameters) {
            state(parameter).startUse(module);
            wait(parameter);
        }
        skipFetched(parameters);
    }
    if (m_queue < m_order.size())
        prefetch();
    ++m_step;
}

/// Takes this module's parameters off the queue, unless they were fetched ahead.
void ZeroCoordinator::skipFetched(std::span<const int> parameters)
{
    const auto missing = static_cast<std::size_t>(std::count_if(parameters.begin(),
        parameters.end(), [this](int parameter) { return state(parameter).fetchedFor <= m_step; }));
    for (std::size_t i = 0; i < missing && m_queue < m_order.size(); ++i) {
        const auto &[parameter, step] = m_order[m_queue++];
        state(parameter).fetchedFor = step + 1;
    }
}

void ZeroCoordinator::prefetch()
{
    const double most = std::min(maxLive - m_available, m_prefetch);
    m_ahead.clear();
    double ahead = 0;
    while (m_queue < m_order.size() && ahead < most) {
        const auto &[parameter, step] = m_order[m_queue++];
        State &next = state(parameter);
        next.fetchedFor = std::max(next.fetchedFor, step + 1);
        const bool isListed = std::find(m_ahead.begin(), m_ahead.end(), parameter) != m_ahead.end();
        if (next.status != Status::Sharded || isListed)
            continue;
        m_ahead.push_back(parameter);
        ahead += elements(parameter);
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
        if (state(parameter).status != Status::Sharded)
            continue;
        state(parameter).status = Status::InFlight;
        state(parameter).handle = static_cast<int>(m_handles.size());
        m_gathering.push_back(parameter);
        m_available += elements(parameter);
        flat += padded(parameter);
        own += sharded(parameter);
    }
    if (m_gathering.size() == first)
        return;
    Handle &handle = m_handles.emplace_back();
    handle.first = first;
    handle.end = m_gathering.size();
    handle.waiting = static_cast<int>(handle.end - first);
    if (handle.waiting == 1) {
        change(m_gathering[first], storageBytes(flat, Dtype::Half));
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
        const int parameter = m_gathering[i];
        state(parameter).status = Status::Gathered;
        if (handle.flat > 0)
            change(parameter, state(parameter).whole);
    }
}

void ZeroCoordinator::change(int parameter, double bytes)
{
    state(parameter).held += bytes;
    m_ledger.change(m_gathered, bytes);
}

/// Whether the trace uses it within the reuse distance, or a prefetch passed over a later use.
bool ZeroCoordinator::isNeededSoon(int parameter) const
{
    const State &candidate = m_states[static_cast<std::size_t>(parameter)];
    if (candidate.fetchedFor > m_step + 1)
        return true;
    const Place *uses = m_uses.data() + candidate.firstUse;
    const Place *end = uses + candidate.useCount;
    const Place *next = std::find_if(uses, end, [this](auto step) { return step >= m_step; });
    return next != end && m_traversed[*next] - m_traversed[m_step] < maxReuseDistance;
}

void ZeroCoordinator::release(int module)
{
    for (const int parameter : m_model.ownedBy(module)) {
        state(parameter).endUse(module);
        if (!state(parameter).isPersistent && !isNeededSoon(parameter))
            drop(parameter);
    }
}

void ZeroCoordinator::drop(int parameter)
{
    State &dropped = state(parameter);
    if (dropped.status != Status::Gathered || dropped.isUsed())
        return;
    dropped.status = Status::Sharded;
    m_available -= elements(parameter);
    change(parameter, -dropped.held);
}

void ZeroCoordinator::releaseLeftovers()
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        m_states[i].users.fill(NoUser);
        if (!m_states[i].isPersistent)
            drop(static_cast<int>(i));
    }
}

void ZeroCoordinator::releaseAll()
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        wait(static_cast<int>(i));
        m_states[i].users.fill(NoUser);
        drop(static_cast<int>(i));
    }
}

void ZeroCoordinator::gatherPersistent()
{
    for (std::size_t i = 0; i < m_states.size(); ++i) {
        const auto parameter = static_cast<int>(i);
        if (!m_states[i].isPersistent || m_states[i].status != Status::Sharded)
            continue;
        m_states[i].status = Status::Gathered;
        change(parameter, storageBytes(padded(parameter), Dtype::Half));
    }
}

} // namespace shardscope
