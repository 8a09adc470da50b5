// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/difference.h"

#include "core/plan/plantexts.h"
#include "core/scenario/changedkeys.h"

#include <algorithm>

namespace shardscope {

namespace {

bool isOfModel(const InputDifference &difference)
{
    return difference.key->id.starts_with("model.");
}

/// What the old choice of a model said goes with it, and a name says no more than its config.
void keepNewModel(std::vector<InputDifference> &all)
{
    const auto has
        = [&all](auto condition) { return std::any_of(all.begin(), all.end(), condition); };
    const bool isChosen
        = has([](const InputDifference &one) { return isOfModel(one) && one.after; });
    const bool hasConfig
        = has([](const InputDifference &one) { return one.key->id == "model.config"; });
    std::erase_if(all, [isChosen, hasConfig](const InputDifference &one) {
        const bool isGone = isChosen && isOfModel(one) && !one.after;
        return isGone || (hasConfig && one.key->id == "model.name");
    });
}

/// Parts as they are stacked, also those that only one of the plans has; phases by their time.
int placeOf(const OutputDifference &output)
{
    if (output.kind == OutputKind::Part)
        return static_cast<int>(fromName<PartId>(output.id).value_or(PartId::Overhead));
    if (output.kind == OutputKind::Phase)
        return static_cast<int>(fromName<PhaseId>(output.id).value_or(PhaseId::Save));
    return 0;
}

/// The same outputs in both plans, each found by kind and id.
class OutputList
{
public:
    using Side = double OutputDifference::*;

    void add(const Plan &plan, Side side)
    {
        for (const Output &output : outputsOf(plan))
            note(output, side);
    }

    std::vector<OutputDifference> take() &&
    {
        std::stable_sort(
            m_all.begin(), m_all.end(), [](const OutputDifference &a, const OutputDifference &b) {
                return std::pair(a.kind, placeOf(a)) < std::pair(b.kind, placeOf(b));
            });
        return std::move(m_all);
    }

private:
    void note(const Output &output, Side side)
    {
        auto found = std::find_if(m_all.begin(), m_all.end(), [&](const OutputDifference &one) {
            return one.kind == output.kind && one.id == output.id;
        });
        if (found == m_all.end())
            found = m_all.insert(m_all.end(), {.kind = output.kind, .id = output.id});
        (*found).*side += output.amount.value;
    }

    std::vector<OutputDifference> m_all;
};

double shareOf(Bytes part, Bytes whole)
{
    return whole > Bytes(0) ? part / whole : 0;
}

void addMemory(const Plan &plan, std::vector<Output> &outputs)
{
    const Memory &memory = plan.memory;
    for (const Part &part : memory.atPeak().parts)
        outputs.push_back({OutputKind::Part, std::string(nameOf(part.id)), textOf(part.id),
            memoryOf(plan.scenario, part.bytes), shareOf(part.bytes, memory.peak),
            part.formula.text(), part.source});
    outputs.push_back({OutputKind::Peak, "peak", english("plan", "Peak"),
        memoryOf(plan.scenario, memory.peak), 1});
    for (const Phase &phase : memory.phases)
        outputs.push_back({OutputKind::Phase, std::string(nameOf(phase.id)), textOf(phase.id),
            memoryOf(plan.scenario, phase.peak)});
}

void addTraffic(const Plan &plan, std::vector<Output> &outputs)
{
    const Bytes all = plan.traffic.bytesPerGpuPerStep();
    for (const Collective &one : plan.traffic.collectives)
        outputs.push_back(
            {OutputKind::Collective, one.id(), phraseOf(one), Amount::traffic(one.bytesPerStep()),
                shareOf(one.bytesPerStep(), all), one.formula.text(), one.source});
    outputs.push_back({OutputKind::Traffic, "sent", english("plan", "Sent per GPU and step"),
        Amount::traffic(all), shareOf(all, all)});
}

void addTime(const StepTime &time, std::vector<Output> &outputs)
{
    outputs.push_back(
        {OutputKind::Time, "step", english("plan", "Optimizer step"), Amount::time(time.step)});
    outputs.push_back(
        {OutputKind::Time, "compute", english("plan", "Compute"), Amount::time(time.compute)});
    outputs.push_back({OutputKind::Time, "exposed-communication",
        english("plan", "Exposed communication"), Amount::time(time.exposedCommunication)});
    outputs.push_back({OutputKind::Throughput, "tokens-per-second",
        english("plan", "Tokens per second"), Amount::whole(time.tokensPerSecond)});
}

} // namespace

std::vector<Output> outputsOf(const Plan &plan)
{
    std::vector<Output> outputs;
    addMemory(plan, outputs);
    addTraffic(plan, outputs);
    addTime(plan.time, outputs);
    return outputs;
}

std::vector<InputDifference> inputDifferences(const Scenario &before, const Scenario &after)
{
    std::vector<InputDifference> all;
    for (const Key *key : changedKeys(before, after))
        all.push_back({key, key->get(before), key->get(after)});
    keepNewModel(all);
    return all;
}

std::vector<OutputDifference> outputDifferences(const Plan &before, const Plan &after)
{
    OutputList outputs;
    outputs.add(after, &OutputDifference::after);
    outputs.add(before, &OutputDifference::before);
    return std::move(outputs).take();
}

std::optional<double> relativeChange(double before, double after)
{
    if (before == 0)
        return std::nullopt;
    return (after - before) / before;
}

} // namespace shardscope
