// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/mapping.h"
#include "tools/validate/words.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace shardscope {

namespace {

/// PEFT's names of modules, and the words of LitGPT and torchtune for them. GPT-2's c_attn is
/// passed over, as PEFT does with names that a model lacks.
constexpr std::array<Word, 5> moduleNames{{
    {"q_proj", "q query"},
    {"k_proj", "k key"},
    {"v_proj", "v value"},
    {"o_proj", "o projection"},
    {"gate_proj,up_proj,down_proj", "mlp"},
}};

/// The adapted modules as printed, with commas between them.
std::string printedTargets(const Printed &run)
{
    const Json *targets = run.find("lora.targets");
    std::string list(run.text("lora.targets"));
    for (const Json &each : targets && targets->array() ? *targets->array() : Json::Array{})
        list.append(list.empty() ? "" : ",").append(each.string() ? *each.string() : "");
    return list;
}

/// The same in PEFT's names.
std::string targetsOf(std::string_view words)
{
    if (plain(words) == "alllinear")
        return "all-linear";
    std::string targets;
    while (!words.empty()) {
        const std::size_t end = std::min(words.find(','), words.size());
        const std::string_view word = words.substr(0, end);
        const std::string_view ours = ourWord(moduleNames, word);
        words.remove_prefix(std::min(end + 1, words.size()));
        if (word != "c_attn")
            targets.append(targets.empty() ? "" : ",").append(ours.empty() ? word : ours);
    }
    return targets;
}

/// PEFT makes adapters fp32 from 0.12 on, whatever the trainer does.
bool namesPeft(const Printed &run)
{
    const std::string version(run.text("versions.peft"));
    return version.starts_with("0.") && std::atoi(version.c_str() + 2) >= 12;
}

void stateDtype(Draft &draft, const Printed &run)
{
    const bool isHalf
        = run.says("precision.grads", "*bf16*") || run.says("precision.optim_states", "*bf16*");
    const bool isPure = run.says("precision.adapter", "*noamp*");
    const bool isStated = isHalf || run.says("precision.adapter", "fp32*") || namesPeft(run);
    draft.assume("training.lora_precision",
        isPure       ? "fp32"
            : isHalf ? "16-bit"
                     : "auto",
        isStated ? "" : "the dtype of adapters is not stated, and no release of PEFT is named");
}

} // namespace

void stateAdapters(Draft &draft, const Printed &run)
{
    const bool quantized = draft.scenario().training.method == Method::Qlora;
    // GPTQ in groups of 128 takes 4.16 bits a weight, NF4 with double quantisation 4.13.
    if (quantized && !run.says("quantization", "*nf4* gptq4bit"))
        draft.refuse("the quantisation is not modelled", run.text("quantization"));
    if (run.find("lora.modules_to_save"))
        draft.refuse("whole modules are trained beside the adapters");
    if (run.size("lora.r") == 0)
        draft.refuse("the rank of the adapters is not stated");
    const std::string targets = printedTargets(run);
    if (targets.empty() || fitsAny("*DEFAULT* *head* *output*", targets))
        draft.refuse("the adapted modules are not those of decoder layers", targets);
    draft.state("training.lora_rank", static_cast<double>(run.size("lora.r")));
    draft.state("training.lora_targets", targetsOf(targets));
    const Json *dropout = run.find("lora.dropout");
    const bool isStated = dropout && dropout->number();
    draft.assume("training.lora_dropout", isStated ? *dropout : Json(0),
        isStated ? "" : "dropout before adapters is not stated: none");
    stateDtype(draft, run);
    // TRL 0.13 prepares a quantised model that is not sharded, and casts back all but the norms.
    if (quantized && run.says("notes", "*baselinepeftbnb*")
        && run.says("sharding.strategy", "none"))
        draft.state("training.kbit_preparation", "norms");
}

} // namespace shardscope
