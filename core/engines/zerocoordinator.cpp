// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zerocoordinator.h"

#include "core/engines/convention.h"
#include "core/scenario/objective.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace shardscope {

namespace {

constexpr std::string_view coordinatorGatherSource
    = "DeepSpeed 0.19.6 partitioned_param_coordinator.py: parameters of the module at work, those "
      "gathered ahead and those that are used again within stage3_max_reuse_distance";
constexpr std::string_view coordinatorBufferSource
    = "DeepSpeed 0.19.6 partition_parameters.py: flat buffers of coalesced all-gathers";

using OptionalTrace = std::optional<const ZeroTrace>;

OptionalTrace bareTrace(const Workload &work, const ZeroModel &model, bool isThere)
{
    if (!isThere)
        return std::nullopt;
    return OptionalTrace(std::in_place, work, model, ZeroTrace::Modules::Bare);
}

constexpr std::size_t usualHandles = 256;
constexpr std::size_t statesOfBlock = 1024;

} // namespace

ZeroCoordinator::ZeroCoordinator(const Workload &work, const ZeroModel &model,
    const ZeroShards &shards, const ZeroSizes &sizes, ZeroWire &wire, Ledger &ledger,
    Adapters adapters)
    : m_model(model)
    , m_shards(shards)
    , m_whole(work, model,
          adapters == Adapters::None ? ZeroTrace::Modules::Plain : ZeroTrace::Modules::All)
    , m_bare(bareTrace(work, model, adapters == Adapters::Disabled))
    , m_firstAdapter(m_bare ? m_whole.firstAdapter() : ZeroTrace::CallPlace())
    , m_wire(wire)
    , m_ledger(ledger)
    , m_gathered(ledger.open(PartId::Gathered, coordinatorGatherSource, "B of gathered parameters"))
    , m_buffers(ledger.open(PartId::Gathered, coordinatorBufferSource, "B of all-gather buffers"))
    , m_prefetch(sizes.prefetchBucket)
    , m_missesPersistent(work.training().accumulation > 1 || scoresAnswersFirst(work.scenario))
    , m_holdsReentered(!precedesFive(work.training().modules))
{
    // parameter_offload.py: __allgather_stream; stage 3 overlaps unless it is told not to.
    const Stream stream = overlaps(work, true) ? Stream::Gather : Stream::Compute;
    ledger.setStream(m_gathered, stream);
    ledger.setStream(m_buffers, stream);
    m_handles.reserve(usualHandles);
    m_gathering.reserve(2 * usualHandles);
    m_call = m_use = {end(), 0}; // no pass has begun
    reset(true);
}

/// Between passes: what is small is gathered, each for itself, unless the last pass had no trace,
/// and nothing else.
void ZeroCoordinator::reset(bool arePersistentThere)
{
    m_block = 0;
    m_usedOfBlock = 0;
    m_between.assign(m_model.kinds().size(), {});
    m_unitStates.resize(static_cast<std::size_t>(m_model.unitCount()));
    for (int unit = 0; unit < m_model.unitCount(); ++unit) {
        States &between = m_between[m_model.kindOf(unit)];
        if (!between.first) {
            between.first = newStates(sizeOf(unit));
            for (int place = 0; place < sizeOf(unit); ++place) {
                const bool isThere = arePersistentThere && shard({unit, place}).isPersistent;
                between.first[place] = {.status = isThere ? Status::Gathered : Status::Sharded};
            }
        }
        m_unitStates[static_cast<std::size_t>(unit)] = between;
    }
    m_areNew = true;
}

/// Room for so many side by side, which stays where it is.
ZeroCoordinator::State *ZeroCoordinator::newStates(int count)
{
    const auto size = static_cast<std::size_t>(count);
    const auto hasRoom = [&] {
        return m_block < m_blocks.size() && m_usedOfBlock + size <= m_blocks[m_block].size();
    };
    while (!hasRoom()) {
        if (m_block < m_blocks.size() && m_usedOfBlock > 0)
            ++m_block;
        m_usedOfBlock = 0;
        if (m_block == m_blocks.size())
            m_blocks.emplace_back(std::max(size, statesOfBlock));
        else if (!hasRoom())
            m_blocks[m_block].resize(size); // nobody uses it yet
    }
    return m_blocks[m_block].data() + std::exchange(m_usedOfBlock, m_usedOfBlock + size);
}

void ZeroCoordinator::separate(States &states, int count)
{
    State *const own = newStates(count);
    std::copy_n(states.first, count, own);
    states = {.first = own, .isShared = false};
}

void ZeroCoordinator::enterModule(const Unit &unit, std::int32_t onTape, bool isBackward)
{
    const int number = ZeroModel::unitOf(unit);
    const int module = m_model.moduleAt(number, onTape);
    const ZeroModel::Module &entered = m_model.module(number, module);
    if (onTape == (isBackward ? entered.lastOnTape : entered.firstOnTape))
        fetch(number, module);
}

ZeroCoordinator::Left ZeroCoordinator::leftAt(
    const Unit &unit, std::int32_t onTape, bool isBackward) const
{
    const int number = ZeroModel::unitOf(unit);
    const int module = m_model.moduleAt(number, onTape);
    const ZeroModel::Module &left = m_model.module(number, module);
    const bool isLast = onTape == (isBackward ? left.firstOnTape : left.lastOnTape);
    return {number, module, isLast && !isStoppedIn(module, isBackward)};
}

bool ZeroCoordinator::isLeafDone(const Unit &unit, std::int32_t onTape) const
{
    const Left left = leftAt(unit, onTape, true);
    return left.isOver && m_model.module(left.unit, left.module).isLeaf;
}

void ZeroCoordinator::leaveModule(const Unit &unit, std::int32_t onTape, bool isBackward)
{
    const Left left = leftAt(unit, onTape, isBackward);
    if (!left.isOver)
        return;
    if (!isBackward || isHeard(left))
        release(left.unit, left.module, isBackward);
    fetchBare();
}

void ZeroCoordinator::view(const Unit &unit, const Parameter &parameter, bool isKept)
{
    const int number = ZeroModel::unitOf(unit);
    const int place = m_model.indexOf(unit, parameter) - m_model.firstParameter(number);
    if (isKept)
        keepView(number, place);
    else
        dropView(number, place);
}

void ZeroCoordinator::fetch(int unit, int module)
{
    while (m_ahead.parts && !isNext(unit, module)) {
        if (isAtParting())
            invalidate();
        else
            pass();
    }
    Place found = m_call;
    while (!isThrough(found) && found.leg->unit != unit)
        found = {found.leg + 1, 0};
    if (isThrough(found))
        return;
    const std::vector<ZeroTrace::Call> &calls = found.leg->calls->calls;
    while (found.inLeg < calls.size() && calls[found.inLeg].module != module)
        ++found.inLeg;
    if (found.inLeg == calls.size())
        return;
    while (m_call.leg != found.leg || m_call.inLeg != found.inLeg)
        pass();
    call();
    for (int inside = m_model.kind(unit).modules[static_cast<std::size_t>(module)].inside;
         inside > 0; --inside)
        call();
}

bool ZeroCoordinator::isNext(int unit, int module) const
{
    return !isAtParting() && m_call.leg->unit == unit
        && m_call.leg->calls->calls[m_call.inLeg].module == module;
}

void ZeroCoordinator::pass()
{
    const Place passed = m_call;
    call();
    leave(passed);
}

/// Nobody says when a module is left that has no operations: gpt-oss's attention, for its sinks.
void ZeroCoordinator::leave(const Place &passed)
{
    const ZeroTrace::Leg &at = *passed.leg;
    for (const ZeroTrace::Use &use : at.calls->usesOf(at.calls->calls[passed.inLeg])) {
        const Member member = memberAt(at.unit, use.place);
        State &left = state(member);
        left.users &= static_cast<std::uint8_t>(~userOf(at.unit));
        if (m_ahead.isBare && (!shard(member).isPersistent || !isTraced()))
            drop(left, member);
    }
}

void ZeroCoordinator::fetchBare()
{
    const auto isBare
        = [this] { return m_call.leg->calls->calls[m_call.inLeg].module == ZeroTrace::NoModule; };
    while (!isThrough(m_call) && !isAtParting() && isBare() && !isBehindHead())
        call();
}

void ZeroCoordinator::call()
{
    const ZeroTrace::Leg &at = *m_call.leg;
    const ZeroTrace::Call &now = at.calls->calls[m_call.inLeg];
    if (now.module != ZeroTrace::NoModule)
        fetchOwn(at, now);
    if (m_available < maxLive)
        prefetch();
    ++m_step;
    if (++m_call.inLeg == at.callCount)
        m_call = {m_call.leg + 1, 0};
}

void ZeroCoordinator::fetchOwn(const ZeroTrace::Leg &at, const ZeroTrace::Call &call)
{
    const std::span<const ZeroTrace::Use> uses = at.calls->usesOf(call);
    const bool isAsked = m_ahead.isBare
        && m_model.kind(at.unit).modules[static_cast<std::size_t>(call.module)].isAdapter;
    for (const ZeroTrace::Use &use : uses) {
        const Member member = memberAt(at.unit, use.place);
        if (isAsked && shard(member).isPersistent && !m_missesPersistent)
            return;
        if (State &asked = state(member); asked.status == Status::Sharded)
            gather(asked, member);
    }
    sendGathered();
    int unforeseen = 0;
    for (const ZeroTrace::Use &use : uses) {
        State &asked = state(memberAt(at.unit, use.place));
        asked.users |= userOf(at.unit);
        wait(asked);
        unforeseen += asked.fetchedFor <= m_step ? 1 : 0;
    }
    if (at.calls->recomputedFrom != ZeroTrace::NoModule)
        fetchFrozenAgain(at, uses);
    if (m_holdsReentered && m_call.inLeg < at.calls->reentered)
        attribute(at, uses);
    skipUses(unforeseen);
}

/// update_recompute_parameters: what is frozen belongs to the module whose backward pass was begun
/// last, and is not over.
void ZeroCoordinator::attribute(const ZeroTrace::Leg &at, std::span<const ZeroTrace::Use> uses)
{
    for (const ZeroTrace::Use &use : uses) {
        const Member member = memberAt(at.unit, use.place);
        if (!m_model.kind(member.unit).parameters[static_cast<std::size_t>(member.place)].trainable)
            state(member).users |= recomputation;
    }
}

/// A recomputation that is none of a reentrant checkpoint's begins in the layer's last module.
void ZeroCoordinator::fetchFrozenAgain(
    const ZeroTrace::Leg &at, std::span<const ZeroTrace::Use> uses)
{
    const auto &calls = at.calls->calls;
    const auto from = std::find_if(calls.begin(), calls.end(),
        [&](const auto &call) { return call.module == at.calls->recomputedFrom; });
    const auto until = std::find_if(from + 1, calls.end(),
        [&](const auto &call) { return call.module == at.calls->recomputedFrom; });
    const auto now = calls.begin() + m_call.inLeg;
    if (now <= from || now > until)
        return;
    attribute(at, uses);
}

/// release_sub_module of that module: they go, whoever needs them next.
void ZeroCoordinator::releaseFrozen(int unit)
{
    const int count = m_model.parameterCount(unit);
    for (int place = 0; place < count; ++place) {
        const Member member{unit, place};
        if ((stateNow(member).users & recomputation) == 0)
            continue;
        State &each = state(member);
        each.users &= static_cast<std::uint8_t>(~recomputation);
        if (!shard(member).isPersistent)
            drop(each, member);
    }
}

void ZeroCoordinator::toNextUse()
{
    while (!isThrough(m_use) && m_use.inLeg == m_use.leg->useCount)
        m_use = {m_use.leg + 1, 0};
}

/// Takes a module's parameters that were not fetched ahead off the queue.
void ZeroCoordinator::skipUses(int count)
{
    for (; count > 0 && !isThrough(m_use); --count) {
        const Next next = takeUse();
        state(next.member).fetchedFor = next.step + 1;
    }
}

void ZeroCoordinator::prefetch()
{
    const double most = std::min(maxLive - m_available, m_prefetch);
    double ahead = 0;
    while (foresees(m_use) && ahead < most) {
        const Next next = takeUse();
        State &taken = state(next.member);
        taken.fetchedFor = std::max(taken.fetchedFor, next.step + 1);
        if (taken.status != Status::Sharded)
            continue;
        gather(taken, next.member);
        ahead += shard(next.member).elements;
    }
    sendGathered();
}

/// A single parameter is gathered in place; several share a flat buffer and are then copied out.
void ZeroCoordinator::send()
{
    const std::size_t first = std::exchange(m_sent, m_gathering.size());
    const std::size_t count = m_sent - first;
    m_waiting += static_cast<int>(count);
    Handle &handle = m_handles.emplace_back();
    handle = {.first = first, .end = m_sent, .waiting = static_cast<int>(count)};
    double flat = 0;
    double own = 0;
    for (std::size_t i = first; i < handle.end; ++i) {
        flat += shard(m_gathering[i]).padded;
        own += shard(m_gathering[i]).own;
    }
    m_wire.gather(flat, own);
    if (count == 1) {
        m_ledger.change(m_gathered, shard(m_gathering[first]).gathered);
    } else {
        handle.flat = storageBytes(flat, Dtype::Half);
        m_ledger.change(m_buffers, handle.flat);
    }
    if (m_areOnHost)
        m_ledger.blink(m_buffers, storageBytes(own, Dtype::Half));
}

/// Waits for the gather that the parameter is in; its flat buffer goes with the last of them.
void ZeroCoordinator::land(State &waiting)
{
    Handle &handle = m_handles[static_cast<std::size_t>(waiting.handle)];
    waiting.handle = -1;
    --m_waiting;
    if (!handle.isComplete)
        complete(handle);
    if (--handle.waiting > 0)
        return;
    m_ledger.change(m_buffers, -handle.flat);
}

void ZeroCoordinator::complete(Handle &handle)
{
    handle.isComplete = true;
    for (std::size_t i = handle.first; i < handle.end; ++i) {
        const Member &member = m_gathering[i];
        State &gathered = state(member);
        gathered.status = Status::Gathered;
        gathered.isCopied = handle.isCoalesced();
        if (!gathered.isCopied)
            continue;
        m_ledger.change(m_gathered, shard(member).whole);
    }
}

void ZeroCoordinator::letGo(bool isCopied, const Member &member)
{
    m_ledger.change(m_gathered, -(isCopied ? shard(member).whole : shard(member).gathered));
}

void ZeroCoordinator::drop(State &dropped, const Member &member)
{
    if (dropped.status != Status::Gathered || dropped.users != 0)
        return;
    m_available -= shard(member).elements;
    if (dropped.isViewed)
        dropped.left = dropped.isCopied ? State::Left::Copied : State::Left::Gathered;
    else
        letGo(dropped.isCopied, member);
    dropped.status = Status::Sharded;
    dropped.isCopied = false;
    dropped.isViewed = false;
}

void ZeroCoordinator::dropView(int unit, int place)
{
    const Member member = memberAt(unit, place);
    State &dropped = state(member);
    if (dropped.left == State::Left::Nothing)
        dropped.isViewed = false;
    else
        letGo(dropped.left == State::Left::Copied, member);
    dropped.left = State::Left::Nothing;
}

/// Whether the trace uses it within the reuse distance, or a prefetch passed over a later use.
bool ZeroCoordinator::isNeededSoon(const State &state, int unit, int module, int place) const
{
    const bool isFirst = isForward(m_call) && numbered(m_call) <= m_firstAdapter;
    const bool keeps = isFirst ? m_ahead.keepsUntilAdapters : m_ahead.keeps;
    const bool looksBack = keeps || !isForward(m_call);
    if (looksBack && state.fetchedFor > m_step + 1)
        return true;
    if (!foresees(m_call))
        return false;
    if (m_model.kind(unit).modules[static_cast<std::size_t>(module)].isLeaf)
        return looksBack && isLeafNeededSoon();
    const double traversed
        = m_call.leg->traversed + m_call.leg->calls->calls[m_call.inLeg].traversed;
    return m_trace->elementsBeforeUse(unit, place, m_step, !looksBack) - traversed
        < maxReuseDistance;
}

/// For a leaf, __params_to_release looks into every module that follows with all modules within
/// it: it finds its parameters in the whole model, whose backward pass begins with a call of it.
/// In the backward pass no module follows that it is in.
bool ZeroCoordinator::isLeafNeededSoon() const
{
    return isForward(m_call)
        && m_trace->elementsBeforeModel(*m_call.leg, m_call.inLeg) < maxReuseDistance;
}

bool ZeroCoordinator::isStoppedIn(int module, bool isBackward) const
{
    return !isBackward && !isThrough(m_call) && m_call.leg->calls->recomputedFrom == module;
}

void ZeroCoordinator::release(int unit, int module, bool isBackward)
{
    const ZeroModel::Kind &kind = m_model.kind(unit);
    for (const int place : kind.ownedBy(module)) {
        const Member member = memberAt(unit, place);
        State &released = state(member);
        released.users &= static_cast<std::uint8_t>(~userOf(unit));
        if ((!shard(member).isPersistent || !isTraced()) && released.users == 0
            && !isNeededSoon(released, unit, module, place))
            drop(released, member);
    }
    const std::size_t backward = m_trace->legOf(unit, true);
    if (isBackward && backward < m_trace->legs().size()
        && leg(backward).calls->frozenUntil == module)
        releaseFrozen(unit);
}

void ZeroCoordinator::releaseLeftovers()
{
    // What has a backward pass without gradients of its own: an embedding whose output requires one
    // (enable_input_require_grads).
    while (!isThrough(m_call))
        call();
    double left = isTraced() ? m_available : std::numeric_limits<double>::infinity();
    if (left <= 0)
        return;
    forEachState([&](const Member &member) {
        if (stateNow(member).status != Status::Sharded && !shard(member).isPersistent) {
            State &each = state(member);
            left -= shard(member).elements;
            each.users = 0;
            drop(each, member);
        }
        return left <= 0;
    });
}

void ZeroCoordinator::releaseAll()
{
    bool areAllReleased = false;
    if (m_waiting > 0 || m_ledger.isObserved()) {
        areAllReleased = true;
        forEachState([&](const Member &member) {
            areAllReleased = m_waiting > 0 || m_ledger.isObserved();
            if (!areAllReleased)
                return true;
            State &each = state(member);
            wait(each);
            if (each.status == Status::Gathered)
                letGo(each.isCopied, member);
            return false;
        });
    }
    // Nothing is left but what is persistent.
    if (!areAllReleased)
        m_ledger.releaseAll(m_gathered);
}

void ZeroCoordinator::gatherPersistent()
{
    m_isAfterUpdate = true;
    m_wire.gatherPersistent(m_shards.sums().persistentElements, m_shards.sums().persistentCount);
    holdPersistent();
}

void ZeroCoordinator::holdPersistent()
{
    if (!m_ledger.isObserved()) {
        m_ledger.change(m_gathered, m_shards.sums().persistent);
        return;
    }
    std::vector<double> gathered;
    forEachState([&](const Member &member) {
        if (shard(member).isPersistent)
            gathered.push_back(shard(member).gathered);
        return false;
    });
    m_ledger.changeEach(m_gathered, gathered);
}

} // namespace shardscope
