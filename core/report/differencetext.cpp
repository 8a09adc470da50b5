// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/differencetext.h"

#include "core/judge/runverdict.h"
#include "core/report/planjson.h"
#include "core/scenario/keytext.h"

#include <cmath>

namespace shardscope {

namespace {

struct OutputUnit
{
    std::string_view name;
    double size;
    int decimals;
};

OutputUnit unitOf(OutputKind kind, bool isDecimal)
{
    switch (kind) {
    case OutputKind::Part:
    case OutputKind::Peak:
    case OutputKind::Phase:
        return isDecimal ? OutputUnit{"GB", GB.value(), 3} : OutputUnit{"GiB", GiB.value(), 2};
    case OutputKind::Collective:
    case OutputKind::Traffic:
        return {"GB", GB.value(), 3};
    case OutputKind::Time:
        return {"s", 1, 3};
    case OutputKind::Throughput:
        return {"tokens/s", 1, 0};
    }
    return {"", 1, 0};
}

/// As the files say it, but for whole documents.
std::string valueText(const Key &key, const std::optional<Json> &value)
{
    if (!value)
        return "-";
    if (key.kind == KeyKind::Document)
        return "a config.json";
    return typedValue(*value);
}

TextTable inputsTable(const std::vector<InputDifference> &inputs)
{
    TextTable table{.columns = {{"Input"}, {"Before"}, {"After"}}};
    for (const InputDifference &one : inputs)
        table.rows.push_back({std::string(one.key->id), valueText(*one.key, one.before),
            valueText(*one.key, one.after)});
    return table;
}

TextTable outputsTable(const Plan &before, const Plan &after)
{
    TextTable table{.columns = {{"Output"}, {"Unit"}, {"Before", true}, {"After", true},
                        {"Difference", true}, {"Percent", true}}};
    const bool isDecimal = before.scenario.estimator == EstimatorKind::Worksheet
        && after.scenario.estimator == EstimatorKind::Worksheet;
    for (const OutputDifference &one : outputDifferences(before, after)) {
        const OutputUnit unit = unitOf(one.kind, isDecimal);
        const std::optional<double> relative = relativeChange(one.before, one.after);
        table.rows.push_back({std::string(nameOf(one.kind)) + " " + one.id, std::string(unit.name),
            fixedText(one.before / unit.size, unit.decimals),
            fixedText(one.after / unit.size, unit.decimals),
            signedText(one.change() / unit.size, unit.decimals),
            relative ? signedText(100 * *relative, 1) : "-"});
    }
    return table;
}

std::string verdictLine(const Plan &before, const Plan &after)
{
    const auto word = [](const Plan &plan) {
        return std::string(nameOf(runVerdictOf(plan))) + " on " + plan.scenario.hardware.gpu;
    };
    return "Verdict: " + word(before) + ", then " + word(after) + "\n";
}

} // namespace

std::string differenceToText(const Plan &before, const Plan &after, TableFormat format)
{
    const std::vector<InputDifference> inputs = inputDifferences(before.scenario, after.scenario);
    if (format == TableFormat::Csv)
        return renderTable(outputsTable(before, after), format);
    const std::string changes = inputs.empty() ? std::string("All inputs are the same.\n")
                                               : renderTable(inputsTable(inputs), format);
    return changes + "\n" + verdictLine(before, after) + "\n"
        + renderTable(outputsTable(before, after), format);
}

Json differenceToJson(const Plan &before, const Plan &after)
{
    Json::Array inputs;
    for (const InputDifference &one : inputDifferences(before.scenario, after.scenario))
        inputs.emplace_back(Json::Object{{"key", one.key->id},
            {"before", one.before.value_or(Json{})}, {"after", one.after.value_or(Json{})}});
    Json::Array outputs;
    for (const OutputDifference &one : outputDifferences(before, after))
        outputs.emplace_back(Json::Object{{"kind", nameOf(one.kind)}, {"id", one.id},
            {"before", one.before}, {"after", one.after}, {"difference", one.change()}});
    return Json::Object{{"schema", ReportSchema}, {"inputs", std::move(inputs)},
        {"verdict",
            Json::Object{
                {"before", nameOf(runVerdictOf(before))}, {"after", nameOf(runVerdictOf(after))}}},
        {"outputs", std::move(outputs)}};
}

} // namespace shardscope
