// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/toml.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <toml++/toml.h>
#include <tuple>

namespace shardscope {

namespace {

/// Turns toml++'s nodes into ours within a budget of depth and values.
class Converter
{
public:
    explicit Converter(const JsonLimits &limits)
        : m_limits(limits)
    { }

    bool isTooLarge() const { return m_isTooLarge; }

    Json convert(const toml::node &node, int depth = 0)
    {
        m_isTooLarge = m_isTooLarge || depth > m_limits.depth || ++m_values > m_limits.values;
        if (m_isTooLarge)
            return {};
        Json value = valueOf(node, depth);
        const toml::source_position &begin = node.source().begin;
        value.setPlace(static_cast<int>(begin.line), static_cast<int>(begin.column));
        return value;
    }

private:
    Json valueOf(const toml::node &node, int depth)
    {
        if (const toml::table *table = node.as_table())
            return members(*table, depth);
        if (const toml::array *array = node.as_array()) {
            Json::Array items;
            for (const toml::node &item : *array)
                items.push_back(convert(item, depth + 1));
            return items;
        }
        if (const auto *text = node.as_string())
            return text->get();
        if (const auto *flag = node.as_boolean())
            return flag->get();
        if (const auto number = node.value<double>(); number && std::isfinite(*number))
            return *number;
        std::ostringstream text;
        node.visit([&text](const auto &value) { text << value; });
        return text.str();
    }

    /// toml++ sorts by name.
    Json members(const toml::table &table, int depth)
    {
        Json::Object object;
        for (const auto &[key, node] : table)
            object.emplace_back(std::string(key.str()), convert(node, depth + 1));
        const auto place = [](const auto &member) {
            return std::tuple(member.second.line(), member.second.column());
        };
        std::stable_sort(object.begin(), object.end(),
            [place](const auto &a, const auto &b) { return place(a) < place(b); });
        return object;
    }

    const JsonLimits &m_limits;
    std::size_t m_values = 0;
    bool m_isTooLarge = false;
};

} // namespace

Result<Json> parseToml(std::string_view text, const JsonLimits &limits)
{
    if (text.size() > limits.bytes)
        return Error{.code = ErrorCode::TooLarge};
    try {
        const toml::table table = toml::parse(text);
        Converter converter(limits);
        Json root = converter.convert(table);
        if (converter.isTooLarge())
            return Error{.code = ErrorCode::TooLarge};
        return root;
    } catch (const toml::parse_error &problem) {
        return Error{.code = ErrorCode::InvalidSyntax,
            .found = std::string(problem.description()),
            .line = static_cast<int>(problem.source().begin.line)};
    }
}

} // namespace shardscope
