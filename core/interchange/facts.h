// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/scenario/origin.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// What one file says of a run in words that all formats share: an input of a scenario
/// ("training.micro_batch"), or something that inputs follow from (`sharedFacts`).
struct Fact
{
    std::string id{};
    Json value{}; ///< as setKey takes it, or as `sharedFacts` says
    Origin origin{};
    int rank = 0; ///< of the file: the higher wins

    bool operator==(const Fact &) const = default;
};

using Facts = std::vector<Fact>;

/// A fact that is no input by itself, and the values that it may have.
struct SharedFact
{
    std::string_view id;
    std::string_view values; ///< words separated by " | ", or "number", "text"
    std::string_view input{}; ///< of a scenario: where one sees what it came to; may be empty
};
std::span<const SharedFact> sharedFacts();
/// Null where there is no such fact.
const SharedFact *findSharedFact(std::string_view id);

/// The input that shows what a fact comes to; itself where it is one; empty: none.
std::string_view inputOf(std::string_view fact);

/// Whether a value leaves it to others.
bool isAuto(const Json &value);

/// The fact of the highest rank, the first of equals; null where nothing says it.
const Fact *findFact(std::span<const Fact> facts, std::string_view id);

} // namespace shardscope
