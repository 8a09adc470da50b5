// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zerodeclared.h"
#include "core/step/policy.h"

#include <span>
#include <vector>

namespace shardscope {

/// A parameter as DeepSpeed's ZeRO sees it.
struct ZeroParameter
{
    double elements = 0;
    double bytes = 0; ///< of the whole gradient, as autograd makes it
    bool trainable = true;
    bool isExpert = false; ///< of a routed expert, which is dealt out
};

/// The model's parameters in the order of `model.parameters()`, which is how DeepSpeed cuts them,
/// and its modules. Tied tables are one parameter. Units are numbered in the order in which they
/// run: embedding, vision tower, layers, head; like ones share what is said of them. A vision
/// tower's parameters are declared before the embedding's.
class ZeroModel
{
public:
    /// A module of a unit, and how many calls of modules without parameters of their own come just
    /// before its own, and within it.
    struct Module
    {
        int beforeForward = 0;
        int beforeBackward = 0;
        int inside = 0;
        /// Elements of all parameters in those that come just before it in the forward pass.
        double elementsBefore = 0;
        /// Where what comes into the unit requires no gradient, it runs backward all the same:
        /// something in it is trained, or something before it in the unit.
        bool isBehindTrained = true;
        /// A leaf of DeepSpeed's (utils/z3_leaf_module.py): all in it is gathered and released at
        /// once, and its gradients are reduced when its backward pass is over.
        bool isLeaf = false;
        /// What it is given requires a gradient: elsewhere its backward hook never fires.
        bool hearsGradient = true;
        bool runsBackward = true; ///< a table of fixed places does not
        bool isAdapter = false; ///< not called where adapters are disabled
        std::int32_t firstOnTape = 0; ///< of the tape's modules; a leaf is several of them
        std::int32_t lastOnTape = 0;
        int firstOwned = 0; ///< in the kind's `owned`
        int ownedCount = 0;
    };
    /// What units of one kind have in common.
    struct Kind
    {
        std::vector<int> places{}; ///< of the tape's parameters, in declaration order
        std::span<const ZeroParameter> parameters{}; ///< in declaration order
        int firstPlace = 0; ///< among those of all kinds
        std::vector<Module> modules{};
        std::vector<int> onTape{}; ///< which of them each of the tape's modules belongs to
        std::vector<std::int32_t> bare{}; ///< those of the tape's modules that are no adapters
        std::vector<int> owned{}; ///< places in the unit's order, module by module
        Unit::Kind of = Unit::Kind::Layer;
        bool isRecomputed = false; ///< where there are checkpoints
        bool hasBackward = true;
        /// What it ends in is a parameter of the unit itself, whose backward pass is over last.
        bool endsInOwn = false;
        /// Its last parameter is the table of words, which another unit has declared.
        bool sharesTable = false;

        bool isLayer() const { return of == Unit::Kind::Layer; }
        std::span<const int> ownedBy(int module) const
        {
            const Module &owner = modules[static_cast<std::size_t>(module)];
            return std::span(owned).subspan(static_cast<std::size_t>(owner.firstOwned),
                static_cast<std::size_t>(owner.ownedCount));
        }
    };

    ZeroModel(const Workload &work, const ModelTapes &tapes);
    ZeroModel(const ZeroModel &) = delete;
    ZeroModel &operator=(const ZeroModel &) = delete;

    const std::vector<const ZeroParameter *> &parameters() const { return m_parameters; }
    int parameterCount() const { return static_cast<int>(m_parameters.size()); }
    const ZeroParameter &at(int parameter) const
    {
        return *m_parameters[static_cast<std::size_t>(parameter)];
    }
    int indexOf(const Unit &unit, const Parameter &parameter) const
    {
        const auto onTape = static_cast<std::size_t>(&parameter - unit.tape->parameters.data());
        const int number = unitOf(unit);
        return parameterAt(number, kind(number).places[onTape]);
    }

    /// Units in the order in which their parameters are declared.
    std::span<const int> unitsInOrder() const { return m_inOrder; }
    int unitCount() const { return static_cast<int>(m_units.size()); }
    static int unitOf(const Unit &unit)
    {
        switch (unit.kind) {
        case Unit::Kind::Embedding:
            return 0;
        case Unit::Kind::Tower:
            return unit.index + 1;
        case Unit::Kind::Layer:
            return unit.towerParts + unit.index + 1;
        case Unit::Kind::Head:
            break;
        }
        return unit.towerParts + unit.layers + 1;
    }
    const std::vector<Kind> &kinds() const { return m_kinds; }
    std::size_t kindOf(int unit) const { return placed(unit).kind; }
    const Kind &kind(int unit) const { return m_kinds[kindOf(unit)]; }
    const Module &module(int unit, int number) const
    {
        return kind(unit).modules[static_cast<std::size_t>(number)];
    }
    /// Which of a unit's modules one of its tape's is, or is in.
    int moduleAt(int unit, std::int32_t onTape) const
    {
        return kind(unit).onTape[static_cast<std::size_t>(onTape)];
    }
    /// The same module on the unit's own tape as on that without adapters.
    std::int32_t amongAdapters(int unit, std::int32_t onBareTape) const
    {
        return kind(unit).bare[static_cast<std::size_t>(onBareTape)];
    }
    int firstParameter(int unit) const { return placed(unit).firstParameter; }
    /// Without a table that another unit has declared.
    int parameterCount(int unit) const
    {
        return static_cast<int>(kind(unit).parameters.size()) - (kind(unit).sharesTable ? 1 : 0);
    }
    /// The parameter of a unit at a place of its order.
    int parameterAt(int unit, int place) const
    {
        return isTable(unit, place) ? m_sharedTable : firstParameter(unit) + place;
    }
    /// The table of words, where several units use it.
    int sharedTable() const { return m_sharedTable; }
    /// Whether that is the table of words, declared by another unit.
    bool isTable(int unit, int place) const { return place >= parameterCount(unit); }
    /// What is said at the places of all kinds, one kind after the other.
    std::span<const ZeroParameter> places() const { return m_places; }
    /// Where among them it is said of a parameter.
    std::size_t placeOf(int parameter) const
    {
        return static_cast<std::size_t>(&at(parameter) - m_places.data());
    }
    /// The head's matrix is the embedding's.
    bool sharesTable() const { return m_sharesTable; }
    /// Where the table of words is used, in the order in which units run: a unit, and a place
    /// there.
    struct Use
    {
        int unit = 0;
        int place = 0;
    };
    std::span<const Use> tableUses() const { return m_tableUses; }
    /// Of these, the one by the unit that has declared it.
    const Use &declaredTable() const { return m_declaredTable; }

private:
    struct PlacedUnit
    {
        std::size_t kind = 0;
        int firstParameter = 0;
    };

    struct KindTraits
    {
        bool hasLeaf = false;
        bool sharesTable = false;
        bool isOfStacks = false;
    };
    Kind &addKind(const Workload &work, const Tape &tape, Unit::Kind of, KindTraits traits);
    static void addModules(
        Kind &kind, const Tape &tape, std::span<const int> order, KindTraits traits);
    const PlacedUnit &placed(int unit) const { return m_units[static_cast<std::size_t>(unit)]; }
    void declareUnits(const ModelTapes &tapes, bool isHeadFirst);
    void findTable(const ModelTapes &tapes);
    void declare(std::size_t place, std::size_t index);

    std::vector<ZeroParameter> m_places;
    std::vector<Kind> m_kinds;
    std::vector<PlacedUnit> m_units;
    std::vector<int> m_inOrder; ///< units, as they are declared
    std::vector<const ZeroParameter *> m_parameters; ///< in m_places
    int m_sharedTable = 0;
    std::vector<Use> m_tableUses;
    Use m_declaredTable;
    bool m_sharesTable = false;
    double m_packed = 0.5; ///< bytes of a quantised weight
};

} // namespace shardscope
