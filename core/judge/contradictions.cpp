// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/judge/contradictions.h"

#include "core/engines/convention.h"
#include "core/engines/offload/offload.h"
#include "core/judge/adapterfindings.h"
#include "core/judge/attentionkernel.h"
#include "core/judge/basefindings.h"
#include "core/judge/indexerfindings.h"
#include "core/judge/meshproblem.h"
#include "core/judge/objectivefindings.h"
#include "core/scenario/base.h"
#include "core/scenario/pipelineorder.h"
#include "core/scenario/precision.h"
#include "core/step/obstacles.h"
#include "core/step/optimizerobstacles.h"
#include "core/step/trained.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace shardscope {

namespace {

bool shardsWeights(Strategy strategy)
{
    return strategy == Strategy::Zero3 || strategy == Strategy::Fsdp || strategy == Strategy::Hsdp
        || strategy == Strategy::FsdpGradOp;
}

/// FSDP flattens parameters of one dtype alone, and ZeRO-3 gathers what is floating point: 4-bit
/// weights in bytes beside 16-bit ones break both (bitsandbytes, FSDP-QLoRA). Of 8-bit ones each
/// module refers to its own (MatmulLtState.CB), not to the shard.
bool mixesStorage(const Scenario &scenario)
{
    return scenario.training.method == Method::Qlora && !isInGroups(scenario.training)
        && (scenario.training.quantStorage == QuantStorage::Uint8 || isInInt8(scenario.training))
        && shardsWeights(scenario.parallel.strategy)
        // One GPU shards nothing, but what leaves it is taken apart all the same.
        && (scenario.parallel.gpus > 1 || scenario.parallel.offload >= Offload::Parameters);
}

/// What the detailed estimator counts or names in a finding.
bool hasNamedSettings(const Training &training)
{
    if (training.labelSmoothing > 0 || training.objective != Objective::CausalLm)
        return true;
    if (training.checkpointEvery > 1 && training.checkpointing != Checkpointing::None)
        return true;
    if (training.method == Method::Full)
        return freezesParts(training);
    return training.adapter != AdapterKind::Lora || !training.modulesToSave.empty();
}

/// Options that the worksheet's rules know nothing of.
bool beyondWorksheet(const Scenario &scenario)
{
    const Training &training = scenario.training;
    const bool adamW = training.optimizer == Optimizer::AdamW
        || training.optimizer == Optimizer::AdamWForeach
        || training.optimizer == Optimizer::AdamWForLoop;
    return !adamW || hasNamedSettings(training) || training.attention != Attention::Flash
        || training.loss != Loss::Standard || scenario.parallel.offload != Offload::None
        || scenario.parallel.strategy == Strategy::Hsdp
        || (frameworkFor(scenario.parallel) == Framework::Megatron && cutsModel(scenario.parallel));
}

/// NVLink is built in; what else joins GPUs is a matter of the machine.
bool lacksLink(const std::string &link, const GpuSpec &gpu)
{
    const bool isBuiltIn = link.starts_with("nvlink") || link.starts_with("infinity");
    return isBuiltIn && !link.ends_with("bridge") && !link.ends_with("ga102")
        && link != gpu.peerLink;
}

/// What PEFT 0.20 makes of adapters beside the linear modules: ParamWrapper refuses dropout, and
/// hides DeepSeek's e_score_correction_bias; Llama 4's and Phi-3.5-MoE's routers are linear modules
/// that return several tensors. To what AFMoE's holds packed in bytes it cannot add a number.
struct FusedAdapters
{
    bool dropsOut = false;
    bool crashes = false;
};
FusedAdapters fusedAdapters(const Training &training, const ModelSpec &spec)
{
    if (training.method == Method::Full || !spec.experts)
        return {};
    const LoraTargets targets = adaptedModules(spec, training);
    const bool any = targets.router() || targets.gateUp() || targets.down();
    const Router router = spec.modules.router;
    const bool isPacked = training.method == Method::Qlora && !spec.experts->linearRouter.empty();
    const bool returnsMore = router == Router::EveryToken || router == Router::SparseMixer;
    return {.dropsOut = any && training.loraDropout > 0,
        .crashes = (targets.router() && (router == Router::Sigmoid || isPacked))
            || (returnsMore && targets.takesIn("router"))};
}

/// The worksheet's rules know no kernels.
KernelOutcome attentionOf(const Scenario &scenario, const Resolved &resolved)
{
    return scenario.estimator == EstimatorKind::Worksheet
        ? KernelOutcome::Computes
        : outcomeOf(scenario.training.attention, scenario, resolved);
}

/// DeepSpeed 0.19.6, runtime/zero/stage_1_and_2.py: a multiple of nccl_start_alignment_factor, 2.
/// BF16_Optimizer and stage 3 do not ask.
bool hasOddBucket(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    const bool hasStage
        = parallel.strategy == Strategy::Zero1 || parallel.strategy == Strategy::Zero2;
    return hasStage && frameworkFor(parallel) == Framework::DeepSpeed
        && parallel.allGatherBucket % 2 != 0 && !usesBf16Optimizer(scenario);
}

bool isUneven(const Scenario &scenario)
{
    const Parallel &parallel = scenario.parallel;
    return parallel.strategy == Strategy::Hsdp && parallel.shardGroup > 0
        && meshOf(scenario).replicas() % parallel.shardGroup != 0;
}

bool isTooLong(const Training &training, const ModelSpec &spec)
{
    return spec.maxSequence > 0 && training.sequenceLength > spec.maxSequence;
}

/// Layers that hand a state on, and Gemma 3n's and 4's, are those of transformers 5. Keys and
/// values that a model returns are known of models that run in the dtype of their weights:
/// accelerate's mixed precision casts what is returned, and fms-acceleration's runs hold more than
/// these casts explain.
bool lacksModules(const Training &training, const ModelSpec &spec)
{
    if (spec.hasState() || spec.mixed || spec.unlikeHeads)
        return training.modules != ModuleLibrary::Transformers5;
    const bool returnsKeys = spec.modules.returnsKeys && precedesFive(training.modules)
        && training.modules != ModuleLibrary::Transformers450
        && training.checkpointing != Checkpointing::None;
    return returnsKeys
        && (training.method != Method::Full || training.precision != Precision::Bf16);
}

/// transformers 5.12.1 quantizers/auto.py, merge_quantization_configs: raises where a file that is
/// quantised one way is asked for in another.
bool isPackedOtherwise(const Training &training, const ModelSpec &spec)
{
    return training.method == Method::Qlora && spec.remarks.isDequantised();
}

/// modeling_gemma3n.py, Gemma3nTextAltUp.predict and correct: in training a weight's data is
/// clamped in place, another's before it is multiplied with. Of integers torch refuses the first.
bool clampsPacked(const Training &training, const ModelSpec &spec)
{
    if (training.method != Method::Qlora || !spec.altUp)
        return false;
    const UnquantizedModules left = unquantizedModules(training, spec);
    return !(left.takesIn("prediction_coefs") && left.takesIn("correction_coefs"));
}

/// modeling_gemma4.py, Gemma4VisionPatchEmbedder.forward: pixels get the dtype of the weight, which
/// is that of bytes where it is packed, and so does what comes of them.
bool packsPixels(const Training &training, const ModelSpec &spec)
{
    return training.method == Method::Qlora && spec.tower && spec.tower->code == TowerCode::Gemma4
        && !unquantizedModules(training, spec).takesIn(TowerPartKind::Entry);
}

/// Whether the units of a vision tower are derived under FSDP2. PaliGemma's projector, the
/// attention of Idefics 3's tower and CLIP's blocks are units of their own (_no_split_modules);
/// what embeddings add to the layers of Gemma 4 E2B and E4B is made behind the tower. Llama 4's
/// could not be followed.
bool knowsTowerUnits(const ModelSpec &spec)
{
    const TowerCode code = spec.tower->code;
    return spec.tower->exit != TowerExit::Single && !spec.layerEmbeddings
        && code != TowerCode::Idefics3 && code != TowerCode::Clip && code != TowerCode::Llama4;
}

/// Whether the order in which DeepSpeed's ZeRO-3 finds its modules is derived: between embedding
/// and layers, and nowhere else. What GRPO's scoring passes gather of some towers is not.
bool knowsTowerTrace(const ModelSpec &spec, Objective objective)
{
    const TowerCode code = spec.tower->code;
    const bool scoresOtherwise
        = code == TowerCode::Qwen3Vl || code == TowerCode::Clip || code == TowerCode::Pixtral;
    return !spec.tower->isAttendedTo() && !spec.layerEmbeddings && code != TowerCode::Llama4
        && !(objective == Objective::Grpo && scoresOtherwise);
}

/// Engines, axes, optimizers and objectives for which the units of a vision tower are derived.
bool knowsTowerUnder(const Scenario &scenario, const ModelSpec &spec)
{
    const Framework framework = frameworkFor(scenario.parallel);
    const Strategy strategy = scenario.parallel.strategy;
    const Objective objective = scenario.training.objective;
    const bool isZero = framework == Framework::DeepSpeed
        && (strategy == Strategy::Zero1 || strategy == Strategy::Zero2
            || (strategy == Strategy::Zero3 && knowsTowerTrace(spec, objective)));
    const bool isFsdp = framework == Framework::Fsdp2 && knowsTowerUnits(spec)
        && habitsFor(scenario).wrap != Wrap::EmbedHead;
    const bool isPlain = framework == Framework::Trainer || isZero || isFsdp;
    const bool offloads = offloadFor(scenario.parallel) != Offload::None;
    const Optimizer optimizer = scenario.training.optimizer;
    return isPlain && cutterFor(scenario, spec) == Cutter::None && (!offloads || isZero)
        && optimizer != Optimizer::Muon && optimizer != Optimizer::Adafactor
        && !updatesByItself(optimizer) && scenario.training.modules == ModuleLibrary::Transformers5
        && scenario.training.checkpointing != Checkpointing::Selective
        && (objective == Objective::CausalLm || objective == Objective::Dpo
            || objective == Objective::Grpo);
}

/// PEFT 0.20 tuners/tuners_utils.py, _check_lora_target_modules_mamba: by model_type.
bool adaptsStateOutput(const Training &training, const ModelSpec &spec)
{
    constexpr std::array<std::string_view, 5> families{
        "falcon_h1", "nemotron_h", "mamba", "mamba2", "falcon_mamba"};
    return training.method != Method::Full && spec.stateSpace
        && std::find(families.begin(), families.end(), spec.modelType) != families.end()
        && adaptedModules(spec, training).takesIn("out_proj");
}

/// PEFT 0.20 tuners/lora/model.py, _create_new_module: raises for what is no linear module.
/// Granite's experts bear the names of the shared expert's matrices; "all-linear" means these
/// alone.
bool adaptsSplitExperts(const Training &training, const ModelSpec &spec)
{
    return training.method != Method::Full && adaptsMatrices(training.adapter) && spec.experts
        && spec.experts->isSplit && training.loraTargets != "all-linear"
        && (isNamed(training.loraTargets, "input_linear")
            || isNamed(training.loraTargets, "output_linear"));
}

/// Matrices of Gemma 4's tower are nn.Linear within a Gemma4ClippableLinear, which has the name
/// that the decoder's have as well.
bool adaptsClippable(const Training &training, const ModelSpec &spec, const Vision &vision)
{
    constexpr std::array<std::string_view, 7> names{
        "q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"};
    return training.method != Method::Full && adaptsMatrices(training.adapter) && spec.tower
        && spec.tower->code == TowerCode::Gemma4 && vision.tower == TowerTraining::Trained
        && training.loraTargets != "all-linear"
        && std::any_of(names.begin(), names.end(),
            [&](std::string_view name) { return isNamed(training.loraTargets, name); });
}

/// FSDP2's mixed precision casts parameters, no buffers (accelerate's too).
bool leavesBuffersInSingle(const Scenario &scenario)
{
    return scenario.training.method == Method::Full
        && recipe(scenario.training.precision).master > 0
        && frameworkFor(scenario.parallel) == Framework::Fsdp2;
}

/// FSDP2 gathers frozen weights of two dtypes, but trains none; FSDP1 flattens all of a unit.
bool mixesDtypes(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const Framework framework = frameworkFor(scenario.parallel);
    const bool isFull = training.method == Method::Full;
    const bool isHalf
        = recipe(training.precision).weight < 4 && recipe(training.precision).master <= 0;
    return spec.keepsRoutersInSingle() && isHalf
        && (framework == Framework::Fsdp1 || (framework == Framework::Fsdp2 && isFull));
}

/// Where mamba-ssm's one kernel for all of a mixer cannot run: with a packed weight, and with what
/// Falcon-H1's factors, which FSDP2 and autocast leave in fp32, make of the stream. Jamba's scan
/// takes inputs of the stream's dtype (mamba-ssm 2.3 selective_scan.cpp), which under autocast
/// their norms make fp32; the output product of Mamba 1 gets its bias in fp32. Nemotron-H's mixer
/// takes it for sequences without padding alone (cuda_kernels_forward, input_not_masked).
bool missesStateKernel(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    if (!spec.stateSpace || training.linearAttention != LinearAttention::Fused)
        return false;
    const Recipe bytes = recipe(training.precision);
    const bool isPacked = training.method == Method::Qlora
        && !unquantizedModules(training, spec).takesIn("out_proj");
    if (spec.stateSpace->isSelective())
        return spec.stateSpace->fusesOutput() ? isPacked || spec.stateSpace->outputBias
                                              : bytes.autocast;
    const bool isWidened
        = spec.stateSpace->scales && (bytes.autocast || leavesBuffersInSingle(scenario));
    const bool isPadded = spec.stateSpace->returnsState && training.attention == Attention::Sdpa
        && training.microBatch > 1;
    return isPacked || isWidened || isPadded;
}

/// transformers 5.12.1 modeling_utils.py, gradient_checkpointing_enable: raises for a class whose
/// supports_gradient_checkpointing is false.
bool lacksCheckpoints(const Training &training, const ModelSpec &spec)
{
    return spec.lacksCheckpoints && training.checkpointing != Checkpointing::None;
}

/// A catalogue of somebody's own may say nothing of 8 bits: from compute capability 8.9 on NVIDIA's
/// have them. TransformerEngine 2.20 (quantization.py) scales blocks from Hopper on, MXFP8 is
/// Blackwell's.
bool lacksFp8(const GpuSpec &gpu, Fp8 fp8)
{
    const double capability = std::strtod(gpu.computeCapability.c_str(), nullptr);
    if (fp8 == Fp8::EngineMx)
        return capability < 10 || capability >= 12;
    if (isOfEngine(fp8))
        return capability < (fp8 == Fp8::EngineBlocks ? 9 : 8.9);
    return !gpu.hasFp8() && capability < 8.9;
}

} // namespace

std::vector<FindingId> contradictionsIn(const Scenario &scenario, const Resolved &resolved)
{
    const Training &training = scenario.training;
    const Parallel &parallel = scenario.parallel;
    const bool worksheet = scenario.estimator == EstimatorKind::Worksheet;
    std::vector<FindingId> found;
    const auto when = [&found](bool condition, FindingId id) {
        if (condition)
            found.push_back(id);
    };
    when(usesBf16(training.precision) && !resolved.gpu->hasBf16(), FindingId::NoBf16);
    when(resolved.gpu->isCapacityOnly, FindingId::CapacityOnly);
    const KernelOutcome attention = attentionOf(scenario, resolved);
    when(attention == KernelOutcome::NotThere, FindingId::NoFlash);
    when(attention == KernelOutcome::Refused, FindingId::AttentionRefused);
    when(attention == KernelOutcome::LeavesOut, FindingId::AttentionLeavesOut);
    when(!worksheet && offloadFor(parallel) != parallel.offload, FindingId::OffloadDiffers);
    when(isUneven(scenario), FindingId::GroupDoesNotDivide);
    when(unevenAxis(scenario, resolved.spec).has_value(), FindingId::MeshDoesNotDivide);
    when(cutsWhatIsNotPlanned(scenario, resolved.spec), FindingId::MeshNotPlanned);
    const Cutter cutter = cutterFor(scenario, resolved.spec);
    const bool isCut = cutsWeights(cutter);
    when(isCut && parallel.pipeline > 1 && !runsSchedule(scenario), FindingId::ScheduleNotRun);
    const bool sharesContext = meshOf(scenario).context > 1 && cutter != Cutter::None;
    when(sharesContext && !runsContextKind(scenario), FindingId::ContextKindNotRun);
    when(isCut && parallel.tensor > parallel.gpusPerNode, FindingId::TensorOverNodes);
    when(!worksheet && hasOddBucket(scenario), FindingId::OddBucket);
    when(lacksLink(scenario.hardware.link, *resolved.gpu), FindingId::LinkNotThere);
    when(!worksheet && lacksModules(training, resolved.spec), FindingId::ModulesNotPlanned);
    const bool seesImages = resolved.spec.tower.has_value();
    const bool lacksTower = scenario.vision.images > 0 && !seesImages && !resolved.spec.idleTower;
    when(!worksheet && (lacksTower || (seesImages && !knowsTowerUnder(scenario, resolved.spec))),
        FindingId::TowerNotPlanned);
    when(seesImages && imageTokensOf(scenario, resolved.spec) > training.sequenceLength,
        FindingId::ImagesTooLong);
    when(objectiveObstacle(scenario, resolved.spec).has_value(), FindingId::ObjectiveNotPlanned);
    when(adapterObstacle(scenario, resolved.spec).has_value(), FindingId::AdapterNotPlanned);
    when(indexerObstacle(scenario, resolved.spec).has_value(), FindingId::IndexerNotPlanned);
    when(!worksheet && waitsForIndexer(scenario, resolved.spec), FindingId::IndexerUnheard);
    when(!worksheet && isPackedOtherwise(training, resolved.spec), FindingId::PackedBase);
    when(clampsPacked(training, resolved.spec), FindingId::ClampedBase);
    when(packsPixels(training, resolved.spec), FindingId::PackedPixels);
    when(lacksCheckpoints(training, resolved.spec), FindingId::NoCheckpoints);
    when(!worksheet && training.fp8 != Fp8::None && lacksFp8(*resolved.gpu, training.fp8),
        FindingId::NoFp8);
    when(baseObstacle(scenario, resolved.spec).has_value(), FindingId::BaseNotPlanned);
    when(fp8Obstacle(scenario, resolved.spec).has_value(), FindingId::Fp8NotPlanned);
    when(lacksTeachersWords(scenario, resolved), FindingId::TeacherVocabulary);
    when(updateObstacle(scenario, resolved.spec).has_value(), FindingId::UpdateNotPlanned);
    when(projectionObstacle(scenario, resolved.spec).has_value(), FindingId::ProjectionNotPlanned);
    when(optimizerStop(scenario).has_value(), FindingId::OptimizerStops);
    when(optimizerObstacle(scenario, resolved.spec).has_value(), FindingId::OptimizerNotPlanned);
    when(hostActivationsObstacle(scenario, resolved.spec).has_value(),
        FindingId::HostActivationsNotPlanned);
    when(reentryObstacle(scenario, resolved.spec).has_value(), FindingId::ReentryNotPlanned);
    when(!worksheet && !dividesGenerations(scenario), FindingId::GenerationsDoNotDivide);
    when(!worksheet && isLoneAnswer(scenario.training), FindingId::LoneAnswer);
    when(!worksheet && isRolloutTooSmall(scenario, resolved), FindingId::RolloutTooSmall);
    when(resolved.spec.hasUnevenHeads, FindingId::UnevenHeads);
    when(isTooLong(training, resolved.spec),
        resolved.spec.positions > 0 ? FindingId::BeyondPositions : FindingId::SequenceTooLong);
    when(mixesStorage(scenario), FindingId::QuantizedSharding);
    const FusedAdapters fused = worksheet || frameworkFor(parallel) == Framework::Megatron
        ? FusedAdapters{} // whose adapters are its own
        : fusedAdapters(training, resolved.spec);
    when(fused.crashes, FindingId::RouterAdapter);
    when(fused.dropsOut, FindingId::FusedDropout);
    when(!worksheet
            && (adaptsStateOutput(training, resolved.spec)
                || adaptsSplitExperts(training, resolved.spec)
                || adaptsClippable(training, resolved.spec, scenario.vision)),
        FindingId::RefusedAdapter);
    when(!worksheet && missesStateKernel(scenario, resolved.spec), FindingId::PackedOutput);
    // torch.matmul of lightning attention's decayed scores and values: one dtype, or an error.
    when(!worksheet && resolved.spec.lightning && leavesBuffersInSingle(scenario),
        FindingId::BuffersInSingle);
    when(!worksheet && mixesDtypes(scenario, resolved.spec), FindingId::RoutersInSingle);
    when(worksheet && beyondWorksheet(scenario), FindingId::WorksheetOnly);
    when(parallel.gpus > parallel.gpusPerNode && parallel.gpus % parallel.gpusPerNode != 0,
        FindingId::NodeNotFull);
    return found;
}

} // namespace shardscope
