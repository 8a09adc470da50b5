// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zero.h"
#include "core/engines/zeroshards.h"
#include "core/engines/zerotrace.h"
#include "core/engines/zerowire.h"

#include <span>

namespace shardscope {

/// What DeepSpeed 0.19.6 keeps gathered under ZeRO stage 3: partitioned_param_coordinator.py with a
/// complete trace, that is from the third forward pass on, and all_gather_coalesced of
/// partition_parameters.py. Every call of a module fetches its parameters, then gathers ahead along
/// the trace; what the trace needs again soon is not released.
class ZeroCoordinator
{
public:
    ZeroCoordinator(const Workload &work, const ZeroModel &model, const ZeroShards &shards,
        const ZeroSizes &sizes, ZeroWire &wire, Ledger &ledger);

    /// Shards come from the host: each gather has its own copied first.
    void takeShardsFromHost() { m_areOnHost = true; }

    /// reset_step: the pass begins.
    void begin();
    /// Module calls up to and with the next one of this unit's; none where the module has been
    /// called already.
    void fetch(int unit, int module);
    /// Calls of modules without parameters that follow at once.
    void fetchBare();
    void release(int unit, int module, bool isBackward);
    /// A module that is computed again, and not left before its backward pass is over: the
    /// recomputation stops within it.
    bool isStoppedIn(int module, bool isBackward) const;
    /// Autograd keeps a view of a parameter: what is gathered then lives until it lets go of it,
    /// also where the parameter is released, and gathered anew for its backward pass.
    void keepView(int unit, int place) { viewed(unit, place).isViewed = true; }
    void dropView(int unit, int place);
    /// The pass is over: also what modules hold whose backward hook never fired, the embedding's.
    void releaseLeftovers();
    /// Before the optimizer step: everything; after it, small parameters are whole again.
    void releaseAll();
    void gatherPersistent();

    // Between two layers of a row. Where all that lies ahead looks just as it did one layer
    // earlier, one layer further, the next layer will do what this one did, for there is nothing
    // else that it looks at; and so will those behind it.

    /// How many of the `left` layers after this unit's do the same as it did.
    int likeAhead(int unit, bool isBackward, int left) const;
    /// Takes so many of them as run.
    void skip(int unit, bool isBackward, int layers);
    /// What the next layer is to be compared with.
    void remember(int unit, bool isBackward);

private:
    // zero/config.py, in elements
    static constexpr double maxReuseDistance = 1e9;
    static constexpr double maxLive = 1e9;

    enum class Status : std::uint8_t { Sharded, InFlight, Gathered };
    using Step = ZeroTrace::Step; ///< small, so that all states stay close to each other
    using Shard = ZeroShards::Shard;
    struct State
    {
        int handle = -1; ///< in flight, or gathered with others that are not yet asked for
        Step fetchedFor = 0; ///< step of the last use that was fetched or skipped, plus 1
        Status status = Status::Sharded;
        bool isCopied = false; ///< out of a flat buffer
        bool isViewed = false; ///< by autograd
        /// What autograd alone still refers to was ...
        enum class Left : std::uint8_t { Nothing, Gathered, Copied } left = Left::Nothing;
        std::uint8_t users = 0; ///< modules at work with it, one bit each; two share a table

        bool isLike(const State &other) const
        {
            return status == other.status && isCopied == other.isCopied
                && isViewed == other.isViewed && left == other.left;
        }
    };
    /// A parameter, and the place where what is said of it stands.
    struct Member
    {
        int parameter = 0;
        int place = 0;
    };
    /// Parameters gathered together, in one flat buffer that lives until all were asked for.
    struct Handle
    {
        std::size_t first = 0; ///< in m_gathering
        std::size_t end = 0;
        double flat = 0;
        int waiting = 0;
        bool isComplete = false;

        bool isCoalesced() const { return end - first > 1; }
    };
    /// A place in the trace: of a call, or of a use.
    struct Place
    {
        const ZeroTrace::Leg *leg = nullptr;
        Step inLeg = 0;
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
    /// Units whose states are the same.
    struct Row
    {
        int first = 0;
        int last = -1;

        bool has(int unit) const { return unit >= first && unit <= last; }
    };

    State &state(int parameter) { return m_states[static_cast<std::size_t>(parameter)]; }
    const Shard &shard(int place) const { return m_shards.at(static_cast<std::size_t>(place)); }
    const ZeroTrace::Leg &leg(std::size_t index) const { return m_trace.legs()[index]; }
    int placeOf(int parameter) const { return static_cast<int>(m_model.placeOf(parameter)); }
    bool isThrough(const Place &place) const { return place.leg == m_end; }
    std::size_t numberOf(const Place &place) const
    {
        return static_cast<std::size_t>(place.leg - m_trace.legs().data());
    }
    int parameterAt(const ZeroTrace::Leg &leg, int place) const
    {
        const int index = leg.firstParameter + place;
        return index < m_count ? index : 0;
    }
    /// The bit of a module among the two that may use a parameter.
    static std::uint8_t userOf(int unit) { return unit == 0 ? 1 : 2; }
    static constexpr std::uint8_t recomputation = 4; ///< a user as well

    void reset();
    void call();
    void leave(const Place &passed);
    void fetchOwn(const ZeroTrace::Leg &at, const ZeroTrace::Call &call);
    struct Next
    {
        Member member{};
        Step step = 0;
    };
    /// The next use along the trace.
    Next takeUse()
    {
        const ZeroTrace::Leg &at = *m_use.leg;
        const ZeroTrace::Use &use = at.calls->uses[m_use.inLeg];
        if (++m_use.inLeg == at.useCount)
            toNextUse();
        return {{parameterAt(at, use.place), at.firstPlace + use.place}, at.first + use.step};
    }
    void toNextUse();
    void skipUses(int count);
    void prefetch();
    void gather(State &gathered, const Member &member)
    {
        gathered.status = Status::InFlight;
        gathered.handle = static_cast<int>(m_handles.size());
        m_gathering.push_back(member);
        m_available += shard(member.place).elements;
    }
    void sendGathered()
    {
        if (m_gathering.size() > m_sent)
            send();
    }
    void send();
    void wait(State &waiting)
    {
        if (waiting.handle >= 0)
            land(waiting);
    }
    void land(State &waiting);
    void complete(Handle &handle);
    void drop(State &dropped, int place);
    void letGo(bool isCopied, int place);
    State &viewed(int unit, int place) { return state(m_model.parameterAt(unit, place)); }
    void fetchFrozenAgain(const ZeroTrace::Leg &at, std::span<const ZeroTrace::Use> uses);
    void releaseFrozen(int unit);
    bool isNeededSoon(const State &state, int unit, int module, int place) const;
    bool isLeafNeededSoon() const;
    bool isLeafNeededSoonAfter(std::size_t leg) const;
    bool isForward() const;
    std::size_t firstUntaken() const;
    int first(std::size_t leg) const { return this->leg(leg).firstParameter; }
    std::size_t sizeOf(std::size_t leg) const { return this->leg(leg).calls->stepsOf.size(); }
    std::span<const State> statesOf(std::size_t leg) const { return statesOf(leg, leg); }
    std::span<const State> statesOf(std::size_t from, std::size_t to) const;
    bool isAsBefore(std::size_t played) const;
    bool isSameFlight(int now, int before) const;
    bool isAtRest(const State &state) const;
    bool areAtRest(std::size_t leg) const;
    bool areLike(std::size_t leg, std::size_t other, bool isBackward) const;
    void addFlights(std::size_t leg, std::vector<int> &flights) const;

    const ZeroModel &m_model;
    const ZeroShards &m_shards;
    const ZeroTrace m_trace;
    const ZeroTrace::Leg *m_end = nullptr; ///< of the trace
    ZeroWire &m_wire;
    Ledger &m_ledger;
    Ledger::Account m_gathered;
    Ledger::Account m_buffers;
    double m_prefetch = 0;
    bool m_areOnHost = false;
    int m_count = 0; ///< of parameters
    std::vector<State> m_states;
    bool m_areNew = true; ///< all states
    Row m_skipped; ///< forward
    std::vector<Handle> m_handles;
    std::vector<Member> m_gathering; ///< of all handles, and of the next
    std::size_t m_sent = 0; ///< of these
    int m_waiting = 0; ///< parameters in these
    Place m_call;
    Place m_use; ///< the next that is neither fetched nor skipped
    Step m_step = 0; ///< of m_call
    double m_available = 0;
    Instant m_before;
};

} // namespace shardscope
