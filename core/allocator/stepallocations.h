// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/cachingallocator.h"
#include "core/replay/observer.h"

#include <map>
#include <vector>

namespace shardscope {

/// Hands every allocation of replayed steps to a CachingAllocator.
class StepAllocations final : public AllocationObserver
{
public:
    StepAllocations(const Workload &work, const Ledger &ledger, CachingAllocator &allocator);

    int steps() const override { return 3; }
    void leaveOut(Ledger::Account account) override;
    void meet(const ModelTapes &tapes) override;
    void beginMicroStep() override;
    void enterUnit(const Unit &unit, const TapeTrace &trace, bool isBackward) override;
    void advance() override;
    void leaveUnit() override;
    void endForward() override;
    void beginUpdate() override;
    void endUpdate() override { m_isUpdating = false; }
    void changed(Ledger::Account account, double bytes) override;

private:
    using Handle = CachingAllocator::Handle;
    static constexpr Handle None = CachingAllocator::None;
    struct Held
    {
        double bytes = 0;
        Handle block = None;
    };
    struct Book
    {
        std::vector<Held> held; ///< oldest first
        bool isLeftOut = false;
    };
    using Slots = std::vector<Handle>;
    using Pieces = std::vector<double>; ///< tensors of the model, one after the other: elements

    Handle make(double bytes, Stream stream = Stream::Compute);
    void drop(Handle &block);
    void play(const Request &request);
    Book &book(Ledger::Account account);
    void give(Ledger::Account account, double bytes);
    void take(Book &book, Stream stream, double bytes);
    void dropOf(Stream stream, Handle &block);
    void dropAll(std::vector<Handle> &blocks);
    void inPieces(Ledger::Account account, double bytes, const Pieces &pieces, int copies);
    bool outlives(const Request &request) const;

    const Workload &m_work;
    const Ledger &m_ledger;
    CachingAllocator &m_allocator;
    std::vector<Book> m_books;
    Pieces m_weights;
    Pieces m_trained; ///< what the optimizer updates
    bool m_statesAreLate = false; ///< made in the first update
    bool m_hasBegun = false;
    bool m_isUpdating = false;
    std::vector<std::pair<Ledger::Account, double>> m_late;

    std::map<int, Slots> m_kept; ///< by a layer's index; -1 embedding, `layers` head
    int m_unit = 0;
    const std::vector<Request> *m_requests = nullptr;
    std::size_t m_next = 0;
    Unit m_at{};
    std::size_t m_tensors = 0;
    bool m_isBackward = false;
    bool m_holdsInputs = false;
    std::vector<Handle> m_inputs;
    Handle m_pending = None; ///< freed, but other streams may still read it
    Handle m_stream = None; ///< hidden state, or its gradient, between units
    std::vector<Handle> m_cache;
    std::vector<std::int32_t> m_shared; ///< more owners of a block than one
};

} // namespace shardscope
