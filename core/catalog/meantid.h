// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"
#include "core/catalog/catalogjson.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// The ids of those entries that `typed` names when spelling is forgiven: letter case, what stands
/// between words and numbers, the owner of a model, endings that leave its shape alone (-hf,
/// -Instruct, -bnb-4bit), a version that was not typed; of a GPU its vendor, its line, and its
/// memory. Words and numbers must be the same, all of them and in that order: 7B is never 70B. One
/// id: it is meant; several: it could be any.
std::vector<std::string> meantIds(std::string_view typed, CatalogKind kind, const Catalog &catalog);

/// Whether two names of models differ in nothing but what is forgiven.
bool isSameModel(std::string_view name, std::string_view other);

/// An id that was taken for what was typed.
struct TakenId
{
    std::string_view key{};
    std::string typed{};
    std::string id{};
};

/// Puts the ids that are meant, where it can be but one, for those of a scenario that the catalogue
/// does not have. What it changed is for the user to see.
std::vector<TakenId> settleIds(Scenario &scenario, const Catalog &catalog);

/// "4090 is taken for rtx4090."
Phrase phraseOf(const TakenId &taken);

} // namespace shardscope
