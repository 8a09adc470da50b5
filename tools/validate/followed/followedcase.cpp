// SPDX-License-Identifier: GPL-3.0-or-later
// Steps whose storages were all followed: of Hugging Face models on fake tensors, and of DeepSpeed
// on CPU tensors, rank 0 of several.
#include "tools/validate/followed/followedrules.h"
#include "tools/validate/formats.h"

#include <span>

namespace shardscope {

namespace {

using Names = std::initializer_list<std::string_view>;

/// Every number of `measured` that is called one of `metrics`; there must be one at least, unless
/// only the wire was followed.
void readMeasured(Fields &element, Names metrics, std::optional<Error> &error, Case &item)
{
    const Json *object = element.object("measured");
    if (!object && !element.object("wire"))
        element.requiredObject("measured");
    if (!object)
        return;
    Fields fields(*object, element.at("measured"), error);
    for (const std::string_view metric : metrics) {
        if (const std::optional<double> bytes = fields.number({metric}, byteRange))
            item.measured.push_back({std::string(metric), Bytes(*bytes)});
    }
    if (item.measured.empty())
        fields.fail(ErrorCode::MissingField, *metrics.begin(), std::string("bytes"));
}

/// In all phases of a step.
Bytes sentBy(Fields &wire, std::string_view operation, std::optional<Error> &error)
{
    Bytes sum{};
    const Json *phases = wire.object(operation);
    if (!phases)
        return sum;
    Fields fields(*phases, wire.at(operation), error);
    for (const std::string_view phase : {"forward", "backward", "step"}) {
        if (const Json *sent = fields.object(phase)) {
            Fields calls(*sent, fields.at(phase), error);
            sum += Bytes(calls.number({"bytes"}, byteRange).value_or(0));
        }
    }
    return sum;
}

/// What the step sent, by operation and in all.
void readWire(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *object = element.object("wire");
    if (!object)
        return;
    Fields wire(*object, element.at("wire"), error);
    const WireMetric &all = wireMetrics.back();
    Bytes sum{};
    for (const WireMetric &metric : std::span(wireMetrics).first(wireMetrics.size() - 1)) {
        const Bytes sent = sentBy(wire, metric.operation, error);
        sum += timesCounted(all, metric.op) * sent;
        if (sent > Bytes(0))
            item.measured.push_back({std::string(metric.name), sent});
    }
    if (sum > Bytes(0))
        item.measured.push_back({std::string(all.name), sum});
}

/// Wrong types, numbers out of range and missing fields are errors, whatever the rules look at.
void checkCommon(Fields &scenario, const Json &json, bool hasAdapters)
{
    for (const std::string_view name : {"micro_batch", "sequence_length"})
        scenario.requiredInteger({name}, tokenRange);
    scenario.integer({"accumulation"}, countRange);
    for (const std::string_view name : {"lora_dropout", "label_smoothing"})
        scenario.number({name}, {0, 1});
    for (const std::string_view name : {"virtual_tokens", "encoder_hidden"})
        scenario.integer({name}, tokenRange);
    scenario.number({"outlier_percent"}, {0, 100});
    for (const std::string_view name : {"oft_block", "boft_block", "boft_blocks"})
        scenario.integer({name}, {0, 1 << 24});
    scenario.integer({"trained_tokens"}, tokenRange);
    scenario.integer({"projection_rank"}, tokenRange);
    scenario.integer({"preconditioner_block"}, {1, 1 << 20});
    scenario.integer({"lokr_factor"}, {-1, 1 << 24});
    if (!hasAdapters)
        return;
    const std::string kind = scenario.text("adapter");
    if (kind.empty() || kind == "dora" || kind == "vera" || kind == "loha" || kind == "lokr")
        scenario.requiredInteger({"lora_rank"}, tokenRange);
    // Norms that are not named are PEFT's own choice.
    const bool hasTargets = kind != "ln-tuning" && kind != "prompt-tuning" && kind != "p-tuning"
        && kind != "prefix-tuning" && kind != "trainable-tokens";
    if (hasTargets && Printed(json).text("lora_targets").empty())
        scenario.fail(ErrorCode::MissingField, "lora_targets", std::string("module names"));
}

void checkSteps(Fields &scenario)
{
    for (const std::string_view name :
        {"weights_dtype", "method", "attention", "checkpointing", "optimizer"})
        scenario.requiredText(name);
    for (const std::string_view name : {"reduce_dtype", "wrap", "gradient_sync", "quant_storage",
             "framework", "loop", "objective", "reference_model", "device", "gpu", "base",
             "rollout", "unquantized", "columns", "pooling"})
        scenario.text(name);
    for (const std::string_view name : {"autocast", "mixed", "reshard"})
        scenario.boolean(name, false);
    for (const std::string_view name : {"shards", "replicas", "tensor", "context", "hybrid", "gpus",
             "num_labels", "completion_tokens", "target_length", "rollout_chunk", "scored", "texts",
             "gradient_cache"})
        scenario.integer({name}, countRange);
}

void checkZero(Fields keys)
{
    for (const std::string_view name : {"reduce_bucket_size", "allgather_bucket_size",
             "stage3_prefetch_bucket_size", "stage3_param_persistence_threshold", "sub_group_size"})
        keys.integer({name}, elementRange);
    for (const std::string_view name : {"stage3_max_live_parameters", "stage3_max_reuse_distance",
             "mics_shard_size", "stage3_model_persistence_threshold",
             "stage3_module_granularity_threshold", "zero_hpz_partition_size"})
        keys.number({name}, {-1, elementRange.maximum});
    for (const std::string_view name : {"contiguous_gradients", "reduce_scatter",
             "round_robin_gradients", "zero_quantized_weights", "zero_quantized_gradients",
             "zero_quantized_nontrainable_weights"})
        keys.boolean(name, false);
    for (const std::string_view name : {"offload_param", "offload_optimizer"})
        keys.object(name);
}

void checkDeepSpeed(Fields &scenario, std::optional<Error> &error)
{
    scenario.requiredInteger({"ranks"}, countRange);
    scenario.requiredInteger({"stage"}, {0, 3});
    for (const std::string_view name :
        {"tensor", "expert", "completion_tokens", "images", "num_labels", "target_length"})
        scenario.integer({name}, countRange);
    scenario.number({"expert_load"}, loadRange);
    for (const std::string_view name : {"method", "attention", "checkpointing", "experts",
             "objective", "reference_model", "teacher_model", "rollout"})
        scenario.text(name);
    scenario.object("teacher");
    scenario.object("ds");
    if (const Json *zero = scenario.object("zero"))
        checkZero(Fields(*zero, scenario.at("zero"), error));
}

Tag tierOf(Fields &element)
{
    const std::string tier = element.text("tier");
    return {"tier", tier.empty() ? "core" : tier};
}

} // namespace

void readStepsCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *scenario = element.requiredObject("scenario");
    if (!scenario)
        return;
    Fields fields(*scenario, element.at("scenario"), error);
    const Json *architecture = fields.requiredObject("architecture");
    checkSteps(fields);
    checkCommon(fields, *scenario, fields.text("method") != "full");
    readMeasured(element,
        {"peak_bytes", "between_steps", "generation_peak", "scoring_peak", "forward_peak",
            "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"},
        error, item);
    readWire(element, error, item);
    if (error)
        return;
    const Printed run(*scenario);
    Draft draft;
    settle(draft, run, followedRules);
    settle(draft, run, stepsRules);
    const std::string model = element.text("model");
    draft.describeModel(*architecture, model.empty() ? item.id : model);
    item.ranOnGpu = run.says("device", "cuda");
    item.tags = {tierOf(element), {"attention", run.text("attention")},
        {"checkpointing", run.text("checkpointing")}};
    std::move(draft).finish(item);
}

void readDeepSpeedCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *scenario = element.requiredObject("scenario");
    if (!scenario)
        return;
    Fields fields(*scenario, element.at("scenario"), error);
    const Json *architecture = fields.requiredObject("architecture");
    checkDeepSpeed(fields, error);
    checkCommon(fields, *scenario, fields.text("method") == "lora");
    readMeasured(element,
        {"peak_bytes", "after_initialize", "generation_peak", "scoring_peak", "forward_peak",
            "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"},
        error, item);
    readWire(element, error, item);
    if (error)
        return;
    const Printed run(*scenario);
    Draft draft;
    settle(draft, run, deepSpeedRules);
    settle(draft, run, followedRules);
    draft.describeModel(*architecture, item.id);
    const Json *zero = run.find("zero");
    const bool standard = !zero || zero->object()->empty();
    const Tag tier = tierOf(element);
    item.tags = {tier, {"buckets", standard ? "deepspeed" : "given"},
        {"passes", tier.second == "passes" ? "several" : "one"}};
    std::move(draft).finish(item);
}

} // namespace shardscope
