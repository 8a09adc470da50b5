// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/indexerfindings.h"

#include "core/engines/offload/offload.h"
#include "core/model/parameters.h"
#include "core/scenario/framework.h"
#include "core/step/trained.h"

#include <algorithm>
#include <array>
#include <utility>

namespace shardscope {

namespace {

/// Whether adapters stand beside an indexer's matrices: no gradient reaches them.
bool adaptsIndexer(const Training &training, const ModelSpec &spec)
{
    if (training.method == Method::Full)
        return false;
    const LoraTargets targets = adaptedModules(spec, training);
    const std::vector<Linear> linears = linearsOf(spec, {.mixer = Mixer::Attention});
    return std::any_of(linears.begin(), linears.end(), [&targets](const Linear &linear) {
        return !linear.learns && targets.takesIn(linear.name);
    });
}

/// FSDP1 and DeepSpeed keep gradients and states of what is trained in flat tensors, a share for
/// each weight whether or not it gets a gradient; ZeRO-3 releases what is gathered by a trace of
/// modules, of which some have no backward pass.
bool isFlat(const Scenario &scenario, bool learnsUnheard)
{
    switch (frameworkFor(scenario.parallel)) {
    case Framework::Auto:
    case Framework::Trainer:
    case Framework::Fsdp2:
        return false;
    case Framework::Fsdp1:
        return learnsUnheard;
    case Framework::DeepSpeed:
        return learnsUnheard || scenario.parallel.strategy == Strategy::Zero3;
    case Framework::Megatron:
    case Framework::Nanotron:
        break;
    }
    return true;
}

} // namespace

std::optional<std::string_view> indexerObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    if (!spec.indexer || scenario.estimator != EstimatorKind::Detailed)
        return std::nullopt;
    const Training &training = scenario.training;
    const bool isFull = training.method == Method::Full;
    const bool learnsUnheard = isFull || adaptsIndexer(training, spec);
    if (isFlat(scenario, learnsUnheard))
        return "parallel.framework";
    if (training.modules != ModuleLibrary::Transformers5)
        return "training.modules";
    if (training.objective != Objective::CausalLm)
        return "training.objective";
    if (!isFull && training.adapter != AdapterKind::Lora)
        return "training.adapter";
    if (training.checkpointing == Checkpointing::Selective)
        return "training.checkpointing";
    if (learnsUnheard && offloadFor(scenario.parallel) != Offload::None)
        return "parallel.offload";
    if (isFull && training.optimizer == Optimizer::Muon)
        return "training.optimizer";
    return std::nullopt;
}

std::string_view plannedBesideIndexer(std::string_view key)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 7> planned{
        {{"parallel.framework", "fsdp2"}, {"training.modules", "transformers-5"},
            {"training.objective", "causal-lm"}, {"training.adapter", "lora"},
            {"training.checkpointing", "full"}, {"parallel.offload", "none"},
            {"training.optimizer", "adamw"}}};
    const auto *const found = std::find_if(
        planned.begin(), planned.end(), [key](const auto &one) { return one.first == key; });
    return found == planned.end() ? std::string_view() : found->second;
}

bool waitsForIndexer(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    return spec.indexer && training.method == Method::Full && scenario.parallel.gpus > 1
        && training.checkpointing != Checkpointing::None
        && frameworkFor(scenario.parallel) == Framework::Trainer;
}

bool misreadsPadding(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    return spec.indexer && training.attention == Attention::Sdpa && training.microBatch > 1;
}

} // namespace shardscope
