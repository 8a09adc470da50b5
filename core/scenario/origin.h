// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/scenario.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace shardscope {

enum class OriginKind {
    Default, ///< of this program
    Format, ///< what the program that reads the file takes where the file says nothing
    File,
    Derived, ///< follows from what files say of other things
    User
};

/// Where the value of an input comes from.
struct Origin
{
    OriginKind kind = OriginKind::Default;
    std::string file{}; ///< as the user named it
    int line = 0; ///< 1-based; 0: unknown
    /// File: the key as the file calls it. Derived: those that it follows from. Format: whose
    /// default it is.
    std::string key{};
    std::string text{}; ///< the value as it is written there

    bool operator==(const Origin &) const = default;
};

/// By input: "training.micro_batch". What is missing has the default.
using Origins = std::map<std::string, Origin, std::less<>>;

/// A scenario, and where its inputs come from.
struct SourcedScenario
{
    Scenario scenario{};
    Origins origins{};
};

/// The origins after the user has made one scenario of another: what differs is the user's.
Origins originsAfterEdit(Origins origins, const Scenario &before, const Scenario &after);

/// The origins after files were read into a scenario: those that the files give, and the old ones
/// of inputs that they left as they were.
Origins originsAfterImport(const SourcedScenario &before, const SourcedScenario &stated);

} // namespace shardscope
