// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/phrase.h"

#include <cstddef>
#include <string>
#include <vector>

namespace shardscope {

/// A line of an import's report: what a file says, and what became of it.
struct ImportRow
{
    std::string file{}; ///< empty: no file says it
    int line = 0; ///< 1-based; 0: unknown
    std::string key{}; ///< as the file calls it
    std::string value{}; ///< as it stands there, shortened
    std::string input{}; ///< of the scenario that it reaches; may be empty
    std::string taken{}; ///< the value there, as one would type it
    Phrase why{};

    bool operator==(const ImportRow &) const = default;
};

/// What files say differently of one thing.
struct Contradiction
{
    std::string fact{}; ///< by which a choice is remembered
    std::string input{};
    std::vector<ImportRow> sayings{};
    std::size_t chosen = 0;

    bool operator==(const Contradiction &) const = default;
};

/// Everything that the files of a run say, each key in one of these lists.
struct ImportReport
{
    std::vector<ImportRow> taken{};
    std::vector<ImportRow> assumed{}; ///< nothing said it, or what is said is not modelled
    std::vector<Contradiction> contradicting{};
    std::vector<ImportRow> withoutEffect{}; ///< on memory or traffic
    std::vector<ImportRow> notUnderstood{};

    bool operator==(const ImportReport &) const = default;
};

/// A value as it stands in a file, short enough for a line.
std::string shownValue(const Json &value);

} // namespace shardscope
