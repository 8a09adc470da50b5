// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/difference.h"

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
        for (const Part &part : plan.memory.atPeak().parts)
            note(OutputKind::Part, std::string(nameOf(part.id)), part.bytes.value(), side);
        note(OutputKind::Peak, "peak", plan.memory.peak.value(), side);
        for (const Phase &phase : plan.memory.phases)
            note(OutputKind::Phase, std::string(nameOf(phase.id)), phase.peak.value(), side);
        for (const Collective &one : plan.traffic.collectives)
            note(OutputKind::Collective, one.id(), one.bytesPerStep().value(), side);
        note(OutputKind::Traffic, "sent", plan.traffic.bytesPerGpuPerStep().value(), side);
        note(OutputKind::Time, "step", plan.time.step.value(), side);
        note(OutputKind::Time, "compute", plan.time.compute.value(), side);
        note(OutputKind::Time, "exposed-communication", plan.time.exposedCommunication.value(),
            side);
        note(OutputKind::Throughput, "tokens-per-second", plan.time.tokensPerSecond, side);
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
    void note(OutputKind kind, std::string id, double value, Side side)
    {
        auto found = std::find_if(m_all.begin(), m_all.end(),
            [&](const OutputDifference &one) { return one.kind == kind && one.id == id; });
        if (found == m_all.end())
            found = m_all.insert(m_all.end(), {.kind = kind, .id = std::move(id)});
        (*found).*side += value;
    }

    std::vector<OutputDifference> m_all;
};

} // namespace

std::vector<InputDifference> inputDifferences(const Scenario &before, const Scenario &after)
{
    std::vector<InputDifference> all;
    for (const Key &key : keys()) {
        InputDifference one{&key, key.get(before), key.get(after)};
        if (one.before != one.after)
            all.push_back(std::move(one));
    }
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
