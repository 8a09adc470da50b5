// SPDX-License-Identifier: GPL-3.0-or-later
// DeepSpeed 0.19: deepspeed/runtime/zero/config.py and runtime/config.py.
#include "tools/validate/deepspeedconfig.h"

#include "tools/validate/formats.h"
#include "tools/validate/words.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

constexpr std::array<Word, 2> accumulations{{{"16-bit", "bf16 fp16"}, {"fp32", "fp32"}}};

/// A size in elements: DeepSpeed's key, ours, and what DeepSpeed takes where it is not given.
struct Size
{
    std::string_view theirs;
    std::string_view ours;
    double standard;
};
constexpr std::array<Size, 5> sizes{{
    {"reduce_bucket_size", "parallel.reduce_bucket", 5e8},
    {"allgather_bucket_size", "parallel.allgather_bucket", 5e8},
    {"stage3_prefetch_bucket_size", "parallel.prefetch_bucket", 5e7},
    {"stage3_param_persistence_threshold", "parallel.persistence_threshold", 1e5},
    {"sub_group_size", "parallel.sub_group", 1e9},
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

/// A number that is modelled only within these bounds: where it stops or splits nothing.
struct Bound
{
    std::string_view key;
    NumberRange modelled;
};
constexpr double endless = elementRange.maximum;
constexpr std::array<Bound, 5> bounds{{
    {"stage3_max_live_parameters", {1e9, endless}},
    {"stage3_max_reuse_distance", {1e9, endless}},
    {"stage3_model_persistence_threshold", {1e9, endless}},
    {"mics_shard_size", {-1, 0}},
    {"stage3_module_granularity_threshold", {0, 0}},
}};

constexpr std::string_view notModelled = "the setting of DeepSpeed is not modelled";

void stateSizes(Draft &draft, Fields &zero)
{
    for (const Size &size : sizes) {
        const double given = zero.number({size.theirs}, elementRange).value_or(size.standard);
        // 0 elements hold nothing, and neither does 1; a scenario's 0 stands for "auto".
        draft.state(size.ours, std::max(given, 1.0));
    }
}

void refuseOthers(Draft &draft, Fields &zero)
{
    for (const Fixed &each : fixed) {
        if (zero.boolean(each.key, each.standard) != each.standard)
            draft.refuse(notModelled, each.key);
    }
    for (const Bound &each : bounds) {
        const auto given = zero.number({each.key}, {-1, endless});
        if (given && (*given < each.modelled.minimum || *given > each.modelled.maximum))
            draft.refuse(notModelled, each.key);
    }
}

void statePlusPlus(Draft &draft, Fields &zero)
{
    const bool weights = zero.boolean("zero_quantized_weights", false);
    const bool gradients = zero.boolean("zero_quantized_gradients", false);
    const bool copy = zero.integer({"zero_hpz_partition_size"}, {0, 1 << 16}).value_or(1) > 1;
    const int asked = int{weights} + int{gradients} + int{copy};
    if (asked == 2)
        draft.refuse(notModelled, "two of ZeRO++'s three parts");
    else if (asked > 0)
        draft.state("parallel.zeropp",
            asked == 3      ? "all"
                : weights   ? "qwz"
                : gradients ? "qgz"
                            : "hpz");
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

void stateOffload(Draft &draft, Fields &zero, std::optional<Error> &error)
{
    const std::string parameters = deviceOf(zero, "offload_param", error);
    const std::string optimizer = deviceOf(zero, "offload_optimizer", error);
    const std::string &device = parameters.empty() ? optimizer : parameters;
    if (!device.empty())
        draft.state("parallel.offload",
            device == "nvme"         ? "nvme"
                : parameters.empty() ? "optimizer"
                                     : "parameters");
}

bool isEnabled(
    Fields &config, std::string_view group, std::string_view key, std::optional<Error> &error)
{
    const Json *object = config.object(group);
    return object && Fields(*object, config.at(group), error).boolean(key, false);
}

} // namespace

void stateZeroKeys(
    Draft &draft, const Json *zero, const std::string &path, std::optional<Error> &error)
{
    static const Json defaults{Json::Object{}};
    Fields keys(zero ? *zero : defaults, path, error);
    stateSizes(draft, keys);
    stateOffload(draft, keys, error);
    if (const Json *value = zero ? zero->find("overlap_comm") : nullptr; value && value->boolean())
        draft.state("parallel.overlap", *value->boolean() ? "on" : "off");
    statePlusPlus(draft, keys);
    refuseOthers(draft, keys);
}

void stateDeepSpeedKeys(
    Draft &draft, const Json *config, const std::string &path, std::optional<Error> &error)
{
    if (!config)
        return;
    Fields ds(*config, path, error);
    if (isEnabled(ds, "fp16", "enabled", error))
        draft.state("training.precision", "fp16-master");
    if (isEnabled(ds, "bf16", "bf16_master_weights_and_grads", error)
        || isEnabled(ds, "bf16", "bf16_optimizer_states", error))
        draft.refuse(notModelled, "16-bit master weights");
    if (isEnabled(ds, "torch_autocast", "enabled", error))
        draft.refuse(notModelled, "torch_autocast");
    if (!ds.text("communication_data_type").empty())
        draft.refuse(notModelled, "communication_data_type");
    const Json *types = ds.object("data_types");
    const std::string word
        = types ? Fields(*types, ds.at("data_types"), error).text("grad_accum_dtype") : "";
    if (!word.empty())
        draft.translate("parallel.gradient_precision", ourWord(accumulations, word), word,
            "unknown dtype of accumulated gradients");
}

} // namespace shardscope
