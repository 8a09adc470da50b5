// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/sharecode.h"

#include "core/base/ascii.h"
#include "core/base/crc32.h"
#include "core/scenario/keytext.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>

namespace shardscope {

namespace {

constexpr std::string_view scheme = "shardscope:";
constexpr int newestVersion = 1;
constexpr std::size_t checkDigits = 8;
constexpr int hexadecimal = 16;

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// What neither a chat nor the code itself takes for something else.
bool isPlain(char c)
{
    constexpr std::string_view signs = "-._/,:+=";
    return isLetter(c) || isDigit(c) || signs.find(c) != std::string_view::npos;
}

std::string hexText(std::uint32_t value, std::size_t digits)
{
    constexpr std::string_view letters = "0123456789abcdef";
    std::string text(digits, '0');
    for (std::size_t i = digits; i-- > 0; value >>= 4U)
        text[i] = letters[value & 0xFU];
    return text;
}

/// All of the text as a number; nothing where it is none.
std::optional<std::uint32_t> numberIn(std::string_view text, int base)
{
    std::uint32_t value = 0;
    const char *end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value, base);
    return read.ec == std::errc() && read.ptr == end ? std::optional(value) : std::nullopt;
}

std::string encoded(std::string_view text)
{
    std::string made;
    for (const char c : text) {
        if (isPlain(c))
            made += c;
        else
            made.append("%").append(hexText(static_cast<unsigned char>(c), 2));
    }
    return made;
}

/// Nothing where a percent sign has no two digits behind it.
std::optional<std::string> decoded(std::string_view text)
{
    std::string made;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            made += text[i];
            continue;
        }
        const std::string_view digits = text.substr(i + 1, 2);
        const std::optional<std::uint32_t> byte = numberIn(digits, hexadecimal);
        if (!byte || digits.size() < 2)
            return std::nullopt;
        made += static_cast<char>(*byte);
        i += 2;
    }
    return made;
}

/// As it would be typed; nothing where a new scenario has the same.
std::optional<std::string> typed(const Key &key, const Scenario &scenario)
{
    const std::optional<Json> value = key.get(scenario);
    if (value == key.get({}))
        return std::nullopt;
    if (!value) // of numbers the model is chosen otherwise, of a text nothing is left
        return key.kind == KeyKind::Text ? std::optional<std::string>("") : std::nullopt;
    return typedValue(*value);
}

Error broken(Phrase expected)
{
    return {.code = ErrorCode::BrokenCode, .expected = std::move(expected)};
}

/// What stands between the scheme and the '#', once the check behind it holds.
Result<std::string_view> checkedContent(std::string_view code)
{
    const std::string_view content = code.substr(scheme.size());
    const std::size_t slash = content.find('/');
    const std::optional<std::uint32_t> version
        = numberIn(content.substr(0, std::min(slash, content.size())), 10);
    if (slash == std::string_view::npos || !version)
        return broken(english("errors", "all of the code"));
    // Whoever made it may check it otherwise.
    if (*version > newestVersion)
        return Error{.code = ErrorCode::UnsupportedVersion,
            .found = std::to_string(*version),
            .expected
            = {english("errors", "version %1 or older"), {std::to_string(newestVersion)}}};
    const std::size_t hash = content.rfind('#');
    if (hash == std::string_view::npos || content.size() - hash - 1 < checkDigits)
        return broken(english("errors", "all of the code: its end is missing"));
    const std::string_view check = content.substr(hash + 1);
    if (check.size() != checkDigits
        || numberIn(check, hexadecimal) != crc32(content.substr(0, hash)))
        return broken(english("errors", "the code as it was made"));
    return content.substr(slash + 1, hash - slash - 1);
}

Status setOne(Scenario &scenario, std::string_view setting)
{
    const std::size_t equals = setting.find('=');
    if (equals == std::string_view::npos)
        return broken(english("errors", "KEY=VALUE"));
    const std::optional<std::string> value = decoded(setting.substr(equals + 1));
    if (!value)
        return broken(english("errors", "KEY=VALUE"));
    return setKeyText(scenario, setting.substr(0, equals), *value);
}

std::string withoutSpaces(std::string_view text)
{
    std::string made;
    std::copy_if(text.begin(), text.end(), std::back_inserter(made), std::not_fn(isSpace));
    return made;
}

} // namespace

std::string shareCode(const Scenario &scenario)
{
    std::string settings;
    for (const Key &key : keys()) {
        const std::optional<std::string> value = typed(key, scenario);
        if (value)
            settings.append(settings.empty() ? "" : ";")
                .append(key.id)
                .append("=")
                .append(encoded(*value));
    }
    const std::string content = std::to_string(newestVersion) + "/" + settings;
    return std::string(scheme) + content + "#" + hexText(crc32(content), checkDigits);
}

bool isShareCode(std::string_view text)
{
    text.remove_prefix(static_cast<std::size_t>(
        std::find_if_not(text.begin(), text.end(), isSpace) - text.begin()));
    if (text.size() <= scheme.size() || !isDigit(text[scheme.size()]))
        return false;
    // Phones begin a line with a capital letter.
    return std::equal(scheme.begin(), scheme.end(), text.begin(), [](char expected, char found) {
        return found == expected || (found >= 'A' && found <= 'Z' && found - 'A' + 'a' == expected);
    });
}

Result<ScenarioDocument> readShareCode(std::string_view text)
{
    const std::string code = withoutSpaces(text);
    if (!isShareCode(code))
        return broken(english("errors", "all of the code"));
    const Result<std::string_view> content = checkedContent(code);
    if (!content)
        return content.error();
    ScenarioDocument document;
    for (std::string_view rest = *content; !rest.empty();) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        if (const Status set = setOne(document.scenario, rest.substr(0, end)); !set)
            return set.error();
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return document;
}

} // namespace shardscope
