// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/picture.h"

#include "core/base/crc32.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace shardscope {

namespace {

using namespace std::string_view_literals;

// PNG: ISO/IEC 15948. After the signature come chunks: length, type, data, CRC of type and data.
constexpr std::string_view pngSignature = "\x89PNG\r\n\x1a\n"sv;
constexpr std::size_t chunkFrame = 12;
// Keyword, not compressed, no language, no translated keyword; the text follows.
constexpr std::string_view textHead = "shardscope\0\0\0\0\0"sv;

constexpr std::string_view openTag = "<shardscope:scenario";
constexpr std::string_view closeTag = "</shardscope:scenario>";
constexpr std::string_view elementStart
    = "<shardscope:scenario xmlns:shardscope=\"https://github.com/shardscope/shardscope/ns/1\">";

std::uint32_t bigEndian(std::string_view bytes)
{
    std::uint32_t value = 0;
    for (const char c : bytes.substr(0, 4))
        value = value << 8U | static_cast<unsigned char>(c);
    return value;
}

std::string bigEndian(std::uint32_t value)
{
    std::string bytes;
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        bytes += static_cast<char>(value >> shift & 0xFFU);
    return bytes;
}

struct Chunk
{
    std::string_view whole;
    std::string_view type;
    std::string_view data;

    bool isScenario() const { return type == "iTXt" && data.starts_with(textHead); }
    bool isSound() const
    {
        return crc32(whole.substr(4, 4 + data.size())) == bigEndian(whole.substr(8 + data.size()));
    }
};

/// Takes the next chunk off `rest`; nothing where it breaks off.
std::optional<Chunk> takeChunk(std::string_view &rest)
{
    if (rest.size() < chunkFrame)
        return std::nullopt;
    const std::size_t length = bigEndian(rest);
    if (length > rest.size() - chunkFrame)
        return std::nullopt;
    const Chunk chunk{.whole = rest.substr(0, length + chunkFrame),
        .type = rest.substr(4, 4),
        .data = rest.substr(8, length)};
    rest.remove_prefix(chunk.whole.size());
    return chunk;
}

std::string textChunk(std::string_view scenario)
{
    const std::string body = "iTXt" + std::string(textHead) + std::string(scenario);
    return bigEndian(static_cast<std::uint32_t>(body.size() - 4)) + body + bigEndian(crc32(body));
}

std::string pngWithScenario(std::string picture, std::string_view scenario)
{
    std::string_view rest = std::string_view(picture).substr(pngSignature.size());
    std::string result(pngSignature);
    while (const std::optional<Chunk> chunk = takeChunk(rest)) {
        if (chunk->type == "IEND")
            return result + textChunk(scenario) + std::string(chunk->whole);
        if (!chunk->isScenario())
            result += chunk->whole;
    }
    return picture;
}

Result<std::string> scenarioInPng(std::string_view picture)
{
    const Error broken{
        .code = ErrorCode::Unreadable, .expected = english("errors", "a whole PNG picture")};
    std::string_view rest = picture.substr(pngSignature.size());
    while (const std::optional<Chunk> chunk = takeChunk(rest)) {
        if (chunk->type == "IEND")
            return Error{.code = ErrorCode::NoScenario};
        if (!chunk->isScenario())
            continue;
        if (!chunk->isSound())
            return broken;
        return std::string(chunk->data.substr(textHead.size()));
    }
    return broken;
}

/// Text for an XML element; what XML cannot hold is left out.
std::string escaped(std::string_view text)
{
    std::string result;
    result.reserve(text.size() + text.size() / 8);
    for (const char c : text) {
        if (c == '<')
            result += "&lt;";
        else if (c == '>')
            result += "&gt;";
        else if (c == '&')
            result += "&amp;";
        else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
            result += c;
    }
    return result;
}

void appendUtf8(std::string &text, std::uint32_t code)
{
    const auto tail
        = [&](unsigned shift) { text += static_cast<char>(0x80U | (code >> shift & 0x3FU)); };
    if (code < 0x80) {
        text += static_cast<char>(code);
    } else if (code < 0x800) {
        text += static_cast<char>(0xC0U | code >> 6U);
        tail(0);
    } else if (code < 0x10000) {
        text += static_cast<char>(0xE0U | code >> 12U);
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0U | code >> 18U);
        tail(12);
        tail(6);
        tail(0);
    }
}

/// Value of "#10" or "#xA"; nothing where it is no character.
std::optional<std::uint32_t> numericReference(std::string_view name)
{
    const bool hex = name.starts_with("#x");
    name.remove_prefix(hex ? 2 : 1);
    if (name.empty())
        return std::nullopt;
    std::uint32_t code = 0;
    for (const char c : name) {
        const std::size_t digit = "0123456789abcdefABCDEF"sv.find(c);
        const std::size_t value = digit > 15 ? digit - 6 : digit;
        if (digit == std::string_view::npos || (!hex && value > 9))
            return std::nullopt;
        code = code * (hex ? 16 : 10) + static_cast<std::uint32_t>(value);
        if (code > 0x10FFFF)
            return std::nullopt;
    }
    return code;
}

bool appendReference(std::string &text, std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, char>, 5> named{
        {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};
    for (const auto &[reference, c] : named) {
        if (name == reference) {
            text += c;
            return true;
        }
    }
    const auto code = name.starts_with('#') ? numericReference(name) : std::nullopt;
    if (code)
        appendUtf8(text, *code);
    return code.has_value();
}

std::string unescaped(std::string_view text)
{
    constexpr std::size_t longestReference = 10;
    std::string result;
    while (!text.empty()) {
        const std::size_t ampersand = std::min(text.find('&'), text.size());
        result += text.substr(0, ampersand);
        text.remove_prefix(ampersand);
        if (text.empty())
            break;
        const std::size_t end = text.substr(0, longestReference).find(';');
        if (end != std::string_view::npos && appendReference(result, text.substr(1, end - 1))) {
            text.remove_prefix(end + 1);
        } else {
            result += '&';
            text.remove_prefix(1);
        }
    }
    return result;
}

std::string element(std::string_view scenario)
{
    return std::string(elementStart) + escaped(scenario) + std::string(closeTag);
}

/// Just behind the ">" of the opening <svg ...>; nothing where there is none, or it is empty.
std::optional<std::size_t> insideSvg(std::string_view picture)
{
    std::size_t at = picture.find("<svg");
    char quote = 0;
    for (; at < picture.size(); ++at) {
        const char c = picture[at];
        if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '>')
            return picture[at - 1] == '/' ? std::nullopt : std::optional(at + 1);
    }
    return std::nullopt;
}

std::string svgWithScenario(std::string picture, std::string_view scenario)
{
    if (const std::optional<std::size_t> at = insideSvg(picture))
        picture.insert(*at, "\n<metadata>" + element(scenario) + "</metadata>");
    return picture;
}

/// The element in SVG, or in the XMP packet of a PDF, which is never compressed.
Result<std::string> scenarioInXml(std::string_view text)
{
    const Error none{.code = ErrorCode::NoScenario};
    const std::size_t open = text.find(openTag);
    if (open == std::string_view::npos)
        return none;
    text.remove_prefix(open);
    const std::size_t close = text.find(closeTag);
    const std::size_t start = text.find('>');
    if (close == std::string_view::npos || start >= close)
        return none;
    return unescaped(text.substr(start + 1, close - start - 1));
}

bool isSvg(std::string_view bytes)
{
    constexpr std::size_t prologue = 4096;
    const std::string_view head = bytes.substr(0, prologue);
    const std::size_t first = head.find_first_not_of("\xEF\xBB\xBF \t\r\n");
    return first != std::string_view::npos && head[first] == '<'
        && head.find("<svg") != std::string_view::npos;
}

} // namespace

std::optional<PictureFormat> pictureFormat(std::string_view bytes)
{
    if (bytes.starts_with(pngSignature))
        return PictureFormat::Png;
    if (bytes.starts_with("%PDF-"))
        return PictureFormat::Pdf;
    if (isSvg(bytes))
        return PictureFormat::Svg;
    return std::nullopt;
}

std::string withScenario(std::string picture, std::string_view scenario)
{
    const std::optional<PictureFormat> format = pictureFormat(picture);
    if (format == PictureFormat::Png)
        return pngWithScenario(std::move(picture), scenario);
    if (format == PictureFormat::Svg)
        return svgWithScenario(std::move(picture), scenario);
    return picture;
}

std::string xmpPacket(std::string_view scenario, std::string_view title)
{
    return "<?xpacket begin=\"\xEF\xBB\xBF\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
           "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
           "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
           "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\""
           " xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\">\n"
           "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">"
        + escaped(title)
        + "</rdf:li></rdf:Alt></dc:title>\n"
          "<xmp:CreatorTool>Shardscope</xmp:CreatorTool>\n"
        + element(scenario)
        + "\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"r\"?>\n";
}

Result<std::string> scenarioIn(std::string_view picture)
{
    const std::optional<PictureFormat> format = pictureFormat(picture);
    if (!format)
        return Error{.code = ErrorCode::NoScenario};
    return format == PictureFormat::Png ? scenarioInPng(picture) : scenarioInXml(picture);
}

} // namespace shardscope
