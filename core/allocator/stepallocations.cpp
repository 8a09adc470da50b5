// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/stepallocations.h"

#include "core/allocator/modelpieces.h"
#include "core/engines/convention.h"
#include "core/step/stepwalk.h"

#include <cassert>
#include <cmath>
#include <numeric>
#include <utility>

namespace shardscope {

namespace {

std::size_t index(auto value)
{
    return static_cast<std::size_t>(value);
}

int keyOf(const Unit &unit)
{
    switch (unit.kind) {
    case Unit::Kind::Embedding:
        return -1;
    case Unit::Kind::Layer:
        return unit.index;
    case Unit::Kind::Tower:
        return unit.layers + 1 + unit.index; // behind the head
    case Unit::Kind::Head:
        break;
    }
    return unit.layers;
}

/// What is a storage of its own; the rest is in the requests of the tapes.
bool isCounted(Held held)
{
    return held == Held::Tower || held == Held::Tables || held == Held::Masks
        || held == Held::Locals || held == Held::Returned || held == Held::PastKeys
        || held == Held::Common || held == Held::CommonSums || held == Held::Embedded
        || held == Held::Stash || held == Held::HostBuffers || held == Held::RouterGraphs
        || held == Held::LeftBehind;
}

} // namespace

StepAllocations::StepAllocations(const Workload &work, const StepModules &modules, Policy &policy,
    Ledger &ledger, CachingAllocator &allocator)
    : m_policy(policy)
    , m_ledger(ledger)
    , m_allocator(allocator)
    , m_activations(modules.heldCount())
    // DeepSpeed makes them before the first step (initialize_optimizer_states).
    , m_statesAreLate(frameworkFor(work.scenario.parallel) != Framework::DeepSpeed)
    , m_gathersLag(frameworkFor(work.scenario.parallel) == Framework::Fsdp1)
{
    ModelPieces pieces = piecesOf(work, modules.tapes());
    m_weights = std::move(pieces.weights);
    m_trained = std::move(pieces.trained);
    m_flattened = std::move(pieces.flattened);
    for (Ledger::Account account = 0; account < ledger.size(); ++account)
        m_holdsInputs |= ledger.streamOf(account) == Stream::Inputs;
    ledger.observe(this);
}

void StepAllocations::begin()
{
    m_policy.resident();
    m_hasBegun = true;
}

CachingAllocator::Handle StepAllocations::make(double bytes, Stream stream)
{
    assert(!std::isnan(bytes));
    if (bytes < 1)
        return None;
    if (m_lead)
        m_allocator.goOnTo(m_lead->host().value());
    return m_allocator.allocate(static_cast<std::int64_t>(bytes), index(stream));
}

void StepAllocations::drop(Handle &block)
{
    const Handle dropped = std::exchange(block, None);
    if (dropped == None)
        return;
    if (index(dropped) < m_shared.size() && m_shared[index(dropped)] > 0)
        --m_shared[index(dropped)];
    else
        m_allocator.release(dropped);
}

void StepAllocations::dropAll(std::vector<Handle> &blocks)
{
    for (Handle &block : blocks)
        drop(block);
    blocks.clear();
}

/// FSDP1: computation still reads what is freed on the gathers' stream; limit_all_gathers waits for
/// the last unit but one (_FreeEventQueue), so that its memory is there again. Nothing waits for
/// the GPU between steps.
void StepAllocations::dropOf(Stream stream, Handle &block)
{
    if (stream == Stream::Gather && m_gathersLag)
        std::swap(block, m_pending);
    if (stream == Stream::Gather && m_lead)
        m_allocator.releaseAt(std::exchange(block, None), m_lead->device().value());
    drop(block);
}

// Accounts.

HeldBlocks &StepAllocations::blocksOf(Ledger::Account account)
{
    if (m_accounts.size() <= account)
        m_accounts.resize(account + 1);
    return m_accounts[account];
}

void StepAllocations::give(HeldBlocks &blocks, double bytes, Stream stream)
{
    if (const Handle block = make(bytes, stream); block != None)
        blocks.add(bytes, block);
}

void StepAllocations::giveInPieces(
    Ledger::Account account, double bytes, const std::vector<double> &pieces, int copies)
{
    const double sum = copies * std::accumulate(pieces.begin(), pieces.end(), 0.0);
    for (const double piece : pieces) {
        for (int i = 0; i < copies; ++i)
            give(blocksOf(account), bytes * piece / sum, m_ledger.streamOf(account));
    }
}

/// FSDP1 moves a unit's parameters to the GPU, joins them in one flat parameter, and keeps a copy
/// of this rank's part (torch 2.14 _flat_param.py, FlatParamHandle: flatten_tensors, shard).
void StepAllocations::flatten(Ledger::Account account, double bytes)
{
    const double sum = std::accumulate(m_weights.begin(), m_weights.end(), 0.0);
    for (std::size_t i = 0; i < m_weights.size(); ++i) {
        const double kept = bytes * m_weights[i] / sum;
        const Pieces &whole = m_flattened[i];
        const double elements = std::accumulate(whole.begin(), whole.end(), 0.0);
        const double each = kept / m_weights[i];
        std::vector<Handle> moved;
        for (const double parameter : whole)
            moved.push_back(make(each * parameter));
        Handle flat = make(each * elements);
        give(blocksOf(account), kept, m_ledger.streamOf(account));
        dropAll(moved);
        drop(flat);
    }
}

/// One that is just as large, or the oldest ones.
void StepAllocations::take(HeldBlocks &blocks, double bytes, Stream stream)
{
    if (Handle alike = blocks.takeAlike(bytes); alike != None)
        return dropOf(stream, alike);
    for (Handle oldest : blocks.takeOldest(bytes))
        dropOf(stream, oldest);
}

void StepAllocations::changed(Ledger::Account account, double bytes)
{
    const Stream stream = m_ledger.streamOf(account);
    const PartId part = m_ledger.partOf(account);
    if (stream == Stream::Inputs) {
        if (bytes < 0)
            dropAll(m_inputs);
    } else if (bytes < 0) {
        take(blocksOf(account), -bytes, stream);
    } else if (!m_hasBegun && m_statesAreLate && part == PartId::OptimizerState) {
        m_late.emplace_back(account, bytes);
    } else if (!m_hasBegun && part == PartId::Weights && !m_flattened.empty()) {
        flatten(account, bytes);
    } else if (!m_hasBegun || m_isUpdating) {
        giveInPieces(account, bytes, part == PartId::Weights ? m_weights : m_trained, 1);
    } else if (const Tape *unit = m_ledger.piecesOf(account)) {
        giveInPieces(account, bytes, parametersOf(*unit), 1);
    } else {
        give(blocksOf(account), bytes, stream);
    }
}

void StepAllocations::reduced()
{
    if (m_lead)
        m_lead->reduce();
}

void StepAllocations::change(Held held, double bytes)
{
    if (!isCounted(held))
        return;
    HeldBlocks &blocks = m_activations[index(held)];
    if (bytes > 0)
        give(blocks, bytes, Stream::Compute);
    else
        take(blocks, -bytes, Stream::Compute);
}

/// What the embedding made, or its gradient, waits for the tower.
void StepAllocations::beginTower()
{
    std::swap(m_aside, m_stream);
}

void StepAllocations::enterTower(double bytes)
{
    m_stream = make(bytes);
}

void StepAllocations::endTower(double bytes)
{
    const Handle mixed = make(bytes);
    drop(m_stream);
    drop(m_aside);
    m_stream = mixed;
}

void StepAllocations::releaseAll(Held held)
{
    for (Handle block : m_activations[index(held)].takeAll())
        drop(block);
    if (held == Held::Cache)
        dropAll(m_cache);
    if (held == Held::Referring)
        dropAll(m_referring);
}

void StepAllocations::enter(PhaseId phase)
{
    m_isBackward = phase == PhaseId::Backward;
    // At the end of each backward pass DeepSpeed waits for the reductions.
    if (m_lead && (phase == PhaseId::Forward || phase == PhaseId::OptimizerStep))
        m_lead->join();
    m_isUpdating = phase == PhaseId::OptimizerStep;
    if (!m_isUpdating)
        return;
    // torch makes both moments of one parameter after the other, before the first update.
    for (const auto &[account, bytes] : m_late)
        giveInPieces(account, bytes, m_trained, 2);
    m_late.clear();
}

// Tapes.

void StepAllocations::play(const Module &module, const Segments &segments, const Unit &unit)
{
    enterUnit(module, unit);
    const double share = 1 / static_cast<double>(segments.size());
    for (const Segment &segment : segments) {
        if (m_lead)
            m_lead->issue(unit, m_isBackward, share);
        advance();
        if (isOfCommon(segment.event))
            m_common.answer(*this, module, segment, unit);
        else if (isOfHostCopies(segment.event))
            m_stash.answer(*this, segment);
        else
            tellEvent(m_policy, segment, unit);
    }
    leaveUnit();
}

void StepAllocations::enterUnit(const Module &module, const Unit &unit)
{
    m_unit = unit;
    m_requests = m_isBackward ? &module.trace.backward : &module.trace.forward;
    m_next = 0;
    Slots &blocks = m_slots[keyOf(unit)];
    m_unitSlots = &blocks;
    blocks.resize(index(module.trace.slotCount), None);
    const std::size_t outputGradient = module.tape.tensors.size();
    if (m_isBackward && blocks.size() > outputGradient)
        std::swap(blocks[outputGradient], m_stream);
    else if (!m_isBackward && module.tape.input != NoTensor)
        std::swap(blocks[index(module.tape.input)], m_stream);
    drop(m_stream); // nobody wants it
}

void StepAllocations::advance()
{
    while (m_next < m_requests->size()) {
        const Request &request = (*m_requests)[m_next++];
        if (request.kind == Request::Kind::Mark)
            return;
        answer(request);
    }
}

void StepAllocations::answer(const Request &request)
{
    if (request.kind == Request::Kind::Borrow)
        return m_borrowed.push_back(make(request.bytes));
    if (request.kind == Request::Kind::Return)
        return dropAll(m_borrowed);
    Handle &slot = (*m_unitSlots)[index(request.slot)];
    switch (request.kind) {
    case Request::Kind::Make:
        slot = make(request.bytes);
        break;
    case Request::Kind::Drop:
        if (outlives(request))
            m_inputs.push_back(std::exchange(slot, None));
        drop(slot);
        break;
    case Request::Kind::Cache:
        m_cache.push_back(std::exchange(slot, None));
        break;
    case Request::Kind::Refer:
        m_referring.push_back(std::exchange(slot, None));
        break;
    case Request::Kind::HandOver:
        m_stream = std::exchange(slot, None);
        break;
    case Request::Kind::HandOverKept:
        m_stream = slot;
        if (slot != None) {
            m_shared.resize(std::max(m_shared.size(), index(slot) + 1));
            ++m_shared[index(slot)];
        }
        break;
    case Request::Kind::Borrow:
    case Request::Kind::Return:
    case Request::Kind::Mark:
        break;
    }
}

/// The policy holds the inputs of its units, and the gradients of their outputs.
bool StepAllocations::outlives(const Request &request) const
{
    if (!m_holdsInputs || !m_isBackward || m_unit.kind != Unit::Kind::Layer)
        return false;
    const bool isOutputGradient = index(request.slot) == m_unit.tape->tensors.size();
    return request.slot == m_unit.tape->input || (isOutputGradient && !m_unit.isLastLayer());
}

void StepAllocations::leaveUnit()
{
    if (!m_isBackward)
        return;
    for (Handle &block : *m_unitSlots)
        drop(block);
    if (m_unit.kind == Unit::Kind::Embedding)
        drop(m_stream);
}

} // namespace shardscope
