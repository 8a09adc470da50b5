// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on real GPUs, as others published them.
#include "tools/validate/formats.h"
#include "tools/validate/published/mapping.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr NumberRange gibRange{0, 1e6};

/// Wrong types are errors, wherever they stand.
void checkTypes(Fields &element)
{
    for (const std::string_view name : {"model", "method", "framework"})
        element.requiredText(name);
    for (const std::string_view name :
        {"record_type", "quantization", "optimizer", "gpu", "gradient_checkpointing", "attention",
            "cpu_offload", "metric", "metric_class", "notes"})
        element.text(name);
    for (const std::string_view name : {"seq_len", "micro_batch", "grad_accum"})
        element.integer({name}, tokenRange);
    for (const std::string_view name : {"arch", "sharding", "precision", "versions", "lora"})
        element.object(name);
    element.boolean("compile", false);
}

/// A figure in GiB; those that stand beside the main one are in a group.
struct Figure
{
    std::string_view group;
    std::string_view name;
    std::string_view metric;
};
constexpr std::array<Figure, 4> figures{{
    {"breakdown", "allocated_between_steps_gib", "between_steps"},
    {"other_measured", "max_memory_allocated_gib", "allocated"},
    {"other_measured", "max_memory_reserved_gib", "reserved"},
    {"other_measured", "nvidia_smi_delta_gib", "nvidia_smi_delta"},
}};

void readMemory(Fields &element, std::optional<Error> &error, Case &item)
{
    if (const auto gib = element.number({"measured_gib"}, gibRange))
        item.measured.push_back({element.text("metric_class"), *gib * GiB});
    for (const Figure &figure : figures) {
        const Json *group = element.object(figure.group);
        if (!group)
            continue;
        const auto gib
            = Fields(*group, element.at(figure.group), error).number({figure.name}, gibRange);
        const bool isNew = std::none_of(item.measured.begin(), item.measured.end(),
            [&figure](const Measurement &there) { return there.metric == figure.metric; });
        if (gib && isNew)
            item.measured.push_back({std::string(figure.metric), *gib * GiB});
    }
}

/// Tokens/s, where the GPU and the accumulation are stated and nothing is offloaded; 0: of others.
/// Speed depends on what memory does not: on the GPU, on how many micro-steps share an update, on
/// transfers to the host.
double readSpeed(Fields &element, const Printed &run, const Case &item)
{
    const double tokens = element.number({throughputMetric}, {0, 1e12}).value_or(0);
    const bool isComplete
        = item.knowsGpu && run.size("grad_accum") > 0 && run.says("cpu_offload", "- none");
    return isComplete ? tokens : 0;
}

/// Why the memory of a run cannot be compared, whatever the scenario is.
void refuseMemory(Draft &draft, const Printed &run, const Case &item)
{
    const std::string metric = run.text("metric_class");
    if (!run.says("record_type", "- memory"))
        draft.refuse("no memory of a training step was measured", run.text("record_type"));
    if (item.measured.empty())
        draft.refuse("no memory was measured");
    if (metric.empty() || metric == "unknown" || metric == "allocation_sum")
        draft.refuse("the source does not say which memory it measured", metric);
    if (metric == "nvidia_smi" && !item.knowsGpu)
        draft.refuse("nvidia-smi depends on the GPU", run.text("gpu"));
}

/// Begins the scenario of what can be compared: of a run whose memory cannot, the speed alone.
Draft draftOf(const Printed &run, double speed, Case &item)
{
    Draft draft;
    if (item.ranOutOfMemory) {
        item.measured.clear();
        if (!item.knowsGpu)
            draft.refuse("what the GPU can hold is unknown", run.text("gpu"));
        return draft;
    }
    refuseMemory(draft, run, item);
    if (speed <= 0)
        return draft;
    if (draft.isRefused())
        item.measured.clear();
    item.measured.push_back({std::string(throughputMetric), Bytes(speed)});
    return {};
}

/// What stays of the file: of a run that is left out, all that its source printed.
Json::Object originOf(const Json &json, const Case &item)
{
    if (std::holds_alternative<Unmapped>(item.mapping))
        return {{"printed", json}};
    Json::Object origin;
    for (const std::string_view name : {"source", "notes"}) {
        if (const Json *value = json.find(name))
            origin.emplace_back(name, *value);
    }
    return origin;
}

} // namespace

void readPublishedCase(const Json &json, Fields &element, std::optional<Error> &error, Case &item)
{
    checkTypes(element);
    const Printed run(json);
    item.ranOutOfMemory = run.text("outcome") == "oom";
    item.confidence = element.text("confidence");
    item.knowsGpu = !gpuCalled(run.text("gpu")).empty();
    item.addedTokens = addedTokensOf(run);
    readMemory(element, error, item);
    const double speed = readSpeed(element, run, item);
    if (error)
        return;
    item.tags = {{"source", element.text("set")}, {"tier", element.text("tier")},
        {"confidence", item.confidence}, {"outcome", element.text("outcome")},
        {"kernels", std::string(kernelsOf(run))}};
    Draft draft = draftOf(run, speed, item);
    statePublished(draft, run);
    std::move(draft).finish(item);
    item.origin = originOf(json, item);
}

} // namespace shardscope
