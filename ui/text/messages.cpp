// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/messages.h"

#include "ui/panels/inputs.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"
#include "ui/text/phrases.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class Messages
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Messages)
};

QString linkName(const std::string &id, const Catalog *catalog)
{
    const LinkSpec *link = catalog ? catalog->findLink(id) : nullptr;
    return toText(link ? link->label : id);
}

} // namespace

QString findingText(const Finding &finding, const Plan &plan, const Catalog *catalog)
{
    const Parallel &parallel = plan.scenario.parallel;
    switch (finding.id) {
    case FindingId::DoesNotFit:
        return Messages::tr("%1 more would be needed on each GPU.")
            .arg(planMemory(plan, -plan.memory.verdict.spare));
    case FindingId::AtRisk:
        return Messages::tr("It may reach %1, more than the GPU has.")
            .arg(planMemory(plan, plan.memory.confidence.high));
    case FindingId::NoBf16:
        return Messages::tr("This GPU has no bf16 units: choose fp16 or fp32.");
    case FindingId::ScaledModel:
        return Messages::tr("A Llama-like shape of %1 parameters stands in for a real model.")
            .arg(formatParameters(plan.model.parameters));
    case FindingId::SequenceTooLong:
        return Messages::tr("The sequence is longer than the model was made for (%1 tokens).")
            .arg(formatWhole(static_cast<double>(plan.model.spec.maxSequence)));
    case FindingId::LinkBound:
        return Messages::tr("%1 decides the pace: %2 of each step wait for communication; without "
                            "waiting for this link a step would be %3 times as fast.")
            .arg(linkName(finding.link, catalog), formatSeconds(plan.time.exposedCommunication),
                formatSignificant(finding.gain));
    case FindingId::NodeNotFull:
        return Messages::tr("%n GPU(s) do not fill whole nodes of %1.", "", parallel.gpus)
            .arg(parallel.gpusPerNode);
    case FindingId::Fp16LossScaling:
        return Messages::tr("fp16 needs loss scaling to train stably; bf16 does not.");
    case FindingId::WorksheetOnly:
        return Messages::tr("The worksheet's rules of thumb do not know one of these options.");
    case FindingId::UnvalidatedFamily:
        return Messages::tr("No measured run of this model family was compared: expect to be off.");
    case FindingId::QuantizedSharding:
        return Messages::tr("Sharding 4-bit weights needs a 16-bit storage type for them.");
    case FindingId::NoFlash:
        return Messages::tr("FlashAttention needs an Ampere GPU or newer, 16-bit numbers and heads "
                            "of at most 256: choose another attention.");
    case FindingId::AttentionRefused:
        return Messages::tr("transformers has no such attention for this model and refuses to "
                            "start: choose another.");
    case FindingId::AttentionLeavesOut:
        return plan.model.spec.attentionSinks
            ? Messages::tr("This attention computes no gradient for the model's sinks: they stay "
                           "as they are. Choose eager.")
            : Messages::tr("SDPA leaves out the soft cap on this model's attention scores, without "
                           "a word: what is trained is another model.");
    case FindingId::KeptExperts:
        return Messages::tr("Autograd keeps views of gathered experts, so that ZeRO-3 frees "
                            "nothing when it releases them: %1 stay on each GPU until the backward "
                            "pass. Checkpointing ends that, and so does FSDP; leaf modules do not.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::OddBucket:
        return Messages::tr("DeepSpeed refuses an odd all-gather bucket in stages 1 and 2.");
    case FindingId::ShardPadding:
        return Messages::tr("FSDP2 cuts parameters along their first dimension and pads it to "
                            "the GPUs that shard them: %1 of each gather of a layer "
                            "are padding, more with more GPUs.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::NotQuantized:
        return Messages::tr("bitsandbytes passes over most weights of this model in this release "
                            "of transformers: they stay in 16 bit.");
    case FindingId::GatheredWeights:
        return Messages::tr("ZeRO-3 keeps %1 of weights gathered at the peak: what its trace uses "
                            "again within stage3_max_reuse_distance (1e9 elements) is not "
                            "released. FSDP gathers layer by layer.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::KeptGradients:
        return Messages::tr("ZeRO-1 with offload hands over the gradients of its own partition "
                            "alone: %1 of whole gradients stay on each GPU, more with more GPUs. "
                            "ZeRO-2 frees them.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::TakesMore:
        if (finding.subject == "parallel.gpus")
            return Messages::tr("Fewer GPUs, a power of two, take %1 less each: ZeRO-3 copies "
                                "gradients that the ranks do not divide.")
                .arg(planMemory(plan, finding.bytes));
        if (finding.subject == "training.lora_rank")
            return Messages::tr("ZeRO-3 keeps %1 more gathered beside adapters of this rank than "
                                "of twice it.")
                .arg(planMemory(plan, finding.bytes));
        if (finding.subject == "training.experts")
            return Messages::tr("A loop over experts takes %1 more here than grouped products: "
                                "each expert's gradient is as large as all of them.")
                .arg(planMemory(plan, finding.bytes));
        if (finding.subject == "hardware.allocator")
            return Messages::tr(
                "Expandable segments reserve %1 more here than segments of fixed size.")
                .arg(planMemory(plan, finding.bytes));
        if (finding.subject == "training.checkpointing")
            return Messages::tr("This checkpointing takes %1 more here than less of it would.")
                .arg(planMemory(plan, finding.bytes));
        return Messages::tr("Offloading takes %1 more of each GPU here than it frees.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::GroupDoesNotDivide:
        return Messages::tr("Shard groups of %1 do not divide %2 GPUs: choose a divisor.")
            .arg(parallel.shardGroup)
            .arg(parallel.gpus);
    case FindingId::AlgorithmUnavailable:
        return plan.traffic.hasAllReduce()
            ? Messages::tr("These links cannot do the pinned algorithm: choose auto.")
            : Messages::tr("Nothing here is an all-reduce: NCCL gathers and scatters around rings, "
                           "whatever is pinned.");
    case FindingId::LinkNotThere:
        return Messages::tr("This GPU has no such link: choose another, or leave it open.");
    case FindingId::HostTooSmall:
        return Messages::tr("Each host lacks %1 of memory for what is offloaded.")
            .arg(planMemory(plan, plan.memory.host.missing()));
    case FindingId::HostUnknown:
        return Messages::tr(
            "Each host needs %1 for what is offloaded. Whether it has as much is not "
            "known: say so under “%2”.",
            "amount, name of an input")
            .arg(planMemory(plan, plan.memory.host.perNode), inputLabel("hardware.host_gib"));
    case FindingId::FusedDropout:
        return Messages::tr("PEFT cannot drop out inputs of experts that are one tensor: it stops "
                            "before the first step.");
    case FindingId::RouterAdapter:
        return Messages::tr("PEFT's adapter on this model's router makes the first step crash: "
                            "leave the router out.");
    case FindingId::PartsLeftOut:
        return Messages::tr("This is the language model alone: its vision or audio part is left "
                            "out of every number.");
    case FindingId::QuantizedFile:
        return finding.bytes > Bytes(0)
            ? Messages::tr("The model's file holds its weights quantised (%1, about %2). Planned "
                           "is %3 of them, as they are trained.",
                "method, amounts")
                  .arg(toText(finding.what), planMemory(plan, finding.bytes),
                      planMemory(plan, finding.planned))
            : Messages::tr("The model's file holds its weights quantised (%1). Planned is %2 of "
                           "them, as they are trained.",
                "method, amount")
                  .arg(toText(finding.what), planMemory(plan, finding.planned));
    case FindingId::OtherHead:
        return Messages::tr("The model's file is a %1. A head that predicts the next token is "
                            "planned in its place: %2 with its logits.",
            "class, amount")
            .arg(toText(finding.what), planMemory(plan, finding.planned));
    case FindingId::UnreadKeys:
        return Messages::tr("Keys of the model's file change memory and are not counted: %1.")
            .arg(toText(finding.what));
    case FindingId::RouterInSingle:
        return Messages::tr("The experts' router computes in fp32. Under autocast, as the Trainer "
                            "has it with bf16=True, it would not, and up to %1 less be kept.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::TableAdapters:
        return Messages::tr(
            "Adapters on %1 are not counted: about %2 more on each GPU.", "modules, amount")
            .arg(toText(finding.what), planMemory(plan, finding.bytes));
    case FindingId::SavedModules:
        return Messages::tr("%1 are to be trained whole, which is not counted: about %2 more "
                            "on each GPU.",
            "modules, amount")
            .arg(toText(finding.what), planMemory(plan, finding.bytes));
    case FindingId::DoraLeftOut:
        return Messages::tr("DoRA is not counted: about %1 more on each GPU.")
            .arg(planMemory(plan, finding.bytes));
    case FindingId::SparseCheckpoints:
        return Messages::tr("One layer in %1 is checkpointed, and all are counted as if they were: "
                            "about %2 more on each GPU.",
            "number, amount")
            .arg(toText(finding.what), planMemory(plan, finding.bytes));
    case FindingId::FrozenLayers:
        return Messages::tr("Frozen layers (%1) are counted as if they were trained: up to %2 less "
                            "on each GPU.",
            "number, amount")
            .arg(toText(finding.what), planMemory(plan, finding.bytes));
    case FindingId::LossReplaced:
        return Messages::tr("With label smoothing the Trainer computes the loss from all logits, "
                            "whatever loss is chosen.");
    case FindingId::OffloadBound:
        return Messages::tr("Copies between GPU and host make each step %1 times as long.")
            .arg(formatSignificant(finding.gain));
    case FindingId::OffloadDiffers:
        return Messages::tr(
            "This framework cannot offload exactly that: the plan counts what it does instead.");
    case FindingId::UpdateOnHost:
        return Messages::tr(
            "The optimizer runs on the CPU: about %1 of each step, by what its authors "
            "measured on one machine.")
            .arg(formatSeconds(plan.time.hostUpdate));
    case FindingId::ShardingAlone:
        return Messages::tr("With one GPU nothing is sharded and nothing is sent.");
    case FindingId::UnevenHeads:
        return Messages::tr("The attention heads do not divide what they share: frameworks refuse "
                            "such a model.");
    }
    return {};
}

QString unknownKeysText(const ScenarioDocument &document)
{
    const std::vector<std::string> unknown = unknownKeys(document);
    constexpr std::size_t most = 3;
    QStringList places;
    for (std::size_t i = 0; i < std::min(most, unknown.size()); ++i)
        places += toText(unknown[i]);
    if (unknown.size() > most)
        places += QStringLiteral("\u2026");
    return places.isEmpty() ? QString()
                            : QStringLiteral(". ")
            + Messages::tr("Unknown keys change nothing: %1")
                  .arg(places.join(QStringLiteral(", ")));
}

QString errorCodeText(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidSyntax:
        return Messages::tr("This is not valid JSON.");
    case ErrorCode::TooLarge:
        return Messages::tr("This is too large.");
    case ErrorCode::DuplicateKey:
        return Messages::tr("The key stands here twice.");
    case ErrorCode::MissingField:
        return Messages::tr("A value is missing.");
    case ErrorCode::UnknownField:
        return Messages::tr("There is no such key.");
    case ErrorCode::WrongType:
        return Messages::tr("The value is of the wrong type.");
    case ErrorCode::OutOfRange:
        return Messages::tr("The value is out of range.");
    case ErrorCode::UnknownChoice:
        return Messages::tr("There is no such choice.");
    case ErrorCode::UnknownId:
        return Messages::tr("The catalogue has no such entry.");
    case ErrorCode::UnknownArchitecture:
        return Messages::tr("There are no formulas for this architecture.");
    case ErrorCode::Inconsistent:
        return Messages::tr("Two values contradict each other.");
    case ErrorCode::NoEffect:
        return Messages::tr("This input changes nothing as things stand.");
    case ErrorCode::UnsupportedVersion:
        return Messages::tr("The file was made by a newer version of the program.");
    case ErrorCode::NoScenario:
        return Messages::tr("The picture carries no scenario.");
    case ErrorCode::Unwritable:
        return Messages::tr("This cannot be written.");
    case ErrorCode::Unreadable:
        return Messages::tr("The file cannot be read or written.");
    }
    return {};
}

QString errorText(const Error &error)
{
    QStringList place;
    if (!error.file.empty())
        place += QString::fromStdString(error.file);
    if (error.line > 0)
        place += Messages::tr("line %1").arg(error.line);
    if (!error.where.empty())
        place += QString::fromStdString(error.where);
    QStringList sentences{errorCodeText(error.code)};
    if (!error.found.empty())
        sentences += Messages::tr("Found: %1.").arg(translatedPhrase(error.found));
    if (error.code == ErrorCode::Unwritable)
        sentences
            += Messages::tr("The system says: %1.").arg(QString::fromStdString(error.expected));
    else if (!error.expected.empty())
        sentences += Messages::tr("Expected: %1.").arg(translatedPhrase(error.expected));
    const QString text = sentences.join(QLatin1Char(' '));
    if (place.isEmpty())
        return text;
    return Messages::tr("%1: %2", "place in a file: what is wrong")
        .arg(place.join(QStringLiteral(", ")), text);
}

} // namespace shardscope
