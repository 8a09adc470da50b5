// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zero.h"
#include "core/engines/zeroahead.h"
#include "core/engines/zeroshards.h"
#include "core/engines/zerotrace.h"
#include "core/engines/zerowire.h"

#include <cstdint>
#include <optional>
#include <span>

namespace shardscope {

/// What DeepSpeed 0.19.6 keeps gathered under ZeRO stage 3: partitioned_param_coordinator.py with a
/// complete trace, that is from the third forward pass on, and all_gather_coalesced of
/// partition_parameters.py. Every call of a module fetches its parameters, then gathers ahead along
/// the trace; what the trace needs again soon is not released.
class ZeroCoordinator
{
public:
    /// A reference model has no adapters, and the trained one's may be disabled in some passes.
    enum class Adapters : std::uint8_t { AlwaysOn, Disabled, None };
    ZeroCoordinator(const Workload &work, const ZeroModel &model, const ZeroShards &shards,
        const ZeroSizes &sizes, ZeroWire &wire, Ledger &ledger,
        Adapters adapters = Adapters::AlwaysOn);

    /// Shards come from the host: each gather has its own copied first.
    void takeShardsFromHost() { m_areOnHost = true; }

    /// reset_step: a pass begins.
    void begin(const ZeroAhead &ahead);
    /// A pass without adapters is over: the backward pass of the one before may follow.
    void enableAdapters();
    void beginBackward();
    /// A module of a unit's tape is about to run, or has run.
    void enterModule(const Unit &unit, std::int32_t onTape, bool isBackward);
    void leaveModule(const Unit &unit, std::int32_t onTape, bool isBackward);
    /// The backward pass of a leaf of DeepSpeed's is over with this module.
    bool isLeafDone(const Unit &unit, std::int32_t onTape) const;
    /// Autograd keeps a view of a parameter: what is gathered then lives until it lets go of it,
    /// also where the parameter is released, and gathered anew for its backward pass.
    void view(const Unit &unit, const Parameter &parameter, bool isKept);
    /// The pass is over: also what modules hold whose backward hook never fired, the embedding's.
    void releaseLeftovers();
    /// Before the optimizer step: everything; after it, small parameters are whole again.
    void releaseAll();
    void gatherPersistent();
    /// They are whole, whoever made them so.
    void holdPersistent();

    // Between two layers of a row. Where all that lies ahead looks just as it did a group of layers
    // earlier, a group further, the next group will do what this one did, for there is nothing else
    // that it looks at; and so will those behind it.

    /// How many of the row's layers that are left do the same as those since the remembered
    /// instant.
    int likeAhead(const LayerRow &row) const;
    /// Takes so many of them, whole groups, as run.
    void skip(const LayerRow &row, int layers);
    /// What later instants are to be compared with.
    void remember(const LayerRow &row);

private:
    /// Module calls up to and with the next one of this unit's; none where the module has been
    /// called already.
    void fetch(int unit, int module);
    /// Calls of modules without parameters that follow at once.
    void fetchBare();
    void release(int unit, int module, bool isBackward);
    /// A module that is computed again, and not left before its backward pass is over: the
    /// recomputation stops within it.
    bool isStoppedIn(int module, bool isBackward) const;
    void keepView(int unit, int place) { state(memberAt(unit, place)).isViewed = true; }
    void dropView(int unit, int place);
    struct Left
    {
        int unit = 0;
        int module = 0;
        bool isOver = false; ///< all that it is on the tape has run
    };
    Left leftAt(const Unit &unit, std::int32_t onTape, bool isBackward) const;
    bool isHeard(const Left &left) const;
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
        std::uint8_t users = 0; ///< modules at work with it, one bit each; several share a table

        bool isLike(const State &other) const
        {
            return status == other.status && isCopied == other.isCopied
                && isViewed == other.isViewed && left == other.left;
        }
    };
    /// A parameter: its unit, and its place in that one's order.
    struct Member
    {
        int unit = 0;
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
        std::size_t untaken = 0; ///< the first leg that no use was taken of
        std::vector<State> ahead{}; ///< of the legs up to that one
        std::vector<Handle> handles{}; ///< the latest, all that these are part of
        std::size_t handleCount = 0;
    };
    /// Units side by side that have the states of the one a period before.
    struct Row
    {
        int first = 0;
        int last = -1;
        int period = 1;

        bool has(int unit) const { return unit >= first && unit <= last; }
    };
    /// The states of a unit's parameters. Units whose states are the same have them together, until
    /// one of them changes.
    struct States
    {
        State *first = nullptr;
        bool isShared = true;
    };

    int sizeOf(int unit) const { return static_cast<int>(m_model.kind(unit).parameters.size()); }
    std::span<const State> statesOf(int unit) const
    {
        return {m_unitStates[static_cast<std::size_t>(unit)].first,
            static_cast<std::size_t>(sizeOf(unit))};
    }
    const State &stateNow(const Member &member) const
    {
        return statesOf(member.unit)[static_cast<std::size_t>(member.place)];
    }
    /// To be changed.
    State &state(const Member &member)
    {
        States &states = m_unitStates[static_cast<std::size_t>(member.unit)];
        if (states.isShared)
            separate(states, sizeOf(member.unit));
        return states.first[member.place];
    }
    void separate(States &states, int count);
    State *newStates(int count);
    const Shard &shard(const Member &member) const
    {
        return m_shards.at(
            static_cast<std::size_t>(m_model.kind(member.unit).firstPlace + member.place));
    }
    const ZeroTrace::Leg &leg(std::size_t index) const { return m_trace->legs()[index]; }
    ZeroTrace::CallPlace numbered(const Place &place) const
    {
        return {numberOf(place), place.inLeg};
    }
    /// Whether what comes next is the first call that the pass and the trace have not in common.
    bool isAtParting() const { return m_ahead.parts && numbered(m_call) >= m_firstAdapter; }
    bool isThrough(const Place &place) const { return place.leg == end(); }
    const ZeroTrace::Leg *end() const { return m_trace->legs().data() + m_trace->legs().size(); }
    std::size_t numberOf(const Place &place) const
    {
        return static_cast<std::size_t>(place.leg - m_trace->legs().data());
    }
    /// The head's share of a tied table is the embedding's.
    Member memberAt(int unit, int place) const
    {
        const ZeroModel::Use &table = m_model.declaredTable();
        return m_model.isTable(unit, place) ? Member{table.unit, table.place} : Member{unit, place};
    }
    /// The bit of a module among those that may use a parameter.
    std::uint8_t userOf(int unit) const
    {
        const bool isHead = unit == m_model.unitCount() - 1;
        return unit == 0 ? 1 : isHead ? 2 : 8;
    }
    static constexpr std::uint8_t recomputation = 4; ///< a user as well

    void reset(bool arePersistentThere);
    void landAll();
    void forgetUses();
    void follow(bool isBare, const ZeroTrace::CallPlace &from);
    void invalidate();
    bool isNext(int unit, int module) const;
    bool isBehindHead() const;
    void call();
    void pass();
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
        return {memberAt(at.unit, use.place), at.first + use.step};
    }
    void toNextUse();
    /// Whether the trace goes so far.
    bool foresees(const Place &place) const
    {
        if (isThrough(place) || m_ahead.reach == ZeroAhead::Reach::Nothing)
            return false;
        return m_ahead.reach == ZeroAhead::Reach::All || isForward(place);
    }
    /// Whether DeepSpeed goes by a trace now. Elsewhere a module releases all that it has used,
    /// what is persistent as well.
    bool isTraced() const
    {
        const bool isBackward = isThrough(m_call)
            || numberOf(m_call) + (m_call.inLeg > 0 ? 1 : 0)
                > static_cast<std::size_t>(m_model.unitCount());
        return m_ahead.reach == ZeroAhead::Reach::All
            || (m_ahead.reach == ZeroAhead::Reach::Forward && !isBackward);
    }
    void skipUses(int count);
    void prefetch();
    void gather(State &gathered, const Member &member)
    {
        gathered.status = Status::InFlight;
        gathered.handle = static_cast<int>(m_handles.size());
        m_gathering.push_back(member);
        m_available += shard(member).elements;
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
    void drop(State &dropped, const Member &member);
    void letGo(bool isCopied, const Member &member);
    /// Of all parameters, until `act` says that it is done.
    template <class Act>
    void forEachState(const Act &act)
    {
        for (int unit = 0; unit < m_model.unitCount(); ++unit) {
            for (int place = 0; place < m_model.parameterCount(unit); ++place) {
                if (act(Member{unit, place}))
                    return;
            }
        }
    }
    void attribute(const ZeroTrace::Leg &at, std::span<const ZeroTrace::Use> uses);
    void fetchFrozenAgain(const ZeroTrace::Leg &at, std::span<const ZeroTrace::Use> uses);
    void releaseFrozen(int unit);
    bool isNeededSoon(const State &state, int unit, int module, int place) const;
    bool isLeafNeededSoon() const;
    bool isLeafNeededSoonAfter(std::size_t leg) const;
    bool isForward(const Place &place) const
    {
        return !isThrough(place) && numberOf(place) < static_cast<std::size_t>(m_model.unitCount());
    }
    std::size_t firstUntaken() const;
    template <class Use>
    void forEachAhead(std::size_t played, std::size_t untaken, const Use &use) const;
    bool isAsBefore(std::size_t played, int since) const;
    std::size_t ageNow(int flight) const;
    bool areFlightsAsBefore(int apart) const;
    bool isAtRest(const State &state) const;
    bool areAtRest(std::size_t leg) const;
    bool isInSkipped(std::size_t leg) const { return m_skipped.has(this->leg(leg).unit); }
    bool comesUponAlike(std::size_t leg, std::size_t other, std::size_t played) const;
    std::size_t endOfAlike(std::size_t played, std::size_t last, int since) const;
    bool decidesAlike(std::size_t leg, std::size_t further) const;
    bool areAlikeEach(int period, std::size_t played, std::size_t since) const;
    void moveFlights(std::size_t played, std::size_t untaken, int units);

    const ZeroModel &m_model;
    const ZeroShards &m_shards;
    const ZeroTrace m_whole;
    const std::optional<const ZeroTrace> m_bare; ///< where there are passes without adapters
    const ZeroTrace::CallPlace m_firstAdapter;
    const ZeroTrace *m_trace = &m_whole; ///< that is followed
    ZeroWire &m_wire;
    Ledger &m_ledger;
    Ledger::Account m_gathered;
    Ledger::Account m_buffers;
    double m_prefetch = 0;
    /// Some forward pass with adapters finds persistent parameters released: a module around an
    /// adapted one then comes to ask for its adapter's.
    const bool m_missesPersistent;
    /// What is frozen and a reentrant checkpoint fetches stays to the end of the backward pass: the
    /// modules around the layers, and attention, which is given no tensor by place, are not left
    /// before. DeepSpeed of transformers 4's time held nothing.
    const bool m_holdsReentered;
    bool m_areOnHost = false;
    std::vector<States> m_unitStates; ///< by unit
    std::vector<States> m_between; ///< by kind: between passes
    std::vector<std::vector<State>> m_blocks; ///< where states lie
    std::size_t m_block = 0; ///< in use
    std::size_t m_usedOfBlock = 0;
    bool m_areNew = true; ///< all states
    ZeroAhead m_ahead;
    bool m_isAfterUpdate = true; ///< no pass has begun since
    /// What an earlier pass gathered, or its graph refers to, may be there.
    bool m_goesOn = false;
    bool m_wereAdaptersOff = false; ///< in the forward pass before this backward pass
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
