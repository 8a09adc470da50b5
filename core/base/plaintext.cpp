// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/plaintext.h"

#include <array>

namespace shardscope {

namespace {

constexpr std::string_view instead = "\xEF\xBF\xBD"; // U+FFFD

/// A character of UTF-8; `isValid` is false where a byte belongs to none.
struct Character
{
    char32_t code = 0;
    std::size_t bytes = 1;
    bool isValid = true;
};

Character firstOf(std::string_view text)
{
    constexpr std::array<char32_t, 5> smallest{0, 0, 0x80, 0x800, 0x10000};
    constexpr Character broken{.isValid = false};
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80)
        return {.code = lead};
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes)
        return broken;
    char32_t code = lead & (0xFFU >> (bytes + 1));
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[i]);
        if ((next & 0xC0U) != 0x80U)
            return broken;
        code = (code << 6U) | (next & 0x3FU);
    }
    const bool isSurrogate = code >= 0xD800 && code < 0xE000;
    if (code < smallest[bytes] || code > 0x10FFFF || isSurrogate)
        return broken;
    return {code, bytes};
}

/// Calls `visit` with each character and its bytes; runs of plain ASCII go to `keep` at once.
template <class Keep, class Visit>
void visitCharacters(std::string_view text, const Keep &keep, const Visit &visit)
{
    std::size_t kept = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        const auto byte = static_cast<unsigned char>(text[at]);
        if (byte >= 0x20 && byte < 0x7F) {
            ++at;
            continue;
        }
        keep(text.substr(kept, at - kept));
        const Character character = firstOf(text.substr(at));
        visit(character, text.substr(at, character.bytes), text.substr(at + character.bytes));
        at += character.bytes;
        kept = at;
    }
    keep(text.substr(kept));
}

bool endsLine(char32_t code, std::string_view rest)
{
    return code == '\n' || (code == '\r' && rest.starts_with('\n'));
}

template <class Breaks>
std::string cleaned(std::string_view text, const Breaks &breaks)
{
    std::string plain;
    plain.reserve(text.size());
    visitCharacters(
        text, [&plain](std::string_view run) { plain += run; },
        [&](const Character &one, std::string_view bytes, std::string_view rest) {
            const bool isBreak = endsLine(one.code, rest) || one.code == '\t';
            if (one.isValid && isBreak)
                plain += breaks(bytes);
            else
                plain += one.isValid && !isHidden(one.code) ? bytes : instead;
        });
    return plain;
}

} // namespace

std::string plainText(std::string_view text)
{
    return cleaned(text, [](std::string_view bytes) { return bytes; });
}

std::string plainLine(std::string_view text)
{
    return cleaned(text, [](std::string_view) { return std::string_view(" "); });
}

std::string escapedJson(std::string_view json)
{
    std::string escaped;
    visitCharacters(
        json, [&escaped](std::string_view run) { escaped += run; },
        [&escaped](const Character &one, std::string_view bytes, std::string_view) {
            if (one.code < 0x7F || !isHidden(one.code)) {
                escaped += bytes;
                return;
            }
            constexpr std::string_view digits = "0123456789abcdef";
            escaped += "\\u";
            for (const unsigned shift : {12U, 8U, 4U, 0U})
                escaped += digits[(one.code >> shift) & 0xFU];
        });
    return escaped;
}

std::string_view wholeCharacters(std::string_view text, std::size_t most)
{
    if (text.size() <= most)
        return text;
    while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U)
        --most;
    return text.substr(0, most);
}

} // namespace shardscope
