// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/shortened.h"

#include "core/base/plaintext.h"

namespace shardscope {

Phrase shortened(Phrase words)
{
    constexpr std::size_t longest = 200;
    for (Argument &argument : words.arguments) {
        if (auto *phrases = std::get_if<std::vector<Phrase>>(&argument)) {
            for (Phrase &phrase : *phrases)
                phrase = shortened(std::move(phrase));
        }
        const auto *text = std::get_if<std::string>(&argument);
        if (!text || text->size() <= longest)
            continue;
        const std::string start(wholeCharacters(*text, longest));
        const auto rest = static_cast<double>(text->size() - start.size());
        argument = nested(
            Phrase(english("errors", "%1... (%2 more bytes)"), {start, Amount::whole(rest)}));
    }
    return words;
}

} // namespace shardscope
