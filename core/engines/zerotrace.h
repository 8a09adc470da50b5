// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zeromodel.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <limits>
#include <span>

namespace shardscope {

/// The calls of modules in one forward and backward pass, as DeepSpeed records them, in legs: one
/// for each unit and direction. Legs of like units share what is said of them.
class ZeroTrace
{
public:
    using Step = std::uint32_t;

    static constexpr int NoModule = -1; ///< one without parameters
    static constexpr Step Never = std::numeric_limits<Step>::max();
    struct Call
    {
        int module = NoModule; ///< of the unit
        std::uint32_t firstUse = 0;
        std::uint32_t useCount = 0;
        double traversed = 0; ///< elements used before, but for those of leaves
        double nested = 0; ///< elements before, each module's with those of the modules within it
    };
    /// A parameter is used by a call.
    struct Use
    {
        int place = 0; ///< in the unit's order
        Step step = 0; ///< of the leg
    };
    struct Calls
    {
        std::vector<Call> calls{}; ///< one for each step
        std::vector<Use> uses{}; ///< in order
        double elements = 0; ///< used by all but leaves
        double nested = 0; ///< of all modules, each with those within it
        /// A layer that is computed again: its last module, where that begins, is not left before
        /// its backward pass is over. NoModule: it is not.
        int recomputedFrom = NoModule;
        int frozenUntil = NoModule; ///< the module with which what is frozen goes then
        /// A reentrant checkpoint's calls of a forward pass within the backward pass, which come
        /// first.
        Step reentered = 0;
        std::vector<std::array<Step, 2>> stepsOf{}; ///< uses by place; recomputation makes it two

        Step count() const { return static_cast<Step>(calls.size()); }
        std::span<const Use> usesOf(const Call &call) const
        {
            return std::span(uses).subspan(call.firstUse, call.useCount);
        }
    };
    struct Leg
    {
        const Calls *calls = nullptr;
        int unit = 0;
        int firstParameter = 0; ///< of the unit
        int firstPlace = 0; ///< of the kind
        Step callCount = 0;
        Step useCount = 0;
        Step first = 0; ///< of its steps, in the whole trace
        double traversed = 0; ///< elements used before
        double nested = 0;

        Step end() const { return first + callCount; }
    };

    /// Which of the model's modules are called.
    enum class Modules : std::uint8_t {
        All,
        Bare, ///< adapters are disabled in the forward pass; the backward pass is another one's
        Plain ///< a model's that nothing was put around
    };
    ZeroTrace(const Workload &work, const ZeroModel &model, Modules called = Modules::All);
    ZeroTrace(const ZeroTrace &) = delete;
    ZeroTrace &operator=(const ZeroTrace &) = delete;

    const std::vector<Leg> &legs() const { return m_legs; }
    /// There is none backward where nothing is trained.
    std::size_t legOf(int unit, bool isBackward) const
    {
        return isBackward ? m_backward[static_cast<std::size_t>(unit)]
                          : static_cast<std::size_t>(unit);
    }
    /// Elements used before the next use of a unit's parameter, from step `from` on, in both passes
    /// or in the forward pass alone; infinitely many where there is none.
    double elementsBeforeUse(int unit, int place, Step from, bool inForward) const
    {
        const double ofUnit = beforeUseOf(unit, place, from, inForward);
        return m_model.tableUses().size() > 1
                && m_model.parameterAt(unit, place) == m_model.sharedTable()
            ? std::min(ofUnit, beforeUseOfTable(from, inForward))
            : ofUnit;
    }
    /// Elements until the whole model's next call, which is where its backward pass begins, from a
    /// call of the forward pass on, with those of the modules within each module: what a leaf's
    /// parameters are looked for in.
    double elementsBeforeModel(const Leg &leg, Step inLeg) const;
    /// Bounds of the elements used from any step of a leg to any of the next leg of its unit.
    struct Bounds
    {
        double least = std::numeric_limits<double>::infinity();
        double most = std::numeric_limits<double>::infinity();
    };
    Bounds elementsUntilNextLeg(std::size_t leg) const;
    /// A call of the trace: its leg, and its step in that.
    struct CallPlace
    {
        std::size_t leg = 0;
        Step inLeg = 0;

        auto operator<=>(const CallPlace &) const = default;
    };
    /// Where a pass without adapters parts from this trace: behind the first call of a module that
    /// has an adapter, which is the same place in its own trace.
    CallPlace firstAdapter() const;

private:
    enum class Direction { Forward, Bare, Backward, Recomputed, Reentered, FrozenBackward };

    static bool isForward(Direction direction)
    {
        return direction == Direction::Forward || direction == Direction::Bare;
    }
    void addLeg(int unit, Direction direction);
    Calls callsOf(int unit, Direction direction) const;
    int outerCallsBehind(const ZeroModel::Kind &kind, int unit) const;
    static void addCall(Calls &calls, const ZeroModel::Kind &kind, int module);
    static void addCalls(Calls &calls, const ZeroModel::Kind &kind, Direction direction);
    double beforeUseIn(std::size_t leg, int place, Step from) const
    {
        if (leg >= m_legs.size() || m_legs[leg].end() <= from)
            return std::numeric_limits<double>::infinity();
        const Leg &searched = m_legs[leg];
        for (const Step step : searched.calls->stepsOf[static_cast<std::size_t>(place)]) {
            if (step != Never && searched.first + step >= from)
                return searched.traversed + searched.calls->calls[step].traversed;
        }
        return std::numeric_limits<double>::infinity();
    }
    double beforeUseOf(int unit, int place, Step from, bool inForward) const
    {
        const double forward = beforeUseIn(legOf(unit, false), place, from);
        return inForward ? forward : std::min(forward, beforeUseIn(legOf(unit, true), place, from));
    }
    /// Elements before the next use of the table of words, by any of its modules.
    double beforeUseOfTable(Step from, bool inForward) const;

    const ZeroModel &m_model;
    const int m_wrappers; ///< modules that PEFT puts around the model
    std::vector<Calls> m_calls; ///< by kind and direction
    std::vector<Leg> m_legs;
    std::vector<std::size_t> m_backward; ///< legs by unit; beyond all where there is none
};

} // namespace shardscope
