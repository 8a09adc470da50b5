// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/phrase.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Something on a list, by its id, and what people call it otherwise.
struct Listed
{
    std::string id{};
    std::vector<std::string> names{};
};

/// The ids that somebody may have meant who typed what there is not, the nearest first, at most
/// three; none where nothing is near. Letter case and punctuation do not count, the words around
/// those that were typed and the endings of words count little, digits much.
std::vector<std::string> nearest(std::string_view typed, const std::vector<Listed> &listed);
std::vector<std::string> nearest(std::string_view typed, std::span<const std::string_view> words);

/// "a key that is listed (did you mean parallel.gpus?)"; `said` alone for no ids.
Phrase withMeant(Phrase said, const std::vector<std::string> &ids);
/// What is expected where a word is none of `words`: all of them, and what may have been meant.
Phrase oneOfNear(std::string_view typed, std::span<const std::string_view> words);

} // namespace shardscope
