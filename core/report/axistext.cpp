// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/sweep/axis.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr double defaultCount = 11;

std::string_view trimmed(std::string_view text)
{
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos)
        return {};
    return text.substr(start, text.find_last_not_of(' ') - start + 1);
}

/// Of one key's text: numbers with errors that name the key.
class AxisReader
{
public:
    explicit AxisReader(const Key &key)
        : m_key(key)
    { }

    Result<Axis> range(std::string_view from, std::string_view rest)
    {
        const std::size_t at = endOfNumber(rest);
        AxisRange range{.from = number(from), .to = number(rest.substr(0, at))};
        setSpacing(range, rest.substr(at));
        if (m_error)
            return *m_error;
        return makeAxis(m_key.id, range);
    }

    Result<Axis> list(std::string_view text)
    {
        const char separator = text.find(';') != std::string_view::npos ? ';' : ',';
        std::vector<Json> values;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find(separator), text.size());
            values.push_back(value(trimmed(text.substr(0, end))));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
        if (m_error)
            return *m_error;
        return makeAxis(m_key.id, values);
    }

private:
    /// Where the amount begins: the first sign of one outside parentheses.
    static std::size_t endOfNumber(std::string_view text)
    {
        int depth = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
            if (depth == 0 && std::string_view(":*/").find(text[i]) != std::string_view::npos)
                return i;
        }
        return text.size();
    }

    void setSpacing(AxisRange &range, std::string_view text)
    {
        const bool doubles = range.from > 0;
        range.spacing = doubles ? Spacing::Factor : Spacing::Count;
        range.amount = doubles ? 2 : defaultCount;
        if (text.empty())
            return;
        range.spacing = text.starts_with("*/") ? Spacing::GeometricCount
            : text.front() == '*'              ? Spacing::Factor
            : text.front() == '/'              ? Spacing::Count
                                               : Spacing::Step;
        text.remove_prefix(range.spacing == Spacing::GeometricCount ? 2 : 1);
        range.amount = number(text);
    }

    double number(std::string_view text)
    {
        const std::optional<double> value = parseNumber(trimmed(text), m_key.style);
        if (!value)
            fail(text);
        return value.value_or(0);
    }

    Json value(std::string_view text)
    {
        return m_key.isNumeric() ? Json(number(text)) : Json(text);
    }

    void fail(std::string_view text)
    {
        if (!m_error)
            m_error = Error{.code = ErrorCode::WrongType,
                .where = std::string(m_key.id),
                .found = text.empty() ? Phrase(english("errors", "nothing")) : std::string(text),
                .expected = english("errors", "a number")};
    }

    const Key &m_key;
    std::optional<Error> m_error;
};

} // namespace

Result<Axis> readAxis(std::string_view text, const Catalog &catalog)
{
    const std::size_t equals = text.find('=');
    const std::string_view id = trimmed(text.substr(0, equals));
    if (equals == std::string_view::npos)
        return makeAxis(id, catalog);
    const Key *key = findKey(id);
    if (!key)
        return makeAxis(id, catalog); // says so
    const std::string_view values = trimmed(text.substr(equals + 1));
    const std::size_t dots = values.find("..");
    if (key->isNumeric() && dots != std::string_view::npos)
        return AxisReader(*key).range(values.substr(0, dots), values.substr(dots + 2));
    return AxisReader(*key).list(values);
}

} // namespace shardscope
