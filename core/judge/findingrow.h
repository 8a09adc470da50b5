// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/findingfacts.h"

#include <array>
#include <cstddef>
#include <string_view>

namespace shardscope {

/// What must hold where a row is said; nothing where no row above it was it. Whether there is
/// anything is a value of its own: under sanitizers GCC 12 takes no comparison of a member function
/// with null for a constant.
class FindingCondition
{
public:
    constexpr FindingCondition() = default;
    constexpr FindingCondition(std::nullptr_t) { } // of rows that name a subject alone
    constexpr FindingCondition(bool (FindingFacts::*fact)() const)
        : m_fact(fact)
        , m_isNone(false)
    { }

    constexpr bool isNone() const { return m_isNone; }
    bool holds(const FindingFacts &facts) const { return m_isNone || (facts.*m_fact)(); }

private:
    bool (FindingFacts::*m_fact)() const = nullptr;
    bool m_isNone = true;
};

/// A text of a finding, and where it is said.
struct FindingRow
{
    using Fact = Argument (FindingFacts::*)() const;

    FindingId id;
    Text text;
    std::array<Fact, 3> facts{}; ///< for %1, %2, %3
    FindingCondition when{};
    std::string_view subject{}; ///< the finding's; empty: any

    constexpr bool isForAll() const { return when.isNone() && subject.empty(); }
};

} // namespace shardscope
