// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/writeyaml.h"

#include "core/base/yaml.h"
#include "core/scenario/keytext.h"

#include <algorithm>

namespace shardscope {

namespace {

/// Words that mean something else in YAML, or need no quotes in any dialect.
bool isPlainWord(const std::string &text)
{
    constexpr std::string_view firsts = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_/.";
    constexpr std::string_view plain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,";
    return !text.empty() && firsts.find(text[0]) != std::string_view::npos
        && text.find_first_not_of(plain) == std::string::npos && plainScalar(text).string();
}

std::string quoted(const Json &value)
{
    return writeJson(value, JsonStyle::Compact);
}

std::string scalar(const Json &value)
{
    if (const bool *flag = value.boolean())
        return *flag ? "true" : "false";
    return typedValue(value);
}

void addYaml(std::string &text, const Json &value, int depth)
{
    const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
    for (const auto &[name, member] : *value.object()) {
        text += indent + name + ":";
        if (member.isObject()) {
            text += "\n";
            addYaml(text, member, depth + 1);
        } else if (const Json::Array *items = member.array()) {
            text += items->empty() ? " []\n" : "\n";
            for (const Json &item : *items)
                text += indent + "  - " + yamlScalar(item) + "\n";
        } else {
            text += " " + yamlScalar(member) + "\n";
        }
    }
}

std::string tomlValue(const Json &value)
{
    if (value.string() || value.array())
        return quoted(value);
    return scalar(value);
}

void addToml(std::string &text, const Json &value, const std::string &path)
{
    for (const auto &[name, member] : *value.object()) {
        if (!member.isObject())
            text += name + " = " + tomlValue(member) + "\n";
    }
    for (const auto &[name, member] : *value.object()) {
        if (!member.isObject())
            continue;
        const std::string inner = path.empty() ? name : path + "." + name;
        text += (text.empty() ? "[" : "\n[") + inner + "]\n";
        addToml(text, member, inner);
    }
}

std::string pythonValue(const Json &value)
{
    if (value.isNull())
        return "None";
    if (const bool *flag = value.boolean())
        return *flag ? "True" : "False";
    if (const Json::Array *items = value.array()) {
        std::string text = "[";
        for (const Json &item : *items)
            text += (text.size() > 1 ? ", " : "") + pythonValue(item);
        return text + "]";
    }
    if (const Json::Object *members = value.object()) {
        std::string text = "{";
        for (const auto &[name, member] : *members)
            text += (text.size() > 1 ? ", " : "") + quoted(Json(name)) + ": " + pythonValue(member);
        return text + "}";
    }
    return value.string() ? quoted(value) : scalar(value);
}

/// As a shell reads it as one word.
std::string shellWord(const Json &value)
{
    const std::string text = scalar(value);
    constexpr std::string_view plain
        = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./+,:=@%";
    if (!text.empty() && text.find_first_not_of(plain) == std::string::npos)
        return text;
    std::string quotedText = "'";
    for (const char c : text)
        quotedText += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quotedText + "'";
}

} // namespace

std::string yamlScalar(const Json &value)
{
    const std::string *text = value.string();
    return text && !isPlainWord(*text) ? quoted(value) : value.isNull() ? "null" : scalar(value);
}

std::string writeYaml(const Json &value)
{
    std::string text;
    if (value.isObject())
        addYaml(text, value, 0);
    return text;
}

std::string writeToml(const Json &value)
{
    std::string text;
    if (value.isObject())
        addToml(text, value, {});
    return text;
}

std::string writePythonArguments(const Json &value)
{
    std::string text;
    for (const auto &[name, member] : *value.object())
        text += "    " + name + "=" + pythonValue(member) + ",\n";
    return text;
}

std::string writeFlags(const Json &value, std::span<const std::string_view> switches)
{
    std::string text;
    for (const auto &[name, member] : *value.object()) {
        const bool isSwitch = switches.empty()
            || std::find(switches.begin(), switches.end(), name) != switches.end();
        const bool *flag = isSwitch ? member.boolean() : nullptr;
        if (flag && !*flag)
            continue;
        std::string line = "    --" + name;
        std::replace(line.begin(), line.end(), '_', '-');
        if (const Json::Array *items = member.array()) {
            for (const Json &item : *items)
                line += " " + shellWord(item);
        } else if (!flag) {
            line += " " + shellWord(member);
        }
        text += (text.empty() ? "" : " \\\n") + line;
    }
    return text.empty() ? text : text + "\n";
}

} // namespace shardscope
