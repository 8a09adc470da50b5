// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/omissions.h"

#include "core/engines/convention.h"
#include "core/engines/optimizerstate.h"
#include "core/judge/objectivefindings.h"
#include "core/scenario/objective.h"
#include "core/step/stepmodules.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace shardscope {

namespace {

/// Weights and optimizer state of `parameters` that are trained, not sharded. Their gradients come
/// when activations have gone, but for those of earlier micro-steps.
Bytes trainedBytes(Workload work, double parameters, const Recipe &bytes)
{
    work.trainable = parameters;
    const double kept = work.training().accumulation > 1 ? bytes.gradient : 0;
    return Bytes((bytes.weight + bytes.master + kept) * parameters)
        + optimizerState(work, bytes.moment).bytes();
}

double tableElements(const ModelSpec &spec)
{
    return static_cast<double>(spec.vocabulary) * static_cast<double>(spec.hidden);
}

/// PEFT lora.Embedding, and lora.Linear on the head: two factors each.
Bytes tableAdapterBytes(const Workload &work, const TableNames &tables)
{
    const ModelSpec &spec = work.spec();
    const double each = work.adapters.rank * static_cast<double>(spec.vocabulary + spec.hidden);
    return trainedBytes(work, tables.count() * each, work.recipe);
}

/// PEFT utils/other.py, ModulesToSaveWrapper: a copy in the base's own dtype, which is trained; the
/// original stays. cast_adapter_dtype passes over it.
Bytes savedModuleBytes(const Workload &work, const TableNames &tables)
{
    Recipe bytes = recipe(work.training().precision);
    if (frameworkFor(work.scenario.parallel) == Framework::Trainer) {
        bytes.master = 0;
        bytes.moment = bytes.weight;
    }
    return trainedBytes(work, tables.count() * tableElements(work.spec()), bytes);
}

double keptByLayers(const Scenario &scenario, const Resolved &resolved)
{
    const StepModules modules(makeWorkload(scenario, resolved).layerSettings());
    const int every = scenario.training.checkpointEvery;
    double kept = 0;
    for (int layer = 0; layer < modules.layers(); ++layer) {
        if ((layer + 1) % every != 0)
            kept += modules.layer(layer).keptBytes();
    }
    return kept;
}

/// What layers without a checkpoint keep beyond those that have one. torchtitan counts as here:
/// of every two the second one is checkpointed.
Bytes sparseCheckpointBytes(Scenario scenario, const Resolved &resolved)
{
    const double counted = keptByLayers(scenario, resolved);
    scenario.training.checkpointing = Checkpointing::None;
    return Bytes(std::max(0.0, keptByLayers(scenario, resolved) - counted));
}

/// Heads that are smaller than one for all tokens: what is planned instead is too much.
bool hasSmallerHead(std::string_view architecture)
{
    constexpr std::array<std::string_view, 6> endings{"ForSequenceClassification",
        "ForTokenClassification", "ForQuestionAnswering", "ForMultipleChoice", "RewardModel",
        "Model"};
    return std::any_of(endings.begin(), endings.end(),
        [architecture](std::string_view ending) { return architecture.ends_with(ending); });
}

std::string joined(const std::vector<std::string> &words)
{
    std::string list;
    for (const std::string &word : words)
        list.append(list.empty() ? "" : ", ").append(word);
    return list;
}

void addOfFile(std::vector<Omission> &omissions, const ModelSpec &spec)
{
    if (spec.hasOtherParts)
        omissions.push_back(
            {.id = FindingId::PartsLeftOut, .bytes = Bytes(2 * spec.otherParameters)});
    const FileRemarks &remarks = spec.remarks;
    if (!remarks.architecture.empty() && !hasSmallerHead(remarks.architecture))
        omissions.push_back({.id = FindingId::OtherHead, .what = remarks.architecture});
    if (!remarks.unreadKeys.empty())
        omissions.push_back({.id = FindingId::UnreadKeys, .what = joined(remarks.unreadKeys)});
}

void addOfAdapters(std::vector<Omission> &omissions, const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const TableNames adapted = tablesIn(spec, work.training().loraTargets);
    if (adapted.count() > 0 && adaptsMatrices(work.adapters.kind)
        && work.adapters.tables.count() == 0)
        omissions.push_back({.id = FindingId::TableAdapters,
            .what = namesOfTables(spec, adapted),
            .bytes = tableAdapterBytes(work, adapted)});
    const TableNames saved = tablesIn(spec, work.training().modulesToSave);
    if (saved.count() > 0 && work.saved == 0)
        omissions.push_back({.id = FindingId::SavedModules,
            .what = namesOfTables(spec, saved),
            .bytes = savedModuleBytes(work, saved)});
}

/// EmbeddingGemma's modules.json: 768 to 3072, and back.
Bytes denseBehindBytes(const Scenario &scenario, const Resolved &resolved)
{
    const ModelSpec &spec = resolved.spec;
    constexpr std::int64_t embeddingGemma = 768;
    constexpr double elements = 2.0 * embeddingGemma * 3072;
    const bool hasThem = embedsTexts(scenario.training.objective) && spec.modelType == "gemma3_text"
        && spec.hidden == embeddingGemma;
    if (!hasThem)
        return {};
    const Recipe bytes = recipe(scenario.training.precision);
    return scenario.training.method == Method::Full
        ? trainedBytes(makeWorkload(scenario, resolved), elements, bytes)
        : Bytes(bytes.weight * elements);
}

} // namespace

std::vector<Omission> omissionsOf(const Scenario &scenario, const Resolved &resolved)
{
    std::vector<Omission> omissions;
    if (scenario.estimator == EstimatorKind::Worksheet)
        return omissions;
    const Training &training = scenario.training;
    addOfFile(omissions, resolved.spec);
    if (training.method != Method::Full)
        addOfAdapters(omissions, makeWorkload(scenario, resolved));
    const UnquantizedModules left = unquantizedModules(training, resolved.spec);
    if (!left.unknown().empty())
        omissions.push_back({.id = FindingId::UnknownModules, .what = left.unknown()});
    if (const Bytes router = routerLossBytes(scenario, resolved); router > Bytes(0))
        omissions.push_back(
            {.id = FindingId::RouterLoss, .what = "router_aux_loss", .bytes = router});
    if (const Bytes dense = denseBehindBytes(scenario, resolved); dense > Bytes(0))
        omissions.push_back({.id = FindingId::DenseBehind, .bytes = dense});
    if (training.optimizer == Optimizer::GaloreAdamW)
        omissions.push_back({.id = FindingId::DecomposedGradients, .what = "torch.linalg.svd"});
    if (training.optimizer == Optimizer::Soap)
        omissions.push_back({.id = FindingId::DecomposedGradients, .what = "torch.linalg.qr"});
    if (training.optimizer == Optimizer::Shampoo)
        omissions.push_back({.id = FindingId::DecomposedGradients, .what = "torch.linalg.eigh"});
    if (training.checkpointEvery > 1 && training.checkpointing != Checkpointing::None
        && makeWorkload(scenario, resolved).layerSettings().checkpointEvery == 1)
        omissions.push_back({.id = FindingId::SparseCheckpoints,
            .what = std::to_string(training.checkpointEvery),
            .bytes = sparseCheckpointBytes(scenario, resolved)});
    return omissions;
}

Bytes knownBytes(const std::vector<Omission> &omissions)
{
    return std::accumulate(omissions.begin(), omissions.end(), Bytes(0),
        [](Bytes sum, const Omission &omission) { return sum + omission.bytes; });
}

} // namespace shardscope
