// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/advicetext.h"

#include "core/judge/repairs.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

#include <cmath>

namespace shardscope {

namespace {

class AdviceText
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::AdviceText)
};

QString checkpointing(Checkpointing value)
{
    switch (value) {
    case Checkpointing::None:
        return AdviceText::tr("keep all activations");
    case Checkpointing::Selective:
        return AdviceText::tr("checkpoint activations selectively");
    case Checkpointing::Full:
        return AdviceText::tr("checkpoint all activations");
    }
    return {};
}

QString offload(Offload value)
{
    switch (value) {
    case Offload::None:
        return AdviceText::tr("offload nothing");
    case Offload::Optimizer:
        return AdviceText::tr("offload the optimizer to the host");
    case Offload::Parameters:
        return AdviceText::tr("offload optimizer and parameters to the host");
    case Offload::Nvme:
        return AdviceText::tr("offload to NVMe");
    }
    return {};
}

QString method(Method value)
{
    switch (value) {
    case Method::Full:
        return AdviceText::tr("train all weights");
    case Method::Lora:
        return AdviceText::tr("train LoRA adapters on 16-bit weights");
    case Method::Qlora:
        return AdviceText::tr("train LoRA adapters on 4-bit weights (QLoRA)");
    }
    return {};
}

QString loss(Loss value)
{
    switch (value) {
    case Loss::Standard:
        return AdviceText::tr("compute the loss at once");
    case Loss::Chunked:
        return AdviceText::tr("compute the loss in chunks");
    case Loss::Fused:
        return AdviceText::tr("fuse the loss with the output head");
    case Loss::InPlace:
        return AdviceText::tr("compute the loss in place");
    }
    return {};
}

QString changeText(ChangeId id, const Scenario &after, const Catalog &catalog)
{
    const Training &training = after.training;
    const Parallel &parallel = after.parallel;
    switch (id) {
    case ChangeId::Gpus:
        return AdviceText::tr("use %n GPU(s)", "", parallel.gpus);
    case ChangeId::Gpu:
        return AdviceText::tr("use %1 instead", "a GPU").arg(gpuName(after, catalog));
    case ChangeId::Method:
        return method(training.method);
    case ChangeId::Sequence:
        return AdviceText::tr("shorten sequences to %1 tokens")
            .arg(formatWhole(training.sequenceLength));
    case ChangeId::Precision:
        return AdviceText::tr("train in %1", "precision").arg(displayName(training.precision));
    case ChangeId::GradientPrecision:
        return AdviceText::tr("reduce gradients in 16 bit");
    case ChangeId::Sharding:
        return AdviceText::tr("switch to %1", "strategy").arg(displayName(parallel.strategy));
    case ChangeId::Offload:
        return offload(parallel.offload);
    case ChangeId::Optimizer:
        return AdviceText::tr("keep optimizer states in 8 bit");
    case ChangeId::MicroBatch:
        return AdviceText::tr(
            "use %n micro-batch(es) of %1", "micro-steps, sequences", training.accumulation)
            .arg(formatWhole(training.microBatch));
    case ChangeId::Checkpointing:
        return checkpointing(training.checkpointing);
    case ChangeId::Attention:
        return AdviceText::tr("use %1", "attention kernel").arg(displayName(training.attention));
    case ChangeId::Loss:
        return loss(training.loss);
    case ChangeId::Allocator:
        return AdviceText::tr("let the allocator's segments grow");
    case ChangeId::Overlap:
        return AdviceText::tr("do without overlapping communication");
    }
    return {};
}

QString memoryText(const Scenario &scenario, Bytes bytes)
{
    return scenario.estimator == EstimatorKind::Worksheet ? formatDecimalMemory(bytes)
                                                          : formatMemory(bytes);
}

QString memoryCost(const Proposal &proposal, const Scenario &before)
{
    const Bytes saved = proposal.saved;
    return saved >= Bytes(0) ? AdviceText::tr("%1 less", "memory").arg(memoryText(before, saved))
                             : AdviceText::tr("%1 more", "memory").arg(memoryText(before, -saved));
}

QString timeCost(const Proposal &proposal)
{
    if (std::abs(proposal.time - 1) < noticeable)
        return AdviceText::tr("as fast as now");
    return AdviceText::tr("%1 times as long").arg(formatSignificant(proposal.time));
}

QString trafficCost(const Proposal &proposal)
{
    // Less than anybody sees in the charts.
    if (std::abs(proposal.traffic.value()) < 0.005 * GB.value())
        return AdviceText::tr("traffic unchanged");
    return proposal.traffic > Bytes(0)
        ? AdviceText::tr("%1 more traffic").arg(formatTraffic(proposal.traffic))
        : AdviceText::tr("%1 less traffic").arg(formatTraffic(-proposal.traffic));
}

QString effectText(Effect effect)
{
    switch (effect) {
    case Effect::None:
    case Effect::Machines:
        break;
    case Effect::Numerics:
        return AdviceText::tr("computes with other number formats");
    case Effect::Method:
        return AdviceText::tr("changes what is trained");
    case Effect::Task:
        return AdviceText::tr("changes what it is trained on");
    }
    return {};
}

} // namespace

QString proposalTitle(const Proposal &proposal, const Scenario &before, const Catalog &catalog)
{
    const Result<Scenario> after = repaired(before, proposal.repair);
    if (!after)
        return {};
    QStringList changes;
    for (const ChangeId id : proposal.changes)
        changes += changeText(id, *after, catalog);
    QString title = changes.join(AdviceText::tr("; ", "between changes"));
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

QString proposalCosts(const Proposal &proposal, const Scenario &before)
{
    QStringList costs{memoryCost(proposal, before), timeCost(proposal)};
    if (std::abs(proposal.gpuTime - proposal.time) >= noticeable)
        costs += AdviceText::tr("%1 times the GPU-hours").arg(formatSignificant(proposal.gpuTime));
    costs += trafficCost(proposal);
    if (std::abs(proposal.batch - 1) >= noticeable)
        costs
            += AdviceText::tr("the batch %1 times as large").arg(formatSignificant(proposal.batch));
    if (proposal.host > Bytes(0))
        costs += AdviceText::tr("%1 of each host's memory").arg(formatMemory(proposal.host));
    if (proposal.updatesOnHost)
        costs += AdviceText::tr("the CPU's update estimated, not measured");
    if (const QString effect = effectText(proposal.effect); !effect.isEmpty())
        costs += effect;
    if (proposal.fit == Fit::AtRisk)
        costs += AdviceText::tr("still at risk", "it may not fit");
    return costs.join(QStringLiteral(", "));
}

QString limitName(LimitId id)
{
    switch (id) {
    case LimitId::Sequence:
        return AdviceText::tr("Longest sequence");
    case LimitId::MicroBatch:
        return AdviceText::tr("Largest micro-batch");
    case LimitId::Gpus:
        return AdviceText::tr("Fewest GPUs");
    case LimitId::Gpu:
        return AdviceText::tr("Smallest GPU");
    case LimitId::Model:
        return AdviceText::tr("Largest model");
    }
    return {};
}

QString limitValue(const Limit &limit)
{
    if (!limit.isFound())
        return AdviceText::tr("none", "nothing fits");
    if (!limit.name.empty())
        return toText(limit.name);
    return limit.id == LimitId::Model ? formatParameters(limit.value) : formatWhole(limit.value);
}

QString limitReason(const Limit &limit)
{
    if (!limit.isFound())
        return AdviceText::tr("Nothing fits while everything else stays as it is.");
    switch (limit.by) {
    case LimitedBy::Memory:
        return AdviceText::tr("One step further it is no longer sure to fit.");
    case LimitedBy::Range:
        return AdviceText::tr("It cannot go further.");
    case LimitedBy::Model:
        return AdviceText::tr("The model was made for no more.");
    case LimitedBy::Catalog:
        return AdviceText::tr("The catalogue knows of nothing further.");
    }
    return {};
}

} // namespace shardscope
