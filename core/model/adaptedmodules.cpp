// SPDX-License-Identifier: GPL-3.0-or-later
// PEFT 0.20, utils/constants.py, tuners/ia3/model.py, tuners/ln_tuning.
#include "core/model/adaptedmodules.h"

#include "core/base/namelist.h"
#include "core/model/families.h"

#include <algorithm>
#include <array>
#include <bit>

namespace shardscope {

namespace {

struct FamilyModules
{
    std::string_view family; ///< model_type
    std::string_view names;
};

/// TRANSFORMERS_MODELS_TO_IA3_FEEDFORWARD_MODULES_MAPPING, of decoders.
constexpr std::array feedforwards{FamilyModules{"gpt2", "mlp.c_proj"},
    FamilyModules{"bloom", "mlp.dense_4h_to_h"}, FamilyModules{"opt", "fc2"},
    FamilyModules{"gpt_neox", "dense_4h_to_h"}, FamilyModules{"gpt_bigcode", "mlp.c_proj"},
    FamilyModules{"gptj", "fc_out"}, FamilyModules{"gpt_neo", "c_proj"},
    FamilyModules{"llama", "down_proj"}, FamilyModules{"mistral", "down_proj"},
    FamilyModules{"falcon", "dense_4h_to_h"}, FamilyModules{"phi", "fc2"},
    FamilyModules{"gemma", "down_proj"}, FamilyModules{"gemma2", "down_proj"},
    FamilyModules{"gemma3_text", "down_proj"}, FamilyModules{"qwen2", "down_proj"},
    FamilyModules{"qwen3", "down_proj"}};

/// TRANSFORMERS_MODELS_TO_LNTUNING_TARGET_MODULES_MAPPING, of decoders.
constexpr std::array tunedNorms{
    FamilyModules{"llama", "input_layernorm,post_attention_layernorm,norm"},
    FamilyModules{"bloom", "input_layernorm,post_attention_layernorm,ln_f"},
    FamilyModules{"gpt2", "ln_1,ln_2,ln_f"}, FamilyModules{"gptj", "ln_1,ln_f"},
    FamilyModules{"falcon", "input_layernorm,post_attention_layernorm,ln_f"},
    FamilyModules{"mistral", "input_layernorm,post_attention_layernorm,norm"},
    FamilyModules{"phi", "input_layernorm,final_layernorm"},
    FamilyModules{"gemma", "input_layernorm,post_attention_layernorm,norm"},
    FamilyModules{"gemma2",
        "input_layernorm,post_attention_layernorm,pre_feedforward_layernorm,"
        "post_feedforward_layernorm,norm"},
    FamilyModules{"gemma3_text",
        "input_layernorm,post_attention_layernorm,pre_feedforward_layernorm,"
        "post_feedforward_layernorm,norm"},
    FamilyModules{"qwen2", "post_attention_layernorm"},
    FamilyModules{"qwen3", "post_attention_layernorm"}};

template <class Table>
std::optional<std::string_view> namesFor(const Table &table, std::string_view family)
{
    const auto row = std::find_if(
        table.begin(), table.end(), [family](const auto &each) { return each.family == family; });
    return row == table.end() ? std::nullopt : std::optional(row->names);
}

/// As tapes call them; the last is behind the layers.
constexpr std::array<std::string_view, 5> norms{"input_layernorm", "post_attention_layernorm",
    "pre_feedforward_layernorm", "post_feedforward_layernorm", "norm"};
constexpr std::uint8_t finalBit = 1 << 4;

/// What families call them that call them otherwise.
struct OtherName
{
    std::string_view name;
    std::string_view norm;
};
constexpr std::array otherNames{OtherName{"ln_1", "input_layernorm"},
    OtherName{"ln_2", "post_attention_layernorm"}, OtherName{"ln_f", "norm"},
    OtherName{"final_layernorm", "norm"}, OtherName{"ln_attn", "input_layernorm"},
    OtherName{"ln_mlp", "post_attention_layernorm"}};

std::uint8_t bitOf(std::string_view name)
{
    const auto other = std::find_if(otherNames.begin(), otherNames.end(),
        [name](const OtherName &each) { return each.name == name; });
    const std::string_view norm = other == otherNames.end() ? name : other->norm;
    const auto place = std::find(norms.begin(), norms.end(), norm);
    return place == norms.end() ? std::uint8_t{0}
                                : static_cast<std::uint8_t>(1 << (place - norms.begin()));
}

/// The norms that the model has.
std::uint8_t normsOf(const ModelSpec &spec)
{
    constexpr std::uint8_t first = 1;
    constexpr std::uint8_t second = 2;
    if (!hasWeights(spec.norm))
        return 0;
    switch (spec.residual) {
    case Residual::PreNorm:
    case Residual::Parallel:
    case Residual::NormedStream:
        return finalBit | first | (spec.normsPerLayer > 1 ? second : std::uint8_t{0});
    case Residual::SandwichNorm:
        return finalBit | 0xf;
    case Residual::PostNorm:
        return finalBit | second | 0x8;
    case Residual::NormOfSum:
        break;
    }
    return 0;
}

} // namespace

std::optional<std::string> feedforwardNames(const ModelSpec &spec, std::string_view setting)
{
    if (setting == "none")
        return std::string();
    if (setting != "auto")
        return std::string(setting);
    const auto names = namesFor(feedforwards, spec.modelType);
    return names ? std::optional<std::string>(*names) : std::nullopt;
}

bool isFeedforward(std::string_view names, std::string_view module)
{
    bool found = false;
    visitNames(names, [&](std::string_view name) {
        const std::size_t dot = name.rfind('.');
        found |= name.substr(dot == std::string_view::npos ? 0 : dot + 1) == module;
    });
    return found;
}

NormTargets::NormTargets(const ModelSpec &spec, std::string_view targets)
{
    const bool isUnsaid = targets == "all-linear";
    const std::string_view names
        = isUnsaid ? namesFor(tunedNorms, spec.modelType).value_or("") : targets;
    const std::uint8_t there = normsOf(spec);
    bool areAll = true;
    visitNames(names, [&](std::string_view name) {
        const std::uint8_t bit = bitOf(name);
        // PEFT's own lists name what some models of the family lack.
        areAll &= (bit & there) != 0 || isUnsaid;
        m_taken |= bit & there;
    });
    m_isKnown = areAll && m_taken != 0;
    if (!m_isKnown) // which is said to be no plan
        m_taken = there;
}

bool NormTargets::takesIn(std::string_view norm) const
{
    return m_taken != 0 && (m_taken & bitOf(norm)) != 0;
}

int NormTargets::inLayer() const
{
    return std::popcount(static_cast<std::uint8_t>(m_taken & ~finalBit));
}

bool NormTargets::takesFinal() const
{
    return (m_taken & finalBit) != 0;
}

} // namespace shardscope
