// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/format.h"

#include "core/base/yaml.h"
#include "core/interchange/formats/formats.h"
#include "core/scenario/keytext.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array<const Format *, 28> allFormats{&indexFormat, &adapterFormat,
    &peftComparisonFormat, &deepSpeedFormat, &accelerateFormat, &axolotlFormat, &verlFormat,
    &torchtuneFormat, &llamaFactoryV1Format, &llamaFactoryFormat, &msSwiftFormat,
    &megatronSwiftFormat, &trlFormat, &trainerFormat, &nanotronFormat, &torchtitanFormat,
    &litGptFormat, &llmFoundryFormat, &unslothFormat, &unslothSentenceFormat,
    &sentenceTransformersFormat, &megatronDeepSpeedFormat, &megatronFormat, &accelerateLaunchFormat,
    &torchrunFormat, &deepSpeedLaunchFormat, &slurmFormat, &environmentFormat};

} // namespace

std::span<const Format *const> formats()
{
    return allFormats;
}

const Format *findFormat(std::string_view id)
{
    const auto found = std::find_if(allFormats.begin(), allFormats.end(),
        [id](const Format *format) { return format->id == id; });
    return found == allFormats.end() ? nullptr : *found;
}

const Format *recognizedFormat(const Json &root)
{
    const auto hasSign = [&root](const Format *format) {
        return std::any_of(format->signs.begin(), format->signs.end(),
            [&root](std::string_view sign) { return valueAt(root, sign) != nullptr; });
    };
    const auto found = std::find_if(allFormats.begin(), allFormats.end(), hasSign);
    return found == allFormats.end() ? nullptr : *found;
}

const Json *valueAt(const Json &root, std::string_view path)
{
    const Json *at = &root;
    while (at) {
        if (const Json *whole = at->find(path))
            return whole; // a key with dots in its name
        const std::size_t dot = path.find('.');
        at = at->find(path.substr(0, dot));
        if (dot == std::string_view::npos)
            break;
        path.remove_prefix(dot + 1);
    }
    return at;
}

std::optional<Json> foreignValue(const KeyRow &row, const Json &value)
{
    if (!row.values.empty()) {
        const std::string text = typedValue(value);
        const auto named = std::find_if(row.values.begin(), row.values.end(),
            [&text](const ValueName &each) { return !each.ours.empty() && each.ours == text; });
        if (named != row.values.end())
            return plainScalar(named->foreign);
        return text == "auto" ? std::optional(value) : std::nullopt;
    }
    if (row.read)
        return row.write ? row.write(value) : std::nullopt;
    return value;
}

std::optional<Json> joinedWords(const Json &value)
{
    if (const std::string *text = value.string())
        return *text == "all" ? Json("all-linear") : value;
    const Json::Array *items = value.array();
    if (!items || items->empty())
        return std::nullopt;
    std::string joined;
    for (const Json &item : *items) {
        if (!item.string())
            return std::nullopt;
        joined += (joined.empty() ? "" : ",") + *item.string();
    }
    return joined == "all" ? Json("all-linear") : Json(joined);
}

std::optional<Json> asItStands(const Json &value)
{
    return value;
}

std::optional<Json> yesIfSaid(const Json &value)
{
    return value.isNull() ? std::nullopt : std::optional(Json("yes"));
}

std::optional<Json> longerSide(const Json &value)
{
    if (value.number())
        return value;
    double longest = 0;
    if (const Json::Array *sides = value.array()) {
        for (const Json &side : *sides)
            longest = std::max(longest, side.number() ? *side.number() : 0);
    }
    return longest > 0 ? std::optional(Json(longest)) : std::nullopt;
}

std::optional<Json> splitWords(const Json &value)
{
    const std::string *text = value.string();
    if (!text || text->empty())
        return std::nullopt;
    if (*text == "all-linear")
        return value; // PEFT's word, which stands alone
    Json::Array items;
    for (std::size_t begin = 0; begin <= text->size();) {
        const std::size_t comma = std::min(text->find(',', begin), text->size());
        items.emplace_back(text->substr(begin, comma - begin));
        begin = comma + 1;
    }
    return items;
}

} // namespace shardscope
