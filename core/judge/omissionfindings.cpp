// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/omissionfindings.h"

#include "core/engines/convention.h"
#include "core/judge/omissions.h"
#include "core/model/hfremarks.h"
#include "core/scenario/base.h"
#include "core/step/stepmodules.h"
#include "core/step/workload.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace shardscope {

namespace {

/// bitsandbytes' own bits are what QLoRA plans, and those of the same base in groups.
bool isPlannedAsStored(const Scenario &scenario, const FileRemarks &remarks)
{
    const Training &training = scenario.training;
    const bool isInBytes = training.base == BaseStorage::LlmInt8;
    const std::string_view method
        = hasGroups(training.base) ? nameOf(training.base) : "bitsandbytes";
    const bool isOtherGroup = hasGroups(training.base) && remarks.quantizedGroup > 0
        && remarks.quantizedGroup != groupStorage(training.base).group;
    return training.method == Method::Qlora && remarks.quantization == method
        && remarks.quantizedBits == (isInBytes ? 8 : 4) && !isOtherGroup;
}

std::optional<Finding> quantizedFile(const Scenario &scenario, const Resolved &resolved)
{
    const FileRemarks &remarks = resolved.spec.remarks;
    if (remarks.quantization.empty() || isPlannedAsStored(scenario, remarks))
        return std::nullopt;
    return Finding{.id = FindingId::QuantizedFile,
        .severity = Severity::Warning,
        .what = remarks.quantization,
        .bytes = Bytes(quantizedFileBytes(resolved.spec)),
        .planned = baseWeights(makeWorkload(scenario, resolved)).bytes()};
}

/// Classification and reward heads have a row for each label.
std::optional<Finding> otherHead(const Plan &plan, const Resolved &resolved)
{
    const std::string &architecture = resolved.spec.remarks.architecture;
    if (architecture.empty())
        return std::nullopt;
    const double bytes = recipe(plan.scenario.training.precision).weight;
    return Finding{.id = FindingId::OtherHead,
        .severity = Severity::Warning,
        .what = architecture,
        .planned = Bytes(bytes * resolved.count.head) + plan.memory.atPeak(PartId::Logits)};
}

/// What one layer with experts keeps of a micro-batch, where so many tokens come to them.
double keptByExperts(LayerSettings settings, double load)
{
    const std::vector<bool> &sparse = settings.spec.experts->layers;
    const auto first = std::find(sparse.begin(), sparse.end(), true);
    settings.checkpointing = Checkpointing::None;
    settings.cut.expertLoad = load;
    settings.cut.chunks = 1;
    settings.cut.stage = {.firstLayer = static_cast<int>(first - sparse.begin()),
        .layers = 1,
        .hasEmbedding = false,
        .hasHead = false};
    return StepModules(settings).layer(0).keptBytes();
}

std::optional<Finding> evenExperts(const Scenario &scenario, const Resolved &resolved)
{
    const Parallel &parallel = scenario.parallel;
    if (parallel.expert <= 1 || parallel.expertLoad > 1 || !resolved.spec.experts
        || cutterFor(scenario, resolved.spec) == Cutter::None)
        return std::nullopt;
    const Workload work = makeWorkload(scenario, resolved);
    if (work.mesh.expert <= 1)
        return std::nullopt;
    const LayerSettings settings = work.layerSettings();
    int layers = 1; // that hold it at once: of those with checkpoints the one that runs again
    if (scenario.training.checkpointing == Checkpointing::None) {
        layers = 0;
        for (int i = 0; i < work.stage.layers; ++i)
            layers += work.spec().isSparse(work.stage.firstLayer + i) ? 1 : 0;
    }
    constexpr double half = 1.5;
    const double each = keptByExperts(settings, half) - keptByExperts(settings, 1);
    if (each <= 0) // of experts that take no more than a capacity
        return std::nullopt;
    return Finding{.id = FindingId::EvenExperts,
        .severity = Severity::Information,
        .bytes = Bytes(layers * each)};
}

/// Frozen layers have no gradients and no optimizer state; a framework that shards those shards
/// what freezing saves.
std::optional<Finding> frozenLayers(const Plan &plan, const Resolved &resolved)
{
    const Training &training = plan.scenario.training;
    const bool isPlanned = plansParts(plan.scenario, resolved.spec);
    if (!freezesParts(training) || trainsOneBlock(training) || isPlanned)
        return std::nullopt;
    const double layers = std::abs(training.frozenLayers)
        / static_cast<double>(resolved.spec.layers) * resolved.count.layersTotal;
    const TableNames tables = tablesIn(resolved.spec, training.frozenModules);
    const double share = (layers + (tables.embedding ? resolved.count.embedding : 0)
                             + (tables.head ? resolved.count.head : 0))
        / resolved.count.total;
    const Bytes trained = plan.memory.atPeak(PartId::Gradients) + plan.memory.atPeak(PartId::Master)
        + plan.memory.atPeak(PartId::OptimizerState);
    return Finding{.id = FindingId::FrozenLayers,
        .severity = Severity::Information,
        .what = training.frozenLayers == 0 ? training.frozenModules
                                           : std::to_string(training.frozenLayers),
        .bytes = share * trained};
}

} // namespace

std::vector<Finding> omissionFindings(const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    std::vector<Finding> findings;
    const auto add = [&findings](std::optional<Finding> finding) {
        if (finding)
            findings.push_back(*std::move(finding));
    };
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;
    for (Omission &omission : omissionsOf(scenario, resolved)) {
        if (omission.id != FindingId::OtherHead) // said below, with what is planned
            findings.push_back({.id = omission.id,
                .severity = Severity::Warning,
                .what = std::move(omission.what),
                .bytes = omission.bytes});
    }
    if (worksheet && resolved.spec.hasOtherParts)
        findings.push_back({.id = FindingId::PartsLeftOut,
            .severity = Severity::Warning,
            .bytes = Bytes(2 * resolved.spec.otherParameters)});
    if (scenario.vision.images > 0 && resolved.spec.idleTower)
        findings.push_back({.id = FindingId::ImageSize, .severity = Severity::Warning});
    add(otherHead(plan, resolved));
    add(quantizedFile(scenario, resolved));
    if (worksheet)
        return findings;
    const bool isCut = replacesLoss(scenario, resolved.spec);
    if (replacesChosenLoss(scenario, resolved.spec)
        || (isCut && scenario.training.labelSmoothing > 0))
        findings.push_back({.id = FindingId::LossReplaced, .severity = Severity::Warning});
    add(frozenLayers(plan, resolved));
    add(evenExperts(scenario, resolved));
    return findings;
}

bool replacesChosenLoss(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    // TransformerEngine's, which Megatron can be told to take.
    const Cutter cutter = cutterFor(scenario, spec);
    const bool isOthers = cutter == Cutter::MegatronCore
        && (training.loss != Loss::InPlace || training.kernels == Kernels::Reference);
    const bool isReplaced = training.labelSmoothing > 0 || isOthers || cutter == Cutter::Nanotron
        || cutter == Cutter::PipelineEngine || replacesLoss(scenario, spec);
    return isReplaced && training.loss != Loss::Standard;
}

} // namespace shardscope
