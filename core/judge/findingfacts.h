// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/judge/meshproblem.h"
#include "core/judge/objectivefindings.h"
#include "core/modules/layers.h"
#include "core/plan/plantexts.h"
#include "core/scenario/framework.h"
#include "core/scenario/objective.h"
#include "core/scenario/optiontexts.h"
#include "core/scenario/pipelineorder.h"
#include "core/step/optimizerobstacles.h"
#include "core/step/workload.h"

#include <cmath>

namespace shardscope {

/// What sentences about a finding say of it and of its plan.
struct FindingFacts
{
    const Finding &finding;
    const Plan &plan;

    Argument memory(Bytes bytes) const { return memoryOf(plan.scenario, bytes); }

    Argument bytes() const { return memory(finding.bytes); }
    Argument planned() const { return memory(finding.planned); }
    Argument what() const { return finding.what; }
    Argument gain() const { return Amount::significant(finding.gain); }
    Argument link() const { return Named{Named::What::Link, finding.link}; }
    Argument missing() const { return memory(-plan.memory.verdict.spare); }
    Argument high() const { return memory(plan.memory.confidence.high); }
    Argument waiting() const { return Amount::time(plan.time.exposedCommunication); }
    Argument hostUpdate() const { return Amount::time(plan.time.hostUpdate); }
    Argument hostMissing() const { return memory(plan.memory.host.missing()); }
    Argument hostNeeds() const { return memory(plan.memory.host.perNode); }
    Argument hostInput() const { return Named{Named::What::Key, "hardware.host_gib"}; }
    Argument parameters() const { return Amount::parameters(plan.model.parameters); }
    Argument longest() const
    {
        return Amount::whole(static_cast<double>(plan.model.spec.maxSequence));
    }
    Argument window() const
    {
        const std::optional<Windows> &windows = plan.model.spec.windows;
        return number(windows ? windows->tokens : 0);
    }
    Argument words() const { return number(plan.model.spec.vocabulary); }
    Argument teacherWords() const { return Amount::whole(finding.gain); }
    Argument imageTokens() const
    {
        return Amount::whole(imageTokensOf(plan.scenario, plan.model.spec));
    }
    Argument leastPixels() const { return Amount::whole(idleTower().leastPixels); }
    Argument mostPixels() const { return Amount::whole(idleTower().mostPixels); }
    Argument tokenPixels() const
    {
        const TowerSpec &tower = idleTower();
        return number(tower.merged() * tower.patch * tower.patch);
    }
    Argument mostTiles() const { return number(idleTower().mostTiles); }
    Argument tileSide() const { return number(idleTower().side); }
    Argument tileTokens() const
    {
        const TowerSpec &tower = idleTower();
        const std::int64_t side = tower.side / tower.patch / tower.merge;
        return number(side * side);
    }
    TowerSpec idleTower() const { return plan.model.spec.idleTower.value_or(TowerSpec{}); }
    Argument gpus() const { return Amount::whole(plan.scenario.parallel.gpus); }
    Argument perNode() const { return Amount::whole(plan.scenario.parallel.gpusPerNode); }
    Argument number(std::int64_t value) const { return Amount::whole(static_cast<double>(value)); }
    const Parallel &parallel() const { return plan.scenario.parallel; }
    Argument modelRanks() const { return number(meshOf(plan.scenario).modelRanks()); }
    Argument expertRanks() const
    {
        const Mesh mesh = meshOf(plan.scenario);
        return number(std::int64_t{mesh.expert} * mesh.expertTensor);
    }
    Argument copyRanks() const
    {
        const Mesh mesh = meshOf(plan.scenario);
        return number(std::int64_t{mesh.tensor} * mesh.context);
    }
    Argument tensor() const { return number(parallel().tensor); }
    Argument loraRank() const { return number(plan.scenario.training.loraRank); }
    Argument heads() const { return number(plan.model.spec.heads); }
    Argument kvHeads() const { return number(plan.model.spec.kvHeads); }
    Argument layers() const { return number(plan.model.spec.layers); }
    Argument pipeline() const { return number(parallel().pipeline); }
    Argument schedule() const { return std::vector{Phrase(textOf(scheduleFor(plan.scenario)))}; }
    Argument contextKind() const { return std::vector{Phrase(textOf(parallel().contextKind))}; }
    Argument chunks() const { return number(parallel().virtualStages); }
    Argument microSteps() const { return number(plan.scenario.training.accumulation); }
    Argument sequence() const { return number(plan.scenario.training.sequenceLength); }
    Argument context() const { return number(parallel().context); }
    Argument expert() const { return number(parallel().expert); }
    Argument experts() const
    {
        const auto &routed = plan.model.spec.experts;
        return number(routed ? routed->count : 0);
    }
    bool lacksRanks() const { return parallel().gpus % meshOf(plan.scenario).modelRanks() != 0; }
    Argument adapter() const { return nested(textOf(plan.scenario.training.adapter)); }
    Argument base() const { return nested(textOf(plan.scenario.training.base)); }
    bool isInInt8() const { return plan.scenario.training.base == BaseStorage::LlmInt8; }
    Argument adapterStart() const { return nested(textOf(plan.scenario.training.loraStart)); }
    Argument objective() const
    {
        return nested(textOf(objectiveOf(plan.scenario.training, plan.model.spec)));
    }
    Argument optimizer() const { return nested(textOf(plan.scenario.training.optimizer)); }
    bool trainsBlocks() const { return shardscope::trainsBlocks(plan.scenario.training.optimizer); }
    bool takesShardsForVectors() const { return shardscope::takesShardsForVectors(plan.scenario); }
    bool hasShampoo() const { return plan.scenario.training.optimizer == Optimizer::Shampoo; }
    bool hasSoap() const { return plan.scenario.training.optimizer == Optimizer::Soap; }
    Argument inputInTheWay() const { return Named{Named::What::Key, finding.what}; }
    Argument generations() const { return number(plan.scenario.rollout.generations); }
    Argument cachedTokens() const { return Amount::whole(finding.gain); }
    Argument cachedAnswers() const
    {
        return Amount::whole(std::floor(finding.gain / plan.scenario.training.sequenceLength));
    }
    Argument answersOfEngine() const
    {
        const Training &training = plan.scenario.training;
        return Amount::whole(
            1.0 * training.microBatch * training.accumulation * plan.scenario.rollout.tensor);
    }
    Argument shardGroup() const { return Amount::whole(plan.scenario.parallel.shardGroup); }

    Argument unallocated() const
    {
        const Footprint &footprint = plan.memory.footprint;
        return memory(footprint.reserved - footprint.allocated);
    }
    Argument moment() const
    {
        return nested(phaseMoments[static_cast<std::size_t>(plan.memory.peakPhase)]);
    }

    bool isAtOptimizer() const { return plan.memory.peakPhase == PhaseId::OptimizerStep; }
    bool hasBytes() const { return finding.bytes > Bytes(0); }
    bool hasSinks() const { return plan.model.spec.attentionSinks; }
    bool hasTorchtitan() const
    {
        return plan.scenario.training.modules == ModuleLibrary::Torchtitan;
    }
    bool cutsInsideExperts() const
    {
        return unevenlyCutExperts(plan.scenario, plan.model.spec).has_value();
    }
    Argument expertShards() const
    {
        return number(unevenlyCutExperts(plan.scenario, plan.model.spec).value_or(1));
    }
    Argument expertWidth() const
    {
        return number(plan.model.spec.experts ? plan.model.spec.experts->width : 0);
    }
    Argument hiddenSize() const { return number(plan.model.spec.hidden); }
    bool exchanges() const { return contextKindFor(plan.scenario) == ContextKind::Ulysses; }
    bool adaptsMegatron() const
    {
        return frameworkFor(parallel()) == Framework::Megatron
            && plan.scenario.training.method != Method::Full;
    }
    bool splitsRank() const
    {
        return adaptsMegatron() && plan.scenario.training.loraRank % parallel().tensor != 0;
    }
    bool hasAccelerateMesh() const { return runsAccelerateMesh(plan.scenario); }
    bool sharesSequences() const { return parallel().context > 1 && exchanges(); }
    bool splitsElsewhere() const
    {
        return splitsBackward(parallel().schedule) && !runsTorchtitan(plan.scenario);
    }
    bool splitsCheckpoints() const
    {
        return splitsBackward(parallel().schedule)
            && plan.scenario.training.checkpointing != Checkpointing::None;
    }
    bool wantsV() const { return isV(parallel().schedule); }
    bool hasAutoTp() const
    {
        return frameworkFor(parallel()) == Framework::DeepSpeed && parallel().tensor > 1;
    }
    bool hasAutoEp() const { return runsAutoEp(plan.scenario); }
    bool mixesAutoEp() const
    {
        const bool isAlone = parallel().tensor * parallel().context * parallel().pipeline == 1;
        return frameworkFor(parallel()) == Framework::DeepSpeed && parallel().expert > 1
            && !isAlone;
    }
    bool dealsOutShards() const { return hasAutoEp() && parallel().strategy == Strategy::Zero3; }
    bool hidesExperts() const
    {
        return hasAutoEp() && plan.scenario.training.method != Method::Full;
    }
    bool hasStagesOfDeepSpeed() const
    {
        const bool asksForIt = plan.scenario.training.modules == ModuleLibrary::MegatronDeepSpeed;
        return frameworkFor(parallel()) == Framework::DeepSpeed
            && (parallel().pipeline > 1 || asksForIt);
    }
    bool partitionsStages() const
    {
        return hasStagesOfDeepSpeed() && !runsPipelineModule(plan.scenario);
    }
    Cutter cutter() const { return cutterFor(plan.scenario, plan.model.spec); }
    bool usesPipelineModule() const { return cutter() == Cutter::PipelineEngine; }
    bool cutsShards() const { return hasAutoTp() && parallel().strategy == Strategy::Zero3; }
    bool normsHeads() const
    {
        return hasAutoTp() && tensorPlanOf(plan.model.spec) == TensorPlan{.sumsNorms = true};
    }
    bool hasDeltaRule() const { return plan.model.spec.hasState(); }
    bool losesAdapters() const { return shardscope::losesAdapters(plan.scenario); }
    bool refersWithinSteps() const { return shardscope::refersWithinSteps(plan.scenario); }
    bool asksForReentry() const { return shardscope::asksForReentry(plan.scenario); }
    bool hasEncoder() const { return plan.model.spec.encoder || plan.model.spec.seq2seq; }
    bool cutsImages() const { return idleTower().mostTiles > 1; }
    bool lacksTower() const { return !plan.model.spec.tower; }
    bool seesImages() const { return plan.model.spec.tower.has_value(); }
    bool isDequantised() const { return plan.model.spec.remarks.isDequantised(); }
    bool splitsExperts() const
    {
        return plan.model.spec.experts && plan.model.spec.experts->isSplit;
    }
    bool hasLocalLayers() const
    {
        return plan.model.spec.modules.attention == AttentionCode::GptNeo;
    }
    bool hasIndexer() const { return plan.model.spec.indexer.has_value(); }
    bool mixesAttention() const { return plan.model.spec.mixed.has_value(); }
    bool hasStreams() const { return plan.model.spec.altUp.has_value(); }
    bool knowsTower() const { return plan.model.spec.otherParameters > 0; }
    bool usesNanotron() const { return cutter() == Cutter::Nanotron; }
    bool replacesLoss() const { return shardscope::replacesLoss(plan.scenario, plan.model.spec); }
    bool usesMegatron() const { return cutter() == Cutter::MegatronCore; }
    bool hasAllReduce() const { return plan.traffic.hasAllReduce(); }
};

} // namespace shardscope
