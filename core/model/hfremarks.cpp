// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hfremarks.h"

#include "core/base/namelist.h"
#include "core/model/configvalues.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

std::string wordIn(const Json &object, std::string_view name)
{
    const Json *value = object.find(name);
    return value && value->string() ? *value->string() : std::string();
}

double numberIn(const Json &object, std::string_view name)
{
    const Json *value = object.find(name);
    return value && value->number() ? *value->number() : 0;
}

/// Methods of transformers 5.12 (quantizers/auto.py) with one width of a weight. MXFP4: four bits,
/// and one scale of eight for 32 of them.
struct Width
{
    std::string_view method;
    double bits;
};
constexpr std::array quantizedWidths{Width{"fp8", 8}, Width{"fbgemm_fp8", 8}, Width{"eetq", 8},
    Width{"mxfp4", 4.25}, Width{"bitnet", 2}};

/// Keys of the others.
constexpr std::array<std::string_view, 5> bitKeys{"bits", "w_bit", "nbits", "num_bits", "n_bit"};

/// compressed-tensors: config_groups: {"group_0": {"weights": {"num_bits": 8}}}.
double bitsOfGroups(const Json &config)
{
    const Json *groups = config.find("config_groups");
    if (!groups || !groups->object())
        return 0;
    for (const auto &[name, group] : *groups->object()) {
        const Json *weights = group.isObject() ? group.find("weights") : nullptr;
        if (weights && weights->isObject() && numberIn(*weights, "num_bits") > 0)
            return numberIn(*weights, "num_bits");
    }
    return 0;
}

double bitsOf(const Json &config, std::string_view method)
{
    const auto fixed = std::find_if(quantizedWidths.begin(), quantizedWidths.end(),
        [method](const Width &width) { return width.method == method; });
    if (fixed != quantizedWidths.end())
        return fixed->bits;
    if (isTrue(config, "load_in_4bit") || isTrue(config, "_load_in_4bit"))
        return 4;
    if (isTrue(config, "load_in_8bit") || isTrue(config, "_load_in_8bit"))
        return 8;
    for (const std::string_view key : bitKeys) {
        if (numberIn(config, key) > 0)
            return numberIn(config, key);
    }
    return bitsOfGroups(config);
}

/// Names of llm_int8_skip_modules; what is longer than a path, or no name, is left out.
std::string skippedModules(const Json &config)
{
    constexpr std::size_t longest = 200;
    constexpr std::size_t most = 4096;
    std::string list;
    const Json *value = config.find("llm_int8_skip_modules");
    const Json::Array *names = value ? value->array() : nullptr;
    for (std::size_t i = 0; names && i < std::min(names->size(), most); ++i) {
        const std::string *name = (*names)[i].string();
        if (name && !name->empty() && name->size() <= longest
            && name->find(',') == std::string::npos)
            addName(list, *name);
    }
    return list;
}

void readQuantization(const Json &object, FileRemarks &remarks)
{
    const Json *config = object.find("quantization_config");
    if (!config)
        config = object.find("compression_config"); // earlier compressed-tensors
    if (!config || !config->isObject() || !remarks.quantization.empty())
        return;
    const std::string method = wordIn(*config, "quant_method");
    const bool isBitsAndBytes = isTrue(*config, "load_in_4bit") || isTrue(*config, "load_in_8bit");
    remarks.quantization = !method.empty() ? method
        : isBitsAndBytes                   ? "bitsandbytes"
                                           : "of an unknown kind";
    constexpr double most = 64;
    const double bits = bitsOf(*config, remarks.quantization);
    remarks.quantizedBits = bits <= most ? bits : 0;
    if (remarks.quantization == "bitsandbytes")
        remarks.unquantized = skippedModules(*config);
    // -1, and what a group in config_groups says, counts as not known.
    remarks.quantizedGroup = std::max(
        0.0, std::max(numberIn(*config, "group_size"), numberIn(*config, "q_group_size")));
}

/// A tower beside the decoder is said on its own: ForConditionalGeneration is no other head.
bool isCausal(std::string_view name)
{
    constexpr std::array<std::string_view, 4> endings{
        "ForCausalLM", "LMHeadModel", "ForConditionalGeneration", "ForImageTextToText"};
    return std::any_of(endings.begin(), endings.end(),
        [name](std::string_view ending) { return name.ends_with(ending); });
}

/// The first class, where none of them predicts the next token.
std::string otherArchitecture(const Json &root)
{
    const Json *value = root.find("architectures");
    const Json::Array *names = value ? value->array() : nullptr;
    std::string other;
    for (std::size_t i = 0; names && i < names->size(); ++i) {
        const std::string *name = (*names)[i].string();
        if (!name)
            continue;
        if (isCausal(*name))
            return {};
        if (other.empty())
            other = name->substr(0, 80);
    }
    return other;
}

/// What transformers' modules do under these keys costs memory: router logits and hidden states of
/// all layers are kept, cross-attention has weights of its own, GPT-2's scores are fp32, Mixtral's
/// jitter makes a copy.
constexpr std::array<std::string_view, 5> switches{"output_router_logits", "output_hidden_states",
    "output_attentions", "add_cross_attention", "reorder_and_upcast_attn"};
constexpr std::array<std::string_view, 3> amounts{
    "router_jitter_noise", "layerdrop", "z_loss_coefficient"};

} // namespace

FileRemarks remarksIn(const Json &root, const Json &decoder)
{
    FileRemarks remarks{.architecture = otherArchitecture(root)};
    readQuantization(root, remarks);
    readQuantization(decoder, remarks);
    for (const std::string_view key : switches) {
        if (isTrue(decoder, key))
            remarks.unreadKeys.emplace_back(key);
    }
    for (const std::string_view key : amounts) {
        if (numberIn(decoder, key) > 0)
            remarks.unreadKeys.emplace_back(key);
    }
    return remarks;
}

double quantizedFileBytes(const ModelSpec &spec)
{
    if (spec.remarks.quantizedBits <= 0)
        return 0;
    const ParameterCount count = countParameters(spec);
    const double matrices = count.layerLinear + expertParameters(spec);
    // Of a group in GPTQ and AWQ: a scale in 16 bits, a zero in as many as a weight has.
    const double group = spec.remarks.quantizedGroup;
    const double beside = group > 0 ? (2 + spec.remarks.quantizedBits / 8) / group : 0;
    return (spec.remarks.quantizedBits / 8 + beside) * matrices + 2 * (count.total - matrices);
}

} // namespace shardscope
