// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/contrastobstacle.h"

#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/step/obstacles.h"
#include "core/step/workload.h"

namespace shardscope {

namespace {

/// Whether weights that a pass has no use for, an untied head's, would be trained: what shards them
/// then was not followed.
bool trainsIdleHead(const Scenario &scenario, const ModelSpec &spec)
{
    return !spec.isHeadless && scenario.training.method == Method::Full
        && frameworkFor(scenario.parallel) != Framework::Trainer;
}

/// Two passes whose gradients meet were followed where nothing is sharded.
std::optional<std::string_view> twoPassObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (scenario.parallel.strategy != Strategy::Ddp)
        return "parallel.strategy";
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return "parallel.framework";
    // Each chunk's backward pass would reduce gradients.
    if (training.gradientCache > 0 && meshOf(scenario).data > 1)
        return "training.gradient_cache";
    // sentence-transformers lays sequences one behind the other for FlashAttention.
    if (isFlash(training.attention))
        return "training.attention";
    if (hasReentrantCheckpoints(scenario))
        return "training.checkpoint_kind";
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (training.update != UpdateTime::AfterBackward)
        return "training.update";
    const bool isPlain = !spec.mixed && !spec.altUp && !spec.hasState() && !spec.indexer
        && !spec.experts && spec.modules.nopeInterval == 0;
    return isPlain ? std::nullopt : std::optional<std::string_view>("training.text_passes");
}

} // namespace

std::optional<std::string_view> contrastObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (spec.seq2seq)
        return "training.objective";
    if (spec.tower)
        return "vision.images";
    if (spec.encoder && training.textPasses == TextPasses::Together)
        return "training.text_passes";
    if (training.method != Method::Full) {
        if (const auto obstacle = layerLoraObstacle(training, spec))
            return obstacle;
    }
    if (const auto obstacle = frozenPartObstacle(training))
        return obstacle;
    if (training.activationOffload != ActivationOffload::None)
        return "training.activation_offload";
    if (!runsTorchKernels(training))
        return "training.kernels";
    // A head that returns its input: which of ZeRO-3's gathers its weight takes was not followed.
    if (training.method != Method::Full && replacesLinear(scenario.parallel))
        return "parallel.strategy";
    if (trainsIdleHead(scenario, spec))
        return "training.method";
    return embedsAnchorsApart(training, spec) ? twoPassObstacle(scenario, spec) : std::nullopt;
}

} // namespace shardscope
