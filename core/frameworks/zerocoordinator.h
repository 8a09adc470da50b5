// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/zero.h"
#include "core/frameworks/zerotrace.h"

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
    ZeroCoordinator(const Workload &work, const ZeroModel &model, const ZeroSizes &sizes, int ranks,
        Ledger &ledger);

    /// Shards come from the host: each gather has its own copied first.
    void takeShardsFromHost() { m_areOnHost = true; }

    /// reset_step: the pass begins.
    void begin();
    /// Module calls up to and with the next one of this unit's.
    void fetch(int unit, int module);
    /// Calls of modules without parameters that follow at once.
    void fetchBare();
    void release(int unit, int module);
    /// The pass is over: also what modules hold whose backward hook never fired, the embedding's.
    void releaseLeftovers();
    /// Before the optimizer step: everything; after it, small parameters are whole again.
    void releaseAll();
    void gatherPersistent();

    /// Elements of a rank's shard of a parameter.
    double sharded(int parameter) const { return sizes(parameter).shard; }

    // Between two layers of a row. Where all that lies ahead looks just as it did one layer
    // earlier, one layer further, the next layer will do what this one did, for there is nothing
    // else that it looks at; and so will those behind it.

    /// How many of the `left` layers after this unit's do the same as it did.
    int likeAhead(int unit, bool isBackward, int left) const;
    /// Takes so many of them as run.
    void skip(int unit, bool isBackward, int layers);
    /// What the next layer is to be compared with.
    void remember(int unit, bool isBackward);
    void forget() { m_before.isThere = false; }

private:
    // zero/config.py, in elements
    static constexpr double maxReuseDistance = 1e9;
    static constexpr double maxLive = 1e9;

    enum class Status : std::uint8_t { Sharded, InFlight, Gathered };
    using Step = ZeroTrace::Step; ///< small, so that all states stay close to each other
    /// Of all parameters at one place of a kind of units.
    struct Sizes
    {
        double elements = 0;
        double padded = 0; ///< elements of the gathered parameter
        double gathered = 0; ///< their bytes
        double whole = 0; ///< bytes where it is copied out of a flat buffer
        double shard = 0; ///< elements of a rank's share
        bool isPersistent = false;
    };
    struct State
    {
        const Sizes *sizes = nullptr;
        double held = 0; ///< bytes
        std::array<int, 2> users{NoUser, NoUser}; ///< modules at work with it; two share a table
        int handle = -1; ///< in flight, or gathered with others that are not yet asked for
        Step fetchedFor = 0; ///< step of the last use that was fetched or skipped, plus 1
        Status status = Status::Sharded;

        bool isUsed() const { return users[0] != NoUser || users[1] != NoUser; }
        void startUse(int module)
        {
            if (users[0] != module && users[1] != module)
                users[users[0] == NoUser ? 0 : 1] = module;
        }
        void endUse(int module)
        {
            for (int &user : users)
                user = user == module ? NoUser : user;
        }
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
    /// A place in the trace: of a call, or of a use.
    struct Place
    {
        const ZeroTrace::Leg *leg = nullptr;
        std::size_t inLeg = 0;
    };
    /// Between two layers: all that decides about what follows.
    struct Instant
    {
        bool isThere = false;
        std::size_t played = 0; ///< leg that has just been run
        Place call;
        Place use;
        Step step = 0;
        double available = 0;
        std::vector<State> ahead{}; ///< of the legs up to the first that no use was taken of
        std::vector<Handle> handles{}; ///< the latest, all that these are part of
        std::size_t handleCount = 0;
    };

    State &state(int parameter) { return m_states[static_cast<std::size_t>(parameter)]; }
    const Sizes &sizes(int parameter) const
    {
        return *m_states[static_cast<std::size_t>(parameter)].sizes;
    }
    const ZeroTrace::Leg &leg(std::size_t index) const { return m_trace.legs()[index]; }
    bool isThrough(const Place &place) const { return place.leg == m_end; }
    std::size_t numberOf(const Place &place) const
    {
        return static_cast<std::size_t>(place.leg - m_trace.legs().data());
    }
    Sizes sizesOf(const ZeroParameter &parameter, double persistenceThreshold) const;

    void call();
    void fetchOwn(const ZeroTrace::Leg &at, const ZeroTrace::Call &call);
    int parameterAt(const ZeroTrace::Leg &leg, int place) const
    {
        const int index = leg.firstParameter + place;
        return index < static_cast<int>(m_states.size()) ? index : 0;
    }
    /// Parameter and step of the next use along the trace.
    std::pair<int, Step> takeUse()
    {
        const ZeroTrace::Leg &at = *m_use.leg;
        const ZeroTrace::Use &use = at.calls->uses[m_use.inLeg];
        ++m_use.inLeg;
        while (!isThrough(m_use) && m_use.inLeg == m_use.leg->calls->uses.size())
            m_use = {m_use.leg + 1, 0};
        return {parameterAt(at, use.place), at.first + use.step};
    }
    void skipUses(int count);
    void prefetch();
    void gather(std::span<const int> parameters);
    void wait(State &waiting);
    void complete(Handle &handle);
    void drop(State &dropped)
    {
        if (dropped.status != Status::Gathered || dropped.isUsed())
            return;
        dropped.status = Status::Sharded;
        m_available -= dropped.sizes->elements;
        change(dropped, -dropped.held);
    }
    void changeAtOnce();
    bool isNeededSoon(const State &state, int unit, int place) const;
    void change(State &changed, double bytes)
    {
        changed.held += bytes;
        m_ledger.change(m_gathered, bytes);
    }

    std::size_t firstUntaken() const;
    int first(std::size_t leg) const { return this->leg(leg).firstParameter; }
    std::size_t sizeOf(std::size_t leg) const { return this->leg(leg).calls->stepsOf.size(); }
    std::span<const State> statesOf(std::size_t leg) const
    {
        return std::span(m_states).subspan(static_cast<std::size_t>(first(leg)), sizeOf(leg));
    }
    bool isAsBefore(std::size_t played) const;
    bool isAsBefore(const State &now, const State &before) const;
    bool isAtRest(const State &state) const;
    bool areLike(std::size_t leg, std::size_t other, bool isBackward) const;
    void addFlights(std::size_t leg, std::vector<int> &flights) const;
    auto stateAt(int parameter) { return m_states.begin() + parameter; }

    const ZeroModel &m_model;
    const ZeroTrace m_trace;
    const ZeroTrace::Leg *m_end = nullptr; ///< of the trace
    Ledger &m_ledger;
    Ledger::Account m_gathered;
    Ledger::Account m_buffers;
    double m_prefetch = 0;
    double m_ranks = 1;
    bool m_areOnHost = false;
    std::vector<std::vector<Sizes>> m_sizes; ///< by kind of units and place
    std::vector<State> m_states;
    std::vector<Handle> m_handles;
    std::vector<int> m_gathering; ///< parameters of all handles
    std::vector<int> m_asked; ///< parameters of the module that is called
    std::vector<int> m_ahead; ///< what a prefetch takes
    std::vector<double> m_atOnce; ///< bytes of changes that are one moment
    Place m_call;
    Place m_use; ///< the next that is neither fetched nor skipped
    Step m_step = 0; ///< of m_call
    double m_available = 0;
    Instant m_before;
};

} // namespace shardscope
