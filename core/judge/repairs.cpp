// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/repairs.h"

#include "core/base/namelist.h"
#include "core/engines/offload/offload.h"
#include "core/judge/attentionkernel.h"
#include "core/judge/basefindings.h"
#include "core/judge/contradictions.h"
#include "core/judge/indexerfindings.h"
#include "core/judge/meshproblem.h"
#include "core/judge/objectivefindings.h"
#include "core/model/families.h"
#include "core/model/hfconfig.h"
#include "core/model/parameters.h"
#include "core/scenario/keys.h"
#include "core/scenario/mesh.h"
#include "core/scenario/move.h"
#include "core/scenario/pipelineorder.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"
#include "core/step/optimizerobstacles.h"
#include "core/step/workload.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

namespace shardscope {

namespace {

/// The same bytes in the other 16-bit type.
Precision otherHalf(Precision precision)
{
    constexpr std::array<std::pair<Precision, Precision>, 3> halves{
        {{Precision::Bf16, Precision::Fp16}, {Precision::Bf16Amp, Precision::Fp16Amp},
            {Precision::Bf16Master, Precision::Fp16Master}}};
    for (const auto &[bf16, fp16] : halves) {
        if (precision == bf16 || precision == fp16)
            return precision == bf16 ? fp16 : bf16;
    }
    return precision;
}

/// A strategy under which the tower is planned; where it is under none, text alone.
Move seeingImages(Scenario scenario, const Resolved &resolved)
{
    std::array<Strategy, 2> others{Strategy::Zero2, Strategy::Ddp};
    if (scenario.parallel.gpus == 1) // nothing is shared
        std::reverse(others.begin(), others.end());
    for (const Strategy other : others) {
        scenario.parallel.strategy = other;
        const std::vector<FindingId> left = contradictionsIn(scenario, resolved);
        const bool isPlanned
            = std::find(left.begin(), left.end(), FindingId::TowerNotPlanned) == left.end();
        if (resolved.spec.tower && isPlanned)
            return setting("parallel.strategy", other);
    }
    return setting("vision.images", 0);
}

Move evenHeads(const Scenario &scenario)
{
    const ModelChoice &model = scenario.model;
    if (model.imported) {
        std::string config = withEvenHeads(*model.imported);
        return config.empty() ? Move{} : setting("model.config", std::move(config));
    }
    // Model widths are multiples of 128, the widest head.
    constexpr std::int64_t step = 128;
    const std::int64_t steps = std::max<std::int64_t>(1, (model.hiddenSize + step / 2) / step);
    return setting("model.hidden_size", steps * step);
}

/// Earlier releases of transformers have linear modules where later ones have tensors.
Move quantizable(Scenario scenario, const Resolved &resolved)
{
    scenario.training.modules = ModuleLibrary::Transformers4;
    if (leavesUnquantized(makeWorkload(scenario, resolved)))
        return {};
    return setting("training.modules", scenario.training.modules);
}

/// Two chunks on a stage, where the schedule lacks nothing else; or another schedule.
Move schedule(Scenario scenario)
{
    scenario.parallel.virtualStages = 2;
    if (splitsBackward(scenario.parallel.schedule) && runsSchedule(scenario))
        return setting("parallel.virtual_stages", std::int64_t{2});
    return setting("parallel.schedule", PipelineKind::Auto);
}

/// The loss that an engine computes whatever is chosen.
Move ownLoss(const Scenario &scenario, const ModelSpec &spec)
{
    Move move = setting("training.loss", Loss::Standard);
    if (replacesLoss(scenario, spec) && scenario.training.labelSmoothing > 0)
        move.settings.emplace_back("training.label_smoothing", "0");
    return move;
}

/// Every other axis given up that the engine knows.
Move dataParallelism(const Scenario &scenario)
{
    const Mesh mesh = meshOf(scenario);
    Move move;
    const auto give = [&move](std::string_view key, int ranks) {
        if (ranks > 1)
            move.settings.emplace_back(key, "1");
    };
    give("parallel.tensor", mesh.tensor);
    give("parallel.pipeline", mesh.pipeline);
    give("parallel.context", mesh.context);
    give("parallel.expert", mesh.expert);
    return move;
}

/// What PEFT 0.20 adapts of BERT and most others if nothing is said (utils/constants.py).
std::string attentionTargets(const ModelSpec &spec)
{
    const LinearNames &names = linearNames(spec);
    if (!names.fusedAttention.empty())
        return std::string(names.fusedAttention);
    return std::string(names.query).append(",").append(names.value);
}

/// What of the input that is first in the objective's way is planned.
Move withoutFirstObstacle(const Scenario &scenario, const ModelSpec &spec)
{
    const std::optional<std::string_view> key = objectiveObstacle(scenario, spec);
    if (!key || *key == "model.id") // the model is what it is
        return {};
    if (*key == "training.objective")
        return setting(key->data(), spec.encoder ? Objective::MaskedLm : Objective::CausalLm);
    if (*key == "training.target_length")
        return setting(key->data(), longestTarget(spec));
    if (*key == "training.sequence_length") // of sound, which has one
        return setting(key->data(), spec.maxSequence);
    if (*key == "training.lora_targets")
        return setting(key->data(),
            spec.encoder ? attentionTargets(spec)
                         : withoutTables(spec, scenario.training.loraTargets));
    if (spec.seq2seq && *key == "training.attention")
        return setting(key->data(), Attention::Eager);
    const bool isAlone = spec.encoder || spec.seq2seq || distills(scenario.training.objective)
        || trainsValues(scenario.training.objective) || embedsTexts(scenario.training.objective);
    if (isAlone && *key == "parallel.strategy")
        return setting(key->data(), Strategy::Ddp);
    if (trainsValues(scenario.training.objective) && *key == "training.reference_model")
        return setting(key->data(), ReferenceModel::Separate);
    if (embedsAnchorsApart(scenario.training, spec) && *key == "training.attention")
        return setting(key->data(), Attention::Sdpa);
    if (*key == "training.text_passes")
        return setting(key->data(), spec.encoder ? TextPasses::AnchorsApart : TextPasses::Together);
    struct Planned
    {
        std::string_view key;
        std::string_view value;
    };
    constexpr std::array planned{Planned{"training.modules", "transformers-5"},
        Planned{"training.loss", "standard"}, Planned{"training.label_smoothing", "0"},
        Planned{"training.outputs", "dropped"}, Planned{"training.precision", "bf16-amp"},
        Planned{"training.method", "full"}, Planned{"training.optimizer", "adamw"},
        Planned{"training.activation_offload", "none"},
        Planned{"training.update", "after-backward"}, Planned{"training.kernels", "cuda"},
        Planned{"training.checkpointing", "full"}, Planned{"training.adapter", "lora"},
        Planned{"training.modules_to_save", ""}, Planned{"training.frozen_layers", "0"},
        Planned{"training.frozen_modules", ""}, Planned{"training.attention", "flash"},
        Planned{"training.reference_model", "auto"}, Planned{"parallel.tensor", "1"},
        Planned{"parallel.pipeline", "1"}, Planned{"parallel.context", "1"},
        Planned{"parallel.strategy", "fsdp"}, Planned{"parallel.offload", "none"},
        Planned{"rollout.engine", "vllm-colocate"}, Planned{"vision.images", "0"},
        Planned{"training.gradient_cache", "0"},
        Planned{"training.checkpoint_kind", "non-reentrant"}};
    const auto *const found = std::find_if(
        planned.begin(), planned.end(), [&key](const Planned &one) { return one.key == *key; });
    if (found != planned.end())
        return setting(std::string(found->key).c_str(), std::string(found->value));
    if (scenario.training.loop == Loop::Verl)
        return setting("parallel.framework", Framework::Fsdp1);
    return setting("parallel.framework",
        frameworkFor(scenario.parallel) == Framework::Fsdp1 ? Framework::Fsdp2 : Framework::Auto);
}

/// What `next` says of a scenario, and then of the one that it makes, until it says nothing more:
/// whoever follows all of it has a plan.
template <class Next>
Move oneByOne(Scenario scenario, const Next &next)
{
    constexpr int most = 16; // inputs that may be in the way
    Move all;
    for (int i = 0; i < most; ++i) {
        const Move one = next(scenario);
        const Result<Scenario> changed = applied(scenario, one.settings);
        if (!changed || *changed == scenario)
            break;
        scenario = *changed;
        all.settings.insert(all.settings.end(), one.settings.begin(), one.settings.end());
    }
    return all;
}

Move withoutObstacles(const Scenario &scenario, const ModelSpec &spec)
{
    return oneByOne(
        scenario, [&spec](const Scenario &now) { return withoutFirstObstacle(now, spec); });
}

/// What is planned beside an indexer, of each input that is in the way.
Move besideIndexer(const Scenario &scenario, const ModelSpec &spec)
{
    return oneByOne(scenario, [&spec](const Scenario &now) -> Move {
        const std::optional<std::string_view> key = indexerObstacle(now, spec);
        if (!key)
            return {};
        Move one{.settings = {{std::string(*key), std::string(plannedBesideIndexer(*key))}}};
        if (*key == "parallel.framework")
            one.settings.emplace_back("parallel.strategy", std::string(nameOf(Strategy::Fsdp)));
        return one;
    });
}

/// The largest number of answers to a prompt, no larger than chosen, that divides those of a step;
/// 2 is the least.
std::int64_t dividingGenerations(const Scenario &scenario)
{
    for (std::int64_t answers = scenario.rollout.generations; answers > 2; --answers) {
        Scenario other = scenario;
        other.rollout.generations = static_cast<int>(answers);
        if (dividesGenerations(other))
            return answers;
    }
    return 2;
}

/// The smallest share in steps of a twentieth that has room for an answer's KV cache.
Move rolloutWithRoom(Scenario scenario, const Resolved &resolved)
{
    for (int twentieths = 1; twentieths < 20; ++twentieths) {
        scenario.rollout.share = twentieths / 20.0;
        if (!isRolloutTooSmall(scenario, resolved))
            return setting("rollout.share", formatNumber(scenario.rollout.share));
    }
    return {};
}

using Obstacle = std::optional<std::string_view> (*)(const Scenario &, const ModelSpec &);

/// On one GPU nothing is sharded: to say so, where that alone removes the obstacle.
Move unsharded(const Plan &plan, Obstacle obstacle, Move otherwise)
{
    Scenario scenario = plan.scenario;
    scenario.parallel.strategy = Strategy::Ddp;
    const bool helps
        = scenario.parallel.gpus == 1 && !obstacle(scenario, plan.model.spec).has_value();
    return helps ? setting("parallel.strategy", Strategy::Ddp) : std::move(otherwise);
}

/// Leaves these modules of a base in 16 bits, too.
Move leaving(const Training &training, std::string_view names)
{
    std::string list = training.unquantized;
    addName(list, names);
    return setting("training.unquantized", list);
}

/// The weight that a kernel multiplies with, in 16 bits; where it stops for another reason, the
/// operators that it stands for.
Move unpackingOutput(const Scenario &scenario, const Resolved &resolved)
{
    Scenario left = scenario;
    addName(left.training.unquantized, "out_proj");
    const std::vector<FindingId> rest = contradictionsIn(left, resolved);
    const bool stops = std::find(rest.begin(), rest.end(), FindingId::PackedOutput) != rest.end();
    return stops || scenario.training.method != Method::Qlora
        ? setting("training.linear_attention", LinearAttention::Plain)
        : setting("training.unquantized", left.training.unquantized);
}

/// Adapters beside modules that are called.
std::string targetsThatLearn(const ModelSpec &spec, std::string targets)
{
    for (const std::string_view name : spec.stateSpace->readByKernel())
        targets = targetsBut(spec, targets, name);
    return targets;
}

} // namespace

Move repairOf(FindingId id, const Plan &plan, const Resolved &resolved)
{
    const Scenario &scenario = plan.scenario;
    const Parallel &parallel = scenario.parallel;
    switch (id) {
    case FindingId::NoBf16:
        return setting("training.precision", otherHalf(scenario.training.precision));
    case FindingId::NoFp8:
    case FindingId::Fp8NotPlanned:
        return setting("training.fp8", Fp8::None);
    case FindingId::TeacherVocabulary:
        return setting("training.teacher", "");
    case FindingId::UpdateNotPlanned:
        return updatesByItself(scenario.training.optimizer)
            ? setting("training.optimizer", Optimizer::AdamW)
            : setting("training.update", UpdateTime::AfterBackward);
    case FindingId::ProjectionNotPlanned:
        return unsharded(plan, projectionObstacle, setting("training.optimizer", Optimizer::AdamW));
    case FindingId::OptimizerNotPlanned:
        return unsharded(plan, optimizerObstacle, setting("training.optimizer", Optimizer::AdamW));
    case FindingId::OptimizerStops:
        return setting("training.optimizer", Optimizer::AdamW);
    case FindingId::ReentryNotPlanned:
        return asksForReentry(scenario) ? setting("training.checkpoint_kind", CheckpointKind::Auto)
                                        : setting("training.checkpointing", Checkpointing::None);
    case FindingId::HostActivationsNotPlanned:
        return setting("training.activation_offload", ActivationOffload::None);
    case FindingId::CompileNotFollowed:
        return setting("training.kernels", Kernels::Cuda);
    case FindingId::SharedKeysInSingle:
        return setting("training.precision",
            resolved.gpu->hasBf16() ? Precision::Bf16Amp : Precision::Fp16Amp);
    case FindingId::Fp16LossScaling:
        if (!resolved.gpu->hasBf16())
            return {};
        return setting("training.precision", otherHalf(scenario.training.precision));
    case FindingId::SequenceTooLong:
    case FindingId::BeyondPositions:
        return setting("training.sequence_length", resolved.spec.maxSequence);
    case FindingId::NodeNotFull:
        return setting("parallel.gpus",
            (parallel.gpus / parallel.gpusPerNode + 1) * std::int64_t{parallel.gpusPerNode});
    case FindingId::ImagesTooLong:
        return setting("training.sequence_length", sequenceForImages(scenario, resolved.spec));
    case FindingId::TowerNotPlanned:
        return seeingImages(scenario, resolved);
    case FindingId::ModulesNotPlanned:
        return setting("training.modules", ModuleLibrary::Transformers5);
    case FindingId::WorksheetOnly:
        return setting("estimator", EstimatorKind::Detailed);
    case FindingId::BaseNotPlanned:
        if (baseObstacle(scenario, resolved.spec) == "training.unquantized")
            return setting("training.unquantized", std::string(UnquantizedModules::usual));
        return unsharded(plan, baseObstacle, setting("training.base", BaseStorage::Nf4));
    case FindingId::KeptInputs:
        return setting("training.base", BaseStorage::Nf4);
    case FindingId::UnfoundModules:
        return setting("training.lora_targets", targetsBut(resolved.spec, "all-linear", {}));
    case FindingId::KeptMatrices:
        return setting("training.checkpointing", Checkpointing::Full);
    case FindingId::QuantizedSharding:
        if (scenario.training.base != BaseStorage::Nf4)
            return combined(setting("training.base", BaseStorage::Nf4),
                setting("training.quant_storage", QuantStorage::Bits16));
        return setting("training.quant_storage", QuantStorage::Bits16);
    case FindingId::NoFlash:
    case FindingId::AttentionRefused:
    case FindingId::AttentionLeavesOut:
        return setting("training.attention", ableAttention(scenario, resolved));
    case FindingId::NotQuantized:
        return quantizable(scenario, resolved);
    case FindingId::KeptExperts:
        return setting("training.checkpointing", Checkpointing::Full);
    case FindingId::HeldFrozen:
        return asksForReentry(scenario)
            ? setting("training.checkpoint_kind", CheckpointKind::NonReentrant)
            : setting("parallel.strategy", Strategy::Fsdp);
    case FindingId::OddBucket:
        return setting("parallel.allgather_bucket", parallel.allGatherBucket + 1);
    case FindingId::GatheredWeights:
        return setting("parallel.strategy", Strategy::Fsdp);
    case FindingId::LargeTransients:
        // A foreach optimizer makes them of all parameters at once.
        if (plan.memory.peakPhase != PhaseId::OptimizerStep
            || scenario.training.optimizer != Optimizer::AdamWForeach)
            return {};
        return setting("training.optimizer", Optimizer::AdamW);
    case FindingId::KeptGradients:
        return setting("parallel.strategy", Strategy::Zero2);
    case FindingId::ShardPadding:
        if (resolved.spec.indexer) // of which flat parameters are not derived
            return {};
        return setting("parallel.framework", Framework::Fsdp1); // cuts flat parameters
    case FindingId::ShardingAlone:
        return setting("parallel.strategy", Strategy::Ddp);
    case FindingId::UnevenHeads:
        return evenHeads(scenario);
    case FindingId::MeshDoesNotDivide:
        return evenAxis(scenario, resolved.spec);
    case FindingId::TensorOverNodes:
        return setting("parallel.tensor", std::int64_t{parallel.gpusPerNode});
    case FindingId::GroupDoesNotDivide:
        return setting("parallel.shard_group", 0); // the GPUs of a node
    case FindingId::AlgorithmUnavailable:
        return setting("parallel.algorithm", Algorithm::Auto);
    case FindingId::LinkNotThere:
        return setting("hardware.link", "");
    case FindingId::HostTooSmall:
        if (offloadFor(parallel) == Offload::Nvme || parallel.strategy != Strategy::Zero3)
            return {};
        return setting("parallel.offload", Offload::Nvme);
    case FindingId::OffloadDiffers:
        return setting("parallel.offload", offloadFor(parallel));
    case FindingId::FusedDropout:
        return setting("training.lora_dropout", std::int64_t{0});
    case FindingId::RouterAdapter:
        return setting("training.lora_targets",
            targetsButRouter(resolved.spec, scenario.training.loraTargets));
    case FindingId::RefusedAdapter:
        return setting("training.lora_targets",
            resolved.spec.tower || (resolved.spec.experts && resolved.spec.experts->isSplit)
                ? "all-linear"
                : targetsBut(resolved.spec, scenario.training.loraTargets, "out_proj"));
    case FindingId::IdleAdapters: {
        const std::string learning = targetsThatLearn(resolved.spec, scenario.training.loraTargets);
        return learning.empty() ? setting("training.linear_attention", LinearAttention::Plain)
                                : setting("training.lora_targets", learning);
    }
    case FindingId::RoutersInSingle:
        return setting("training.precision", Precision::Bf16Master);
    case FindingId::BuffersInSingle:
        return setting("training.precision", Precision::Bf16);
    case FindingId::PackedOutput:
        return unpackingOutput(scenario, resolved);
    case FindingId::UnknownModules:
        return setting(
            "training.unquantized", withoutUnknown(resolved.spec, scenario.training.unquantized));
    case FindingId::TableAdapters:
        return setting(
            "training.lora_targets", withoutTables(resolved.spec, scenario.training.loraTargets));
    case FindingId::SavedModules:
        return setting("training.modules_to_save", "");
    case FindingId::AdapterNotPlanned:
        return setting("training.adapter", AdapterKind::Lora);
    case FindingId::IndexerNotPlanned:
        return besideIndexer(scenario, resolved.spec);
    case FindingId::IndexerUnheard:
        return setting("parallel.strategy", Strategy::Fsdp);
    case FindingId::PaddingMisread:
        return setting("training.attention", Attention::Eager);
    case FindingId::WindowsUnmasked:
        return setting("training.attention", Attention::SdpaUnpadded);
    case FindingId::SparseCheckpoints:
        return setting("training.checkpoint_every", std::int64_t{1});
    case FindingId::FrozenLayers:
        return scenario.training.frozenLayers == 0
            ? setting("training.frozen_modules", "")
            : setting("training.frozen_layers", std::int64_t{0});
    case FindingId::ContextKindNotRun:
        return setting("parallel.context_kind", ContextKind::Auto);
    case FindingId::ScheduleNotRun:
        return schedule(scenario);
    case FindingId::LossReplaced:
        return ownLoss(scenario, resolved.spec);
    case FindingId::MeshNotPlanned:
        return dataParallelism(scenario);
    case FindingId::GenerationsDoNotDivide:
        return setting("rollout.generations", dividingGenerations(scenario));
    case FindingId::LoneAnswer:
        return setting("training.micro_batch", std::int64_t{2});
    case FindingId::RolloutTooSmall:
        return rolloutWithRoom(scenario, resolved);
    case FindingId::ObjectiveNotPlanned:
        return withoutObstacles(scenario, resolved.spec);
    case FindingId::ClampedBase:
        return leaving(scenario.training, "prediction_coefs,correction_coefs");
    case FindingId::PackedPixels:
        return leaving(scenario.training, "vision_tower");
    case FindingId::NoCheckpoints:
        return setting("training.checkpointing", Checkpointing::None);
    case FindingId::LearnsMasked:
        return setting("training.objective", Objective::MaskedLm);
    case FindingId::RolloutCache:
    case FindingId::RolloutNotTimed:
    case FindingId::ValuesLearn:
    case FindingId::AnswerLogits:
    case FindingId::CheckpointsByScript:
    case FindingId::RouterLoss:
    case FindingId::DenseBehind:
    case FindingId::DecomposedStart:
    case FindingId::DecomposedGradients:
    case FindingId::ExpertsNeedOwnLoop:
    case FindingId::IdleKernels: // it is what is planned
    case FindingId::PackedBase:
    case FindingId::QuantizedFile: // the file is what it is
    case FindingId::OtherHead:
    case FindingId::UnreadKeys:
    case FindingId::EvenExperts: // how far from it a run is only the user can say
    case FindingId::DoesNotFit: // what is cheapest takes a search: core/advice
    case FindingId::AtRisk:
    case FindingId::TakesMore: // it comes with its own
    case FindingId::LargeOverhead:
    case FindingId::HostUnknown: // only the user can say
    case FindingId::PartsLeftOut:
    case FindingId::ImageSize:
    case FindingId::OffloadBound:
    case FindingId::UpdateOnHost:
    case FindingId::ScaledModel:
    case FindingId::CapacityOnly:
    case FindingId::LinkBound:
    case FindingId::UnvalidatedFamily:
        break;
    }
    return {};
}

} // namespace shardscope
