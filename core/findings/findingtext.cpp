// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/findings/findingtext.h"

#include "core/scenario/settings.h"
#include "core/texttable.h"

namespace shardscope {

namespace {

std::string howToFix(const Finding &finding)
{
    if (finding.repair.empty())
        return {};
    return "; the cheapest fix is " + settingsText(finding.repair)
        + ", and shardscope-cli advise names others";
}

std::string slowLink(const Finding &finding)
{
    return finding.link + " makes the step slow: the GPU waits for it with "
        + std::string(finding.subject) + "s; without the wait the step would be "
        + fixedText(finding.gain, 2) + " times as fast";
}

std::string takesMore(const Finding &finding)
{
    const std::string more = fixedText(finding.bytes / GiB, 2) + " GiB more";
    return finding.subject == "hardware.allocator"
        ? "expandable segments reserve " + more + " here than segments of fixed size"
        : "offloading takes " + more + " of each GPU here than it frees";
}

std::string sentence(const Finding &finding)
{
    switch (finding.id) {
    case FindingId::DoesNotFit:
        return "a GPU has less memory than the run needs" + howToFix(finding);
    case FindingId::AtRisk:
        return "the GPU's memory lies within the range of the estimate" + howToFix(finding);
    case FindingId::NoBf16:
        return "the GPU has no bf16 units";
    case FindingId::ScaledModel:
        return "a Llama-like shape stands in for a real model";
    case FindingId::SequenceTooLong:
        return "the sequence is longer than the model was made for";
    case FindingId::LinkBound:
    case FindingId::OffloadBound:
        return slowLink(finding);
    case FindingId::NodeNotFull:
        return "the GPUs do not fill whole nodes";
    case FindingId::Fp16LossScaling:
        return "fp16 needs loss scaling to train stably; bf16 does not";
    case FindingId::WorksheetOnly:
        return "the worksheet's rules of thumb do not know one of these options";
    case FindingId::UnvalidatedFamily:
        return "no measured run of this model family was compared: expect to be off";
    case FindingId::QuantizedSharding:
        return "sharding 4-bit weights needs a 16-bit storage type for them";
    case FindingId::ShardingAlone:
        return "with one GPU nothing is sharded and nothing is sent";
    case FindingId::GroupDoesNotDivide:
        return "shard groups of that size do not divide the GPUs";
    case FindingId::AlgorithmUnavailable:
        return "NCCL cannot do the pinned algorithm there";
    case FindingId::LinkNotThere:
        return "the GPU has no such link: " + finding.link;
    case FindingId::UnevenHeads:
        return "the attention heads do not divide what they share: frameworks refuse such a model";
    case FindingId::HostTooSmall:
        return "the hosts lack memory for what is offloaded";
    case FindingId::HostUnknown:
        return "what is offloaded has to fit into the hosts' memory, and hardware.host_gib does "
               "not say how much they have";
    case FindingId::FusedDropout:
        return "PEFT refuses dropout on experts that are one tensor";
    case FindingId::RouterAdapter:
        return "PEFT's adapter hides what the experts' router reads of it: the run stops with an "
               "error";
    case FindingId::PartsLeftOut:
        return "the model's vision or audio parts are not counted";
    case FindingId::OffloadDiffers:
        return "the framework cannot offload exactly that: the plan counts what it does instead";
    case FindingId::UpdateOnHost:
        return "the CPU runs the optimizer; its time is estimated, not measured";
    case FindingId::NoFlash:
        return "FlashAttention needs Ampere or newer, 16-bit numbers and heads of at most 256";
    case FindingId::TakesMore:
        return takesMore(finding);
    case FindingId::NotQuantized:
        return "bitsandbytes passes over most weights of this model in this release of "
               "transformers: they stay in 16 bit";
    }
    return {};
}

/// A whole config.json is not to be typed.
bool isTyped(const Finding &finding)
{
    return !finding.repair.empty() && !isShortage(finding.id)
        && finding.repair.front().first != "model.config";
}

} // namespace

std::string describe(const Finding &finding)
{
    std::string text = std::string(nameOf(finding.id)) + ": " + sentence(finding);
    if (!isTyped(finding))
        return text;
    std::string settings;
    for (const auto &[key, value] : finding.repair)
        settings.append(settings.empty() ? "--set " : " --set ")
            .append(key)
            .append("=")
            .append(value);
    return text + " (" + settings + ")";
}

} // namespace shardscope
