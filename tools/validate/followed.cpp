// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/followed.h"

#include <array>

namespace shardscope {

void readMeasured(Fields &element, std::span<const std::string_view> metrics,
    std::optional<Error> &error, Case &item)
{
    const Json *object = element.requiredObject("measured");
    if (!object)
        return;
    Fields fields(*object, element.at("measured"), error);
    for (const std::string_view metric : metrics) {
        if (const std::optional<double> bytes = fields.number({metric}, byteRange))
            item.measured.push_back({std::string(metric), Bytes(*bytes)});
    }
    if (item.measured.empty())
        fields.fail(ErrorCode::MissingField, metrics.front(), "bytes");
}

Tag tierOf(Fields &element)
{
    const std::string tier = element.text("tier");
    return {"tier", tier.empty() ? "core" : tier};
}

void stateBatch(Draft &draft, Fields &scenario)
{
    const auto required = [&scenario](std::string_view name) {
        return static_cast<double>(scenario.requiredInteger({name}, tokenRange));
    };
    draft.state("training.sequence_length", required("sequence_length"));
    draft.state("training.micro_batch", required("micro_batch"));
    draft.state("training.accumulation",
        static_cast<double>(scenario.integer({"accumulation"}, countRange).value_or(1)));
    draft.state("training.kernels", "reference");
}

namespace {

std::string readTargets(const Json &scenario)
{
    const Json *value = scenario.find("lora_targets");
    if (!value)
        return {};
    if (value->string())
        return *value->string();
    std::string list;
    for (const Json &name : value->array() ? *value->array() : Json::Array{}) {
        if (name.string())
            list.append(list.empty() ? "" : ",").append(*name.string());
    }
    return list;
}

} // namespace

void stateAdapters(Draft &draft, Fields &scenario, const Json &json)
{
    draft.state("training.lora_rank",
        static_cast<double>(scenario.requiredInteger({"lora_rank"}, tokenRange)));
    draft.state("training.lora_dropout", scenario.number({"lora_dropout"}, {0, 1}).value_or(0));
    const std::string targets = readTargets(json);
    draft.state("training.lora_targets", targets);
    if (targets.empty())
        scenario.fail(ErrorCode::MissingField, "lora_targets", "module names");
}

void refuseUncounted(Draft &draft, const Json &scenario)
{
    const auto amount = [&scenario](std::string_view name) {
        const Json *value = scenario.find(name);
        return value && value->number() ? *value->number() : 0;
    };
    const auto isSaid = [&scenario](std::string_view name) {
        const Json *value = scenario.find(name);
        const bool isList = value && value->array() && !value->array()->empty();
        const bool isText = value && value->string() && !value->string()->empty();
        return isList || isText || (value && value->boolean() && *value->boolean());
    };
    struct Uncounted
    {
        std::string_view key;
        bool isAsked;
    };
    const std::array<Uncounted, 4> uncounted{{
        {"use_dora", isSaid("use_dora")},
        {"modules_to_save", isSaid("modules_to_save")},
        {"frozen_layers", amount("frozen_layers") > 0},
        {"checkpoint_every", amount("checkpoint_every") > 1},
    }};
    for (const Uncounted &each : uncounted) {
        if (each.isAsked)
            draft.refuse("the setting is not counted", each.key);
    }
}

} // namespace shardscope
