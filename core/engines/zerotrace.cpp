// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zerotrace.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::size_t directions = 6;

void addBare(ZeroTrace::Calls &calls, int count)
{
    for (int i = 0; i < count; ++i)
        calls.calls.push_back({.firstUse = static_cast<std::uint32_t>(calls.uses.size()),
            .traversed = calls.elements,
            .nested = calls.nested});
}

} // namespace

ZeroTrace::ZeroTrace(const Workload &work, const ZeroModel &model, Modules called)
    : m_model(model)
    , m_wrappers(work.isFull() || called == Modules::Plain ? 0 : 1)
    , m_calls(model.kinds().size() * directions)
{
    const bool recomputes = work.training().checkpointing != Checkpointing::None;
    // Nothing before the first adapters needs a gradient.
    const bool startsFrozen = !work.isFull() && !recomputes;
    const int head = model.unitCount() - 1;
    m_legs.reserve(2 * slot(model.unitCount()));
    for (int unit = 0; unit <= head; ++unit)
        addLeg(unit, called == Modules::Bare ? Direction::Bare : Direction::Forward);
    m_backward.assign(slot(model.unitCount()), std::numeric_limits<std::size_t>::max());
    addLeg(head, Direction::Backward);
    // CheckpointFunction runs the layer forward before anything of its backward pass.
    const Direction again
        = hasReentrantCheckpoints(work.scenario) ? Direction::Reentered : Direction::Recomputed;
    const Direction backward = recomputes ? again : Direction::Backward;
    for (int unit = head - 1; unit > 0; --unit) {
        const ZeroModel::Kind &kind = model.kind(unit);
        const ZeroModel::Kind &before = model.kind(unit - 1);
        const bool isFirst = before.of == Unit::Kind::Embedding
            || (before.of == Unit::Kind::Tower && !before.hasBackward);
        if (kind.isLayer() && isFirst && startsFrozen)
            addLeg(unit, Direction::FrozenBackward);
        else if (kind.hasBackward)
            addLeg(unit, kind.isRecomputed ? backward : Direction::Backward);
    }
    if (!startsFrozen)
        addLeg(0, Direction::Backward);
}

void ZeroTrace::addLeg(int unit, Direction direction)
{
    Calls &calls = m_calls[m_model.kindOf(unit) * directions + static_cast<std::size_t>(direction)];
    if (calls.calls.empty())
        calls = callsOf(unit, direction);
    if (calls.calls.empty()) // a first layer in which nothing is trained
        return;
    Leg leg{.calls = &calls,
        .unit = unit,
        .firstParameter = m_model.firstParameter(unit),
        .firstPlace = m_model.kind(unit).firstPlace,
        .callCount = calls.count(),
        .useCount = static_cast<Step>(calls.uses.size())};
    if (!m_legs.empty()) {
        const Leg &last = m_legs.back();
        leg.first = last.end();
        leg.traversed = last.traversed + last.calls->elements;
        leg.nested = last.nested + last.calls->nested;
    }
    if (!isForward(direction))
        m_backward[slot(unit)] = m_legs.size();
    m_legs.push_back(leg);
}

ZeroTrace::Calls ZeroTrace::callsOf(int unit, Direction direction) const
{
    const ZeroModel::Kind &kind = m_model.kind(unit);
    const bool isOuter = !kind.isLayer() && isForward(direction);
    Calls calls;
    calls.calls.reserve(4 * kind.modules.size() + 4);
    calls.uses.reserve(2 * kind.parameters.size());
    calls.stepsOf.assign(kind.parameters.size(), {Never, Never});
    if (isOuter && unit == 0)
        addBare(calls, 2 + m_wrappers); // the model, its decoder
    if (direction == Direction::Reentered) {
        addCalls(calls, kind, Direction::Forward);
        calls.reentered = calls.count();
    }
    addCalls(calls, kind, direction);
    if (isOuter)
        addBare(calls, outerCallsBehind(kind, unit));
    if (direction == Direction::Recomputed) {
        calls.recomputedFrom = static_cast<int>(kind.modules.size()) - 1;
        calls.frozenUntil = kind.endsInOwn ? 0 : calls.recomputedFrom;
    }
    return calls;
}

/// Modules without parameters that are called between one unit's pass and the next one's.
int ZeroTrace::outerCallsBehind(const ZeroModel::Kind &kind, int unit) const
{
    if (kind.of == Unit::Kind::Head)
        return 1 + m_wrappers; // the model again
    if (m_model.kind(unit + 1).isLayer()) // rotary_emb; behind a tower the decoder before it
        return kind.of == Unit::Kind::Tower ? 2 : 1;
    return unit == 1 ? 1 : 0; // rotary_pos_emb behind the patches
}

void ZeroTrace::addCall(Calls &calls, const ZeroModel::Kind &kind, int module)
{
    const Step step = calls.count();
    const std::span<const int> owned = kind.ownedBy(module);
    calls.calls.push_back({.module = module,
        .firstUse = static_cast<std::uint32_t>(calls.uses.size()),
        .useCount = static_cast<std::uint32_t>(owned.size()),
        .traversed = calls.elements,
        .nested = calls.nested});
    for (const int place : owned) {
        calls.uses.push_back({place, step});
        const double elements = kind.parameters[slot(place)].elements;
        calls.nested += elements;
        // A leaf has no parameters of its own.
        calls.elements += kind.modules[slot(module)].isLeaf ? 0 : elements;
        auto &steps = calls.stepsOf[slot(place)];
        steps[steps[0] == Never ? 0 : 1] = step;
    }
}

/// One unit's modules; backward in reverse. A checkpointed layer is entered backward down to its
/// last module, where autograd asks for the first kept tensor; then it runs forward again.
void ZeroTrace::addCalls(Calls &calls, const ZeroModel::Kind &kind, Direction direction)
{
    const bool isBackward = !isForward(direction);
    const int count = static_cast<int>(kind.modules.size());
    for (int i = 0; i < count; ++i) {
        const int index = isBackward ? count - 1 - i : i;
        const ZeroModel::Module &module = kind.modules[slot(index)];
        const bool isPassedOver = direction == Direction::FrozenBackward && !module.isBehindTrained;
        const bool isDisabled = direction == Direction::Bare && module.isAdapter;
        if (isPassedOver || isDisabled || (isBackward && !module.runsBackward))
            continue;
        // In the backward pass of the head, the decoder comes between lm_head and norm.
        const bool isHead = kind.of == Unit::Kind::Head;
        int before = isBackward && isHead && i == 1 ? 1 : 0;
        if (kind.isLayer())
            before = isBackward ? module.beforeBackward + (i == 0 ? 1 : 0) : module.beforeForward;
        if (kind.of == Unit::Kind::Tower)
            before = isBackward ? module.beforeBackward : module.beforeForward;
        // Another parameter of its own is what PEFT's module around it asks for the dtype of:
        // lora_A's weight (parameter_offload.py, ZeROOrderedDict; register_external_parameter).
        const bool isAdapted = direction == Direction::Bare && index + 1 < count
            && kind.modules[slot(index + 1)].isAdapter;
        addBare(calls, before - (isAdapted ? 1 : 0));
        if (isAdapted)
            addCall(calls, kind, index + 1);
        calls.nested += isBackward ? 0 : module.elementsBefore;
        addCall(calls, kind, index);
        if (i == 0 && direction == Direction::Recomputed)
            addCalls(calls, kind, Direction::Forward);
        addBare(calls, module.inside);
    }
}

double ZeroTrace::beforeUseOfTable(Step from, bool inForward) const
{
    double elements = std::numeric_limits<double>::infinity();
    for (const ZeroModel::Use &use : m_model.tableUses())
        elements = std::min(elements, beforeUseOf(use.unit, use.place, from, inForward));
    return elements;
}

ZeroTrace::CallPlace ZeroTrace::firstAdapter() const
{
    CallPlace place;
    for (; place.leg < slot(m_model.unitCount()); ++place.leg) {
        const Leg &leg = m_legs[place.leg];
        const std::vector<ZeroModel::Module> &modules = m_model.kind(leg.unit).modules;
        Step behindLast = 0; // of the calls that have parameters
        for (place.inLeg = 0; place.inLeg < leg.callCount; ++place.inLeg) {
            const Call &call = leg.calls->calls[place.inLeg];
            if (call.module == NoModule)
                continue;
            if (modules[slot(call.module)].isAdapter)
                return {place.leg, behindLast};
            behindLast = place.inLeg + 1;
        }
    }
    return {place.leg, 0};
}

double ZeroTrace::elementsBeforeModel(const Leg &leg, Step inLeg) const
{
    const Leg &head = m_legs[static_cast<std::size_t>(m_model.unitCount() - 1)];
    return head.nested + head.calls->nested - leg.nested - leg.calls->calls[inLeg].nested;
}

ZeroTrace::Bounds ZeroTrace::elementsUntilNextLeg(std::size_t leg) const
{
    const std::size_t next = legOf(m_legs[leg].unit, true);
    if (next <= leg || next >= m_legs.size())
        return {};
    const Leg &from = m_legs[leg];
    const Leg &to = m_legs[next];
    return {.least = to.traversed - from.traversed - from.calls->elements,
        .most = to.traversed + to.calls->elements - from.traversed};
}

} // namespace shardscope
