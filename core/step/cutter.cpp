// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cutter.h"

#include "core/modules/layers.h"
#include "core/modules/megatron/adapters.h"
#include "core/modules/megatron/layers.h"
#include "core/modules/nanotron/layers.h"
#include "core/scenario/framework.h"
#include "core/scenario/recompute.h"

namespace shardscope {

namespace {

/// 16-bit weights beside fp32 ones, as Megatron's and DeepSpeed's 16-bit optimizers have them.
bool hasMasters(const Training &training)
{
    return training.precision == Precision::Bf16Master
        || training.precision == Precision::Fp16Master;
}

/// Megatron-Bridge's LoRA (067f987d peft/lora.py) beside linear_qkv, linear_proj, linear_fc1 and
/// linear_fc2; its canonical LoRA, which parts these, and experts' adapters are not derived.
bool plansBridgeAdapters(const Training &training, const ModelSpec &spec)
{
    const bool isPlain = training.method == Method::Lora && training.adapter == AdapterKind::Lora
        && training.loraStart == LoraStart::Default && training.modulesToSave.empty()
        && training.loraPrecision != LoraPrecision::Fp32;
    if (!isPlain || spec.latent || spec.experts || spec.tower)
        return false;
    if (training.checkpointing == Checkpointing::Selective
        && recomputedParts(training.recomputeModules).has(RecomputedPart::Norms))
        return false;
    const BridgeTargets targets
        = bridgeTargets(spec, LoraTargets(spec, training.loraTargets, training.modules));
    return targets.any() && targets.isWhole;
}

/// torch's context parallelism takes the place of scaled_dot_product_attention, as transformers'
/// plain attention calls it.
bool gathersKeys(const Scenario &scenario, const ModelSpec &spec)
{
    return scenario.training.attention != Attention::Eager && !spec.attentionSinks
        && spec.modules.attention == AttentionCode::Standard && !spec.hasState()
        && spec.modules.fusedSplit == FusedSplit::None;
}

/// Ranks share sequences, and nothing else.
bool sharesSequences(const Mesh &mesh, const ModelSpec &spec)
{
    return mesh.context > 1 && mesh.tensor == 1 && mesh.pipeline == 1 && !spec.latent
        && !spec.hasState() && !spec.mixed;
}

bool runsPipelineEngine(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    return runsPipelineModule(scenario) && training.method == Method::Full && hasMasters(training)
        && training.checkpointing != Checkpointing::Selective && scenario.parallel.context == 1
        && offloadFor(scenario.parallel) == Offload::None && hasPipelineModuleLayers(spec);
}

/// AutoTP finds nothing to cut under PEFT's names, nor in what zero.Init has sharded, as
/// transformers loads under ZeRO-3 (0.19.6 module_inject/auto_tp.py, _replace_module passes over
/// weights that have no two dimensions). The loss kernels read the head's weight, which would be a
/// share.
bool cutsAutomatically(const Scenario &scenario, const ModelSpec &spec)
{
    const Mesh mesh = meshOf(scenario);
    const Loss loss = scenario.training.loss;
    const bool readsHead = loss == Loss::Fused || loss == Loss::Chunked;
    return runsAutoTp(scenario) && mesh.tensor > 1 && mesh.context == 1
        && scenario.parallel.strategy != Strategy::Zero3 && scenario.training.method == Method::Full
        && hasAutoTpPlan(spec) && (spec.tiedEmbeddings || !readsHead);
}

/// AutoEP (0.19.6 module_inject/auto_ep.py, runtime/engine.py) works with AutoTP, Ulysses, ZeRO-3
/// and a CPU that updates as well, which is not derived. It finds nothing to deal out under PEFT's
/// names. Optimizers whose states do not go by the number of weights would need other groups.
bool dealsOutAutomatically(const Scenario &scenario, const ModelSpec &spec)
{
    const Training &training = scenario.training;
    const Optimizer optimizer = training.optimizer;
    const bool isElementwise = optimizer == Optimizer::AdamW || optimizer == Optimizer::AdamWForeach
        || optimizer == Optimizer::AdamWForLoop || optimizer == Optimizer::Lion
        || optimizer == Optimizer::Sgd || optimizer == Optimizer::SgdMomentum;
    return runsAutoEp(scenario) && meshOf(scenario).modelRanks() == 1 && hasAutoEpPreset(spec)
        && !spec.tower && scenario.parallel.strategy != Strategy::Zero3
        && training.method == Method::Full && hasMasters(training) && isElementwise
        && training.objective == Objective::CausalLm
        && training.checkpointing != Checkpointing::Selective
        && offloadFor(scenario.parallel) == Offload::None;
}

Cutter ofDeepSpeed(const Scenario &scenario, const ModelSpec &spec)
{
    if (meshOf(scenario).expert > 1)
        return dealsOutAutomatically(scenario, spec) ? Cutter::AutoEp : Cutter::None;
    if (runsPipelineEngine(scenario, spec))
        return Cutter::PipelineEngine;
    if (cutsAutomatically(scenario, spec))
        return Cutter::AutoTp;
    const bool exchanges = scenario.training.attention == Attention::Flash
        && spec.modules.attention != AttentionCode::Opt;
    return exchanges && sharesSequences(meshOf(scenario), spec) ? Cutter::Sequences : Cutter::None;
}

/// Whether each rank works on its share of all layers, from the first matrix of a block to the
/// last.
bool cutsThroughout(const ModelSpec &spec)
{
    const std::optional<TensorPlan> plan = tensorPlanOf(spec);
    return plan && plan->heads == RankShare::Cut && plan->mlp == RankShare::Cut;
}

/// PEFT 0.20 (tuners/lora/model.py) cuts LoRA's factors by the plan of the matrix beside them.
/// Copies of tables are not cut. Of a module with a bias transformers 5.12.1 divides the width
/// twice (core_model_loading.py, update_module_attributes for each parameter): factors do not fit.
bool splitsFactors(const Training &training, const ModelSpec &spec)
{
    const bool hasBiases = spec.queryKeyValueBias || spec.attentionOutputBias || spec.mlpBias;
    return training.method == Method::Lora && training.adapter == AdapterKind::Lora
        && training.modulesToSave.empty() && !hasBiases && !spec.experts && !spec.latent
        && !spec.hasState() && !spec.mixed && cutsThroughout(spec);
}

/// torchtitan (b5bcd76c distributed/fsdp.py) deals experts out in hybrid sharding and with
/// CPUOffloadPolicy as well, its selective checkpoints keep what experts exchange, and gradients of
/// a router can wait for a pass of their own: these are not derived.
bool dealsOutExperts(const Scenario &scenario, const Mesh &mesh)
{
    return mesh.expert == 1
        || (frameworkFor(scenario.parallel) == Framework::Fsdp2 && !mesh.splitsBackward
            && scenario.parallel.strategy != Strategy::Hsdp
            && offloadFor(scenario.parallel) == Offload::None
            && scenario.training.checkpointing != Checkpointing::Selective);
}

Cutter ofTorch(const Scenario &scenario, const ModelSpec &spec)
{
    const Mesh mesh = meshOf(scenario);
    const bool isFull = scenario.training.method == Method::Full;
    if (runsTorchtitan(scenario)) {
        // Nothing reduces the gradients of whole copies.
        const bool isWhole
            = frameworkFor(scenario.parallel) == Framework::Trainer && mesh.replicas() > 1;
        return isFull && mesh.modelRanks() * mesh.expert > 1 && !isWhole
                && hasDtensorPlan(spec, mesh.tensor) && dealsOutExperts(scenario, mesh)
            ? Cutter::Torchtitan
            : Cutter::None;
    }
    if (!runsAccelerateMesh(scenario))
        return Cutter::None;
    const bool gathers = gathersKeys(scenario, spec);
    if ((isFull || splitsFactors(scenario.training, spec)) && mesh.tensor > 1 && tensorPlanOf(spec)
        && (mesh.context == 1 || (gathers && cutsThroughout(spec) && !spec.latent && !spec.mixed)))
        return Cutter::Transformers;
    return gathers && sharesSequences(mesh, spec) ? Cutter::Sequences : Cutter::None;
}

} // namespace

Cutter cutterFor(const Scenario &scenario, const ModelSpec &spec)
{
    if (scenario.estimator != EstimatorKind::Detailed)
        return Cutter::None;
    const Training &training = scenario.training;
    const bool isFull = training.method == Method::Full;
    switch (frameworkFor(scenario.parallel)) {
    case Framework::Auto:
    case Framework::Fsdp1:
        break;
    case Framework::Megatron:
        return hasMasters(training) && hasMegatronLayers(spec)
                && (isFull || plansBridgeAdapters(training, spec))
            ? Cutter::MegatronCore
            : Cutter::None;
    case Framework::Nanotron:
        return isFull && training.precision == Precision::Bf16Master && hasNanotronLayers(spec)
            ? Cutter::Nanotron
            : Cutter::None;
    case Framework::DeepSpeed:
        return ofDeepSpeed(scenario, spec);
    case Framework::Trainer:
    case Framework::Fsdp2:
        return ofTorch(scenario, spec);
    }
    return Cutter::None;
}

Mesh meshFor(const Scenario &scenario, const ModelSpec &spec)
{
    const Cutter cutter = cutterFor(scenario, spec);
    if (cutter == Cutter::None)
        return {.data = scenario.parallel.gpus};
    Mesh mesh = meshOf(scenario);
    if (cutter == Cutter::Nanotron)
        mesh.layers = nanotronStages(mesh.pipeline, spec);
    return mesh;
}

bool replacesLoss(const Scenario &scenario, const ModelSpec &spec)
{
    return cutterFor(scenario, spec) == Cutter::Torchtitan && meshOf(scenario).tensor > 1;
}

} // namespace shardscope
