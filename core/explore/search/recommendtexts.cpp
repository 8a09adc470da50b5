// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/recommendtexts.h"

#include "core/plan/plantexts.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/optiontexts.h"
#include "core/scenario/pipelineorder.h"

#include <cmath>

namespace shardscope {

namespace {

// Behind "With".
constexpr std::array<Text, 3> checkpointings{
    {english("recommend", "no checkpointing", "behind: With"),
        english("recommend", "selective checkpointing", "behind: With"),
        english("recommend", "full checkpointing", "behind: With")}};
constexpr std::array<Text, 4> offloads{{english("recommend", "nothing offloaded", "behind: With"),
    english("recommend", "the optimizer offloaded", "behind: With"),
    english("recommend", "optimizer and parameters offloaded", "behind: With"),
    english("recommend", "offloading to NVMe", "behind: With")}};
constexpr std::array<Text, 4> losses{{english("recommend", "the standard loss", "behind: With"),
    english("recommend", "the loss in chunks", "behind: With"),
    english("recommend", "fused linear cross-entropy", "behind: With"),
    english("recommend", "the loss in place", "behind: With")}};

/// How a scenario has one thing.
Phrase settingOf(const Scenario &scenario, Dimension dimension)
{
    const Training &training = scenario.training;
    switch (dimension) {
    case Dimension::Gpus:
        return {
            englishPlural("recommend", "%n GPU(s)", "behind: With"), {}, scenario.parallel.gpus};
    case Dimension::Strategy:
    case Dimension::Framework:
    case Dimension::QuantStorage:
        return shardingOf(scenario);
    case Dimension::MicroBatch:
        return {english("recommend", "a micro-batch of %1", "behind: With"),
            {Amount::whole(training.microBatch)}};
    case Dimension::Checkpointing:
        return textIn(checkpointings, training.checkpointing);
    case Dimension::Offload:
        return textIn(offloads, scenario.parallel.offload);
    case Dimension::Loss:
        return textIn(losses, training.loss);
    case Dimension::Attention:
        return training.attention == Attention::Eager
            ? english("recommend", "eager attention", "behind: With")
            : textOf(training.attention);
    case Dimension::Tensor:
        return {english("recommend", "tensor parallelism of %1", "behind: With"),
            {Amount::whole(scenario.parallel.tensor)}};
    case Dimension::Pipeline:
        return {englishPlural("recommend", "a pipeline of %n stage(s)", "behind: With"), {},
            scenario.parallel.pipeline};
    case Dimension::Context:
        return {english("recommend", "context parallelism of %1", "behind: With"),
            {Amount::whole(scenario.parallel.context)}};
    case Dimension::ContextKind:
        return {english("recommend", "context parallelism of the kind %1", "behind: With"),
            {nested(textOf(contextKindFor(scenario)))}};
    case Dimension::Expert:
    case Dimension::ExpertTensor:
        return {english("recommend", "expert parallelism of %1, each expert on %2 of the GPUs",
                    "behind: With"),
            {Amount::whole(scenario.parallel.expert),
                Amount::whole(meshOf(scenario).expertTensor)}};
    case Dimension::Chunks:
        return {englishPlural("recommend", "%n chunk(s) in each stage", "behind: With"), {},
            scenario.parallel.virtualStages};
    case Dimension::Schedule:
        return {english("recommend", "the schedule %1", "behind: With"),
            {nested(textOf(scheduleFor(scenario)))}};
    case Dimension::RankOrder:
        return {english("recommend", "the order of GPUs %1", "behind: With"),
            {nested(textOf(scenario.parallel.rankOrder))}};
    }
    return {};
}

/// The axes that something is cut along.
std::vector<Phrase> axesOf(const Scenario &scenario)
{
    const Mesh mesh = meshOf(scenario);
    std::vector<Phrase> axes;
    const auto add = [&axes](const Text &text, int ranks) {
        if (ranks > 1)
            axes.push_back({text, {Amount::whole(ranks)}});
    };
    add(english("recommend", "tensor %1", "parallelism, GPUs"), mesh.tensor);
    add(english("recommend", "pipeline %1", "parallelism, stages"), mesh.pipeline);
    if (mesh.chunks > 1)
        axes.push_back(
            {englishPlural("recommend", "%n chunk(s)", "of a pipeline stage"), {}, mesh.chunks});
    if (mesh.pipeline > 1 && scheduleFor(scenario) == PipelineKind::GPipe)
        axes.emplace_back(textOf(PipelineKind::GPipe));
    add(english("recommend", "context %1", "parallelism, GPUs"), mesh.context);
    if (mesh.context > 1 && scenario.parallel.contextKind != ContextKind::Auto)
        axes.emplace_back(textOf(mesh.contextKind));
    if (mesh.pipeline > 1 && mesh.order != RankOrder::StagesLast)
        axes.emplace_back(textOf(mesh.order));
    add(english("recommend", "experts %1", "parallelism, GPUs"), mesh.expert);
    if (mesh.expert > 1 && mesh.expertTensor != mesh.tensor)
        axes.push_back({english("recommend", "expert tensor %1", "parallelism, GPUs"),
            {Amount::whole(mesh.expertTensor)}});
    return axes;
}

/// What the other would do besides; empty where it would do nothing.
Phrase timeSentence(const Reason &reason)
{
    constexpr double nothing = 0.005;
    if (reason.dimension == Dimension::Gpus) // that fewer GPUs are slower goes without saying
        return {};
    if (reason.slower < -nothing)
        return {english("recommend", "A step would take %1 less time."),
            {Amount::share(-reason.slower)}};
    if (reason.slower > nothing)
        return {english("recommend", "A step would take %1 more time."),
            {Amount::share(reason.slower)}};
    return {};
}

Phrase memorySentence(const Reason &reason, const Recommendation &own)
{
    const Bytes nothing = 0.01 * own.memory.peak;
    if (reason.more < -nothing)
        return {english("recommend", "It needs %1 less."), {memoryOf(own.scenario, -reason.more)}};
    if (reason.more > nothing)
        return {english("recommend", "It needs %1 more."), {memoryOf(own.scenario, reason.more)}};
    return {};
}

} // namespace

Phrase rolesOf(const Recommendation &recommendation)
{
    std::vector<Phrase> names;
    for (const Role role : recommendation.roles)
        names.emplace_back(role == Role::Simplest && recommendation.changes == 0
                ? english("recommend", "Current", "the current configuration")
                : textOf(role));
    return listOf(std::move(names));
}

Phrase shardingOf(const Scenario &scenario)
{
    const Text strategy = textOf(scenario.parallel.strategy);
    if (scenario.estimator == EstimatorKind::Worksheet)
        return strategy;
    const Text framework = shortText(frameworkFor(scenario.parallel));
    std::vector<Phrase> parts{{english("recommend", "%1 (%2)", "strategy, framework"),
        {nested(strategy), nested(framework)}}};
    for (Phrase &axis : axesOf(scenario))
        parts.push_back(std::move(axis));
    return listOf(std::move(parts));
}

Text shortText(Framework framework)
{
    switch (framework) {
    case Framework::Trainer:
        return english("recommend", "Trainer", "of Hugging Face");
    case Framework::Fsdp1:
        return english("recommend", "FSDP1");
    case Framework::Fsdp2:
        return english("recommend", "FSDP2");
    case Framework::Auto:
    case Framework::DeepSpeed:
    case Framework::Megatron:
    case Framework::Nanotron:
        break;
    }
    return textOf(framework);
}

Text shortText(Loss loss)
{
    return loss == Loss::Fused ? english("recommend", "Fused", "loss, with the head")
                               : textOf(loss);
}

Text shortText(Offload offload)
{
    return offload == Offload::Parameters
        ? english("recommend", "Parameters", "offloaded, and the optimizer")
        : textOf(offload);
}

Phrase phraseOf(const Reason &reason, const Recommendation &own)
{
    const Argument other = nested(settingOf(reason.other, reason.dimension));
    const Argument more = memoryOf(own.scenario, reason.more);
    switch (reason.id) {
    case ReasonId::NothingElseFits:
        return {english("recommend", "With %1 nothing fits: here it would be short by %2."),
            {other, memoryOf(own.scenario, reason.missing)}};
    case ReasonId::OtherDoesNotFit:
        return sentences(
            {{english("recommend", "With %1 it would not fit: it needs %2 more."), {other, more}},
                timeSentence(reason)});
    case ReasonId::OtherIsAtRisk:
        if (reason.more <= Bytes(0))
            return sentences({{english("recommend",
                                   "With %1 it might not fit: how much it needs is less certain."),
                                  {other}},
                timeSentence(reason)});
        return sentences(
            {{english("recommend", "With %1 it might not fit: it needs %2 more."), {other, more}},
                timeSentence(reason)});
    case ReasonId::OtherIsSlower:
        return sentences({{english("recommend", "With %1 a step takes %2 more time."),
                              {other, Amount::share(reason.slower)}},
            memorySentence(reason, own)});
    case ReasonId::OtherNeedsMore:
        return sentences({{english("recommend", "With %1 it needs %2 more."), {other, more}},
            timeSentence(reason)});
    }
    return {};
}

Phrase heldOf(const Scenario &present, const Catalog &catalog)
{
    const Training &training = present.training;
    const ModelEntry *entry = catalog.findModel(present.model.id);
    Phrase model(present.model.imported ? present.model.imported->name
                                        : (entry ? entry->name : std::string()));
    if (model.isEmpty())
        model = {
            english("recommend", "%1 parameters"), {Amount::parameters(present.model.parameters)}};
    return {english("recommend", "%1; %2, %3, %4; sequences of %5 tokens; on %6",
                "model; method, precision, optimizer; sequence length; GPU"),
        {nested(std::move(model)), nested(textOf(training.method)),
            nested(textOf(training.precision)), nested(textOf(training.optimizer)),
            Amount::whole(static_cast<double>(training.sequenceLength)),
            Named{Named::What::Gpu, present.hardware.gpu}}};
}

Phrase presentOf(const Recommendations &found, const Scenario &present)
{
    return {english("recommend", "Now it reaches %1 tokens/s per GPU, with a peak of %2."),
        {Amount::whole(std::round(found.presentSpeed.tokensPerSecondPerGpu)),
            memoryOf(present, found.presentMemory.peak)}};
}

Phrase leaderOf(const Recommendation &leader)
{
    return {english("recommend", "Fastest so far: %1, %2 tokens/s per GPU.",
                "strategy with its axes, number"),
        {nested(shardingOf(leader.scenario)),
            Amount::whole(std::round(leader.speed.tokensPerSecondPerGpu))}};
}

Phrase summaryOf(const Recommendations &found)
{
    const auto count
        = [](std::size_t number) { return Amount::whole(static_cast<double>(number)); };
    return {english("recommend",
                "%1 configurations tried: %2 fit, %3 are at risk. The search uses quick estimates; "
                "what is listed is allocator-simulated."),
        {count(found.tried), count(found.fits), count(found.atRisk)}};
}

} // namespace shardscope
