// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace shardscope {

/// What the source of a published run printed, in its own words. A field within a group has a dot:
/// "sharding.strategy". Empty text, 0 and false: nothing, or no plain word.
class Printed
{
public:
    explicit Printed(const Json &run)
        : m_run(run)
    { }

    const Json *find(std::string_view field) const;
    std::string_view text(std::string_view field) const;
    /// A whole number of at least 1.
    std::int64_t size(std::string_view field) const;
    bool isTrue(std::string_view field) const;
    /// Whether the text, as `plain` spells it, fits one of `patterns`.
    bool says(std::string_view field, std::string_view patterns) const;
    std::int64_t gpus() const; ///< data-parallel

private:
    const Json &m_run;
};

/// Small letters and figures alone: "A100-SXM4-80GB" and "a100 sxm4 80 GB" are one.
std::string plain(std::string_view text);

} // namespace shardscope
