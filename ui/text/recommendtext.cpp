// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/recommendtext.h"

#include "core/engines/convention.h"
#include "ui/text/amounts.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <QCoreApplication>

namespace shardscope {

namespace {

class Advice
{
    Q_DECLARE_TR_FUNCTIONS(shardscope::Recommendations)
};

QString checkpointingPhrase(Checkpointing checkpointing)
{
    switch (checkpointing) {
    case Checkpointing::None:
        return Advice::tr("no checkpointing", "behind: With");
    case Checkpointing::Selective:
        return Advice::tr("selective checkpointing", "behind: With");
    case Checkpointing::Full:
        return Advice::tr("full checkpointing", "behind: With");
    }
    return {};
}

QString offloadPhrase(Offload offload)
{
    switch (offload) {
    case Offload::None:
        return Advice::tr("nothing offloaded", "behind: With");
    case Offload::Optimizer:
        return Advice::tr("the optimizer offloaded", "behind: With");
    case Offload::Parameters:
        return Advice::tr("optimizer and parameters offloaded", "behind: With");
    case Offload::Nvme:
        return Advice::tr("offloading to NVMe", "behind: With");
    }
    return {};
}

QString lossPhrase(Loss loss)
{
    switch (loss) {
    case Loss::Standard:
        return Advice::tr("the standard loss", "behind: With");
    case Loss::Chunked:
        return Advice::tr("the loss in chunks", "behind: With");
    case Loss::Fused:
        return Advice::tr("the loss fused with the head", "behind: With");
    case Loss::InPlace:
        return Advice::tr("the loss in place", "behind: With");
    }
    return {};
}

QString attentionPhrase(Attention attention)
{
    if (attention == Attention::Eager)
        return Advice::tr("eager attention", "behind: With");
    return displayName(attention);
}

/// How a scenario has one thing.
QString settingPhrase(const Scenario &scenario, Dimension dimension)
{
    const Training &training = scenario.training;
    switch (dimension) {
    case Dimension::Gpus:
        return Advice::tr("%n GPU(s)", "behind: With", scenario.parallel.gpus);
    case Dimension::Strategy:
    case Dimension::Framework:
    case Dimension::QuantStorage:
        return shardingText(scenario);
    case Dimension::MicroBatch:
        return Advice::tr("a micro-batch of %1", "behind: With")
            .arg(formatWhole(training.microBatch));
    case Dimension::Checkpointing:
        return checkpointingPhrase(training.checkpointing);
    case Dimension::Offload:
        return offloadPhrase(scenario.parallel.offload);
    case Dimension::Loss:
        return lossPhrase(training.loss);
    case Dimension::Attention:
        return attentionPhrase(training.attention);
    }
    return {};
}

/// What the other would do besides; empty where it would do nothing.
QString timeSentence(double slower)
{
    constexpr double nothing = 0.005;
    if (slower < -nothing)
        return Advice::tr("A step would take %1 less time.").arg(formatPercent(-slower));
    if (slower > nothing)
        return Advice::tr("A step would take %1 more time.").arg(formatPercent(slower));
    return {};
}

QString memorySentence(Bytes more, const Recommendation &own)
{
    constexpr double nothing = 0.01;
    if (more < -nothing * own.memory.peak)
        return Advice::tr("It needs %1 less.").arg(memoryText(own.scenario, -more));
    if (more > nothing * own.memory.peak)
        return Advice::tr("It needs %1 more.").arg(memoryText(own.scenario, more));
    return {};
}

QString joined(const QString &one, const QString &other)
{
    return other.isEmpty() ? one : one + QLatin1Char(' ') + other;
}

} // namespace

QString shortName(Framework framework)
{
    switch (framework) {
    case Framework::Trainer:
        return Advice::tr("Trainer", "of Hugging Face");
    case Framework::Fsdp1:
        return Advice::tr("FSDP1");
    case Framework::Fsdp2:
        return Advice::tr("FSDP2");
    case Framework::Auto:
    case Framework::DeepSpeed:
    case Framework::Megatron:
    case Framework::Nanotron:
        break;
    }
    return displayName(framework);
}

QString shortName(Loss loss)
{
    return loss == Loss::Fused ? Advice::tr("Fused", "loss, with the head") : displayName(loss);
}

QString shortName(Offload offload)
{
    return offload == Offload::Parameters ? Advice::tr("Parameters", "offloaded, and the optimizer")
                                          : displayName(offload);
}

QString roleName(Role role)
{
    switch (role) {
    case Role::Fastest:
        return Advice::tr("Fastest");
    case Role::MostSpare:
        return Advice::tr("Most spare, still fast");
    case Role::Cheapest:
        return Advice::tr("Fewest GPU-hours");
    case Role::FewestGpus:
        return Advice::tr("Fewest GPUs");
    case Role::Simplest:
        return Advice::tr("Simplest");
    case Role::FasterAtRisk:
        return Advice::tr("Faster, at risk", "it may not fit");
    }
    return {};
}

QString roleMeaning(Role role)
{
    switch (role) {
    case Role::Fastest:
        return Advice::tr("Of all that fit, the most tokens per second.");
    case Role::MostSpare:
        return Advice::tr("The most memory left, at %1 of the fastest speed or more.")
            .arg(formatPercent(1 - nearlyAsFast));
    case Role::Cheapest:
        return Advice::tr("The most tokens per second and GPU: the run costs least.");
    case Role::FewestGpus:
        return Advice::tr("With fewer GPUs nothing fits.");
    case Role::Simplest:
        return Advice::tr("The fewest changes from the present scenario.");
    case Role::FasterAtRisk:
        return Advice::tr("Faster than all that fit, but it may not fit itself.");
    }
    return {};
}

QString rolesText(const Recommendation &recommendation)
{
    QStringList names;
    for (const Role role : recommendation.roles)
        names += role == Role::Simplest && recommendation.changes == 0
            ? Advice::tr("As now", "the present scenario")
            : roleName(role);
    return names.join(QStringLiteral(", "));
}

QString shardingText(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const QString strategy = displayName(parallel.strategy);
    if (scenario.estimator == EstimatorKind::Worksheet)
        return strategy;
    return Advice::tr("%1 (%2)", "strategy, framework")
        .arg(strategy, shortName(frameworkFor(parallel)));
}

QString memoryText(const Scenario &scenario, Bytes bytes)
{
    const bool isDecimal = scenario.estimator == EstimatorKind::Worksheet;
    return isDecimal ? formatDecimalMemory(bytes) : formatMemory(bytes);
}

QString reasonSentence(const Reason &reason, const Recommendation &own)
{
    const QString other = settingPhrase(reason.other, reason.dimension);
    const QString more = memoryText(own.scenario, reason.more);
    // That fewer GPUs are slower goes without saying.
    const QString time
        = reason.dimension == Dimension::Gpus ? QString() : timeSentence(reason.slower);
    switch (reason.id) {
    case ReasonId::NothingElseFits:
        return Advice::tr("With %1 nothing fits: here %2 would be missing.")
            .arg(other, memoryText(own.scenario, reason.missing));
    case ReasonId::OtherDoesNotFit:
        return joined(
            Advice::tr("With %1 it would not fit: it needs %2 more.").arg(other, more), time);
    case ReasonId::OtherIsAtRisk:
        if (reason.more <= Bytes(0))
            return joined(Advice::tr("With %1 it might not fit: how much it needs is less certain.")
                              .arg(other),
                time);
        return joined(
            Advice::tr("With %1 it might not fit: it needs %2 more.").arg(other, more), time);
    case ReasonId::OtherIsSlower:
        return joined(Advice::tr("With %1 a step takes %2 more time.")
                          .arg(other, formatPercent(reason.slower)),
            memorySentence(reason.more, own));
    case ReasonId::OtherNeedsMore:
        return joined(Advice::tr("With %1 it needs %2 more.").arg(other, more), time);
    }
    return {};
}

QString searchSummary(const Recommendations &found)
{
    const auto count = [](std::size_t number) { return formatWhole(static_cast<double>(number)); };
    return Advice::tr("%1 configurations tried: %2 fit, %3 are at risk. The search estimates what "
                      "torch's allocator reserves; for what is listed it was played.")
        .arg(count(found.tried), count(found.fits), count(found.atRisk));
}

QString heldSentence(const Scenario &present, const Catalog &catalog)
{
    const Training &training = present.training;
    const ModelEntry *entry = catalog.findModel(present.model.id);
    QString model
        = entry && !present.model.imported ? QString::fromStdString(entry->name) : QString();
    if (present.model.imported)
        model = QString::fromStdString(present.model.imported->name);
    if (model.isEmpty())
        model = Advice::tr("%1 parameters").arg(formatParameters(present.model.parameters));
    return Advice::tr("%1; %2, %3, %4; sequences of %5 tokens; on %6",
        "model; method, precision, optimizer; sequence length; GPU")
        .arg(model, displayName(training.method), displayName(training.precision),
            displayName(training.optimizer), formatWhole(training.sequenceLength),
            gpuName(present, catalog));
}

} // namespace shardscope
