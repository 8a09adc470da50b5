// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/findingtext.h"

#include "core/base/number.h"
#include "core/base/texttable.h"
#include "core/scenario/settings.h"

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

std::string amountText(Bytes bytes)
{
    return fixedText(bytes / GiB, 2) + " GiB";
}

/// What is known of something that is not counted.
std::string about(Bytes bytes)
{
    return bytes > Bytes(0) ? ": about " + amountText(bytes) + " more on each GPU"
                            : ", and how much that is is not known";
}

std::string quantizedFile(const Finding &finding)
{
    std::string text = "the model's file holds its weights quantised (" + finding.what;
    if (finding.bytes > Bytes(0))
        text += ", about " + amountText(finding.bytes);
    return text + "); planned is " + amountText(finding.planned) + " of them as they are trained";
}

std::string takesMore(const Finding &finding)
{
    const std::string more = amountText(finding.bytes) + " more";
    if (finding.subject == "hardware.allocator")
        return "expandable segments reserve " + more + " here than segments of fixed size";
    if (finding.subject == "training.checkpointing")
        return "this checkpointing takes " + more + " here than less of it would";
    if (finding.subject == "parallel.gpus")
        return "fewer GPUs, a power of two, take " + amountText(finding.bytes)
            + " less each: ZeRO-3 copies gradients that the ranks do not divide";
    if (finding.subject == "training.lora_rank")
        return "ZeRO-3 keeps " + more + " gathered beside adapters of this rank than of twice it";
    if (finding.subject == "training.experts")
        return "a loop over experts takes " + more
            + " here than grouped products: each expert's gradient is as large as all of them";
    return "offloading takes " + more + " of each GPU here than it frees";
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
        return "the model's vision or audio parts are not counted" + about(finding.bytes);
    case FindingId::OffloadDiffers:
        return "the framework cannot offload exactly that: the plan counts what it does instead";
    case FindingId::UpdateOnHost:
        return "the CPU runs the optimizer; its time is estimated, not measured";
    case FindingId::NoFlash:
        return "FlashAttention needs Ampere or newer, 16-bit numbers and heads of at most 256";
    case FindingId::QuantizedFile:
        return quantizedFile(finding);
    case FindingId::OtherHead:
        return "the model's file is a " + finding.what
            + "; a head that predicts the next token is planned in its place, with its logits "
            + amountText(finding.planned);
    case FindingId::UnreadKeys:
        return "keys of the model's file change memory and are not counted: " + finding.what;
    case FindingId::RouterInSingle:
        return "the experts' router computes in fp32; under autocast (bf16=True of the Trainer) it "
               "would not, and up to "
            + amountText(finding.bytes) + " less be kept";
    case FindingId::TableAdapters:
        return "adapters on " + finding.what + " are not counted" + about(finding.bytes);
    case FindingId::SavedModules:
        return finding.what + " as modules to save are not counted" + about(finding.bytes);
    case FindingId::DoraLeftOut:
        return "DoRA is not counted" + about(finding.bytes);
    case FindingId::SparseCheckpoints:
        return "one layer in " + finding.what
            + " is checkpointed, and all are counted as if they were" + about(finding.bytes);
    case FindingId::FrozenLayers:
        return "frozen layers (" + finding.what + ") are counted as if they were trained: up to "
            + amountText(finding.bytes) + " less on each GPU";
    case FindingId::LossReplaced:
        return "with label smoothing the Trainer computes the loss from all logits, whatever "
               "training.loss says";
    case FindingId::AttentionRefused:
        return "transformers has no such attention for this model and refuses to start";
    case FindingId::AttentionLeavesOut:
        return "this attention leaves out what the model has: sdpa the soft cap of its scores, "
               "FlashAttention the gradient of its sinks";
    case FindingId::KeptExperts:
        return "autograd keeps views of gathered experts, so that ZeRO-3 frees nothing when it "
               "releases them: "
            + fixedText(finding.bytes / GiB, 2)
            + " GiB stay on each GPU until the backward pass; checkpointing ends that, and so does "
              "FSDP, while leaf modules do not";
    case FindingId::OddBucket:
        return "DeepSpeed refuses an odd allgather_bucket_size in stages 1 and 2";
    case FindingId::ShardPadding:
        return "FSDP2 cuts parameters along their first dimension and pads it to the GPUs that "
               "shard them: "
            + fixedText(finding.bytes / GiB, 2)
            + " GiB of each gather of a layer are padding, more with more GPUs (a "
              "shard_placement_fn that cuts another dimension avoids it)";
    case FindingId::GatheredWeights:
        return "ZeRO-3 keeps " + amountText(finding.bytes)
            + " of weights gathered at the peak: what its trace uses again within "
              "stage3_max_reuse_distance (1e9 elements) is not released; FSDP gathers layer by "
              "layer";
    case FindingId::KeptGradients:
        return "ZeRO-1 with offload hands over the gradients of the own partition alone: "
            + amountText(finding.bytes)
            + " of whole gradients stay on each GPU, more with more GPUs; ZeRO-2 frees them";
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
