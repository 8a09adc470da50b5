// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of DeepSpeed on CPU tensors, rank 0 of several, with every storage followed.
#include "core/validation/caseformats.h"

namespace shardscope {

namespace {

constexpr std::array<std::string_view, 8> metrics{"peak_bytes", "after_initialize", "forward_peak",
    "forward_end", "backward_peak", "backward_end", "step_peak", "step_end"};

constexpr std::array<Word<GradientPrecision>, 3> accumulations{{
    {"bf16", GradientPrecision::Bits16},
    {"fp16", GradientPrecision::Bits16},
    {"fp32", GradientPrecision::Fp32},
}};

/// A size of the zero_optimization group: its key, where it goes, and what DeepSpeed takes where
/// it is not given (deepspeed/runtime/zero/config.py, DeepSpeed 0.19).
struct Size
{
    std::string_view key;
    std::int64_t Parallel::*field;
    double standard;
};
constexpr std::array<Size, 5> sizes{{
    {"reduce_bucket_size", &Parallel::reduceBucket, 5e8},
    {"allgather_bucket_size", &Parallel::allGatherBucket, 5e8},
    {"stage3_prefetch_bucket_size", &Parallel::prefetchBucket, 5e7},
    {"stage3_param_persistence_threshold", &Parallel::persistenceThreshold, 1e5},
    {"sub_group_size", &Parallel::subGroup, 1e9},
}};

void readSizes(Parallel &parallel, Fields &zero)
{
    for (const Size &size : sizes) {
        const auto given = zero.integer({size.key}, elementRange);
        parallel.*size.field = given.value_or(static_cast<std::int64_t>(size.standard));
    }
    if (const Json *device = zero.object("offload_param"))
        parallel.offload = device->find("nvme_path") ? Offload::Nvme : Offload::Parameters;
    else if (zero.object("offload_optimizer"))
        parallel.offload = Offload::Optimizer;
}

/// data_types.grad_accum_dtype of the other configuration; empty where it is not there.
std::string accumulationDtype(Fields &fields, std::optional<Error> &error)
{
    const Json *config = fields.object("ds");
    if (!config)
        return {};
    Fields ds(*config, fields.at("ds"), error);
    const Json *types = ds.object("data_types");
    return types ? Fields(*types, ds.at("data_types"), error).text("grad_accum_dtype") : "";
}

Parallel readParallel(Fields &fields, std::optional<Error> &error)
{
    Parallel parallel{.framework = Framework::DeepSpeed, .gpusPerNode = 1024};
    parallel.gpus = static_cast<int>(fields.requiredInteger({"ranks"}, countRange));
    constexpr std::array<Strategy, 4> stages{
        Strategy::Ddp, Strategy::Zero1, Strategy::Zero2, Strategy::Zero3};
    const std::int64_t stage = fields.requiredInteger({"stage"}, {0, stages.size() - 1});
    parallel.strategy = stages[static_cast<std::size_t>(stage)];
    static const Json defaults{Json::Object{}};
    const Json *zero = fields.object("zero");
    Fields keys(zero ? *zero : defaults, fields.at("zero"), error);
    readSizes(parallel, keys);
    if (const Json *value = (zero ? zero->find("overlap_comm") : nullptr);
        value && value->boolean())
        parallel.overlap = *value->boolean() ? Overlap::On : Overlap::Off;
    return parallel;
}

Training readTraining(Fields &fields)
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
    return training;
}

Mapping mappingOf(Scenario scenario, const Json &architecture, const std::string &name,
    const std::string &checkpointing, const std::string &accumulation)
{
    const auto kept = fromName<Checkpointing>(checkpointing.empty() ? "none" : checkpointing);
    if (!kept)
        return unmapped("unknown checkpointing", checkpointing);
    scenario.training.checkpointing = *kept;
    if (!accumulation.empty()) {
        const auto dtype = meaningOf(accumulations, accumulation);
        if (!dtype)
            return unmapped("unknown dtype of accumulated gradients", accumulation);
        scenario.parallel.gradientPrecision = *dtype;
    }
    return withModel(std::move(scenario), modelOf(architecture, name));
}

} // namespace

void readDeepSpeedCase(Fields &element, std::optional<Error> &error, Case &item)
{
    const Json *json = element.requiredObject("scenario");
    if (!json)
        return;
    Fields fields(*json, element.at("scenario"), error);
    const Json *architecture = fields.requiredObject("architecture");
    Scenario scenario;
    scenario.training = readTraining(fields);
    scenario.parallel = readParallel(fields, error);
    const std::string checkpointing = fields.text("checkpointing");
    const std::string accumulation = accumulationDtype(fields, error);
    readMeasured(element, metrics, error, item);
    if (error)
        return;
    item.mapping
        = mappingOf(std::move(scenario), *architecture, item.id, checkpointing, accumulation);
    const Json *zero = json->find("zero");
    const bool standard = !zero || !zero->object() || zero->object()->empty();
    item.tags = {{"buckets", standard ? "deepspeed" : "given"}};
}

} // namespace shardscope
