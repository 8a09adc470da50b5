// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/stepallocations.h"

#include "core/frameworks/convention.h"

#include <numeric>
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

// What the optimizer updates comes as parameters, as flat units or as one.

void StepAllocations::addPieces(const Tape &tape)
{
    const Framework framework = frameworkFor(m_work.scenario.parallel);
    double flat = 0;
    for (const Parameter &parameter : tape.parameters) {
        if (parameter.isShared)
            continue;
        if (framework == Framework::Fsdp1)
            flat += parameter.elements;
        else
            m_pieces.push_back(parameter.elements);
    }
    if (flat > 0)
        m_pieces.push_back(flat);
}

void StepAllocations::meet(const ModelTapes &tapes)
{
    const Framework framework = frameworkFor(m_work.scenario.parallel);
    addPieces(*tapes.embedding);
    for (int i = 0; i < tapes.layers(); ++i)
        addPieces(m_work.spec().isSparse(i) ? *tapes.sparse : *tapes.dense);
    addPieces(*tapes.head);
    if (framework == Framework::DeepSpeed || framework == Framework::Megatron)
        m_pieces = {1};
    m_pieceSum = std::accumulate(m_pieces.begin(), m_pieces.end(), 0.0);
}

void StepAllocations::inPieces(Ledger::Account account, double bytes, int copies)
{
    for (const double piece : m_pieces) {
        for (int i = 0; i < copies; ++i)
            give(account, bytes * piece / m_pieceSum / copies);
    }
}

void StepAllocations::give(Ledger::Account account, double bytes)
{
    if (const Handle block = make(bytes, m_ledger.streamOf(account)); block != None)
        book(account).held.push_back({bytes, block});
}

void StepAllocations::take(Book &book, double bytes)
{
    for (std::size_t i = 0; i < book.held.size(); ++i) {
        if (std::abs(book.held[i].bytes - bytes) < 1) {
            drop(book.held[i].block);
            book.held.erase(book.held.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        }
    }
    std::size_t gone = 0;
    while (gone < book.held.size() && book.held[gone].bytes < bytes + 1) {
        bytes -= book.held[gone].bytes;
        drop(book.held[gone++].block);
    }
    book.held.erase(book.held.begin(), book.held.begin() + static_cast<std::ptrdiff_t>(gone));
    if (!book.held.empty())
        book.held.front().bytes -= bytes;
}

void StepAllocations::changed(Ledger::Account account, double bytes)
{
    if (book(account).isLeftOut)
        return;
    if (bytes < 0)
        return take(book(account), -bytes);
    const bool isState = m_ledger.partOf(account) == PartId::OptimizerState;
    if (!m_hasBegun && isState && m_statesAreLate)
        m_late.emplace_back(account, bytes);
    else if (!m_hasBegun || m_isUpdating)
        inPieces(account, bytes, 1);
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
        inPieces(account, bytes, 2);
    m_late.clear();
}

void StepAllocations::endForward()
{
    for (Handle &block : m_cache)
        drop(block);
    m_cache.clear();
}

void StepAllocations::enterUnit(const Unit &unit, const TapeTrace &trace, bool isBackward)
{
    m_unit = unitKey(unit);
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
