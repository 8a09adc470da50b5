// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/workload.h"

#include "core/catalog/residentthreads.h"
#include "core/model/families.h"
#include "core/model/parameters.h"
#include "core/modules/compiling.h"
#include "core/scenario/base.h"
#include "core/scenario/framework.h"
#include "core/scenario/mesh.h"
#include "core/scenario/objective.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"
#include "core/step/rollout.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

/// PEFT 0.20 utils/other.py, ModulesToSaveWrapper: a copy in the base's own dtype, which
/// cast_adapter_dtype passes over. Other frameworks treat it as any trained weight.
double copiedBytes(const Scenario &scenario)
{
    const Training &training = scenario.training;
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return 0;
    // Norms that are upcast are copied after that.
    if (training.method != Method::Full && training.adapter == AdapterKind::LnTuning
        && kbitPreparation(training) != KbitPreparation::None)
        return 4;
    return kbitPreparation(training) == KbitPreparation::Full ? 4
                                                              : recipe(training.precision).weight;
}

/// PEFT makes adapters fp32 and autocast casts their inputs (autocast_adapter_dtype); frameworks
/// that bring a mixed precision of their own treat them like any other weight.
Recipe adapterRecipe(const Scenario &scenario)
{
    Recipe bytes = recipe(scenario.training.precision);
    if (frameworkFor(scenario.parallel) != Framework::Trainer)
        return bytes;
    const LoraPrecision wanted = scenario.training.loraPrecision;
    const bool mixes = isMixed(bytes);
    // PEFT 0.20 tuners/prompt_tuning/model.py: in torch's default dtype, whatever the base is in.
    const bool isSingle = wanted == LoraPrecision::Fp32 || (wanted == LoraPrecision::Auto && mixes)
        || isPrompt(scenario.training.adapter);
    bytes.weight = isSingle ? 4 : 2;
    if (scenario.training.precision == Precision::Fp32)
        bytes.weight = 4;
    if (scenario.training.adapter == AdapterKind::LnTuning)
        bytes.weight = copiedBytes(scenario);
    bytes.gradient = bytes.weight;
    bytes.moment = bytes.weight;
    bytes.master = 0;
    bytes.autocast = mixes;
    return bytes;
}

/// badam bf989dc, block_optim.py, _switch_trainable_params_single_gpu: a copy of what is trained in
/// fp32, and the optimizer's moments beside it.
Recipe fullRecipe(const Training &training)
{
    Recipe bytes = recipe(training.precision);
    if (trainsBlocks(training.optimizer))
        bytes.master = bytes.moment = 4;
    return bytes;
}

Dtype dtypeOf(double bytes)
{
    return bytes > 2 ? Dtype::Single : Dtype::Half;
}

/// Frameworks with a mixed precision of their own compute on 16-bit copies of the shards.
bool computesInHalf(const Scenario &scenario)
{
    return frameworkFor(scenario.parallel) != Framework::Trainer
        && scenario.training.precision != Precision::Fp32 && !gathersSingleAdapters(scenario);
}

/// torch's autocast over weights that compute in 16 bits.
bool autocasts(const Scenario &scenario)
{
    return autocastsHalf(scenario) && !gathersSingleAdapters(scenario);
}

bool isFp8Planned(const Scenario &scenario, const ModelSpec &spec)
{
    return scenario.estimator == EstimatorKind::Detailed && !fp8Obstacle(scenario, spec);
}

/// Whether torchtitan's ranks each take the loss of their own share of the logits.
bool splitsLoss(const Scenario &scenario, const Mesh &mesh)
{
    return mesh.tensor > 1 && runsTorchtitan(scenario)
        && scenario.parallel.lossParallel == LossParallel::On;
}

/// In which the adapters compute.
Dtype adapterDtype(const Scenario &scenario)
{
    if (gathersSingleAdapters(scenario))
        return Dtype::Single;
    if (scenario.training.method == Method::Full || computesInHalf(scenario))
        return Dtype::Half;
    return dtypeOf(adapterRecipe(scenario).weight);
}

/// Without a mask SDPA's kernel is FlashAttention (aten sdp_utils.cpp).
Attention attentionOf(const Workload &work)
{
    const Attention asked = work.training().attention;
    if (asked != Attention::SdpaUnpadded)
        return asked;
    return goesUnmasked(work.scenario, work.spec()) ? Attention::Flash : Attention::Sdpa;
}

/// What Megatron-LM's selective recomputation runs again are parts of its own layers.
Checkpointing checkpointingOf(const Workload &work)
{
    const Checkpointing chosen = work.training().checkpointing;
    const bool isMegatrons = frameworkFor(work.scenario.parallel) == Framework::Megatron;
    return isMegatrons && work.cutter != Cutter::MegatronCore && chosen == Checkpointing::Selective
        ? Checkpointing::None
        : chosen;
}

/// Layers from one checkpoint to the next: torchtitan 0.2 distributed/activation_checkpoint.py,
/// _apply_layer_sac, and torchtune training/_activation_checkpointing.py count the layers that a
/// rank has, and wrap each n-th. 1 elsewhere, and where layers differ beyond their form: in stacks,
/// beside a tower, with layers that lend keys or values, or some without rotary embedding.
int checkpointEvery(const Workload &work)
{
    const ModelSpec &spec = work.spec();
    const bool areAlike = !spec.encoder && !spec.seq2seq && !spec.tower && !spec.mixed
        && !spec.altUp && spec.modules.nopeInterval == 0;
    return areAlike && wrapsEachLayer(work.scenario) ? work.training().checkpointEvery : 1;
}

/// Whether accelerate hands out in fp32 what the model returns: where precision is mixed
/// (accelerator.py, prepare_model). DeepSpeed's engine casts nothing.
bool converts(const Workload &work)
{
    const Training &training = work.training();
    const Framework framework = frameworkFor(work.scenario.parallel);
    if (runsVerl(work.scenario))
        return false;
    if (embedsTexts(training.objective)
        || (scoresAnswers(training.objective) && !trainsValues(training.objective)))
        return framework != Framework::DeepSpeed
            && (isMixed(work.recipe) || autocasts(work.scenario));
    return work.recipe.autocast || autocasts(work.scenario)
        || (computesInHalf(work.scenario) && isFsdp(framework));
}

/// What verl has on the host while answers are generated.
Stowed stowedOf(const Scenario &scenario)
{
    if (!stowsTrained(scenario))
        return {};
    const RolloutOffload offload = scenario.rollout.offload;
    return {.weights = offload != RolloutOffload::Optimizer,
        .optimizer = offload != RolloutOffload::Weights};
}

/// What the trainer of the scenario's objective runs beside the trained model.
Companions besideOf(const Workload &work)
{
    const Scenario &scenario = work.scenario;
    const Training &training = scenario.training;
    const RolloutMemory rollout = rolloutOf(scenario, work.resolved);
    Companions beside{.reference = referenceOf(training),
        .teacher = work.resolved.teacher ? &work.resolved.teacher->spec : nullptr,
        .scoresFirst = scoresAnswersFirst(scenario),
        .rolloutAwake = (rollout.awake + rollout.gathered).value(),
        .rolloutAsleep = rollout.asleep.value()};
    if (runsVerl(scenario))
        beside.scored = answersScored(scenario);
    if (writesAnswers(scenario) && followsWriting(scenario, work.spec()))
        beside.written = static_cast<double>(training.microBatch) * training.accumulation;
    beside.stowed = stowedOf(scenario);
    if (learnsValues(scenario, work.spec()))
        beside.answers = answersOf(scenario, work.resolved);
    if (!followsScoring(scenario, work.spec())) { // which is said to be no plan
        beside.reference = ReferenceModel::None;
        beside.scoresFirst = false;
    }
    // Nobody but prepare_model wraps a second model's forward pass.
    const bool isOwn = beside.reference == ReferenceModel::AdaptersOff;
    beside.convertsReference
        = converts(work) && (isOwn || frameworkFor(scenario.parallel) == Framework::Trainer);
    return beside;
}

/// ms-swift compares with the texts of all GPUs, sentence-transformers with those of its own
/// (gather_across_devices is off).
std::optional<Contrasts> contrastsOf(const Workload &work)
{
    const Training &training = work.training();
    if (!embedsTexts(training.objective))
        return std::nullopt;
    // Elsewhere that is said to be no plan.
    const bool areApart = embedsAnchorsApart(training, work.spec())
        && work.scenario.parallel.strategy == Strategy::Ddp
        && frameworkFor(work.scenario.parallel) == Framework::Trainer;
    return Contrasts{.examples = 1.0 * training.microBatch,
        .texts = 1.0 * training.texts,
        .gpus = areApart ? 1.0 : 1.0 * work.mesh.data,
        .pooling = poolingOf(training, work.spec()),
        .areApart = areApart,
        .chunk = areApart ? std::min<double>(training.gradientCache, training.microBatch) : 0};
}

} // namespace

bool gathersSingleAdapters(const Scenario &scenario)
{
    const Recipe bytes = recipe(scenario.training.precision);
    return scenario.training.method != Method::Full
        && scenario.training.loraPrecision == LoraPrecision::Fp32 && bytes.weight == 2
        && !isMixed(bytes) && frameworkFor(scenario.parallel) == Framework::Fsdp2;
}

bool keepsQuantizedInputs(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed && isInFourBits(scenario.training)
        && habitsFor(scenario).keepsQuantizedInputs
        && frameworkFor(scenario.parallel) == Framework::Trainer;
}

bool flattensAdapters(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed && scenario.training.method != Method::Full
        && habitsFor(scenario).flattensAdapters
        && frameworkFor(scenario.parallel) == Framework::Fsdp1;
}

ActivationOffload activationOffloadOf(const Scenario &scenario, const ModelSpec &spec)
{
    const bool isPlanned
        = scenario.estimator == EstimatorKind::Detailed && !hostActivationsObstacle(scenario, spec);
    return isPlanned ? scenario.training.activationOffload : ActivationOffload::None;
}

KbitPreparation kbitPreparation(const Training &training)
{
    // Beside GPTQ's and HQQ's modules it leaves every parameter as it is (PEFT 0.20 utils/other.py,
    // prepare_model_for_kbit_training).
    const bool leaves = hasGroups(training.base) && training.base != BaseStorage::Awq;
    return training.method == Method::Qlora && !leaves ? training.kbitPreparation
                                                       : KbitPreparation::None;
}

namespace {

/// TRL 1.10.0.dev0 trainer/{dpo,kto,grpo,reward,sft}_trainer.py, __init__: beside adapters under
/// ZeRO-3, whatever they are asked for. GKDTrainer is an SFTTrainer.
bool forcesReentry(const Scenario &scenario)
{
    const Training &training = scenario.training;
    constexpr std::array forced{
        Objective::Dpo, Objective::Kto, Objective::Grpo, Objective::Reward, Objective::Gkd};
    return replacesLinear(scenario.parallel) && training.method != Method::Full
        && std::find(forced.begin(), forced.end(), training.objective) != forced.end();
}

} // namespace

bool asksForReentry(const Scenario &scenario)
{
    return scenario.training.checkpointKind == CheckpointKind::Reentrant
        && choosesCheckpointKind(scenario) && !forcesReentry(scenario);
}

bool hasReentrantCheckpoints(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const bool isLeft
        = training.checkpointKind == CheckpointKind::Auto || !choosesCheckpointKind(scenario);
    return forcesReentry(scenario) || asksForReentry(scenario)
        || (isLeft && precedesFive(training.modules));
}

bool replacesLinear(const Parallel &parallel)
{
    return parallel.strategy == Strategy::Zero3 && frameworkFor(parallel) == Framework::DeepSpeed;
}

namespace {

/// PEFT 0.20 tuners/lora/bnb.py, Linear4bit: under autocast nothing takes what DoRA's fp32 lengths
/// made back to 16 bits. The norms' outputs are as wide as the stream.
bool widensStream(const Scenario &scenario, const ModelSpec &spec, const LoraTargets &targets)
{
    const Training &training = scenario.training;
    const LinearNames &names = linearNames(spec);
    return training.adapter == AdapterKind::Dora && training.method == Method::Qlora
        && adapterRecipe(scenario).autocast && adapterDtype(scenario) == Dtype::Single
        && (targets.takesIn(names.output) || targets.takesIn(names.down));
}

AdapterSettings adapterSettings(
    const Scenario &scenario, const ModelSpec &spec, const LoraTargets &targets)
{
    const Training &training = scenario.training;
    AdapterSettings settings{.targets = targets,
        .tables = adaptedTables(scenario, spec),
        .kind = training.adapter,
        .rank = static_cast<double>(training.loraRank),
        .dropsOut = training.loraDropout > 0 && hasFactors(training.adapter),
        .dtype = adapterDtype(scenario),
        .widensStream = widensStream(scenario, spec, targets)};
    if (training.adapter == AdapterKind::Ia3)
        settings.feedforward = feedforwardNames(spec, training.feedforwardModules).value_or("");
    if (training.adapter == AdapterKind::LnTuning)
        settings.norms = NormTargets(spec, training.loraTargets);
    settings.lokrFactor = training.lokrFactor;
    settings.oftBlock = training.oftBlock;
    settings.boftBlock = training.boftBlock;
    settings.boftBlocks = training.boftBlocks;
    settings.boftFactors = training.boftFactors;
    if (training.adapter == AdapterKind::TrainableTokens)
        settings.trainedTokens = training.trainedTokens;
    if (isPrompt(training.adapter))
        settings.virtualTokens = training.virtualTokens;
    if (training.adapter == AdapterKind::PTuning)
        settings.encoderWidth = encoderWidth(spec, training.encoderHidden);
    if (training.adapter == AdapterKind::PrefixTuning) {
        const auto width = static_cast<double>(spec.kvHeads * spec.headDim);
        const bool hasOwnLayers = spec.encoder || spec.seq2seq || spec.mixed || spec.altUp;
        settings.prefixTokens = hasOwnLayers ? 0 : training.virtualTokens; // else it is refused
        if (training.prefixProjection == PrefixProjection::On)
            settings.encoderWidth
                = training.encoderHidden > 0 ? 1.0 * training.encoderHidden : width;
    }
    return settings;
}

} // namespace

Workload makeWorkload(const Scenario &scenario, const Resolved &resolved, int stage)
{
    const Cutter cutter = cutterFor(scenario, resolved.spec);
    const Mesh mesh = meshFor(scenario, resolved.spec);
    const StageLayers layers = layersOfStage(mesh, static_cast<int>(resolved.spec.layers), stage);
    const Training &training = scenario.training;
    const bool full = training.method == Method::Full;
    const bool hasValues = learnsValues(scenario, resolved.spec);
    const double values = hasValues ? resolvedValues(resolved).count.total : 0;
    const TrainedEnds ends = trainedEnds(scenario, resolved.spec);
    const double saved = savedParameters(ends, resolved.spec)
        + (full ? 0 : savedClassifier(resolved.spec) + values);
    const LoraTargets targets = adaptedModules(resolved.spec, training);
    const double trainable = full
        ? resolved.count.total - frozenParameters(scenario, resolved.spec, resolved.count) + values
        : resolved.adapters + saved;
    // PEFT 0.20 tuners/ln_tuning/layer.py: copies, in the norms' own dtype.
    const bool copiesNorms = !full && training.adapter == AdapterKind::LnTuning;
    return {.scenario = scenario,
        .resolved = resolved,
        .recipe = full ? fullRecipe(training) : adapterRecipe(scenario),
        .parameters = resolved.count.total + (full ? values : 0),
        .trainable = trainable,
        .tokens = sequencesOf(training) * training.sequenceLength / mesh.context,
        .adapters = adapterSettings(scenario, resolved.spec, targets),
        .cutter = cutter,
        .mesh = mesh,
        .denseHere = trainable,
        .ends = ends,
        .saved = saved + (copiesNorms ? resolved.adapters : 0),
        .values = values,
        .savedBytes = copiedBytes(scenario),
        .stage = {.index = stage,
            .stages = mesh.pipeline,
            .firstLayer = layers.first,
            .layers = layers.count,
            .hasEmbedding = stage == 0,
            .hasHead = stage == (mesh.isV ? 0 : mesh.pipeline - 1)},
        .unquantized = unquantizedModules(training, resolved.spec)};
}

double Workload::paddedVocabulary() const
{
    const double multiple = 1.0 * scenario.parallel.vocabularyPadding * mesh.tensor;
    return std::ceil(static_cast<double>(spec().vocabulary) / multiple) * multiple;
}

LayerSettings Workload::layerSettings() const
{
    const Training &training = scenario.training;
    const bool inHalf = computesInHalf(scenario);
    const Dtype weights
        = inHalf ? Dtype::Half : dtypeOf(shardscope::recipe(training.precision).weight);
    const KbitPreparation upcast = kbitPreparation(training);
    const bool isOwnLoss = cutter == Cutter::Torchtitan && mesh.tensor > 1;
    const bool smooths = training.labelSmoothing > 0 && !isOwnLoss;
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isFsdp2 = framework == Framework::Fsdp2;
    const bool convertsOutputs = converts(*this);
    const bool valuesLearn = learnsValues(scenario, spec());
    const bool dealsOutTitans
        = isFsdp2 && spec().experts && training.modules == ModuleLibrary::Torchtitan;
    LayerSettings settings{.spec = spec(),
        .batch = sequencesOf(training),
        .sequence
        = (training.sequenceLength + (isFull() ? 0 : adapters.virtualTokens)) / mesh.context,
        .target = spec().seq2seq ? static_cast<double>(training.targetLength) : 0,
        .weights = weights,
        .norms = upcast == KbitPreparation::None ? weights : Dtype::Single,
        .tables = upcast == KbitPreparation::Full ? Dtype::Single : weights,
        .buffers = isFull() && inHalf && isFsdp2 && isMixed(recipe) ? Dtype::Single : weights,
        .autocast = (recipe.autocast && !inHalf) || autocasts(scenario),
        .computesInFp16 = usesFp16(training.precision),
        .widensRouters
        = spec().keepsRoutersInSingle() && !inHalf && framework != Framework::DeepSpeed,
        .trainsBase = isFull(),
        .ends = ends,
        .isQuantized = quantizes(scenario, spec()),
        .isHeadQuantized = quantizesHead(*this),
        .unquantized = unquantized,
        .base = training.base,
        .outlierShare = training.outlierPercent / 100,
        .keepsQuantizedInputs = keepsQuantizedInputs(scenario),
        .differentiatesFrozen = flattensAdapters(scenario),
        .fp8 = isFp8Planned(scenario, spec()) ? training.fp8 : Fp8::None,
        .adapters = isFull() ? std::nullopt : std::optional(adapters),
        .attention = attentionOf(*this),
        .isUnpaddedSdpa = isUnpaddedSdpa(scenario, spec()),
        .loss = smooths || isOwnLoss ? Loss::Standard : training.loss, // which is never asked for
        .objective = objectiveOf(training, spec()),
        .completion = static_cast<double>(training.completionTokens),
        .caches = valuesLearn && training.checkpointing == Checkpointing::None,
        .returnsStates = valuesLearn,
        .beside = besideOf(*this),
        .contrasts = contrastsOf(*this),
        .smoothsLabels = smooths,
        .convertsOutputs = convertsOutputs,
        .convertsInForward = convertsOutputs && isFsdp(framework),
        .library = training.modules,
        .reentersCheckpoints = hasReentrantCheckpoints(scenario),
        .experts = training.experts,
        .outputs = training.outputs,
        .checkpointing = checkpointingOf(*this),
        .checkpointEvery = checkpointEvery(*this),
        .activationOffload = activationOffloadOf(scenario, spec()),
        .fusedKernels = training.kernels != Kernels::Reference,
        .residentThreads = residentThreads(*resolved.gpu),
        .fusedNorms = training.kernels == Kernels::Unsloth || training.kernels == Kernels::Fused,
        .fusedGates = training.kernels == Kernels::Fused,
        .compiling = compilingOf(training.kernels),
        .fusedDelta = training.linearAttention == LinearAttention::Fused,
        .keepsLinearInputs = replacesLinear(scenario.parallel),
        .tower = towerWork(scenario, spec()),
        .cut = {.tensor = 1.0 * mesh.tensor,
            .sequence = mesh.sequence,
            .context = 1.0 * mesh.context,
            .contextKind = mesh.contextKind,
            .expert = 1.0 * mesh.expert,
            .expertTensor = 1.0 * mesh.expertTensor,
            .expertLoad = std::min(scenario.parallel.expertLoad, 1.0 * mesh.expert),
            .expertSharers = dealsOutTitans ? 1.0 * sharersOfExperts(scenario.parallel, mesh) : 1,
            .stage = stage,
            .chunks = mesh.chunks,
            .splitsBackward = mesh.splitsBackward,
            .splitsLoss = splitsLoss(scenario, mesh),
            .isAutoTp = cutter == Cutter::AutoTp,
            .isAutoEp = cutter == Cutter::AutoEp,
            .plan = cutter == Cutter::Transformers ? tensorPlanOf(spec()) : std::nullopt},
        .castsInputs = inHalf && isFsdp2};
    if (settings.contrasts && settings.contrasts->areCached())
        settings.batch = settings.contrasts->chunk;
    else if (settings.contrasts && settings.contrasts->followsAnchors())
        settings.batch -= settings.contrasts->examples;
    if (runsVerl(scenario))
        settings.lieBehindEachOther(training.microBatch);
    if (valuesLearn) // position_ids of each sequence are an argument
        settings.spec.modules.turnsSequences = true;
    if (cutter != Cutter::None) { // which is said to be no plan
        settings.objective = Objective::CausalLm;
        settings.beside = {};
        settings.contrasts.reset();
    }
    if (cutter == Cutter::MegatronCore) {
        settings.autocast = false;
        settings.code = LayerCode::Megatron;
        settings.cut.vocabulary = paddedVocabulary();
        settings.cut.hasEngine = training.kernels != Kernels::Reference;
        settings.cut.expertCapacity = scenario.parallel.expertCapacity;
        settings.cut.padsExperts = scenario.parallel.expertPadding == ExpertPadding::On;
        settings.cut.turnsBatches = resolved.gpu->computeCapability.starts_with("8.");
        settings.cut.hasBothLayouts
            = !isScaledWhole(training.fp8) || !resolved.gpu->computeCapability.starts_with("10.");
        settings.cut.fusesRotary = training.rotary == RotaryKernel::Fused;
        settings.cut.softmax = training.softmax;
        settings.cut.dispatcher = scenario.parallel.dispatcher;
        settings.cut.checkpointed = training.blockLayers;
        if (training.checkpointing == Checkpointing::Full && training.blockLayers == 0)
            settings.cut.grouped = training.groupLayers;
        if (training.checkpointing == Checkpointing::Selective)
            settings.recomputed = recomputedParts(training.recomputeModules);
    }
    if (cutter == Cutter::Nanotron) {
        settings.autocast = false;
        settings.code = LayerCode::Nanotron;
    }
    if (cutter == Cutter::PipelineEngine) {
        settings.autocast = false;
        settings.code = LayerCode::PipelineModule;
        settings.cut.vocabulary = paddedVocabulary();
        settings.cut.hasEngine = false;
        // schedule.py, TrainSchedule.num_pipe_buffers
        settings.cut.pipeBuffers
            = std::min(std::max(2, stage.stages - stage.index), training.accumulation);
    }
    if (settings.isEngines() || !settings.fusedKernels)
        settings.residentThreads = 0; // layers of an engine's own have kernels of their own
    return settings;
}

Term shard(const Term &whole, int ranks)
{
    return ranks > 1 && !whole.isZero() ? whole / Term::count(ranks) : whole;
}

} // namespace shardscope
