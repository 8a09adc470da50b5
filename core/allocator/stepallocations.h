// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/allocator/heldblocks.h"
#include "core/allocator/hostlead.h"
#include "core/step/commontensors.h"
#include "core/step/hoststash.h"

#include <map>
#include <optional>
#include <vector>

namespace shardscope {

/// Where a step is walked allocation by allocation: those of modules as requests of their tapes,
/// those of the framework as changes of its accounts. All go to a CachingAllocator. A Stage of
/// StepWalk.
class StepAllocations final : public Ledger::Observer
{
public:
    StepAllocations(const Workload &work, const StepModules &modules, Policy &policy,
        Ledger &ledger, CachingAllocator &allocator);

    /// From now on the host does not wait for computation.
    void runAhead(const StepPace &pace) { m_lead.emplace(pace); }

    /// What the framework holds between steps, but for what the first update makes.
    void begin();

    template <class Act>
    void tell(const Act &act)
    {
        act(m_policy);
    }
    void play(const Module &module, const Segments &segments, const Unit &unit);
    void change(Held held, double bytes);
    double held(Held held) const { return m_activations[static_cast<std::size_t>(held)].bytes(); }
    void releaseAll(Held held);
    void beginTower();
    void enterTower(double bytes); ///< backward, with the gradient of its features
    void endTower(double bytes); ///< with what the first layer, or the embedding, is given
    HostStash &stash() { return m_stash; }
    void copyToHost(const Module &) { }
    void copyToGpu(const Module &) { }
    void enter(PhaseId phase);
    void endPhase() { m_isUpdating = false; }
    void enterMicroStep(int) { }
    void enterLayer(int) { }
    void sample() { }
    bool isBeyondLimit() const { return false; }
    void listen(double) { }
    void turnTo(ReferenceModel model)
    {
        m_policy.switchAdapters(model != ReferenceModel::AdaptersOff);
    }
    struct Mark
    { };
    void remember(const Mark &, const LayerRow &) const { }
    int skip(const LayerRow &) const { return 0; }
    bool repeatsMicroSteps() const { return false; }
    void mark(Mark &) const { }
    void repeatLayers(const Mark &, int, int) { }
    void repeatMicroStep(const Mark &) { }

    void changed(Ledger::Account account, double bytes) override;
    void reduced() override;

private:
    using Handle = CachingAllocator::Handle;
    static constexpr Handle None = CachingAllocator::None;
    using Slots = std::vector<Handle>;
    using Pieces = std::vector<double>; ///< tensors of the model, one after the other: elements

    Handle make(double bytes, Stream stream = Stream::Compute);
    void drop(Handle &block);
    void dropAll(std::vector<Handle> &blocks);
    void dropOf(Stream stream, Handle &block);

    HeldBlocks &blocksOf(Ledger::Account account);
    void give(HeldBlocks &blocks, double bytes, Stream stream);
    void giveInPieces(
        Ledger::Account account, double bytes, const std::vector<double> &pieces, int copies);
    void flatten(Ledger::Account account, double bytes);
    void take(HeldBlocks &blocks, double bytes, Stream stream);

    void enterUnit(const Module &module, const Unit &unit);
    void leaveUnit();
    void advance();
    void answer(const Request &request);
    bool outlives(const Request &request) const;

    Policy &m_policy;
    const Ledger &m_ledger;
    CachingAllocator &m_allocator;

    std::vector<HeldBlocks> m_accounts;
    std::vector<HeldBlocks> m_activations; ///< by Held
    CommonTensors m_common;
    HostStash m_stash;
    Pieces m_weights;
    Pieces m_trained; ///< what the optimizer updates
    std::vector<Pieces> m_flattened;
    std::vector<std::pair<Ledger::Account, double>> m_late; ///< made in the first update
    bool m_statesAreLate = false;
    bool m_gathersLag = false;
    std::optional<HostLead> m_lead;
    bool m_hasBegun = false;
    bool m_isUpdating = false;

    std::map<int, Slots> m_slots; ///< of each unit
    std::vector<std::int32_t> m_shared; ///< how many owners of a block there are beside the first
    Unit m_unit{};
    Slots *m_unitSlots = nullptr; ///< of the unit at work
    const std::vector<Request> *m_requests = nullptr;
    std::size_t m_next = 0;
    bool m_isBackward = false;
    Handle m_aside = None; ///< the embedding's, while the vision tower is at work
    Handle m_stream = None; ///< hidden state, or its gradient, between units
    std::vector<Handle> m_cache; ///< of autocast
    std::vector<Handle> m_referring; ///< to which functions refer by themselves
    std::vector<Handle> m_borrowed; ///< by the operation at work
    bool m_holdsInputs = false;
    std::vector<Handle> m_inputs;
    Handle m_pending = None; ///< freed, but another stream may still read it
};

} // namespace shardscope
