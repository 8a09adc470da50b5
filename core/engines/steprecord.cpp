// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/steprecord.h"

#include "core/engines/convention.h"
#include "core/engines/pipelineengine.h"
#include "core/engines/reference.h"
#include "core/engines/torchmesh.h"
#include "core/step/step.h"

namespace shardscope {

Workload onRank(Workload work, const ModelTapes &model)
{
    if (!work.hasMesh())
        return work;
    work.denseHere = 0;
    work.expertsHere = 0;
    if (!work.isFull())
        work.parameters = 0; // this rank's, beside adapters
    model.forEach([&work](const Tape &tape, int units) {
        for (const Parameter &parameter : tape.parameters) {
            if (!parameter.isShared && !parameter.trainable)
                work.parameters += units * parameter.elements;
            else if (!parameter.isShared)
                (parameter.isExpert ? work.expertsHere : work.denseHere)
                    += units * parameter.elements;
        }
    });
    return work;
}

std::unique_ptr<Policy> policyFor(const Workload &work, const ModelTapes &model, const Sinks &sinks)
{
    auto policy = conventionFor(work.scenario.parallel).policy(work, model, sinks);
    if (work.cutter == Cutter::PipelineEngine)
        return pipelineEnginePolicy(std::move(policy), work, sinks);
    const bool isWrapped = isTorchMesh(work.cutter) || work.cutter == Cutter::Sequences;
    return isWrapped ? torchMeshPolicy(std::move(policy), work, sinks) : std::move(policy);
}

namespace {

Scenario withoutObjective(Scenario scenario)
{
    scenario.training.objective = Objective::CausalLm;
    return scenario;
}

} // namespace

StepRecord recordStep(
    const Workload &work, const StepModules &modules, Ledger::Detail detail, double limit)
{
    StepRecord record{.ledger = Ledger(detail)};
    record.ledger.setLimit(limit);
    const Sinks sinks{record.ledger, record.wire};
    const std::unique_ptr<Policy> policy = policyFor(work, modules.tapes(), sinks);
    std::unique_ptr<Policy> reference;
    const std::optional<Resolved> teacher
        = work.resolved.teacher ? std::optional(resolvedTeacher(work)) : std::nullopt;
    const std::optional<Workload> teachers
        = teacher ? std::optional(makeWorkload(work.scenario, *teacher)) : std::nullopt;
    // PPO's policy and value model learn as one; frozen ones are of the model alone.
    const bool isPpo = modules.value() != nullptr;
    const Scenario plain = withoutObjective(work.scenario);
    const std::optional<Workload> policys
        = isPpo ? std::optional(makeWorkload(plain, work.resolved)) : std::nullopt;
    const Workload &referred = teachers ? *teachers : isPpo ? *policys : work;
    if (modules.settings().beside.reference == ReferenceModel::Separate)
        reference = referencePolicy(referred, modules.reference()->tapes(), sinks);
    const std::optional<Resolved> judges
        = isPpo ? std::optional(resolvedValues(work.resolved)) : std::nullopt;
    const std::optional<Workload> judged
        = isPpo ? std::optional(makeWorkload(plain, *judges)) : std::nullopt;
    if (isPpo)
        referencePolicy(*judged, modules.judge()->tapes(), sinks)->resident();
    replayStep(modules, pipelineOrder(work.scenario, work.mesh), *policy, sinks, reference.get());
    return record;
}

} // namespace shardscope
