// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

/// What somebody's file says of a run, in its own words. A field within a group has a dot
/// before its name: "sharding.strategy".
class Printed
{
public:
    explicit Printed(const Json &run)
        : m_run(run)
    { }

    /// Null where nothing is said.
    const Json *find(std::string_view field) const;
    /// Words, numbers and yes or no as text, lists with commas, groups as JSON; empty: nothing of
    /// that is said.
    std::string text(std::string_view field) const;
    /// A whole number of at least 1; 0: no such number is said.
    std::int64_t size(std::string_view field) const;
    /// Whether the text, as `plain` spells it, fits one of `patterns`; - where there is none.
    bool says(std::string_view field, std::string_view patterns) const;

private:
    const Json &m_run;
};

/// Small letters and figures alone: "A100-SXM4-80GB" and "a100 sxm4 80 GB" are one.
std::string plain(std::string_view text);

} // namespace shardscope
