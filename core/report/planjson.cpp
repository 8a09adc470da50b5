// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/planjson.h"

#include "core/document/document.h"
#include "core/judge/runverdict.h"
#include "core/scenario/move.h"

namespace shardscope {

namespace {

Json partToJson(const Part &part)
{
    return Json::Object{{"id", nameOf(part.id)}, {"bytes", part.bytes.value()},
        {"formula", part.formula.text()}, {"source", part.source}};
}

Json phaseToJson(const Phase &phase)
{
    return Json::Object{{"id", nameOf(phase.id)}, {"peak_bytes", phase.peak.value()},
        {"end_bytes", phase.end.value()}, {"parts", Json::list(phase.parts, partToJson)}};
}

Json overheadToJson(const Overhead &overhead)
{
    return Json::Object{{"id", nameOf(overhead.id)}, {"bytes", overhead.bytes.value()},
        {"formula", overhead.formula.text()}, {"source", overhead.source}};
}

Json footprintToJson(const Footprint &footprint)
{
    return Json::Object{{"tensor_bytes", footprint.tensors.value()},
        {"allocated_bytes", footprint.allocated.value()},
        {"reserved_bytes", footprint.reserved.value()},
        {"nvidia_smi_bytes", footprint.device.value()}};
}

Json rangeToJson(const Confidence &confidence)
{
    if (!confidence.isRange())
        return {};
    return Json::Object{
        {"low_bytes", confidence.low.value()}, {"high_bytes", confidence.high.value()}};
}

Json nearestToJson(const Confidence &confidence)
{
    if (confidence.nearest.empty())
        return {};
    return Json::Object{{"run", confidence.nearest}, {"distance", confidence.distance},
        {"difference", confidence.difference}};
}

Json reservationToJson(const Reservation &reservation)
{
    return Json::Object{{"reserved_bytes", reservation.reserved.value()},
        {"nvidia_smi_bytes", reservation.device.value()},
        {"ahead_of_gpu_bytes", reservation.ahead.value()}, {"retries", reservation.retries},
        {"ran_out", reservation.ranOut}};
}

Json hostToJson(const HostMemory &host)
{
    return Json::Object{{"bytes_per_node", host.perNode.value()},
        {"capacity_bytes", host.capacity.value()}, {"missing_bytes", host.missing().value()},
        {"parts", Json::list(host.parts, partToJson)},
        {"disk_bytes_per_node", host.diskPerNode.value()},
        {"disk_formula", host.diskFormula.text()}};
}

Json memoryToJson(const Memory &memory)
{
    const Confidence &confidence = memory.confidence;
    Json::Object object{{"peak_bytes", memory.peak.value()},
        {"peak_phase", nameOf(memory.peakPhase)},
        {"capacity_bytes", memory.verdict.capacity.value()}, {"fits", memory.verdict.fits()},
        {"spare_bytes", memory.verdict.spare.value()}, {"verdict", nameOf(memory.verdict.fit)},
        {"range", rangeToJson(confidence)}, {"nearest", nearestToJson(confidence)},
        {"validated", confidence.isValidated && confidence.cases > 0},
        {"complete", confidence.isComplete}, {"reason", confidence.reason},
        {"parts", Json::list(memory.atPeak().parts, partToJson)},
        {"phases", Json::list(memory.phases, phaseToJson)},
        {"footprint", footprintToJson(memory.footprint)}, {"reserved", nameOf(memory.reserving())},
        {"overheads", Json::list(memory.overheads, overheadToJson)}};
    if (memory.reservation)
        object.emplace_back("played", reservationToJson(*memory.reservation));
    if (!memory.host.parts.empty())
        object.emplace_back("host", hostToJson(memory.host));
    return object;
}

Json stageToJson(const StagePlan &stage)
{
    return Json::Object{{"index", stage.stage.index}, {"first_layer", stage.stage.firstLayer},
        {"layers", stage.stage.layers}, {"has_embedding", stage.stage.hasEmbedding},
        {"has_head", stage.stage.hasHead},
        {"time",
            Json::Object{{"forward_s", stage.time.forward.value()},
                {"backward_s", stage.time.backward.value()},
                {"bubble_s", stage.time.bubble.value()}}},
        {"memory",
            Json::Object{{"peak_bytes", stage.memory.peak.value()},
                {"peak_phase", nameOf(stage.memory.peakPhase)},
                {"spare_bytes", stage.memory.verdict.spare.value()},
                {"fits", stage.memory.verdict.fits()}}}};
}

Json stagesToJson(const Plan &plan)
{
    if (plan.stages.empty())
        return Json::Array{stageToJson(plan)};
    Json::Array stages;
    for (const StagePlan &stage : plan.stages)
        stages.push_back(stageToJson(stage));
    return stages;
}

Json collectiveToJson(const Collective &collective)
{
    return Json::Object{{"id", collective.id()}, {"op", nameOf(collective.op)},
        {"group", collective.group}, {"link", collective.link},
        {"bytes_per_gpu", collective.bytesPerGpu.value()},
        {"times_per_step", collective.timesPerStep}, {"seconds", collective.seconds.value()},
        {"exposed_seconds", collective.exposed.value()},
        {"network_bytes_per_gpu", collective.networkBytes.value()},
        {"messages", collective.messages},
        {"algorithm", isCopy(collective.op) ? "copy-engine" : nameOf(collective.algorithm)},
        {"protocol", collective.protocol}, {"waits_for", collective.waitsFor},
        {"overlaps", collective.overlaps}, {"formula", collective.formula.text()},
        {"source", collective.source}};
}

Json trafficToJson(const Traffic &traffic)
{
    return Json::Object{{"bytes_per_gpu_per_step", traffic.bytesPerGpuPerStep().value()},
        {"collectives", Json::list(traffic.collectives, collectiveToJson)}};
}

Json timeToJson(const StepTime &time)
{
    return Json::Object{{"step_seconds", time.step.value()},
        {"compute_seconds", time.compute.value()},
        {"exposed_communication_seconds", time.exposedCommunication.value()},
        {"tokens_per_second", time.tokensPerSecond}, {"mfu", time.mfu}, {"hfu", time.hfu},
        {"tokens_per_second_per_gpu", time.tokensPerSecondPerGpu},
        {"forward_seconds", time.forward.value()}, {"backward_seconds", time.backward.value()},
        {"update_seconds", time.update.value()}, {"matmul_seconds", time.matmul.value()},
        {"attention_seconds", time.attention.value()}, {"memory_seconds", time.memory.value()},
        {"contention_seconds", time.contention.value()}, {"bottleneck", nameOf(time.bottleneck)}};
}

Json runToJson(const RunPlan &run)
{
    return Json::Object{{"sequences_per_step", run.sequencesPerStep},
        {"tokens_per_step", run.tokensPerStep}, {"tokens", run.tokens}, {"steps", run.steps},
        {"seconds", run.duration.value()}, {"gpu_hours", run.gpuHours},
        {"energy_kwh", run.energyKwh}, {"cost", run.cost},
        {"checkpoint_bytes", run.checkpoint.value()},
        {"checkpoint_formula", run.checkpointFormula.text()},
        {"checkpoint_seconds", run.checkpointWrite.value()}, {"learning_rate", run.learningRate}};
}

Json modelToJson(const ResolvedModel &model)
{
    return Json::Object{{"name", model.name}, {"parameters", model.parameters},
        {"active_parameters", model.activeParameters},
        {"trainable_parameters", model.trainableParameters}};
}

Json findingToJson(const Finding &finding)
{
    Json::Object object{{"id", nameOf(finding.id)}, {"severity", nameOf(finding.severity)}};
    if (!finding.link.empty())
        object.emplace_back("link", finding.link);
    if (!finding.what.empty())
        object.emplace_back("what", finding.what);
    if (finding.bytes > Bytes(0))
        object.emplace_back("bytes", finding.bytes.value());
    if (finding.planned > Bytes(0))
        object.emplace_back("planned_bytes", finding.planned.value());
    if (finding.gain > 0)
        object.emplace_back("gain", finding.gain);
    if (!finding.repair.isEmpty())
        object.emplace_back("repair", settingsToJson(finding.repair.settings));
    return object;
}

} // namespace

Json planToJson(const Plan &plan)
{
    return Json::Object{{"schema", ReportSchema}, {"scenario", scenarioToJson(plan.scenario)},
        {"verdict", nameOf(runVerdictOf(plan))}, {"model", modelToJson(plan.model)},
        {"stages", stagesToJson(plan)}, {"memory", memoryToJson(plan.memory)},
        {"traffic", trafficToJson(plan.traffic)}, {"time", timeToJson(plan.time)},
        {"run", runToJson(plan.run)}, {"findings", Json::list(plan.findings, findingToJson)}};
}

} // namespace shardscope
