// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/explanations.h"

#include "core/base/fields.h"
#include "tools/validate/targets.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

Explanation readExplanation(Fields fields)
{
    const std::string word = fields.text("explained");
    const auto explained = fromName<Explained>(word.empty() ? "yes" : word);
    if (!explained)
        fields.fail(ErrorCode::UnknownChoice, "explained", oneOf(namesOf<Explained>));
    return {.id = fields.requiredText("id"),
        .metric = fields.text("metric"),
        .why = fields.requiredText("why"),
        .explained = explained.value_or(Explained::No)};
}

/// The explanation of this figure, else that of its case; null where there is none.
const Explanation *explanationOf(const Explanations &explanations, const Comparison &comparison)
{
    const Explanation *found = nullptr;
    for (const Explanation &explanation : explanations) {
        if (explanation.id != comparison.id)
            continue;
        if (explanation.metric == comparison.metric)
            return &explanation;
        if (explanation.metric.empty())
            found = &explanation;
    }
    return found;
}

bool isOff(const Comparison &comparison)
{
    return std::any_of(targets().begin(), targets().end(), [&comparison](const Target &target) {
        return counts(target, comparison)
            && std::abs(comparison.error()) > target.bounds.percentile95;
    });
}

} // namespace

Result<Explanations> readExplanations(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    std::optional<Error> error;
    Explanations explanations;
    const Json root{Json::Object{{"explanations", *json}}};
    const Json::Array *items = Fields(root, {}, error).array("explanations");
    for (const Json &item : items ? *items : Json::Array{})
        explanations.push_back(
            readExplanation(Fields(item, "/" + std::to_string(explanations.size()), error)));
    if (error)
        return *std::move(error);
    return explanations;
}

std::vector<Disagreement> disagreements(
    const Validation &validation, const Explanations &explanations)
{
    std::vector<Disagreement> result;
    const std::vector<const Comparison *> promises = falsePromises(validation);
    for (const Comparison &comparison : validation.comparisons) {
        const bool isPromise
            = std::find(promises.begin(), promises.end(), &comparison) != promises.end();
        if (!isPromise && !isOff(comparison))
            continue;
        result.push_back({.comparison = &comparison});
        if (const Explanation *found = explanationOf(explanations, comparison)) {
            result.back().why = found->why;
            result.back().explained = found->explained;
        }
    }
    return result;
}

std::string disagreementsToText(
    const Validation &validation, const Explanations &explanations, TableFormat format)
{
    TextTable table{.columns = {{"Run"}, {"Measure"}, {"Error", true}, {"Explained"}, {"Why"}}};
    std::array<std::size_t, namesOf<Explained>.size()> counts{};
    for (const Disagreement &item : disagreements(validation, explanations)) {
        const Comparison &comparison = *item.comparison;
        ++counts[static_cast<std::size_t>(item.explained)];
        table.rows.push_back({comparison.id, comparison.metric,
            comparison.falseFit ? "said to fit" : fixedText(100 * comparison.error(), 1) + " %",
            std::string(nameOf(item.explained)),
            item.why.empty() ? "nobody looked yet" : std::string(item.why)});
    }
    if (table.rows.empty())
        return {};
    return renderTable(table, format) + "\nExplained: " + std::to_string(counts[0])
        + " figures; in part: " + std::to_string(counts[1])
        + "; not explained: " + std::to_string(counts[2]) + ".\n";
}

} // namespace shardscope
