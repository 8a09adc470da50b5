// SPDX-License-Identifier: GPL-3.0-or-later
// For a model_type without formulas: which known family reads most of its config, and what that one
// does not read. It is no plan by itself: whoever wants one says so in the file.
#pragma once

#include "core/base/json.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// The key of a config.json by which its user has a model_type without formulas read as a family.
inline constexpr std::string_view readAsKey = "shardscope_read_as";

struct NearestFamily
{
    std::string_view name{}; ///< its model_type
    std::vector<std::string> unread{}; ///< keys that change nothing about it
};
/// The family that reads the decoder's part of a config without an error and leaves out the fewest
/// of its keys; of those that leave out as many the first, which is the plainest. Nothing where
/// none reads it.
std::optional<NearestFamily> nearestFamily(const Json &decoder);

/// Keys that change nothing where the decoder's part of a config is read as `family`, without those
/// that say nothing about its shape: token ids, dtypes, generation, bookkeeping. Of a file with
/// very many keys the first ones alone.
std::vector<std::string> unreadKeys(const Json &decoder, std::string_view family);

/// Every model_type that has formulas.
Phrase knownTypes();
/// What an error expects in place of the model_type: the nearest family, what that would be wrong
/// about, and how to plan it nevertheless.
Phrase sayNearest(const NearestFamily &nearest);

} // namespace shardscope
