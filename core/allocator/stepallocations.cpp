// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/stepallocations.h"

#include "core/frameworks/convention.h"

#include <numeric>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace shardscope {

namespace {

std::size_t streamIndex(Stream stream)
{
    return static_cast<std::size_t>(stream);
}

int unitKey(const Unit &unit)
{
    switch (unit.kind) {
    case Unit::Kind::Embedding:
        return -1;
    case Unit::Kind::Layer:
        return unit.index;
    case Unit::Kind::Head:
        break;
    }
    return unit.layers;
}

/// Each parameter by itself.
void addSingle(const Tape &tape, std::vector<double> &all, std::vector<double> &trained)
{
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        all.push_back(parameter.elements);
        if (parameter.trainable)
            trained.push_back(parameter.elements);
    }
}

/// One flat parameter, of which rank 0 holds the first part; with use_orig_params the optimizer
/// sees the parameters in that.
void addFlat(const Tape &tape, int ranks, std::vector<double> &all, std::vector<double> &trained)
{
    double flat = 0;
    double left = 0;
    for (const Parameter &parameter : tape.parameters) {
        flat += parameter.isShared ? 0 : parameter.elements / ranks;
        left += parameter.isShared || !parameter.trainable ? 0 : parameter.elements / ranks;
    }
    all.push_back(flat);
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared || !parameter.trainable || left < 1)
            continue;
        trained.push_back(std::min(left, parameter.elements));
        left -= trained.back();
    }
}

} // namespace

StepAllocations::StepAllocations(
    const Workload &work, const Ledger &ledger, CachingAllocator &allocator)
    : m_work(work)
    , m_ledger(ledger)
    , m_allocator(allocator)
    , m_statesAreLate(frameworkFor(work.scenario.parallel) != Framework::DeepSpeed)
{ }

void StepAllocations::leaveOut(Ledger::Account account)
{
    book(account).isLeftOut = true;
}

StepAllocations::Book &StepAllocations::book(Ledger::Account account)
{
    if (m_books.size() <= account)
        m_books.resize(account + 1);
    return m_books[account];
}

CachingAllocator::Handle StepAllocations::make(double bytes, Stream stream)
{
    if (bytes < 1)
        return None;
    return m_allocator.allocate(static_cast<std::int64_t>(bytes), streamIndex(stream));
}

void StepAllocations::drop(Handle &block)
{
    const Handle dropped = std::exchange(block, None);
    if (dropped == None)
        return;
    const auto owners = static_cast<std::size_t>(dropped);
    if (owners < m_shared.size() && m_shared[owners] > 0)
        --m_shared[owners];
    else
        m_allocator.release(dropped);
}

void StepAllocations::meet(const ModelTapes &tapes)
{
    std::vector<const Tape *> units{tapes.embedding};
    for (int i = 0; i < tapes.layers(); ++i)
        units.push_back(m_work.spec().isSparse(i) ? tapes.sparse : tapes.dense);
    units.push_back(tapes.head);
    switch (frameworkFor(m_work.scenario.parallel)) {
    case Framework::DeepSpeed:
    case Framework::Megatron:
        m_weights = m_trained = {1}; // one flat buffer
        break;
    case Framework::Fsdp1:
        for (const Tape *unit : units)
            addFlat(*unit, m_work.ranks(), m_weights, m_trained);
        break;
    case Framework::Auto:
    case Framework::Trainer:
    case Framework::Fsdp2:
        for (const Tape *unit : units)
            addSingle(*unit, m_weights, m_trained);
        break;
    }
    for (Ledger::Account account = 0; account < m_ledger.size(); ++account)
        m_holdsInputs |= m_ledger.streamOf(account) == Stream::Inputs;
}

void StepAllocations::inPieces(
    Ledger::Account account, double bytes, const Pieces &pieces, int copies)
{
    const double sum = copies * std::accumulate(pieces.begin(), pieces.end(), 0.0);
    for (const double piece : pieces) {
        for (int i = 0; i < copies; ++i)
            give(account, bytes * piece / sum);
    }
}

void StepAllocations::give(Ledger::Account account, double bytes)
{
    if (const Handle block = make(bytes, m_ledger.streamOf(account)); block != None)
        book(account).held.push_back({bytes, block});
}

/// Freed while other streams may still read it, memory of the gathers' stream is there again when
/// the next unit's is freed: limit_all_gathers waits for the last but one (_FreeEventQueue).
void StepAllocations::dropOf(Stream stream, Handle &block)
{
    if (stream == Stream::Gather)
        std::swap(block, m_pending);
    drop(block);
}

void StepAllocations::take(Book &book, Stream stream, double bytes)
{
    for (std::size_t i = 0; i < book.held.size(); ++i) {
        if (std::abs(book.held[i].bytes - bytes) < 1) {
            dropOf(stream, book.held[i].block);
            book.held.erase(book.held.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
    std::size_t gone = 0;
    while (gone < book.held.size() && book.held[gone].bytes < bytes + 1) {
        bytes -= book.held[gone].bytes;
        dropOf(stream, book.held[gone++].block);
    }
    book.held.erase(book.held.begin(), book.held.begin() + static_cast<std::ptrdiff_t>(gone));
    if (!book.held.empty())
        book.held.front().bytes -= bytes;
}

void StepAllocations::changed(Ledger::Account account, double bytes)
{
    if (book(account).isLeftOut)
        return;
    if (m_ledger.streamOf(account) == Stream::Inputs) {
        if (bytes < 0)
            dropAll(m_inputs);
        return;
    }
    if (bytes < 0)
        return take(book(account), m_ledger.streamOf(account), -bytes);
    const PartId part = m_ledger.partOf(account);
    const bool isState = part == PartId::OptimizerState;
    if (!m_hasBegun && isState && m_statesAreLate)
        m_late.emplace_back(account, bytes);
    else if (!m_hasBegun || m_isUpdating)
        inPieces(account, bytes, part == PartId::Weights ? m_weights : m_trained, 1);
    else
        give(account, bytes);
}

void StepAllocations::beginMicroStep()
{
    m_hasBegun = true;
}

void StepAllocations::beginUpdate()
{
    m_isUpdating = true;
    for (const auto &[account, bytes] : m_late)
        inPieces(account, bytes, m_trained, 2);
    m_late.clear();
}

void StepAllocations::endForward()
{
    dropAll(m_cache);
}

void StepAllocations::dropAll(std::vector<Handle> &blocks)
{
    for (Handle &block : blocks)
        drop(block);
    blocks.clear();
}

void StepAllocations::enterUnit(const Unit &unit, const TapeTrace &trace, bool isBackward)
{
    m_unit = unitKey(unit);
    m_at = unit;
    if (std::getenv("DBGS")) std::fprintf(stderr, "unit %d %s\n", m_unit, isBackward ? "bwd" : "fwd");
    m_isBackward = isBackward;
    m_requests = isBackward ? &trace.backward : &trace.forward;
    m_next = 0;
    m_tensors = unit.tape->tensors.size();
    Slots &slots = m_kept[m_unit];
    if (!isBackward)
        slots.assign(m_tensors, None);
    slots.resize(static_cast<std::size_t>(trace.slots), None);
    const Handle given = std::exchange(m_stream, None);
    const TensorId input = unit.tape->input;
    if (isBackward && slots.size() > m_tensors)
        slots[m_tensors] = given;
    else if (!isBackward && input != NoTensor)
        slots[static_cast<std::size_t>(input)] = given;
}

void StepAllocations::advance()
{
    while (m_next < m_requests->size()) {
        const Request &request = (*m_requests)[m_next++];
        if (request.kind == Request::Kind::Mark)
            return;
        play(request);
    }
}

void StepAllocations::play(const Request &request)
{
    Slots &slots = m_kept[m_unit];
    if (request.kind == Request::Kind::Blink) {
        Handle block = make(request.bytes);
        return drop(block);
    }
    Handle &slot = slots[static_cast<std::size_t>(request.slot)];
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
    case Request::Kind::HandOver:
        m_stream = std::exchange(slot, None);
        break;
    case Request::Kind::HandOverKept:
        m_stream = slot;
        if (slot != None) {
            m_shared.resize(std::max(m_shared.size(), static_cast<std::size_t>(slot) + 1));
            ++m_shared[static_cast<std::size_t>(slot)];
        }
        break;
    case Request::Kind::Blink:
    case Request::Kind::Mark:
        break;
    }
}

/// _register_post_backward_reshard_only_hook refers to the inputs of frozen units.
bool StepAllocations::outlives(const Request &request) const
{
    if (!m_holdsInputs || !m_isBackward || m_at.kind != Unit::Kind::Layer)
        return false;
    const bool isOutputGradient = static_cast<std::size_t>(request.slot) == m_tensors;
    return request.slot == m_at.tape->input || (isOutputGradient && !m_at.isLastLayer());
}

void StepAllocations::leaveUnit()
{
    if (!m_isBackward)
        return;
    for (Handle &block : m_kept[m_unit])
        drop(block);
    if (m_unit < 0)
        drop(m_stream);
}

} // namespace shardscope
