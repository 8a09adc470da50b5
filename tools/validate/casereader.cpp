// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/casereader.h"

#include "tools/validate/formats.h"

#include <algorithm>

namespace shardscope {

namespace {

bool hasAny(const Json &value, std::initializer_list<std::string_view> names)
{
    return std::any_of(names.begin(), names.end(),
        [&value](std::string_view name) { return value.find(name) != nullptr; });
}

Case readCase(const Json &json, const std::string &path, std::optional<Error> &error)
{
    Fields element(json, path, error);
    Case item{.id = element.requiredText("id")};
    const Json *scenario = json.find("scenario");
    if (hasAny(json, {"stated", "left_out"})) {
        readNormalisedCase(json, element, error, item);
    } else if (scenario && hasAny(*scenario, {"tp", "pp"})) {
        item.format = CaseFormat::Parallel;
        readParallelCase(element, error, item);
    } else if (scenario && hasAny(*scenario, {"stage", "ranks", "zero"})) {
        item.format = CaseFormat::DeepSpeed;
        readDeepSpeedCase(element, error, item);
    } else if (scenario) {
        item.format = CaseFormat::Steps;
        readStepsCase(element, error, item);
    } else if (hasAny(json, {"metric_class", "measured_gib", "framework"})) {
        item.format = CaseFormat::Device;
        readPublishedCase(json, element, error, item);
    } else {
        element.fail(ErrorCode::MissingField, "scenario",
            std::string("a scenario, or the framework of a published run"));
    }
    return item;
}

Error wrongType(const Json &value, std::string where, std::string expected)
{
    return {.code = ErrorCode::WrongType,
        .where = std::move(where),
        .found = summary(value),
        .expected = std::move(expected),
        .line = value.line()};
}

} // namespace

Result<std::vector<Case>> readCases(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return json.error();
    const Json::Array *elements = json->array();
    if (!elements)
        return wrongType(*json, {}, "a list of measured runs");
    std::vector<Case> cases;
    cases.reserve(elements->size());
    std::optional<Error> error;
    for (const Json &element : *elements) {
        const std::string path = "/" + std::to_string(cases.size());
        if (!element.isObject())
            return wrongType(element, path, "an object");
        cases.push_back(readCase(element, path, error));
        if (error)
            return *std::move(error);
    }
    return cases;
}

} // namespace shardscope
