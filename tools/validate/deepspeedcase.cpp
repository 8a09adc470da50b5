// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of DeepSpeed on CPU tensors, rank 0 of several, with every storage followed.
#include "tools/validate/deepspeedconfig.h"
#include "tools/validate/followed.h"

namespace shardscope {

namespace {

constexpr std::array<std::string_view, 8> metrics{"peak_bytes", "after_initialize", "forward_peak",
    "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"};

std::string textOr(Fields &fields, std::string_view name, const char *otherwise)
{
    const std::string text = fields.text(name);
    return text.empty() ? otherwise : text;
}

void stateTraining(Draft &draft, Fields &fields, const Json &json)
{
    const std::string checkpointing = textOr(fields, "checkpointing", "none");
    draft.translate(
        "training.checkpointing", checkpointing, checkpointing, "unknown checkpointing");
    const std::string attention = textOr(fields, "attention", "eager");
    draft.translate("training.attention", attention, attention, "unknown attention kernel");
    const std::string experts = textOr(fields, "experts", "grouped_mm");
    if (experts != "grouped_mm")
        draft.refuse("this way to compute experts is not modelled", experts);
    const std::string method = textOr(fields, "method", "full");
    draft.translate(
        "training.method", method == "qlora" ? "" : method, method, "the method is not modelled");
    if (method == "lora")
        stateAdapters(draft, fields, json);
    draft.state("training.precision", "bf16-master");
    draft.state("training.optimizer", "adamw-for-loop");
    stateBatch(draft, fields);
}

void stateParallel(Draft &draft, Fields &fields)
{
    constexpr std::array<const char *, 4> stages{"ddp", "zero1", "zero2", "zero3"};
    const std::int64_t stage = fields.requiredInteger({"stage"}, {0, stages.size() - 1});
    draft.state("parallel.strategy", stages[static_cast<std::size_t>(stage)]);
    draft.state("parallel.framework", "deepspeed");
    draft.state(
        "parallel.gpus", static_cast<double>(fields.requiredInteger({"ranks"}, countRange)));
    draft.state("parallel.gpus_per_node", 1024);
}

} // namespace

void readDeepSpeedCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *json = element.requiredObject("scenario");
    if (!json)
        return;
    Fields fields(*json, element.at("scenario"), error);
    const Json *architecture = fields.requiredObject("architecture");
    const Json *zero = fields.object("zero");
    Draft draft;
    stateTraining(draft, fields, *json);
    stateParallel(draft, fields);
    stateZeroKeys(draft, zero, fields.at("zero"), error);
    stateDeepSpeedKeys(draft, fields.object("ds"), fields.at("ds"), error);
    refuseUncounted(draft, *json);
    if (json->find("label_smoothing"))
        draft.refuse("the setting is not counted", "label_smoothing");
    readMeasured(element, metrics, error, item);
    if (error)
        return;
    draft.describeModel(*architecture, item.id);
    const bool standard = !zero || zero->object()->empty();
    item.tags = {tierOf(element), {"buckets", standard ? "deepspeed" : "given"}};
    std::move(draft).finish(item);
}

} // namespace shardscope
