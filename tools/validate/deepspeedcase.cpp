// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of DeepSpeed on CPU tensors, rank 0 of several, with every storage followed.
#include "tools/validate/caseformats.h"
#include "tools/validate/deepspeedconfig.h"

namespace shardscope {

namespace {

constexpr std::array<std::string_view, 8> metrics{"peak_bytes", "after_initialize", "forward_peak",
    "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"};

Parallel readParallel(Fields &fields)
{
    Parallel parallel{.framework = Framework::DeepSpeed, .gpusPerNode = 1024};
    parallel.gpus = static_cast<int>(fields.requiredInteger({"ranks"}, countRange));
    constexpr std::array<Strategy, 4> stages{
        Strategy::Ddp, Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};
    const std::int64_t stage = fields.requiredInteger({"stage"}, {0, stages.size() - 1});
    parallel.strategy = stages[static_cast<std::size_t>(stage)];
    return parallel;
}

Training readTraining(Fields &fields, const Json &json)
{
    const auto count = [&fields](std::string_view name) {
        return static_cast<int>(fields.requiredInteger({name}, tokenRange));
    };
    Training training{.precision = Precision::Bf16Master,
        .optimizer = Optimizer::AdamWForLoop,
        .sequenceLength = count("sequence_length"),
        .microBatch = count("micro_batch"),
        .attention = Attention::Eager,
        .kernels = Kernels::Reference};
    training.accumulation
        = static_cast<int>(fields.integer({"accumulation"}, countRange).value_or(1));
    if (fields.text("method") == "lora") {
        training.method = Method::Lora;
        readAdapters(fields, json, training);
    }
    return training;
}

std::optional<Unmapped> setWords(Fields &fields, Training &training)
{
    const std::string checkpointing = fields.text("checkpointing");
    const auto kept = fromName<Checkpointing>(checkpointing.empty() ? "none" : checkpointing);
    if (!kept)
        return unmapped("unknown checkpointing", checkpointing);
    training.checkpointing = *kept;
    const std::string attention = fields.text("attention");
    const auto kernel = fromName<Attention>(attention.empty() ? "eager" : attention);
    if (!kernel)
        return unmapped("unknown attention kernel", attention);
    training.attention = *kernel;
    const std::string experts = fields.text("experts");
    if (!experts.empty() && experts != "grouped_mm")
        return unmapped("this way to compute experts is not modelled", experts);
    const std::string method = fields.text("method");
    if (!method.empty() && method != "full" && method != "lora")
        return unmapped("the method is not modelled", method);
    return std::nullopt;
}

Mapping mappingOf(
    Fields &fields, const Json &json, std::optional<Error> &error, const std::string &name)
{
    Scenario scenario{.training = readTraining(fields, json), .parallel = readParallel(fields)};
    const Json *architecture = fields.requiredObject("architecture");
    auto refused = setWords(fields, scenario.training);
    auto settings
        = readZeroKeys(fields.object("zero"), fields.at("zero"), error, scenario.parallel);
    auto others = readDeepSpeedKeys(fields.object("ds"), fields.at("ds"), error, scenario);
    if (error)
        return Unmapped{};
    auto uncounted = refuseUncounted(json);
    if (json.find("label_smoothing"))
        uncounted = unmapped("the setting is not counted", "label_smoothing");
    for (std::optional<Unmapped> *reason : {&refused, &settings, &others, &uncounted}) {
        if (*reason)
            return **std::move(reason);
    }
    return withModel(std::move(scenario), modelOf(*architecture, name));
}

} // namespace

void readDeepSpeedCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *json = element.requiredObject("scenario");
    if (!json)
        return;
    Fields fields(*json, element.at("scenario"), error);
    item.mapping = mappingOf(fields, *json, error, item.id);
    readMeasured(element, metrics, error, item);
    if (error)
        return;
    const Json *zero = json->find("zero");
    const bool standard = !zero || !zero->object() || zero->object()->empty();
    const std::string tier = element.text("tier");
    item.tags
        = {{"tier", tier.empty() ? "core" : tier}, {"buckets", standard ? "deepspeed" : "given"}};
}

} // namespace shardscope
