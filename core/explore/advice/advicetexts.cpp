// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/advicetexts.h"

#include "core/plan/plantexts.h"
#include "core/scenario/optiontexts.h"

#include <cmath>

namespace shardscope {

namespace {

constexpr std::array<Text, namesOf<Checkpointing>.size()> checkpointings{
    {english("advice", "turn off activation checkpointing"),
        english("advice", "use selective activation checkpointing"),
        english("advice", "use full activation checkpointing")}};
constexpr std::array<Text, namesOf<Offload>.size()> offloads{
    {english("advice", "offload nothing"), english("advice", "offload the optimizer to the host"),
        english("advice", "offload optimizer and parameters to the host"),
        english("advice", "offload to NVMe")}};
constexpr std::array<Text, namesOf<Method>.size()> methods{{english("advice", "train all weights"),
    english("advice", "train LoRA adapters on 16-bit weights"),
    english("advice", "train LoRA adapters on 4-bit weights (QLoRA)")}};
constexpr std::array<Text, namesOf<Loss>.size()> losses{
    {english("advice", "use standard cross-entropy"),
        english("advice", "use chunked cross-entropy"),
        english("advice", "use fused linear cross-entropy"),
        english("advice", "use in-place cross-entropy")}};
constexpr std::array<Text, namesOf<Effect>.size()> effects{
    {{}, english("advice", "computes with other number formats"), {},
        english("advice", "changes what is trained"),
        english("advice", "changes what it is trained on")}};
constexpr std::array<Text, namesOf<LimitedBy>.size()> limitReasons{
    {english("advice", "One step further it is no longer sure to fit."),
        english("advice", "It cannot go further."),
        english("advice", "The model was made for no more."),
        english("advice", "The catalogue knows of nothing further.")}};

Phrase changeTo(ChangeId id, const Scenario &after)
{
    const Training &training = after.training;
    const Parallel &parallel = after.parallel;
    switch (id) {
    case ChangeId::Gpus:
        return {englishPlural("advice", "use %n GPU(s)"), {}, parallel.gpus};
    case ChangeId::Gpu:
        return {english("advice", "use %1 instead", "a GPU"),
            {Named{Named::What::Gpu, after.hardware.gpu}}};
    case ChangeId::Method:
        return textIn(methods, training.method);
    case ChangeId::Sequence:
        return {english("advice", "shorten sequences to %1 tokens"),
            {Amount::whole(static_cast<double>(training.sequenceLength))}};
    case ChangeId::Precision:
        return {
            english("advice", "train in %1", "precision"), {nested(textOf(training.precision))}};
    case ChangeId::GradientPrecision:
        return english("advice", "reduce gradients in 16 bit");
    case ChangeId::Sharding:
        return {english("advice", "switch to %1", "strategy"), {nested(textOf(parallel.strategy))}};
    case ChangeId::Offload:
        return textIn(offloads, parallel.offload);
    case ChangeId::Optimizer:
        return english("advice", "use an 8-bit optimizer");
    case ChangeId::MicroBatch:
        if (training.accumulation == 1)
            return {english("advice", "use micro-batch %1, no accumulation", "sequences"),
                {Amount::whole(training.microBatch)}};
        return {english("advice", "use micro-batch %1, accumulation %2", "sequences, micro-steps"),
            {Amount::whole(training.microBatch), Amount::whole(training.accumulation)}};
    case ChangeId::Checkpointing:
        return textIn(checkpointings, training.checkpointing);
    case ChangeId::CheckpointKind:
        return english("advice", "set use_reentrant to false");
    case ChangeId::Attention:
        return {
            english("advice", "use %1", "attention kernel"), {nested(textOf(training.attention))}};
    case ChangeId::Loss:
        return textIn(losses, training.loss);
    case ChangeId::Allocator:
        return english("advice", "set expandable_segments:True");
    case ChangeId::Overlap:
        return english("advice", "turn off communication overlap");
    case ChangeId::Tensor:
        return {english("advice", "share matrices among %1 GPUs", "tensor parallelism"),
            {Amount::whole(parallel.tensor)}};
    case ChangeId::Pipeline:
        return {english("advice", "cut the model into %1 pipeline stages"),
            {Amount::whole(parallel.pipeline)}};
    case ChangeId::Context:
        return {english("advice", "share sequences among %1 GPUs", "context parallelism"),
            {Amount::whole(parallel.context)}};
    case ChangeId::Expert:
        return {english("advice", "deal experts out to %1 GPUs", "expert parallelism"),
            {Amount::whole(parallel.expert)}};
    case ChangeId::GradientCache:
        return {englishPlural("advice", "embed %n text(s) at a time (GradCache)"), {},
            training.gradientCache};
    case ChangeId::Chunks:
        return {englishPlural("advice", "cut each pipeline stage into %n chunk(s)"), {},
            parallel.virtualStages};
    }
    return {};
}

Phrase memoryCost(const WeighedMove &weighed, const Scenario &before)
{
    const Bytes saved = weighed.saved;
    return saved >= Bytes(0)
        ? Phrase(english("advice", "%1 less", "memory"), {memoryOf(before, saved)})
        : Phrase(english("advice", "%1 more", "memory"), {memoryOf(before, -saved)});
}

/// Of a time as a multiple of today's: beyond twice as long percents say little.
Phrase timeCost(double time)
{
    if (std::abs(time - 1) < noticeable)
        return english("advice", "as fast as now");
    if (time < 1)
        return {
            english("advice", "%1 faster", "percent of the time"), {Amount::wholeShare(1 - time)}};
    if (time < 2)
        return {
            english("advice", "%1 slower", "percent of the time"), {Amount::wholeShare(time - 1)}};
    return {english("advice", "%1x as long", "number"), {Amount::significant(time)}};
}

Phrase gpuTimeCost(double time)
{
    if (std::abs(time - 1) < noticeable)
        return english("advice", "as many GPU-hours");
    if (time < 1)
        return {english("advice", "%1 fewer GPU-hours", "percent"), {Amount::wholeShare(1 - time)}};
    if (time < 2)
        return {english("advice", "%1 more GPU-hours", "percent"), {Amount::wholeShare(time - 1)}};
    return {english("advice", "%1x the GPU-hours", "number"), {Amount::significant(time)}};
}

Phrase trafficCost(const WeighedMove &weighed)
{
    // Less than anybody sees in the charts.
    if (std::abs(weighed.traffic.value()) < 0.005 * GB.value())
        return english("advice", "traffic unchanged");
    return weighed.traffic > Bytes(0)
        ? Phrase(english("advice", "%1 more traffic"), {Amount::traffic(weighed.traffic)})
        : Phrase(english("advice", "%1 less traffic"), {Amount::traffic(-weighed.traffic)});
}

} // namespace

Phrase titleOf(const WeighedMove &weighed, const Scenario &before)
{
    const Result<Scenario> after = applied(before, weighed.move.settings);
    Phrase title;
    for (std::size_t i = 0; after && i < weighed.move.changes.size(); ++i) {
        Phrase change = changeTo(weighed.move.changes[i], *after);
        title = i == 0 ? change
                       : Phrase(english("advice", "%1; %2", "changes"),
                           {nested(std::move(title)), nested(std::move(change))});
    }
    return title;
}

Phrase costsOf(const WeighedMove &weighed, const Scenario &before)
{
    std::vector<Phrase> costs{memoryCost(weighed, before)};
    costs.push_back(timeCost(weighed.time));
    if (std::abs(weighed.gpuTime - weighed.time) >= noticeable)
        costs.push_back(gpuTimeCost(weighed.gpuTime));
    costs.push_back(trafficCost(weighed));
    for (Phrase &remark : remarksOn(weighed))
        costs.push_back(std::move(remark));
    return listOf(std::move(costs));
}

std::vector<Phrase> remarksOn(const WeighedMove &weighed)
{
    std::vector<Phrase> remarks;
    if (std::abs(weighed.batch - 1) >= noticeable)
        remarks.push_back(
            {english("advice", "global batch %1x"), {Amount::significant(weighed.batch)}});
    if (weighed.host > Bytes(0))
        remarks.push_back({english("advice", "%1 of each host's memory"),
            {Amount{Notation::Memory, weighed.host.value()}}});
    if (weighed.updatesOnHost)
        remarks.emplace_back(english("advice", "the CPU's update estimated, not measured"));
    if (const Text effect = textIn(effects, weighed.move.effect); !effect.isEmpty())
        remarks.emplace_back(effect);
    if (weighed.fit == Fit::AtRisk)
        remarks.emplace_back(english("advice", "still at risk", "it may not fit"));
    return remarks;
}

Phrase valueOf(const Limit &limit)
{
    if (!limit.isFound())
        return english("advice", "none", "nothing fits");
    if (!limit.name.empty())
        return limit.name;
    if (limit.context > 0)
        return {english("advice", "%1 (model's context: %2)", "tokens"),
            {Amount::whole(limit.value), Amount::whole(static_cast<double>(limit.context))}};
    return {Text{{}, "%1"},
        {limit.id == LimitId::Model ? Amount::parameters(limit.value)
                                    : Amount::whole(limit.value)}};
}

Phrase reasonFor(const Limit &limit)
{
    if (!limit.isFound())
        return english("advice", "Nothing fits while everything else stays as it is.");
    Phrase context;
    if (limit.context > 0)
        context = {english("advice", "The model was made for a context of %1 tokens.", "number"),
            {Amount::whole(static_cast<double>(limit.context))}};
    return sentences({textIn(limitReasons, limit.by), std::move(context)});
}

} // namespace shardscope
