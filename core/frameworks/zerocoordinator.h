// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/zero.h"

#include <array>
#include <span>

namespace shardscope {

/// What DeepSpeed 0.19.6 keeps gathered under ZeRO stage 3: partitioned_param_coordinator.py with a
/// complete trace, that is from the third forward pass on, and all_gather_coalesced of
/// partition_parameters.py. Every call of a module fetches its parameters, then gathers ahead along
/// the trace; what the trace needs again soon is not released.
class ZeroCoordinator
{
public:
    ZeroCoordinator(const ZeroModel &model, const ZeroSizes &sizes, int ranks, Ledger &ledger);

    /// Shards come from the host: each gather has its own copied first.
    void takeShardsFromHost() { m_areOnHost = true; }

    /// reset_step: the pass begins.
    void begin();
    /// Module calls up to and with the next one of `module`.
    void fetch(int module);
    /// Calls of modules without parameters that follow at once.
    void fetchBare();
    void release(int module);
    /// The pass is over: also what modules hold whose backward hook never fired, the embedding's.
    void releaseLeftovers();
    /// Before the optimizer step: everything; after it, small parameters are whole again.
    void releaseAll();
    void gatherPersistent();

    /// Elements of a rank's shard of a parameter.
    double sharded(int parameter) const
    {
        return m_states[static_cast<std::size_t>(parameter)].shard;
    }

private:
    enum class Status : std::uint8_t { Sharded, InFlight, Gathered };
    using Place = std::uint32_t; ///< small, so that all states stay close to each other
    struct State
    {
        Status status = Status::Sharded;
        bool isPersistent = false;
        std::array<int, 2> users{NoUser, NoUser}; ///< modules at work with it; two share a table
        int handle = -1; ///< in flight, or gathered with others that are not yet asked for
        Place fetchedFor = 0; ///< step of the last use that was fetched or skipped, plus 1
        Place firstUse = 0; ///< in m_uses
        Place useCount = 0;
        double elements = 0;
        double held = 0; ///< bytes
        double whole = 0; ///< bytes of the gathered parameter
        double shard = 0; ///< elements of a rank's share

        bool isUsed() const { return users[0] != NoUser || users[1] != NoUser; }
        void startUse(int module);
        void endUse(int module);
    };
    static constexpr int NoUser = -1;
    /// Parameters gathered together, in one flat buffer that lives until all were asked for.
    struct Handle
    {
        std::size_t first = 0; ///< in m_gathering
        std::size_t end = 0;
        double flat = 0;
        int waiting = 0;
        bool isComplete = false;
    };

    State &state(int parameter) { return m_states[static_cast<std::size_t>(parameter)]; }
    double elements(int parameter) const
    {
        return m_states[static_cast<std::size_t>(parameter)].elements;
    }
    /// Elements of a gathered parameter; a single rank's shard is the parameter.
    double padded(int parameter) const { return m_ranks > 1 ? sharded(parameter) * m_ranks : 0; }

    void listUses();
    void call(int module);
    void skipFetched(std::span<const int> parameters);
    void prefetch();
    void gather(std::span<const int> parameters);
    void wait(int parameter);
    void complete(Handle &handle);
    void drop(int parameter);
    bool isNeededSoon(int parameter) const;
    void change(int parameter, double bytes);

    const ZeroModel &m_model;
    Ledger &m_ledger;
    Ledger::Account m_gathered;
    Ledger::Account m_buffers;
    double m_prefetch = 0;
    double m_ranks = 1;
    bool m_areOnHost = false;
    std::vector<State> m_states;
    std::vector<Handle> m_handles;
    std::vector<int> m_gathering; ///< parameters of all handles
    std::vector<int> m_ahead; ///< what a prefetch takes
    std::vector<Place> m_uses; ///< steps at which parameters are used, one after the other
    std::vector<double> m_traversed; ///< elements used by the calls before each step
    std::vector<std::pair<int, Place>> m_order; ///< parameter and step, along the trace
    std::size_t m_queue = 0; ///< in m_order
    Place m_step = 0;
    double m_available = 0;
};

} // namespace shardscope
