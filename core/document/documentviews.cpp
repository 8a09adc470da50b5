// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/document/documentviews.h"

#include "core/base/fields.h"
#include "core/base/nearest.h"
#include "core/explore/sweep/axis.h"
#include "core/scenario/keys.h"
#include "core/scenario/scenariojson.h"

#include <utility>

namespace shardscope {

namespace {

Json axisToJson(const AxisChoice &axis)
{
    Json::Object object{{"key", axis.key}};
    const Key *key = findKey(axis.key);
    if (!key || !key->isNumeric())
        return object;
    object.emplace_back("from", axis.from);
    object.emplace_back("to", axis.to);
    if (axis.count > 0)
        object.emplace_back("values", axis.count);
    return object;
}

double requiredNumber(Fields &fields, std::string_view name, const Key &key)
{
    const std::optional<double> number = fields.number({name}, {key.minimum, key.maximum});
    if (!number)
        fields.fail(ErrorCode::MissingField, name, english("errors", "a number"));
    return number.value_or(0);
}

AxisChoice readAxis(const Json &json, const std::string &path, std::optional<Error> &error)
{
    Fields fields(json, path, error);
    AxisChoice axis{.key = fields.requiredText("key")};
    if (error)
        return axis;
    if (const Status swept = checkSwept(axis.key); !swept) {
        fields.fail(swept.error().code, "key", swept.error().expected);
        return axis;
    }
    const Key &key = *findKey(axis.key);
    if (!key.isNumeric())
        return axis;
    axis.from = requiredNumber(fields, "from", key);
    axis.to = requiredNumber(fields, "to", key);
    axis.count = static_cast<int>(fields.integer({"values"}, {0, mostSweepPoints}).value_or(0));
    return axis;
}

Pin readPin(const Json &json, const std::string &path, std::optional<Error> &error)
{
    Fields fields(json, path, error);
    Pin pin{.name = fields.requiredText("name"), .isBaseline = fields.boolean("baseline", false)};
    const Json *scenario = fields.requiredObject("scenario");
    if (error)
        return pin;
    // Whole scenario files can be put here, version and all.
    Result<KnownKeys> known = readKeys(*scenario, fields.at("scenario"), {"shardscope"});
    if (!known) {
        error = known.error();
        return pin;
    }
    pin.scenario = std::move(known->scenario);
    pin.extras = std::move(known->extras);
    return pin;
}

} // namespace

Json pinToJson(const Pin &pin)
{
    Json json{Json::Object{{"name", pin.name}}};
    if (pin.isBaseline)
        json["baseline"] = true;
    addKeys(json["scenario"], pin.scenario);
    addExtras(json["scenario"], pin.extras);
    return json;
}

Json sweepToJson(const SweepChoice &sweep)
{
    Json json{Json::Object{{"across", axisToJson(sweep.across)}}};
    if (sweep.up)
        json["up"] = axisToJson(*sweep.up);
    json["metric"] = nameOf(sweep.metric);
    return json;
}

Result<std::vector<Pin>> readPins(const Json &root)
{
    std::optional<Error> error;
    Fields fields(root, {}, error);
    std::vector<Pin> pins;
    const Json::Array *list = fields.array("pins");
    if (list && list->size() > mostPins)
        fields.fail(ErrorCode::TooLarge, "pins",
            {english("errors", "at most %1 values"), {std::to_string(mostPins)}});
    bool hasBaseline = false;
    for (std::size_t i = 0; list && !error && i < list->size(); ++i) {
        const std::string path = fields.at("pins") + "/" + std::to_string(i);
        pins.push_back(readPin((*list)[i], path, error));
        if (!error && pins.back().isBaseline && std::exchange(hasBaseline, true))
            error = Error{.code = ErrorCode::Inconsistent,
                .where = path + "/baseline",
                .expected = english("errors", "one baseline among the pins"),
                .line = (*list)[i].line()};
    }
    if (error)
        return *std::move(error);
    return pins;
}

Result<std::optional<SweepChoice>> readSweep(const Json &root)
{
    std::optional<Error> error;
    const Json *json = Fields(root, {}, error).object("sweep");
    if (!json && !error)
        return std::optional<SweepChoice>();
    SweepChoice sweep;
    if (json) {
        Fields fields(*json, "/sweep", error);
        if (const Json *across = fields.requiredObject("across"))
            sweep.across = readAxis(*across, fields.at("across"), error);
        if (const Json *up = fields.object("up"))
            sweep.up = readAxis(*up, fields.at("up"), error);
        const std::string metric = fields.text("metric");
        const std::optional<Metric> known = fromName<Metric>(metric);
        if (!known && !metric.empty())
            fields.fail(ErrorCode::UnknownChoice, "metric", oneOfNear(metric, namesOf<Metric>));
        sweep.metric = known.value_or(Metric::Fit);
    }
    if (error)
        return *std::move(error);
    return std::optional(sweep);
}

} // namespace shardscope
