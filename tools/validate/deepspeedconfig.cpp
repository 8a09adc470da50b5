// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19: deepspeed/runtime/zero/config.py and runtime/config.py.
#include "tools/validate/deepspeedconfig.h"

#include "tools/validate/caseformats.h"

namespace shardscope {

namespace {

constexpr std::array<Word<GradientPrecision>, 3> accumulations{{
    {"bf16", GradientPrecision::Bits16},
    {"fp16", GradientPrecision::Bits16},
    {"fp32", GradientPrecision::Fp32},
}};

/// A size: its key, where it goes, and what DeepSpeed takes where it is not given.
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

/// A yes or no that is modelled one way only: DeepSpeed's own.
struct Fixed
{
    std::string_view key;
    bool standard;
};
constexpr std::array<Fixed, 4> fixed{{
    {"contiguous_gradients", true},
    {"reduce_scatter", true},
    {"round_robin_gradients", false},
    {"zero_quantized_nontrainable_weights", false},
}};

/// Bounds that DeepSpeed sets so high that they stop nothing; lower ones are not modelled.
struct Bound
{
    std::string_view key;
    double standard;
};
constexpr std::array<Bound, 3> bounds{{
    {"stage3_max_live_parameters", 1e9},
    {"stage3_max_reuse_distance", 1e9},
    {"stage3_model_persistence_threshold", 1e9},
}};

constexpr std::string_view notModelled = "the setting of DeepSpeed is not modelled";

void readSizes(Parallel &parallel, Fields &zero)
{
    for (const Size &size : sizes) {
        const auto given = zero.integer({size.key}, elementRange);
        // 0 elements hold nothing, and neither does 1; a scenario's 0 stands for "auto".
        const auto smallest = std::int64_t{1};
        parallel.*size.field
            = std::max(given.value_or(static_cast<std::int64_t>(size.standard)), smallest);
    }
}

std::optional<Unmapped> refuseOthers(Fields &zero)
{
    for (const Fixed &each : fixed) {
        if (zero.boolean(each.key, each.standard) != each.standard)
            return unmapped(std::string(notModelled), each.key);
    }
    for (const Bound &each : bounds) {
        if (zero.number({each.key}, elementRange).value_or(each.standard) < each.standard)
            return unmapped(std::string(notModelled), each.key);
    }
    if (zero.number({"mics_shard_size"}, {-1, 1 << 16}).value_or(-1) > 0)
        return unmapped(std::string(notModelled), "mics_shard_size");
    if (zero.number({"stage3_module_granularity_threshold"}, elementRange).value_or(0) > 0)
        return unmapped(std::string(notModelled), "stage3_module_granularity_threshold");
    return std::nullopt;
}

std::optional<Unmapped> readPlusPlus(Fields &zero, Parallel &parallel)
{
    const bool weights = zero.boolean("zero_quantized_weights", false);
    const bool gradients = zero.boolean("zero_quantized_gradients", false);
    const bool copy = zero.integer({"zero_hpz_partition_size"}, {0, 1 << 16}).value_or(1) > 1;
    const int asked
        = static_cast<int>(weights) + static_cast<int>(gradients) + static_cast<int>(copy);
    if (asked == 2)
        return unmapped(std::string(notModelled), "two of ZeRO++'s three parts");
    if (asked == 3)
        parallel.zeroPlusPlus = ZeroPlusPlus::All;
    else if (weights)
        parallel.zeroPlusPlus = ZeroPlusPlus::QuantizedWeights;
    else if (gradients)
        parallel.zeroPlusPlus = ZeroPlusPlus::QuantizedGradients;
    else if (copy)
        parallel.zeroPlusPlus = ZeroPlusPlus::SecondCopy;
    return std::nullopt;
}

/// Where a group says that its tensors go; empty: they stay on the GPU.
std::string deviceOf(Fields &zero, std::string_view group, std::optional<Error> &error)
{
    const Json *object = zero.object(group);
    if (!object)
        return {};
    std::string device = Fields(*object, zero.at(group), error).text("device");
    return device == "none" ? std::string() : device.empty() ? "cpu" : device;
}

void readOffload(Fields &zero, std::optional<Error> &error, Parallel &parallel)
{
    const std::string parameters = deviceOf(zero, "offload_param", error);
    const std::string optimizer = deviceOf(zero, "offload_optimizer", error);
    if (!parameters.empty())
        parallel.offload = parameters == "nvme" ? Offload::Nvme : Offload::Parameters;
    else if (!optimizer.empty())
        parallel.offload = optimizer == "nvme" ? Offload::Nvme : Offload::Optimizer;
}

bool isEnabled(Fields &config, std::string_view group, std::optional<Error> &error)
{
    const Json *object = config.object(group);
    return object && Fields(*object, config.at(group), error).boolean("enabled", false);
}

/// Master weights and moments in 16 bit.
bool savesMaster(Fields &config, std::optional<Error> &error)
{
    const Json *object = config.object("bf16");
    if (!object)
        return false;
    Fields half(*object, config.at("bf16"), error);
    return half.boolean("bf16_master_weights_and_grads", false)
        || half.boolean("bf16_optimizer_states", false);
}

} // namespace

std::optional<Unmapped> readZeroKeys(
    const Json *zero, const std::string &path, std::optional<Error> &error, Parallel &parallel)
{
    static const Json defaults{Json::Object{}};
    Fields keys(zero ? *zero : defaults, path, error);
    readSizes(parallel, keys);
    readOffload(keys, error, parallel);
    if (const Json *value = zero ? zero->find("overlap_comm") : nullptr; value && value->boolean())
        parallel.overlap = *value->boolean() ? Overlap::On : Overlap::Off;
    if (auto refused = readPlusPlus(keys, parallel))
        return refused;
    return refuseOthers(keys);
}

std::optional<Unmapped> readDeepSpeedKeys(
    const Json *config, const std::string &path, std::optional<Error> &error, Scenario &scenario)
{
    if (!config)
        return std::nullopt;
    Fields ds(*config, path, error);
    if (isEnabled(ds, "fp16", error))
        scenario.training.precision = Precision::Fp16Master;
    if (savesMaster(ds, error))
        return unmapped(std::string(notModelled), "16-bit master weights");
    if (isEnabled(ds, "torch_autocast", error))
        return unmapped(std::string(notModelled), "torch_autocast");
    if (!ds.text("communication_data_type").empty())
        return unmapped(std::string(notModelled), "communication_data_type");
    const Json *types = ds.object("data_types");
    const std::string word
        = types ? Fields(*types, ds.at("data_types"), error).text("grad_accum_dtype") : "";
    if (word.empty())
        return std::nullopt;
    const auto dtype = meaningOf(accumulations, word);
    if (!dtype)
        return unmapped("unknown dtype of accumulated gradients", word);
    scenario.parallel.gradientPrecision = *dtype;
    return std::nullopt;
}

} // namespace shardscope
