// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/words.h"

#include "core/base/number.h"
#include "core/base/yaml.h"

#include <algorithm>
#include <string>

namespace shardscope {

bool hasWord(const Json &value, std::string_view word)
{
    const auto found = [word](const Json &item) { return hasWord(item, word); };
    if (const Json::Array *items = value.array())
        return std::any_of(items->begin(), items->end(), found);
    const std::string *text = value.string();
    return text && (' ' + *text + ' ').find(' ' + std::string(word) + ' ') != std::string::npos;
}

bool isOn(const Json &value)
{
    if (const bool *flag = value.boolean())
        return *flag;
    if (const Json::Array *items = value.array())
        return !items->empty();
    const std::string *text = value.string();
    return value.isObject() || (text && !text->empty() && *text != "false");
}

bool switchAt(const Json &root, std::string_view key, bool byDefault)
{
    const Json *value = valueAt(root, key);
    const bool *flag = value ? value->boolean() : nullptr;
    return flag ? *flag : byDefault;
}

double numberAt(const Json &root, std::string_view key, double byDefault)
{
    const Json *value = valueAt(root, key);
    const double *number = value ? value->number() : nullptr;
    return number ? *number : byDefault;
}

std::optional<Json> klWeight(const Json &value)
{
    const Json number = value.string() ? plainScalar(*value.string()) : value;
    if (!number.number())
        return std::nullopt;
    return Json(*number.number() > 0 ? "some" : "none");
}

namespace {

std::optional<Json> objectiveWhere(const Json &value, const char *objective)
{
    return isOn(value) || value.number() ? std::optional(Json(objective)) : std::nullopt;
}

} // namespace

std::optional<Json> asGrpo(const Json &value)
{
    return objectiveWhere(value, "grpo");
}
std::optional<Json> asPpo(const Json &value)
{
    return objectiveWhere(value, "ppo");
}

std::optional<Json> fsdpEngine(const Json &value)
{
    return isOn(value) ? std::optional(Json("fsdp")) : std::nullopt;
}

std::optional<Json> fsdpSharding(const Json &value)
{
    for (const ValueName &name : shardings) {
        if (!name.ours.empty() && hasWord(value, name.foreign))
            return Json(name.ours);
    }
    return std::nullopt;
}

std::optional<Json> fsdpOffload(const Json &value)
{
    return hasWord(value, "offload") ? std::optional(Json("yes")) : std::nullopt;
}

std::optional<Json> deepSpeedEngine(const Json &value)
{
    return isOn(value) ? std::optional(Json("deepspeed")) : std::nullopt;
}

std::optional<Json> pathOnly(const Json &value)
{
    return value.string() && isOn(value) ? std::optional(value) : std::nullopt;
}

std::optional<Json> rankOfProjection(const Json &value)
{
    constexpr std::string_view name = ",rank=";
    std::string words = value.string() ? "," + *value.string() : std::string();
    std::erase(words, ' ');
    const std::size_t found = words.find(name);
    if (found == std::string::npos)
        return std::nullopt;
    const std::size_t begin = found + name.size();
    const std::optional<double> rank
        = parseNumber(words.substr(begin, words.find(',', begin) - begin));
    return rank ? std::optional<Json>(*rank) : std::nullopt;
}

std::optional<Json> asProjection(const Json &rank)
{
    return Json("rank=" + formatNumber(rank.number() ? *rank.number() : 0));
}

} // namespace shardscope
