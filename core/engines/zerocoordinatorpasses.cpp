// SPDX-License-Identifier: GPL-3.0-or-later
// The passes of a step under ZeroCoordinator: which trace each goes by, and what one leaves to the
// next.
#include "core/engines/zerocoordinator.h"

#include <cassert>
#include <utility>

namespace shardscope {

/// _clean_inflight_param_registry
void ZeroCoordinator::landAll()
{
    if (m_waiting == 0)
        return;
    forEachState([this](const Member &member) {
        if (stateNow(member).handle >= 0) {
            land(state(member));
            drop(state(member), member);
        }
        return m_waiting == 0;
    });
}

void ZeroCoordinator::forgetUses()
{
    forEachState([this](const Member &member) {
        if (stateNow(member).fetchedFor > 0 || stateNow(member).users != 0) {
            state(member).fetchedFor = 0;
            state(member).users = 0;
        }
        return false;
    });
}

void ZeroCoordinator::follow(bool isBare, const ZeroTrace::CallPlace &from)
{
    m_trace = isBare ? &*m_bare : &m_whole;
    const ZeroTrace::Leg *const leg = m_trace->legs().data() + from.leg;
    const bool isOver = from.inLeg > 0 && from.inLeg == leg->callCount;
    m_call = isOver ? Place{leg + 1, 0} : Place{leg, from.inLeg};
    const bool isStart = from == ZeroTrace::CallPlace();
    m_use = isStart ? m_call : Place{end(), 0}; // nothing is foreseen from elsewhere
}

void ZeroCoordinator::begin(const ZeroAhead &ahead)
{
    landAll();
    m_goesOn = m_bare && !m_isAfterUpdate;
    const bool arePersistentThere = std::exchange(m_isAfterUpdate, false) || isTraced();
    if (m_goesOn)
        forgetUses();
    else if (!m_areNew)
        reset(arePersistentThere);
    m_areNew = false;
    m_ahead = ahead;
    m_wereAdaptersOff = false;
    m_skipped = {};
    m_handles.clear();
    m_gathering.clear();
    m_sent = 0;
    follow(ahead.isBare != ahead.parts, {});
    m_step = 0;
    m_available = 0;
    m_before.isThere = false;
}

/// _invalidate_trace
void ZeroCoordinator::invalidate()
{
    landAll();
    forEachState([this](const Member &member) {
        if (stateNow(member).fetchedFor > 0)
            state(member).fetchedFor = 0;
        return false;
    });
    const bool isBare = m_ahead.isBare;
    m_ahead = {.reach = ZeroAhead::Reach::Nothing, .keeps = false, .isBare = isBare};
    follow(isBare, m_firstAdapter);
}

void ZeroCoordinator::enableAdapters()
{
    assert(m_ahead.isBare);
    m_ahead.isBare = false;
    m_wereAdaptersOff = true;
}

/// Whether a module's hook behind its backward pass fires. Token ids and pixels need no gradient;
/// and a forward pass without autograd that comes before sets to zero how many gradients are
/// awaited (parameter_offload.py, ds_grads_remaining), of all that it calls and that is not run
/// again.
bool ZeroCoordinator::isHeard(const Left &left) const
{
    const ZeroModel::Module &module = m_model.module(left.unit, left.module);
    const std::size_t backward = m_trace->legOf(left.unit, true);
    const bool isOverwritten = m_wereAdaptersOff && !module.isAdapter
        && backward < m_trace->legs().size() && leg(backward).calls->reentered == 0;
    return module.hearsGradient && !isOverwritten;
}

/// The hook of the modules around all others, on what they return, fires first.
void ZeroCoordinator::beginBackward()
{
    while (!isThrough(m_call) && isBehindHead())
        call();
}

/// Whether what comes next are the modules around all others, again: as a backward pass begins.
bool ZeroCoordinator::isBehindHead() const
{
    return m_call.inLeg > 0
        && numberOf(m_call) == static_cast<std::size_t>(m_model.unitCount()) - 1;
}

} // namespace shardscope
