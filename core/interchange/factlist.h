// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/interchange/facts.h"

#include <optional>

namespace shardscope {

/// Reads the facts of a run, of each id one, as numbers and words.
class FactList
{
public:
    explicit FactList(std::span<const Fact> facts)
        : m_facts(facts)
    { }

    /// Null where nothing says it; `isSaid` leaves out what a format's program takes by itself.
    const Fact *find(std::string_view id) const { return findFact(m_facts, id); }
    bool isSaid(std::string_view id) const
    {
        const Fact *fact = find(id);
        return fact && fact->origin.kind == OriginKind::File && !isAuto(fact->value);
    }

    std::optional<double> number(std::string_view id) const
    {
        const Fact *fact = find(id);
        const double *value = fact ? fact->value.number() : nullptr;
        return value ? std::optional(*value) : std::nullopt;
    }
    /// Empty where nothing says it, or "auto" leaves it open.
    std::string_view word(std::string_view id) const
    {
        const Fact *fact = find(id);
        const std::string *value = fact && !isAuto(fact->value) ? fact->value.string() : nullptr;
        return value ? std::string_view(*value) : std::string_view();
    }
    bool is(std::string_view id, std::string_view value) const { return word(id) == value; }

private:
    std::span<const Fact> m_facts;
};

} // namespace shardscope
