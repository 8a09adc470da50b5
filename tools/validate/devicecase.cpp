// SPDX-License-Identifier: GPL-3.0-or-later
// Runs on real GPUs that others published.
#include "tools/validate/caseformats.h"
#include "tools/validate/devicerun.h"

#include <cstdlib>

namespace shardscope {

namespace {

constexpr NumberRange sizeRange{0, 1 << 26};

int countOf(Fields &fields, std::string_view name, int otherwise)
{
    return static_cast<int>(fields.integer({name}, tokenRange).value_or(otherwise));
}

/// Text, or nothing where a source had no plain word to give.
std::string wordOf(const Json &object, std::string_view name)
{
    const Json *value = object.find(name);
    return value && value->string() ? *value->string() : std::string();
}

std::int64_t sizeOf(const Json &object, std::string_view name)
{
    const Json *value = object.find(name);
    const double *number = value ? value->number() : nullptr;
    const bool isSize = number && *number >= 1 && *number <= sizeRange.maximum;
    return isSize ? static_cast<std::int64_t>(*number) : 0;
}

bool isTrue(const Json &object, std::string_view name)
{
    const Json *value = object.find(name);
    return value && value->boolean() && *value->boolean();
}

bool isPresent(const Json &object, std::string_view name)
{
    const Json *value = object.find(name);
    return value && !value->isNull();
}

DeviceRun::Shape shapeOf(const Json &arch)
{
    return {.layers = sizeOf(arch, "num_layers"),
        .hidden = sizeOf(arch, "hidden"),
        .heads = sizeOf(arch, "heads"),
        .kvHeads = sizeOf(arch, "kv_heads"),
        .width = sizeOf(arch, "ffn"),
        .vocabulary = sizeOf(arch, "vocab"),
        .tied = isTrue(arch, "tied"),
        .hasExperts = isPresent(arch, "num_experts"),
        .note = wordOf(arch, "note")};
}

void readSharding(DeviceRun &run, const Json &sharding)
{
    run.sharding = wordOf(sharding, "strategy");
    const auto degree = [&sharding](std::string_view name) {
        return std::max<std::int64_t>(sizeOf(sharding, name), 1);
    };
    for (const std::string_view name : {"tp", "pp", "cp", "sp", "ep"})
        run.splitsModel |= degree(name) > 1;
    run.gpus = static_cast<int>(std::max(degree("dp"), degree("num_gpus")));
}

void readPrecision(DeviceRun &run, const Json &precision)
{
    run.weights = wordOf(precision, "weights");
    run.compute = wordOf(precision, "compute");
    run.gradients = wordOf(precision, "grads");
    run.moments = wordOf(precision, "optim_states");
    run.master = wordOf(precision, "master");
    run.adapter = wordOf(precision, "adapter");
}

void readAdapters(DeviceRun &run, const Json &lora)
{
    run.rank = static_cast<int>(sizeOf(lora, "r"));
    if (const Json *dropout = lora.find("dropout"); dropout && dropout->number())
        run.dropout = *dropout->number();
    run.trainsModules = isPresent(lora, "modules_to_save");
    run.isVariant = isTrue(lora, "use_dora");
    run.targets = wordOf(lora, "targets");
    const Json *targets = lora.find("targets");
    for (const Json &name : targets && targets->array() ? *targets->array() : Json::Array{}) {
        if (name.string())
            run.targets.append(run.targets.empty() ? "" : ",").append(*name.string());
    }
}

/// "nvidia-smi (includes CUDA context, 1113 MiB measured on V100)"
double contextOf(std::string_view metric)
{
    constexpr std::string_view before = "CUDA context, ";
    const std::size_t at = metric.find(before);
    if (at == std::string_view::npos || metric.find(" MiB", at) == std::string_view::npos)
        return 0;
    return std::atof(std::string(metric.substr(at + before.size())).c_str());
}

DeviceRun readRun(Fields &element, std::optional<Error> &error)
{
    DeviceRun run{.model = element.requiredText("model"),
        .record = element.text("record_type"),
        .method = element.requiredText("method"),
        .framework = element.requiredText("framework"),
        .quantization = element.text("quantization"),
        .optimizer = element.text("optimizer"),
        .gpu = element.text("gpu"),
        .checkpointing = element.text("gradient_checkpointing"),
        .attention = element.text("attention"),
        .offload = element.text("cpu_offload"),
        .metric = element.text("metric_class"),
        .contextMib = contextOf(element.text("metric")),
        .notes = element.text("notes"),
        .sequence = countOf(element, "seq_len", 0),
        .microBatch = countOf(element, "micro_batch", 0),
        .accumulation = countOf(element, "grad_accum", 1),
        .compiled = element.boolean("compile", false)};
    if (const Json *arch = element.object("arch"))
        run.shape = shapeOf(*arch);
    if (const Json *sharding = element.object("sharding"))
        readSharding(run, *sharding);
    if (const Json *precision = element.object("precision"))
        readPrecision(run, *precision);
    if (const Json *versions = element.object("versions"))
        run.transformers = wordOf(*versions, "transformers");
    if (const Json *lora = element.object("lora"))
        readAdapters(run, *lora);
    if (error)
        return {};
    return run;
}

/// Figures that stand beside the main one.
void readOthers(Fields &element, std::optional<Error> &error, Case &item)
{
    struct Other
    {
        std::string_view group;
        std::string_view name;
        std::string_view metric;
    };
    constexpr std::array<Other, 4> others{{
        {"breakdown", "allocated_between_steps_gib", "between_steps"},
        {"other_measured", "max_memory_allocated_gib", "allocated"},
        {"other_measured", "max_memory_reserved_gib", "reserved"},
        {"other_measured", "nvidia_smi_delta_gib", "nvidia_smi_delta"},
    }};
    for (const Other &other : others) {
        const Json *group = element.object(other.group);
        if (!group)
            continue;
        Fields fields(*group, element.at(other.group), error);
        const std::optional<double> gib = fields.number({other.name}, {0, 1e6});
        const bool isNew = std::none_of(item.measured.begin(), item.measured.end(),
            [&other](const Measurement &there) { return there.metric == other.metric; });
        if (gib && isNew)
            item.measured.push_back({std::string(other.metric), *gib * GiB});
    }
}

/// Speed depends on what memory does not: on the GPU, on how many micro-steps share an update, on
/// transfers to the host.
void readThroughput(Fields &element, DeviceRun &run, Case &item)
{
    const std::optional<double> tokens = element.number({throughputMetric}, {0, 1e12});
    const bool isComplete = item.knowsGpu && element.integer({"grad_accum"}, tokenRange)
        && (run.offload.empty() || run.offload == "none");
    run.hasThroughput = tokens && *tokens > 0 && isComplete && !item.ranOutOfMemory;
    if (run.hasThroughput)
        item.measured.push_back({std::string(throughputMetric), Bytes(*tokens)});
}

std::optional<Unmapped> memoryRefusal(const DeviceRun &run, const Case &item)
{
    if (!run.record.empty() && run.record != "memory")
        return unmapped("no memory of a training step was measured", run.record);
    if (item.measured.empty())
        return Unmapped{"no memory was measured"};
    if (run.metric.empty() || run.metric == "unknown" || run.metric == "allocation_sum")
        return unmapped("the source does not say which memory it measured", run.metric);
    if (run.metric == "nvidia_smi" && !item.knowsGpu)
        return unmapped("nvidia-smi depends on the GPU", run.gpu);
    return std::nullopt;
}

/// What cannot be compared, whatever the scenario is. Where only the memory cannot, the throughput
/// stays.
std::optional<Unmapped> refusal(const DeviceRun &run, Case &item)
{
    if (item.ranOutOfMemory)
        return item.knowsGpu ? std::nullopt
                             : std::optional(unmapped("what the GPU can hold is unknown", run.gpu));
    std::optional<Unmapped> refused = memoryRefusal(run, item);
    if (!refused || !run.hasThroughput)
        return refused;
    std::erase_if(item.measured,
        [](const Measurement &measured) { return measured.metric != throughputMetric; });
    return std::nullopt;
}

} // namespace

void readDeviceCase(Fields &element, std::optional<Error> &error, Case &item)
{
    DeviceRun run = readRun(element, error);
    const std::string outcome = element.text("outcome");
    item.ranOutOfMemory = outcome == "oom";
    item.confidence = element.text("confidence");
    item.knowsGpu = !gpuOf(run).empty();
    item.addedTokens = addedTokensOf(run);
    const std::optional<double> gib = element.number({"measured_gib"}, {0, 1e6});
    if (gib && !item.ranOutOfMemory)
        item.measured.push_back({run.metric, *gib * GiB});
    if (!item.ranOutOfMemory)
        readOthers(element, error, item);
    readThroughput(element, run, item);
    if (error)
        return;
    item.tags = {{"source", element.text("set")}, {"tier", element.text("tier")},
        {"confidence", item.confidence}, {"outcome", outcome},
        {"kernels", std::string(kernelsOf(run))}};
    const std::optional<Unmapped> refused = refusal(run, item);
    item.mapping = refused ? Mapping(*refused) : mappingOf(run);
}

} // namespace shardscope
