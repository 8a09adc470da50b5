// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/rules.h"

#include "core/scenario/keys.h"

#include <algorithm>

namespace shardscope {

namespace {

bool holds(std::string_view condition, const Printed &run)
{
    constexpr std::string_view negation = " not";
    const std::size_t colon = condition.find(": ");
    std::string_view field = condition.substr(0, colon);
    const bool isNot = field.ends_with(negation);
    if (isNot)
        field.remove_suffix(negation.size());
    return run.says(field, condition.substr(colon + 2)) != isNot;
}

bool holds(const Rule &rule, const Printed &run)
{
    for (std::string_view rest = rule.when; !rest.empty();) {
        const std::size_t end = std::min(rest.find("; "), rest.size());
        if (!holds(rest.substr(0, end), run))
            return false;
        rest.remove_prefix(std::min(end + 2, rest.size()));
    }
    return true;
}

Json valueOf(const Rule &rule, const Printed &run)
{
    if (rule.value.starts_with('@')) {
        const std::string_view field = rule.value.substr(1);
        const Json *found = run.find(field);
        return found && found->number() ? *found : Json(run.text(field));
    }
    const Key *key = findKey(rule.key);
    const auto number = key && key->isNumeric() ? parseNumber(rule.value) : std::nullopt;
    return number ? Json(*number) : Json(rule.value);
}

void apply(Draft &draft, const Printed &run, const Rule &rule)
{
    if (!rule.value.starts_with('!'))
        return draft.assume(rule.key, valueOf(rule, run), std::string(rule.why));
    const std::string reason(rule.value.substr(1));
    if (rule.why.empty())
        draft.refuse(reason);
    else if (rule.why.starts_with('='))
        draft.refuse(reason, rule.why.substr(1));
    else
        draft.refuse(reason, run.text(rule.why));
}

} // namespace

void settle(Draft &draft, const Printed &run, std::span<const Rule> rules)
{
    for (auto first = rules.begin(); first != rules.end();) {
        const auto end = std::find_if(
            first, rules.end(), [first](const Rule &rule) { return rule.key != first->key; });
        const auto rule
            = std::find_if(first, end, [&run](const Rule &each) { return holds(each, run); });
        if (rule != end)
            apply(draft, run, *rule);
        first = end;
    }
}

} // namespace shardscope
