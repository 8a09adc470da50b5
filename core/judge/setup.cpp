// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/setup.h"

#include "core/engines/convention.h"
#include "core/engines/fsdp.h"
#include "core/engines/zero.h"
#include "core/modules/layers.h"
#include "core/modules/megatron/layers.h"
#include "core/scenario/base.h"
#include "core/scenario/objective.h"
#include "core/scenario/pipelineorder.h"
#include "core/step/obstacles.h"
#include "core/step/rollout.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

using Words = Setup<std::string_view>;

std::string_view precisionWord(const Workload &work)
{
    const Precision precision = work.training().precision;
    const bool isGathered
        = isFsdp(frameworkFor(work.scenario.parallel)) && isMixed(recipe(precision));
    if (mayAutocastHalf(work.scenario) && autocastsHalf(work.scenario) != isGathered)
        return isGathered ? "bf16-gathered" : "bf16-autocast";
    switch (precision) {
    case Precision::Fp16:
        return nameOf(Precision::Bf16);
    case Precision::Fp16Amp:
        return nameOf(Precision::Bf16Amp);
    case Precision::Fp16Master:
        return nameOf(Precision::Bf16Master);
    case Precision::Fp32:
    case Precision::Bf16:
    case Precision::Bf16Amp:
    case Precision::Bf16Master:
        break;
    }
    return nameOf(precision);
}

/// Megatron-Core's selective checkpointing is what it computes again.
std::string_view checkpointingWord(const Workload &work)
{
    const Training &training = work.training();
    const bool isUsual = training.recomputeModules == Training{}.recomputeModules;
    const bool isSelective = training.checkpointing == Checkpointing::Selective;
    // Those of transformers before 5 are reentrant unless they are asked not to be.
    if (training.checkpointing == Checkpointing::Full && choosesCheckpointKind(work.scenario)
        && hasReentrantCheckpoints(work.scenario) != precedesFive(training.modules))
        return nameOf(precedesFive(training.modules) ? CheckpointKind::NonReentrant
                                                     : CheckpointKind::Reentrant);
    return work.cutter == Cutter::MegatronCore && isSelective && !isUsual
        ? std::string_view(training.recomputeModules)
        : nameOf(training.checkpointing);
}

/// An objective whose reference comes from nowhere, from the model itself, or from a second one.
struct ReferringWords
{
    std::string_view alone;
    std::string_view adaptersOff;
    std::string_view separate;
};
std::string_view referringWord(const Training &training, const ReferringWords &words)
{
    switch (referenceOf(training)) {
    case ReferenceModel::Auto:
    case ReferenceModel::None:
        break;
    case ReferenceModel::AdaptersOff:
        return words.adaptersOff;
    case ReferenceModel::Separate:
        return words.separate;
    }
    return words.alone;
}

/// The objective, and where its reference comes from.
std::string_view objectiveWord(const Workload &work)
{
    const Training &training = work.training();
    const Objective objective = objectiveOf(training, work.spec());
    switch (objective) {
    case Objective::CausalLm:
        return notThere;
    case Objective::MaskedLm:
    case Objective::Classification:
    case Objective::TokenClassification:
    case Objective::Reward:
    case Objective::Orpo:
    case Objective::Cpo:
    case Objective::Simpo:
    case Objective::Gkd:
    case Objective::Embedding:
        break;
    case Objective::Dpo:
        return referringWord(training, {"dpo", "dpo-adapters-off", "dpo-separate"});
    case Objective::Kto:
        return referringWord(training, {"kto", "kto-adapters-off", "kto-separate"});
    case Objective::Grpo:
        if (runsVerl(work.scenario))
            return referringWord(
                training, {"grpo-verl", "grpo-verl-adapters-off", "grpo-verl-on-host"});
        return referringWord(training, {"grpo", "grpo-adapters-off", "grpo-separate"});
    case Objective::Ppo:
        return referringWord(training, {"ppo", "ppo-adapters-off", "ppo-separate"});
    }
    return nameOf(objective);
}

/// `word` where the run has something of the kind.
std::string_view wordIf(bool isThere, std::string_view word)
{
    return isThere ? word : notThere;
}

/// How routed experts are computed, and under Megatron how tokens come to them.
std::string_view expertsWord(const Workload &work)
{
    const Training &training = work.training();
    if (work.cutter == Cutter::MegatronCore
        && work.scenario.parallel.dispatcher == TokenDispatcher::AllGather)
        return training.experts == ExpertCode::Grouped ? "grouped-all-gather" : "loop-all-gather";
    if (training.modules == ModuleLibrary::Torchtitan && hasTitanExperts(work.spec()))
        return nameOf(ModuleLibrary::Torchtitan);
    return training.modules == ModuleLibrary::Transformers5 ? nameOf(training.experts) : "modules";
}

void addModel(Words &setup, const Workload &work)
{
    const Training &training = work.training();
    setup[Trait::Family] = work.spec().modelType;
    setup[Trait::Modules] = nameOf(training.modules);
    if (work.spec().experts)
        setup[Trait::Experts] = expertsWord(work);
    setup.size(Trait::Parameters) = work.count().total;
}

/// What computes the products of layers' matrices.
std::string_view kernelsWord(const Workload &work)
{
    const Training &training = work.training();
    if (work.spec().hasState() && training.linearAttention == LinearAttention::Plain)
        return "plain-linear-attention";
    if (training.fp8 == Fp8::None || fp8Obstacle(work.scenario, work.spec()))
        return nameOf(training.kernels);
    const bool isAlone = training.fp8Weights == Fp8Weights::Alone;
    switch (training.fp8) {
    case Fp8::None:
    case Fp8::Tensorwise:
        break;
    case Fp8::Rowwise:
        return "float8-rowwise";
    case Fp8::RowwiseHp:
        return "float8-rowwise-hp";
    case Fp8::EngineDelayed:
        return isAlone ? "te-delayed-alone" : nameOf(training.fp8);
    case Fp8::EngineCurrent:
        return isAlone ? "te-current-alone" : nameOf(training.fp8);
    case Fp8::EngineBlocks:
        return isAlone ? "te-blockwise-alone" : nameOf(training.fp8);
    case Fp8::EngineMx:
        return nameOf(training.fp8);
    }
    return "float8-tensorwise";
}

/// SDPA's without padding is FlashAttention, unless windows are masks.
Attention kernelOf(const Workload &work)
{
    const Attention asked = work.training().attention;
    if (asked != Attention::SdpaUnpadded)
        return asked;
    const std::optional<Windows> &windows = work.spec().windows;
    const bool isMasked
        = !goesUnmasked(work.scenario, work.spec()) || (windows && windows->areMasked);
    return isMasked ? Attention::Sdpa : Attention::Flash;
}

void addTraining(Words &setup, const Workload &work)
{
    const Training &training = work.training();
    setup[Trait::Method] = nameOf(training.method);
    setup[Trait::Precision] = precisionWord(work);
    setup[Trait::Optimizer] = nameOf(training.optimizer);
    setup[Trait::Checkpointing] = checkpointingWord(work);
    if (training.checkpointEvery > 1) {
        const LayerSettings settings = work.layerSettings();
        const bool isSparse = settings.checkpoints() && settings.checkpointEvery > 1;
        setup.size(Trait::CheckpointEvery) = isSparse ? settings.checkpointEvery : 0;
    }
    setup[Trait::Attention] = nameOf(kernelOf(work));
    setup[Trait::Loss] = training.labelSmoothing > 0 ? "label-smoothing" : nameOf(training.loss);
    setup[Trait::Objective] = objectiveWord(work);
    setup[Trait::ActivationOffload] = nameOf(activationOffloadOf(work.scenario, work.spec()));
    setup[Trait::Kernels] = kernelsWord(work);
    setup[Trait::Outputs] = nameOf(training.outputs);
    setup.size(Trait::Tokens) = work.tokens;
    setup.size(Trait::Sequence) = training.sequenceLength;
}

void addObjective(Words &setup, const Workload &work)
{
    const Training &training = work.training();
    setup.size(Trait::Labels)
        = embedsTexts(training.objective) ? training.texts : labelsOf(training);
    if (work.spec().seq2seq)
        setup.size(Trait::CompletionTokens) = training.targetLength;
    constexpr double mebibyte = 1 << 20;
    if (distills(training.objective)) {
        const Resolved teacher = resolvedTeacher(work);
        setup.size(Trait::RolloutMemory)
            = baseWeights(makeWorkload(work.scenario, teacher)).value() / mebibyte;
    }
    if (learnsValues(work.scenario, work.spec())) {
        const Answers answers = answersOf(work.scenario, work.resolved);
        setup.size(Trait::CompletionTokens) = training.completionTokens;
        setup.size(Trait::RolloutMemory)
            = (answers.kept + answers.stacked + answers.padded) / mebibyte;
    }
    if (training.objective != Objective::Grpo)
        return;
    const int answer = training.completionTokens;
    setup.size(Trait::CompletionTokens) = answer > 0 ? answer + 1 : training.sequenceLength;
    if (answersScored(work.scenario) != training.microBatch)
        setup.size(Trait::ScoredTokens)
            = 1.0 * answersScored(work.scenario) * training.sequenceLength;
    const RolloutMemory rollout = rolloutOf(work.scenario, work.resolved);
    setup.size(Trait::RolloutMemory) = (rollout.awake + rollout.asleep).value() / mebibyte;
}

/// The parts of the vision tower that are trained.
std::string_view towerWord(const TowerWork &tower)
{
    if (tower.trainsProjector)
        return tower.isTrained ? "trained" : "projector";
    return tower.isTrained ? "tower" : "frozen";
}

void addTower(Words &setup, const Workload &work)
{
    const std::optional<TowerWork> tower = towerWork(work.scenario, work.spec());
    if (!tower)
        return;
    setup[Trait::Tower] = towerWord(*tower);
    setup.size(Trait::ImagePatches) = tower->images * tower->image.patches();
}

/// What is frozen, or trained whole beside adapters.
void addTrained(Words &setup, const Workload &work)
{
    if (!work.isFull() && work.adapters.kind != AdapterKind::Lora)
        setup[Trait::Trained] = nameOf(work.adapters.kind);
    else if (work.saved > 0)
        setup[Trait::Trained] = "copied-tables";
    if (!freezesParts(work.training()) || !plansParts(work.scenario, work.spec()))
        return;
    const int layers = work.training().frozenLayers;
    const bool areFirst = layers < 0 || trainsOneBlock(work.training());
    setup[Trait::Trained] = areFirst ? "first-layers" : layers > 0 ? "last-layers" : "all-layers";
    setup.size(Trait::Adapters) = work.trainable;
}

void addAdapters(Words &setup, const Workload &work)
{
    if (work.isFull())
        return;
    const Training &training = work.training();
    if (adaptsMatrices(training.adapter))
        setup[Trait::LoraTargets] = training.loraTargets == "all-linear" ? "all-linear" : "listed";
    setup[Trait::LoraDropout] = wordIf(work.adapters.dropsOut, "some");
    const double bytes
        = isFsdp(frameworkFor(work.scenario.parallel)) ? fsdpShardBytes(work) : work.recipe.weight;
    setup[Trait::LoraPrecision] = nameOf(bytes > 2 ? LoraPrecision::Fp32 : LoraPrecision::Bits16);
    setup[Trait::KbitPreparation]
        = keepsQuantizedInputs(work.scenario) ? "kept-inputs" : nameOf(kbitPreparation(training));
    if (isInInt8(training) || isInGroups(training))
        setup[Trait::Scales] = nameOf(training.base);
    else
        setup[Trait::Scales] = wordIf(training.method == Method::Qlora
                && training.doubleQuantization == DoubleQuantization::Off,
            "fp32");
    setup[Trait::Unquantized] = wordIf(!(work.unquantized == UnquantizedModules()), "listed");
    setup.size(Trait::Adapters) = work.trainable;
}

/// DDP and FSDP leave the choice when to reduce.
std::string_view reductionWord(const Scenario &scenario, Framework framework)
{
    if (framework != Framework::Trainer && !isFsdp(framework))
        return "accumulated";
    return nameOf(habitsFor(scenario).gradientSync);
}

void addZero(Words &setup, const Workload &work)
{
    const ZeroSizes sizes = zeroSizes(work);
    setup[Trait::Overlap] = wordIf(overlaps(work, false), nameOf(Overlap::On));
    setup.size(Trait::ReduceBucket) = sizes.reduceBucket;
    if (work.scenario.parallel.strategy != Strategy::Zero3)
        return;
    setup.size(Trait::PrefetchBucket) = sizes.prefetchBucket;
    setup.size(Trait::PersistenceThreshold) = sizes.persistenceThreshold;
    setup.size(Trait::SubGroup) = sizes.subGroup;
}

/// Which units there are, and under FSDP1 when they are gathered.
std::string_view wrapWord(const Workload &work, Framework framework)
{
    const bool prefetches = framework == Framework::Fsdp1 && prefetchesBackward(work);
    if (flattensAdapters(work.scenario))
        return prefetches ? "flat-adapters-prefetched" : "flat-adapters";
    return prefetches ? "prefetched" : nameOf(habitsFor(work.scenario).wrap);
}

void addSharding(Words &setup, const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    const Framework framework = frameworkFor(parallel);
    setup[Trait::Framework] = nameOf(framework);
    setup[Trait::Strategy] = nameOf(parallel.strategy);
    setup[Trait::Offload] = stowsTrained(work.scenario) ? nameOf(work.scenario.rollout.offload)
                                                        : nameOf(offloadFor(parallel));
    if (updatesInBackward(work.scenario, work.spec()))
        setup[Trait::Accumulation] = nameOf(work.training().update);
    if (work.accumulates())
        setup[Trait::Accumulation] = reductionWord(work.scenario, framework);
    if (isFsdp(framework))
        setup[Trait::Wrap] = wrapWord(work, framework);
    setup[Trait::BucketView]
        = wordIf(framework == Framework::Trainer && parallel.bucketView == BucketView::On, "on");
    const bool isSingle = parallel.gradientPrecision == GradientPrecision::Fp32;
    if (isFsdp(framework) || framework == Framework::DeepSpeed)
        setup[Trait::GradientPrecision]
            = nameOf(isSingle ? GradientPrecision::Fp32 : GradientPrecision::Auto);
    if (work.cutter == Cutter::MegatronCore)
        setup[Trait::GradientPrecision]
            = wordIf(parallel.gradientPrecision == GradientPrecision::Bits16,
                nameOf(GradientPrecision::Bits16));
    if (framework == Framework::DeepSpeed)
        addZero(setup, work);
    if (parallel.strategy == Strategy::Hsdp)
        setup.size(Trait::ShardGroup) = fsdpShards(work);
}

/// Rows that come to the busiest GPU's experts, thousandths of the mean; 0: as many as all. With a
/// capacity never 0, as the router then keeps what it drops.
double expertRows(const MeshCut &cut, const Experts &experts)
{
    const double chosen = 1e6 * experts.count;
    const double arrived = std::round(1e3 * cut.routedRows(chosen, experts.count).arrived / chosen);
    return cut.expertCapacity > 0 ? arrived + 1 : arrived > 1e3 ? arrived : 0;
}

/// What is not cut has no size.
void addMesh(Words &setup, const Workload &work)
{
    if (work.cutter == Cutter::None)
        return;
    const LayerSettings settings = work.layerSettings();
    if (work.cutter == Cutter::MegatronCore && work.training().rotary == RotaryKernel::Plain)
        setup[Trait::Kernels] = "plain-rotary";
    if (work.cutter == Cutter::MegatronCore && fusesSoftmax(settings))
        setup[Trait::Attention] = nameOf(work.training().softmax);
    if (isTorchMesh(work.cutter) && settings.cut.splitsLoss)
        setup[Trait::Loss] = "loss-parallel";
    const Mesh &mesh = work.mesh;
    const auto cut
        = [&setup](Trait trait, double ranks) { setup.size(trait) = ranks > 1 ? ranks : 0; };
    cut(Trait::ContextRanks, mesh.context);
    if (!work.hasMesh())
        return;
    cut(Trait::TensorRanks, mesh.tensor);
    cut(Trait::SequenceRanks, mesh.sequence ? mesh.tensor : 1);
    cut(Trait::PipelineStages, mesh.pipeline);
    cut(Trait::PipelineChunks, mesh.chunks);
    setup.size(Trait::FirstStageLayers) = mesh.firstLayers > 0 ? mesh.firstLayers + 1 : 0;
    setup.size(Trait::LastStageLayers) = mesh.lastLayers > 0 ? mesh.lastLayers + 1 : 0;
    cut(Trait::MicroBatchesInFlight, pipelineOrder(work.scenario, mesh).inFlight(mesh.pipeline, 0));
    if (work.spec().experts) {
        cut(Trait::ExpertRanks, mesh.expert);
        cut(Trait::ExpertTensorRanks, mesh.expertTensor);
        setup.size(Trait::ExpertRows) = expertRows(settings.cut, *settings.spec.experts);
    }
    if (work.cutter != Cutter::MegatronCore)
        return;
    setup[Trait::RankOrder]
        = wordIf(mesh.pipeline > 1 && mesh.order != RankOrder::StagesLast, nameOf(mesh.order));
    const int blocks = work.training().blockLayers;
    setup.size(Trait::BlockLayers) = blocks > 0 ? blocks + 1 : 0; // of which one is not none
    const bool isGrouped = blocks == 0 && work.training().checkpointing == Checkpointing::Full;
    cut(Trait::GroupLayers, isGrouped ? work.training().groupLayers : 1);
    const int padding = work.scenario.parallel.vocabularyPadding;
    setup.size(Trait::VocabularyPadding)
        = padding == Parallel{}.vocabularyPadding ? 0 : padding + 1;
}

void addHardware(Words &setup, const Workload &work)
{
    const Parallel &parallel = work.scenario.parallel;
    const std::string_view architecture = work.resolved.gpu->architecture;
    setup[Trait::Architecture] = architecture.substr(0, architecture.find(' '));
    const Hardware &hardware = work.scenario.hardware;
    setup[Trait::Allocator] = wordIf(hardware.fragmentationPercent < 0, nameOf(hardware.allocator));
    setup.size(Trait::Gpus) = parallel.gpus;
    setup.size(Trait::GpusPerNode) = std::min(parallel.gpus, parallel.gpusPerNode);
}

} // namespace

Setup<std::string_view> setupOf(const Workload &work)
{
    Words setup;
    addModel(setup, work);
    addTraining(setup, work);
    addObjective(setup, work);
    addTower(setup, work);
    addTrained(setup, work);
    addAdapters(setup, work);
    addSharding(setup, work);
    addMesh(setup, work);
    addHardware(setup, work);
    return setup;
}

} // namespace shardscope
