// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/plantext.h"

#include "core/base/number.h"
#include "core/base/shortened.h"
#include "core/judge/findingtext.h"
#include "core/plan/plantexts.h"
#include "core/report/runrows.h"
#include "core/report/summary.h"

#include <cmath>

namespace shardscope {

namespace {

/// How the estimator of a plan speaks of memory.
struct MemoryUnit
{
    std::string name;
    double size; ///< bytes
    bool isExact; ///< every digit that the articles print, and no zeros after them

    std::string number(Bytes bytes) const
    {
        std::string text = fixedText(bytes.value() / size, isExact ? 3 : 2);
        if (isExact) {
            text.erase(text.find_last_not_of('0') + 1);
            if (text.ends_with('.'))
                text.pop_back();
        } else if (bytes > Bytes(0) && text == "0.00") {
            text = "<0.01";
        }
        return text;
    }
    std::string operator()(Bytes bytes) const { return number(bytes) + " " + name; }
};

MemoryUnit memoryUnit(const Plan &plan)
{
    const AmountUnit unit = unitOf(memoryOf(plan.scenario, {}));
    return {
        std::string(unit.symbol), unit.size, plan.scenario.estimator == EstimatorKind::Worksheet};
}

std::string durationText(Seconds time)
{
    return englishText(Amount::time(time));
}

std::string words(std::initializer_list<std::string_view> parts)
{
    std::string text;
    for (const std::string_view part : parts)
        text.append(text.empty() ? "" : ", ").append(part);
    return text;
}

std::string modelLine(const ResolvedModel &model)
{
    std::string text
        = model.name.empty() ? "A Llama-like model" : englishText(shortened(model.name));
    text += ": " + formatCount(model.parameters) + " parameters";
    if (model.spec.experts)
        text += ", " + formatCount(model.activeParameters) + " active";
    if (model.trainableParameters > 0 && model.trainableParameters != model.parameters)
        text += ", " + formatCount(model.trainableParameters) + " trained ("
            + formatShort(std::round(1e4 * model.trainableParameters / model.parameters) / 100)
            + " %)";
    return text;
}

std::string setupLine(const Scenario &scenario)
{
    const Training &training = scenario.training;
    return words({nameOf(scenario.estimator),
        std::to_string(scenario.parallel.gpus) + " x " + scenario.hardware.gpu,
        nameOf(scenario.parallel.strategy), nameOf(training.method), nameOf(training.precision),
        nameOf(training.optimizer), formatNumber(training.sequenceLength) + " tokens",
        "micro-batch " + std::to_string(training.microBatch),
        "accumulation " + std::to_string(training.accumulation),
        "checkpointing " + std::string(nameOf(training.checkpointing))});
}

/// How sure the peak is, and how near the nearest of the runs is that this comes from.
std::string confidenceLine(const Confidence &confidence)
{
    const std::string difference = confidence.difference.empty()
        ? " It is the same in all that changes memory."
        : " There: " + confidence.difference + ".";
    return englishText(confidenceSentence(confidence)) + difference + " The range comes from "
        + formatCount(static_cast<double>(confidence.cases)) + " measured runs.";
}

TextTable partsTable(const Memory &memory, const MemoryUnit &unit)
{
    TextTable table{.columns = {{"Part"}, {unit.name, true}, {"Formula"}}};
    for (const Part &part : memory.atPeak().parts)
        table.rows.push_back(
            {std::string(nameOf(part.id)), unit.number(part.bytes), part.formula.text()});
    table.rows.push_back({"total", unit.number(memory.peak), ""});
    return table;
}

TextTable phasesTable(const Memory &memory, const MemoryUnit &unit)
{
    TextTable table{
        .columns = {{"Phase"}, {"Peak " + unit.name, true}, {"Kept " + unit.name, true}}};
    for (const Phase &phase : memory.phases)
        table.rows.push_back(
            {std::string(nameOf(phase.id)), unit.number(phase.peak), unit.number(phase.end)});
    return table;
}

TextTable stagesTable(const Plan &plan, const MemoryUnit &unit)
{
    TextTable table{
        .columns = {{"Stage", true}, {"Layers", true}, {"Peak " + unit.name, true},
            {"Headroom", true}, {"In"}, {"Forward", true}, {"Backward", true}, {"Bubble", true}}};
    for (const StagePlan &stage : plan.stages)
        table.rows.push_back(
            {std::to_string(stage.stage.index + 1), std::to_string(stage.stage.layers),
                unit.number(stage.memory.peak), unit.number(stage.memory.verdict.spare),
                std::string(nameOf(stage.memory.peakPhase)), durationText(stage.time.forward),
                durationText(stage.time.backward), durationText(stage.time.bubble)});
    return table;
}

TextTable trafficTable(const Traffic &traffic)
{
    TextTable table{
        .columns = {{"Collective"}, {"Link"}, {"GPUs", true}, {"GB sent", true}, {"Times", true},
            {"GB per step", true}, {"Calls", true}, {"By"}, {"Time", true}, {"Exposed", true}}};
    for (const Collective &collective : traffic.collectives) {
        std::string by(isCopy(collective.op) ? "copy engine" : nameOf(collective.algorithm));
        if (!collective.protocol.empty())
            by.append(" ").append(collective.protocol);
        table.rows.push_back({collective.id(), collective.link, std::to_string(collective.group),
            fixedText(collective.bytesPerGpu / GB, 3), formatNumber(collective.timesPerStep),
            fixedText(collective.bytesPerStep() / GB, 3),
            formatCount(collective.timesPerStep * collective.messages), by,
            durationText(collective.seconds), durationText(collective.exposed)});
    }
    return table;
}

std::string hostLine(const HostMemory &host, const MemoryUnit &unit)
{
    std::string text = "Host memory: " + unit(host.perNode);
    if (host.capacity > Bytes(0))
        text += " of " + unit(host.capacity);
    text += " per node";
    if (host.missing() > Bytes(0))
        text += ", short by " + unit(host.missing());
    if (host.diskPerNode > Bytes(0))
        text += "; on NVMe: " + unit(host.diskPerNode) + " = " + host.diskFormula.text();
    return text;
}

TextTable hostTable(const HostMemory &host, const MemoryUnit &unit)
{
    TextTable table{.columns = {{"On the host"}, {unit.name, true}, {"Formula"}}};
    for (const Part &part : host.parts)
        table.rows.push_back(
            {std::string(nameOf(part.id)), unit.number(part.bytes), part.formula.text()});
    table.rows.push_back({"total", unit.number(host.perNode), ""});
    return table;
}

TextTable runTable(const Plan &plan)
{
    TextTable table{.columns = {{"The run"}, {"Amount", true}, {"Derivation"}}};
    for (const RunRow &row : runRows(plan)) {
        if (!row.isOpen)
            table.rows.push_back(
                {englishText(row.name), englishText(row.amount), englishText(row.detail)});
    }
    return table;
}

std::string findingLines(const Plan &plan, std::string_view bullet)
{
    std::string text;
    for (const Finding &finding : plan.findings)
        text.append(bullet)
            .append(nameOf(finding.severity))
            .append(": ")
            .append(describe(finding, plan))
            .append("\n");
    return text;
}

/// Paragraphs and tables; Markdown differs in its tables and in the bullets alone.
std::string report(const Plan &plan, TableFormat format)
{
    const MemoryUnit unit = memoryUnit(plan);
    const bool markdown = format == TableFormat::Markdown;
    const std::string lineBreak = markdown ? "\n\n" : "\n";
    std::string text = modelLine(plan.model) + lineBreak + setupLine(plan.scenario) + lineBreak;
    text
        += (markdown ? "**" : "") + englishText(verdictSentence(plan)) + (markdown ? "**\n" : "\n");
    if (plan.memory.confidence.cases > 0)
        text += (markdown ? "\n" : "") + confidenceLine(plan.memory.confidence) + "\n";
    if (const auto &reservation = plan.memory.reservation)
        text += (markdown ? "\n" : "") + englishText(reservationSentences(plan, *reservation))
            + "\n";
    text += "\n" + renderTable(partsTable(plan.memory, unit), format);
    if (!plan.stages.empty())
        text += "\n" + renderTable(stagesTable(plan, unit), format);
    if (plan.memory.phases.size() > 1)
        text += "\n" + renderTable(phasesTable(plan.memory, unit), format);
    if (const HostMemory &host = plan.memory.host; !host.parts.empty())
        text += "\n" + hostLine(host, unit) + (markdown ? "\n\n" : "\n")
            + renderTable(hostTable(host, unit), format);
    if (!plan.traffic.collectives.empty())
        text += "\n" + renderTable(trafficTable(plan.traffic), format);
    if (plan.time.step > Seconds(0))
        text += "\n" + englishText(stepSentence(plan)) + "\n"
            + englishText(computeSentence(plan.time)) + ".\n";
    if (plan.run.steps > 0 || plan.scenario.run.pricePerGpuHour > 0)
        text += "\n" + renderTable(runTable(plan), format);
    if (!plan.findings.empty())
        text += "\n" + findingLines(plan, markdown ? "- " : "");
    return text;
}

TextTable amounts(const Plan &plan)
{
    TextTable table{.columns = {{"group"}, {"phase"}, {"id"}, {"value"}, {"unit"}, {"formula"}}};
    const auto add = [&table](std::string_view group, std::string_view phase, std::string id,
                         double value, std::string_view unit, const std::string &formula = {}) {
        table.rows.push_back({std::string(group), std::string(phase), std::move(id),
            formatNumber(value), std::string(unit), formula});
    };
    for (const Phase &phase : plan.memory.phases) {
        for (const Part &part : phase.parts)
            add("memory", nameOf(phase.id), std::string(nameOf(part.id)), part.bytes.value(),
                "bytes", part.formula.text());
        add("memory", nameOf(phase.id), "total", phase.peak.value(), "bytes");
    }
    const HostMemory &host = plan.memory.host;
    for (const Part &part : host.parts)
        add("host", {}, std::string(nameOf(part.id)), part.bytes.value(), "bytes",
            part.formula.text());
    if (!host.parts.empty()) {
        add("host", {}, "total", host.perNode.value(), "bytes");
        add("host", {}, "capacity", host.capacity.value(), "bytes");
        add("host", {}, "disk", host.diskPerNode.value(), "bytes", host.diskFormula.text());
    }
    const std::string_view peak = nameOf(plan.memory.peakPhase);
    add("verdict", peak, "peak", plan.memory.peak.value(), "bytes");
    add("verdict", peak, "capacity", plan.memory.verdict.capacity.value(), "bytes");
    if (plan.memory.confidence.cases > 0) {
        add("verdict", peak, "low", plan.memory.confidence.low.value(), "bytes");
        add("verdict", peak, "high", plan.memory.confidence.high.value(), "bytes");
    }
    add("verdict", peak, "spare", plan.memory.verdict.spare.value(), "bytes");
    for (const Collective &collective : plan.traffic.collectives) {
        add("traffic", {}, collective.id(), collective.bytesPerStep().value(), "bytes per step",
            collective.formula.text());
        add("traffic", {}, collective.id(), collective.seconds.value(), "seconds per step");
        add("traffic", {}, collective.id(), collective.exposed.value(), "exposed seconds per step");
    }
    add("time", {}, "step", plan.time.step.value(), "seconds");
    add("time", {}, "compute", plan.time.compute.value(), "seconds");
    add("time", {}, "exposed-communication", plan.time.exposedCommunication.value(), "seconds");
    add("time", {}, "tokens", plan.time.tokensPerSecond, "per second");
    add("time", {}, "mfu", plan.time.mfu, {});
    add("time", {}, "hfu", plan.time.hfu, {});
    add("time", {}, "tokens-per-gpu", plan.time.tokensPerSecondPerGpu, "per second");
    if (plan.run.steps > 0) {
        add("run", {}, "steps", plan.run.steps, {});
        add("run", {}, "duration", plan.run.duration.value(), "seconds");
        add("run", {}, "gpu-hours", plan.run.gpuHours, "hours");
        add("run", {}, "energy", plan.run.energyKwh, "kWh");
        add("run", {}, "cost", plan.run.cost, {});
    }
    add("run", {}, "checkpoint", plan.run.checkpoint.value(), "bytes",
        plan.run.checkpointFormula.text());
    return table;
}

} // namespace

std::string planToText(const Plan &plan, TableFormat format)
{
    if (format == TableFormat::Csv)
        return renderTable(amounts(plan), format);
    return report(plan, format);
}

} // namespace shardscope
