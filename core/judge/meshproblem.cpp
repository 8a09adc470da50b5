// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/meshproblem.h"

#include "core/modules/layers.h"
#include "core/scenario/framework.h"
#include "core/scenario/keys.h"
#include "core/scenario/mesh.h"
#include "core/step/workload.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

bool divides(std::int64_t part, std::int64_t whole)
{
    return part > 0 && whole % part == 0;
}

/// Whether ranks can share the heads of each layer.
bool sharesHeads(int ranks, const ModelSpec &spec)
{
    const bool areLike = !spec.unlikeHeads
        || std::all_of(spec.unlikeHeads->heads.begin(), spec.unlikeHeads->heads.end(),
            [ranks](std::int64_t heads) { return divides(ranks, heads); });
    const bool sharesAll = !spec.mixed || divides(ranks, spec.mixed->fullKvHeads);
    return divides(ranks, spec.heads) && areLike && sharesAll;
}

struct Check
{
    std::string_view key;
    bool (*holds)(const Scenario &, const ModelSpec &, const Mesh &);
};

/// Megatron-Core 0.20: arguments.py, transformer_config.py, parallel_state.py. nanotron (2025-02):
/// models/llama.py, tensor_parallel/nn.py, pipeline_parallel/engine.py.
constexpr std::array checks{
    Check{"parallel.tensor",
        [](const Scenario &scenario, const ModelSpec &spec, const Mesh &mesh) {
            // Megatron-Core gathers keys and values where there are fewer than ranks; DTensor
            // cannot cut a head.
            const Cutter cutter = cutterFor(scenario, spec);
            const bool sharesKeys = divides(mesh.tensor, spec.kvHeads)
                || (cutter == Cutter::MegatronCore && divides(spec.kvHeads, mesh.tensor));
            const bool sharesWords
                = cutter != Cutter::Nanotron || divides(mesh.tensor, spec.vocabulary);
            // Factors of adapters are split along the rank.
            const bool sharesRank = scenario.training.method == Method::Full
                || cutter != Cutter::MegatronCore
                || divides(mesh.tensor, scenario.training.loraRank);
            const bool sharesExperts = cutter != Cutter::Transformers || !spec.experts
                || divides(mesh.tensor, spec.experts->width);
            return sharesHeads(mesh.tensor, spec) && sharesKeys && sharesWords && sharesRank
                && divides(mesh.tensor, spec.intermediate) && sharesExperts;
        }},
    Check{"parallel.pipeline",
        [](const Scenario &scenario, const ModelSpec &spec, const Mesh &mesh) {
            const auto layers = static_cast<int>(spec.layers);
            // The first stages of DeepSpeed's have one layer more (runtime/utils.py,
            // partition_balanced of type:transformer).
            if (cutterFor(scenario, spec) == Cutter::PipelineEngine)
                return layersOfStage(mesh, layers, mesh.pipeline / 2).count > 0
                    && layersOfStage(mesh, layers, mesh.pipeline - 1).count > 0
                    && mesh.firstLayers + mesh.lastLayers <= layers;
            return dividesLayers(mesh, layers);
        }},
    Check{"parallel.virtual_stages",
        [](const Scenario &, const ModelSpec &spec, const Mesh &mesh) {
            const auto layers = [&](int stage) {
                return layersOfStage(mesh, static_cast<int>(spec.layers), stage).count;
            };
            // The table or the loss takes the place of one layer: account_for_embedding_in_
            // pipeline_split, account_for_loss_in_pipeline_split.
            const auto cuts = [&](int stage, int inner) {
                return divides(mesh.chunks, layers(stage)) || layers(stage) + 1 == layers(inner);
            };
            const int last = mesh.pipeline - 1;
            return mesh.chunks == 1
                || (divides(mesh.chunks, layers(last > 1 ? 1 : 0)) && cuts(0, 1)
                    && cuts(last, last - 1));
        }},
    Check{"training.accumulation",
        [](const Scenario &scenario, const ModelSpec &spec, const Mesh &mesh) {
            // torch takes as many rounds as there are whole ones.
            const int microBatches = scenario.training.accumulation;
            const int rounds = std::max(1, microBatches / mesh.pipeline);
            const Cutter cutter = cutterFor(scenario, spec);
            if (cutter == Cutter::MegatronCore)
                return mesh.chunks == 1 || divides(mesh.pipeline, microBatches);
            if (cutter == Cutter::PipelineEngine)
                return true;
            if (cutter == Cutter::Nanotron)
                return scenario.parallel.schedule == PipelineKind::GPipe
                    || microBatches >= mesh.pipeline - 1;
            // ScheduleDualPipeV needs as many as there are chunks in the model.
            if (mesh.isV)
                return scenario.parallel.schedule != PipelineKind::DualPipeV
                    || microBatches >= 2 * mesh.pipeline;
            return microBatches >= mesh.pipeline
                && (mesh.chunks == 1 || divides(rounds, microBatches));
        }},
    Check{"parallel.context",
        [](const Scenario &scenario, const ModelSpec &spec, const Mesh &mesh) {
            const bool exchanges = mesh.context > 1 && mesh.contextKind == ContextKind::Ulysses;
            // Each rank has whole heads; DeepSpeed repeats keys that are fewer.
            const std::int64_t ranks = std::int64_t{mesh.tensor} * mesh.context;
            if (exchanges
                && !(divides(ranks, spec.heads)
                    && (divides(ranks, spec.kvHeads) || divides(spec.kvHeads, ranks))))
                return false;
            const std::int64_t pieces = mesh.context > 1 ? (exchanges ? 1 : 2) * mesh.context : 1;
            return divides(
                pieces * (mesh.sequence ? mesh.tensor : 1), scenario.training.sequenceLength);
        }},
    Check{"parallel.expert",
        [](const Scenario &, const ModelSpec &spec, const Mesh &mesh) {
            return mesh.expert == 1 || (spec.experts && divides(mesh.expert, spec.experts->count));
        }},
    Check{"parallel.expert",
        [](const Scenario &scenario, const ModelSpec &spec, const Mesh &) {
            return !unevenlyCutExperts(scenario, spec);
        }},
    Check{"parallel.expert_tensor",
        [](const Scenario &, const ModelSpec &spec, const Mesh &mesh) {
            return !spec.experts || divides(mesh.expertTensor, spec.experts->width);
        }},
    Check{"parallel.gpus",
        [](const Scenario &scenario, const ModelSpec &spec, const Mesh &mesh) {
            const std::int64_t ofStage = scenario.parallel.gpus / mesh.pipeline;
            return divides(mesh.modelRanks(), scenario.parallel.gpus)
                && (!spec.experts || divides(mesh.expert * mesh.expertTensor, ofStage));
        }},
    // "When not using pp-last rank ordering, the data parallel size of the attention and moe layers
    // must be the same" (parallel_state.py), which it asks of models without experts as well.
    Check{"parallel.rank_order",
        [](const Scenario &, const ModelSpec &, const Mesh &mesh) {
            return mesh.order == RankOrder::StagesLast || mesh.pipeline == 1
                || mesh.expert * mesh.expertTensor == mesh.tensor * mesh.context;
        }},
};

/// Null where all axes divide.
const Check *failed(const Scenario &scenario, const ModelSpec &spec)
{
    if (cutterFor(scenario, spec) == Cutter::None && !shardsTitanExperts(scenario, spec))
        return nullptr;
    const Mesh mesh = meshFor(scenario, spec);
    const auto *const first = std::find_if(checks.begin(), checks.end(),
        [&](const Check &check) { return !check.holds(scenario, spec, mesh); });
    return first == checks.end() ? nullptr : first;
}

} // namespace

std::optional<std::string_view> unevenAxis(const Scenario &scenario, const ModelSpec &spec)
{
    const Check *check = failed(scenario, spec);
    return check ? std::optional(check->key) : std::nullopt;
}

/// Smaller degrees of an axis, and more GPUs or micro-steps.
Move evenAxis(const Scenario &scenario, const ModelSpec &spec)
{
    const Check *check = failed(scenario, spec);
    if (!check)
        return {};
    if (check->key == "parallel.rank_order")
        return setting("parallel.rank_order", RankOrder::StagesLast);
    const bool grows = check->key == "parallel.gpus" || check->key == "training.accumulation"
        || unevenlyCutExperts(scenario, spec);
    const Key &key = *findKey(check->key);
    const auto now = static_cast<std::int64_t>(*key.get(scenario)->number());
    constexpr std::int64_t farthest = 1024;
    for (std::int64_t step = 1; step <= farthest; ++step) {
        const std::int64_t value = now + (grows ? step : -step);
        Scenario next = scenario;
        if (value < 1 || !setKey(next, key, Json(static_cast<double>(value))))
            break;
        const Check *other = failed(next, spec);
        if (!other || other->key != check->key)
            return {.settings = {{std::string(check->key), std::to_string(value)}}};
    }
    return {};
}

bool shardsTitanExperts(const Scenario &scenario, const ModelSpec &spec)
{
    return scenario.estimator == EstimatorKind::Detailed && runsTorchtitan(scenario)
        && frameworkFor(scenario.parallel) == Framework::Fsdp2 && hasTitanExperts(spec);
}

std::optional<int> unevenlyCutExperts(const Scenario &scenario, const ModelSpec &spec)
{
    if (!shardsTitanExperts(scenario, spec))
        return std::nullopt;
    const Mesh mesh = meshFor(scenario, spec);
    const int sharers = sharersOfExperts(scenario.parallel, mesh);
    const int ranks = std::max(1, sharers / mesh.expert);
    const bool isEven = sharers <= spec.experts->count
        || (divides(ranks, spec.experts->width) && divides(ranks, spec.hidden));
    return isEven ? std::nullopt : std::optional(ranks);
}

bool cutsWhatIsNotPlanned(const Scenario &scenario, const ModelSpec &spec)
{
    return scenario.estimator == EstimatorKind::Detailed
        && meshOf(scenario).modelRanks() * meshOf(scenario).expert > 1
        && cutterFor(scenario, spec) == Cutter::None;
}

} // namespace shardscope
