// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/casereader.h"

#include "tools/validate/caseformats.h"

namespace shardscope {

namespace {

template <std::size_t Count>
bool hasAny(const Json &value, const std::array<std::string_view, Count> &names)
{
    return std::any_of(names.begin(), names.end(),
        [&value](std::string_view name) { return value.find(name) != nullptr; });
}

std::optional<CaseFormat> formatOf(const Json &element)
{
    constexpr std::array<std::string_view, 3> deepSpeedSigns{"stage", "ranks", "zero"};
    constexpr std::array<std::string_view, 3> deviceSigns{
        "metric_class", "measured_gib", "framework"};
    if (const Json *scenario = element.find("scenario"))
        return hasAny(*scenario, deepSpeedSigns) ? CaseFormat::DeepSpeed : CaseFormat::Steps;
    return hasAny(element, deviceSigns) ? std::optional(CaseFormat::Device) : std::nullopt;
}

Case readCase(const Json &json, const std::string &path, std::optional<Error> &error)
{
    Fields element(json, path, error);
    Case item{.id = element.requiredText("id")};
    const std::optional<CaseFormat> format = formatOf(json);
    if (!format) {
        element.fail(
            ErrorCode::MissingField, "scenario", "a scenario, or the framework of a published run");
        return item;
    }
    item.format = *format;
    switch (*format) {
    case CaseFormat::Steps:
        readStepsCase(element, error, item);
        break;
    case CaseFormat::DeepSpeed:
        readDeepSpeedCase(element, error, item);
        break;
    case CaseFormat::Device:
        readDeviceCase(element, error, item);
        break;
    }
    if (const Scenario *scenario = std::get_if<Scenario>(&item.mapping)) {
        for (Tag &tag : scenarioTags(*scenario))
            item.tags.push_back(std::move(tag));
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
