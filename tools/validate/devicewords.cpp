// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/devicewords.h"

#include "tools/validate/caseformats.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace shardscope {

namespace {

/// Small letters and figures alone: "A100-SXM4-80GB" and "a100 sxm4 80 GB" are one.
std::string plain(std::string_view text)
{
    std::string result;
    for (const char letter : text) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte))
            result.push_back(static_cast<char>(std::tolower(byte)));
    }
    return result;
}

bool has(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

struct Chip
{
    std::string_view begins;
    std::string_view has;
    std::string_view also;
    std::string_view id; ///< empty: not in the catalogue, or several could be meant
};
// The first that fits counts.
constexpr std::array<Chip, 38> chips{{
    {"a800h800", "", "", ""},
    {"a800", "40", "", "a100-sxm-40"},
    {"a800", "80", "", "a100-sxm-80"},
    {"a100", "pci", "40", "a100-pcie-40"},
    {"a100", "pci", "80", "a100-pcie-80"},
    {"a100", "pci", "", ""},
    {"a100", "40", "", "a100-sxm-40"},
    {"a100", "80", "", "a100-sxm-80"},
    {"a100", "", "", ""},
    {"a10g", "", "", "a10g"},
    {"a10", "", "", "a10"},
    {"h100", "nvl", "", "h100-nvl"},
    {"h100", "pci", "", "h100-pcie"},
    {"h100", "96", "", ""},
    {"h100", "95", "", ""},
    {"h100", "94", "", ""},
    {"h100", "64", "", ""},
    {"h100", "", "", "h100-sxm"},
    {"h800", "pci", "", "h100-pcie"},
    {"h800", "", "", "h100-sxm"},
    {"h200", "", "", "h200"},
    {"b200", "", "", "b200"},
    {"gb200", "", "", "gb200"},
    {"mi300x", "", "", "mi300x"},
    {"mi325x", "", "", "mi325x"},
    {"mi250x", "", "", "mi250x-gcd"},
    {"l40s", "", "", "l40s"},
    {"l40", "", "", ""},
    {"l4", "", "", "l4"},
    {"t4", "", "", "t4"},
    {"rtx3090", "", "", "rtx3090"},
    {"rtx4090", "", "", "rtx4090"},
    {"rtx5090", "", "", "rtx5090"},
    {"rtx6000ada", "", "", "rtx6000ada"},
    {"rtxa6000", "", "", "a6000"},
    {"a6000", "", "", "a6000"},
    {"v100", "16", "", "v100-sxm-16"},
    {"v100", "32", "", "v100-sxm-32"},
}};

std::string_view withoutMaker(std::string_view name)
{
    for (const std::string_view maker : {"nvidia", "tesla", "geforce", "amd", "instinct"}) {
        if (name.starts_with(maker))
            name.remove_prefix(maker.size());
    }
    return name;
}

// By how a name begins; the first that fits counts.
constexpr std::array<Word<Framework>, 28> frameworks{{
    {"hftraineracceleratefsdpscattermoe", Framework::Auto},
    {"hftrainer", Framework::Trainer},
    {"hftransformers", Framework::Trainer},
    {"huggingface", Framework::Trainer},
    {"transformers", Framework::Trainer},
    {"accelerate", Framework::Trainer},
    {"peft", Framework::Trainer},
    {"fastchat", Framework::Trainer},
    {"fmshftuning", Framework::Trainer},
    {"msswift", Framework::Trainer},
    {"swift", Framework::Trainer},
    {"trl", Framework::Trainer},
    {"axolotl", Framework::Trainer},
    {"llamafactory", Framework::Trainer},
    {"llamarecipes", Framework::Trainer},
    {"llamacookbook", Framework::Trainer}, // llama-recipes, renamed
    {"litgptpretrainexecutoreager", Framework::Trainer},
    {"litgptpretrain", Framework::Auto},
    {"litgpt", Framework::Trainer},
    {"torchtune", Framework::Trainer},
    {"torchtitan", Framework::Trainer},
    {"nemoautomodelfsdp2", Framework::Trainer},
    {"deepspeed", Framework::DeepSpeed},
    {"megatrondeepspeed", Framework::DeepSpeed},
    {"megatronlm", Framework::Megatron},
    {"nanotron", Framework::Nanotron},
    {"pytorchddp", Framework::Trainer},
    {"pytorchfsdp", Framework::Trainer},
}};

constexpr std::array<Word<Sharding>, 37> shardings{{
    {"none", {Strategy::Ddp, Framework::Auto}},
    {"ddp", {Strategy::Ddp, Framework::Auto}},
    {"ddpzero0", {Strategy::Ddp, Framework::Auto}},
    {"zero0", {Strategy::Ddp, Framework::Auto}},
    {"fsdp1noshardddp", {Strategy::Ddp, Framework::Auto}},
    {"noshard", {Strategy::Ddp, Framework::Auto}},
    {"fsdp", {Strategy::Fsdp, Framework::Fsdp1}},
    {"fsdp1", {Strategy::Fsdp, Framework::Fsdp1}},
    {"fullshard", {Strategy::Fsdp, Framework::Fsdp1}},
    {"fsdpfullshard", {Strategy::Fsdp, Framework::Fsdp1}},
    {"fsdp1fullshard", {Strategy::Fsdp, Framework::Fsdp1}},
    {"fsdpfullshardthunderreadme", {Strategy::Fsdp, Framework::Fsdp1}},
    {"shardgradop", {Strategy::FsdpGradOp, Framework::Fsdp1}},
    {"fsdpshardgradop", {Strategy::FsdpGradOp, Framework::Fsdp1}},
    {"fsdp1shardgradop", {Strategy::FsdpGradOp, Framework::Fsdp1}},
    {"hybridshard", {Strategy::Hsdp, Framework::Fsdp1}},
    {"fsdphybridshard", {Strategy::Hsdp, Framework::Fsdp1}},
    {"fsdp1hybridshard", {Strategy::Hsdp, Framework::Fsdp1}},
    {"fsdp2", {Strategy::Fsdp, Framework::Fsdp2}},
    {"fsdp2fullshard", {Strategy::Fsdp, Framework::Fsdp2}},
    {"fsdp2fullyshard", {Strategy::Fsdp, Framework::Fsdp2}},
    {"fsdp2hsdp", {Strategy::Hsdp, Framework::Fsdp2}},
    {"hsdp", {Strategy::Hsdp, Framework::Fsdp2}},
    {"zero1", {Strategy::Zero1, Framework::DeepSpeed}},
    {"zero2", {Strategy::Zero2, Framework::DeepSpeed}},
    {"zero3", {Strategy::Zero3, Framework::DeepSpeed}},
    {"deepspeedzero1", {Strategy::Zero1, Framework::DeepSpeed}},
    {"deepspeedzero2", {Strategy::Zero2, Framework::DeepSpeed}},
    {"deepspeedzero3", {Strategy::Zero3, Framework::DeepSpeed}},
    {"zero1deepspeed", {Strategy::Zero1, Framework::DeepSpeed}},
    {"zero2deepspeed", {Strategy::Zero2, Framework::DeepSpeed}},
    {"zero3deepspeed", {Strategy::Zero3, Framework::DeepSpeed}},
    {"zerostage1", {Strategy::Zero1, Framework::DeepSpeed}},
    {"zerostage2", {Strategy::Zero2, Framework::DeepSpeed}},
    {"zerostage3", {Strategy::Zero3, Framework::DeepSpeed}},
    {"distributedoptimizer", {Strategy::Zero1, Framework::Megatron}},
    {"distributedoptimizerzero1", {Strategy::Zero1, Framework::Megatron}},
}};

/// torch.optim.AdamW takes its foreach form on GPUs where nothing else is asked for. The states
/// of paged optimizers are in unified memory, which the allocator does not count.
constexpr std::array<Word<Optimizer>, 25> optimizers{{
    {"adamw", Optimizer::AdamWForeach},
    {"adamwforeach", Optimizer::AdamWForeach},
    {"adamwtorch", Optimizer::AdamWForeach},
    {"adamwtorchforeach", Optimizer::AdamWForeach},
    {"adamwtorchhfdefault", Optimizer::AdamWForeach},
    {"adamwtorchhfdefaultforeach", Optimizer::AdamWForeach},
    {"torchadamwadaptersonly", Optimizer::AdamWForeach},
    {"torchoptimadamw", Optimizer::AdamWForeach},
    {"adamwfused", Optimizer::AdamW},
    {"adamwtorchfused", Optimizer::AdamW},
    {"adamfused", Optimizer::AdamW},
    {"fusedadam", Optimizer::AdamW},
    {"adamwbnb8bit", Optimizer::AdamW8bit},
    {"adamw8bit", Optimizer::AdamW8bit},
    {"8bitadamw", Optimizer::AdamW8bit},
    {"bnbadamw8bit", Optimizer::AdamW8bit},
    {"pagedadamw8bit", Optimizer::PagedAdamW8bit},
    {"pagedadamw32bit", Optimizer::PagedAdamW8bit},
    {"pagedadamwbnb", Optimizer::PagedAdamW8bit},
    {"adamwpagedbnb", Optimizer::PagedAdamW8bit},
    {"adafactor", Optimizer::Adafactor},
    {"lion", Optimizer::Lion},
    {"muon", Optimizer::Muon},
    {"sgd", Optimizer::Sgd},
    {"sgdmomentum", Optimizer::SgdMomentum},
}};

} // namespace

std::string_view gpuCalled(std::string_view name)
{
    const std::string spelt = plain(name);
    const std::string_view card = withoutMaker(spelt);
    const auto found = std::find_if(chips.begin(), chips.end(), [card](const Chip &chip) {
        return card.starts_with(chip.begins) && has(card, chip.has) && has(card, chip.also);
    });
    return found == chips.end() ? std::string_view() : found->id;
}

Framework frameworkCalled(std::string_view name)
{
    const std::string spelt = plain(name);
    const auto found = std::find_if(frameworks.begin(), frameworks.end(),
        [&spelt](const auto &known) { return std::string_view(spelt).starts_with(known.theirs); });
    return found == frameworks.end() ? Framework::Auto : found->ours;
}

std::optional<Sharding> shardingCalled(std::string_view name)
{
    return meaningOf(shardings, plain(name));
}

std::optional<Optimizer> optimizerCalled(std::string_view name)
{
    return meaningOf(optimizers, plain(name));
}

} // namespace shardscope
