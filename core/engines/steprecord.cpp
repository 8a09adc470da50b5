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

/// A model beside the trained one, and the workload that refers to what it is.
struct Beside
{
    Beside(const Scenario &setup, const Resolved &model)
        : scenario(setup)
        , resolved(model)
        , work(makeWorkload(scenario, resolved))
    { }
    Beside(const Beside &) = delete;
    Beside &operator=(const Beside &) = delete;

    const Scenario scenario;
    const Resolved resolved;
    const Workload work;
};

Scenario withoutObjective(Scenario scenario)
{
    scenario.training.objective = Objective::CausalLm;
    return scenario;
}

/// The second model, where it is not what the trained one is: a teacher, or PPO's policy, which
/// learns as one with the value model, alone.
std::unique_ptr<Beside> otherReference(const Workload &work, const StepModules &modules)
{
    if (work.resolved.teacher)
        return std::make_unique<Beside>(work.scenario, resolvedTeacher(work));
    if (modules.value())
        return std::make_unique<Beside>(withoutObjective(work.scenario), work.resolved);
    return nullptr;
}

} // namespace

StepRecord recordStep(
    const Workload &work, const StepModules &modules, Ledger::Detail detail, double limit)
{
    StepRecord record{.ledger = Ledger(detail)};
    record.ledger.setLimit(limit);
    const Sinks sinks{record.ledger, record.wire};
    const std::unique_ptr<Policy> policy = policyFor(work, modules.tapes(), sinks);
    const std::unique_ptr<Beside> other = otherReference(work, modules);
    std::unique_ptr<Policy> reference;
    if (modules.settings().beside.reference == ReferenceModel::Separate)
        reference
            = referencePolicy(other ? other->work : work, modules.reference()->tapes(), sinks);
    if (modules.judge()) {
        const Beside judge(withoutObjective(work.scenario), resolvedValues(work.resolved));
        referencePolicy(judge.work, modules.judge()->tapes(), sinks)->resident();
    }
    replayStep(modules, pipelineOrder(work.scenario, work.mesh), *policy, sinks, reference.get());
    return record;
}

} // namespace shardscope
