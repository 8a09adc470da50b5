// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report.h"

#include "core/base/texttable.h"
#include "core/document/document.h"
#include "core/scenario/keytext.h"

#include <array>

namespace shardscope {

namespace {

struct Column
{
    std::string_view name;
    double (*value)(const SweepPoint &);
};

constexpr std::array<Column, 6> memoryColumns{{
    {"peak_bytes", [](const SweepPoint &point) { return point.memory.peak.value(); }},
    {"low_bytes", [](const SweepPoint &point) { return point.memory.low.value(); }},
    {"high_bytes", [](const SweepPoint &point) { return point.memory.high.value(); }},
    {"spare_bytes", [](const SweepPoint &point) { return point.memory.verdict.spare.value(); }},
    {"host_bytes_per_node", [](const SweepPoint &point) { return point.memory.host.value(); }},
    {"host_bytes_missing",
        [](const SweepPoint &point) { return point.memory.hostMissing.value(); }},
}};

constexpr std::array<Column, 7> speedColumns{{
    {"step_seconds", [](const SweepPoint &point) { return point.speed.step.value(); }},
    {"tokens_per_second", [](const SweepPoint &point) { return point.speed.tokensPerSecond; }},
    {"tokens_per_second_per_gpu",
        [](const SweepPoint &point) { return point.speed.tokensPerSecondPerGpu; }},
    {"mfu", [](const SweepPoint &point) { return point.speed.mfu; }},
    {"traffic_bytes_per_gpu_per_step",
        [](const SweepPoint &point) { return point.speed.traffic.value(); }},
    {"gpu_hours", [](const SweepPoint &point) { return point.speed.gpuHours; }},
    {"cost", [](const SweepPoint &point) { return point.speed.cost; }},
}};

std::vector<Column> columnsOf(const Sweep &sweep)
{
    std::vector<Column> columns(memoryColumns.begin(), memoryColumns.end());
    if (needsSpeed(sweep.metric))
        columns.insert(columns.end(), speedColumns.begin(), speedColumns.end());
    return columns;
}

const Json &xOf(const Sweep &sweep, std::size_t point)
{
    return sweep.x.values[point % sweep.columns()];
}
const Json &yOf(const Sweep &sweep, std::size_t point)
{
    return sweep.y->values[point / sweep.columns()];
}

/// What nobody can run has figures all the same; empty where somebody can.
std::string obstacleText(const SweepPoint &figures)
{
    const std::optional<FindingId> &obstacle = figures.memory.obstacle;
    return obstacle ? std::string(nameOf(*obstacle)) : std::string();
}

std::vector<std::string> csvCells(
    const SweepRun &run, std::size_t point, const std::vector<Column> &columns)
{
    const Sweep &sweep = run.sweep();
    std::vector<std::string> cells{axisValueText(xOf(sweep, point))};
    if (sweep.y)
        cells.push_back(axisValueText(yOf(sweep, point)));
    const bool isDone = run.state(point) == PointState::Done;
    const SweepPoint figures = isDone ? run.at(point) : SweepPoint{};
    cells.emplace_back(isDone ? nameOf(figures.memory.verdict.fit) : std::string_view{});
    for (const Column &column : columns)
        cells.push_back(isDone ? formatNumber(column.value(figures)) : std::string());
    cells.push_back(isDone ? obstacleText(figures) : describe(run.error(point)));
    return cells;
}

Json axisToJson(const Axis &axis)
{
    return Json::Object{{"key", axis.key}, {"unit", findKey(axis.key)->unit},
        {"values", Json(Json::Array(axis.values))}};
}

/// Null where the scenario cannot be planned.
template <class Said>
void writeColumn(JsonWriter &json, std::string_view name, const SweepRun &run, const Said &said)
{
    json.key(name);
    json.array(run.sweep().points(), [&](std::size_t point) {
        return run.state(point) == PointState::Done ? Json(said(run.at(point))) : Json();
    });
}

struct MetricText
{
    std::string_view unit;
    double size; ///< of the unit
    int decimals;
};

MetricText textOf(Metric metric)
{
    switch (metric) {
    case Metric::Fit:
        break;
    case Metric::Peak:
    case Metric::Spare:
        return {"GiB", GiB.value(), 2};
    case Metric::TokensPerSecond:
    case Metric::TokensPerSecondPerGpu:
        return {"tokens/s", 1, 0};
    case Metric::Mfu:
        return {"%", 0.01, 1};
    case Metric::StepSeconds:
        return {"s", 1, 3};
    case Metric::Traffic:
        return {"GB per GPU and step", GB.value(), 2};
    case Metric::GpuHours:
        return {"h", 1, 1};
    case Metric::Cost:
        return {"currency", 1, 2};
    }
    return {{}, 1, 0};
}

std::string fitText(Fit fit)
{
    switch (fit) {
    case Fit::Fits:
        return "fits";
    case Fit::AtRisk:
        return "at risk";
    case Fit::DoesNotFit:
        break;
    }
    return "no";
}

std::string cellText(const SweepRun &run, std::size_t point, Metric metric, const SweepWords &words)
{
    if (run.state(point) != PointState::Done)
        return words.say(english("report", "error", "cannot be planned"));
    const SweepPoint figures = run.at(point);
    if (metric == Metric::Fit)
        return words.outcome(figures.memory);
    const MetricText text = textOf(metric);
    return words.number(valueOf(figures, metric) / text.size, text.decimals);
}

TextTable sweptTable(const SweepRun &run, const SweepWords &words)
{
    const Sweep &sweep = run.sweep();
    std::vector<Metric> metrics{Metric::Fit, Metric::Peak, Metric::Spare};
    if (needsSpeed(sweep.metric))
        metrics.push_back(sweep.metric);
    TextTable table{.columns = {{words.axis(sweep.x)}}};
    for (const Metric metric : metrics)
        table.columns.push_back({words.metric(metric), metric != Metric::Fit});
    for (std::size_t point = 0; point < sweep.points(); ++point) {
        std::vector<std::string> row{words.value(sweep.x, sweep.x.values[point])};
        for (const Metric metric : metrics)
            row.push_back(cellText(run, point, metric, words));
        table.rows.push_back(std::move(row));
    }
    return table;
}

TextTable gridOf(const SweepRun &run, const SweepWords &words)
{
    const Sweep &sweep = run.sweep();
    TextTable table{.columns = {{words.say(english("report", "down \\ across")), true}}};
    for (const Json &value : sweep.x.values)
        table.columns.push_back({words.value(sweep.x, value), true});
    for (std::size_t row = 0; row < sweep.rows(); ++row) {
        std::vector<std::string> cells{words.value(*sweep.y, sweep.y->values[row])};
        for (std::size_t column = 0; column < sweep.columns(); ++column)
            cells.push_back(cellText(run, row * sweep.columns() + column, sweep.metric, words));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace

std::string axisTitle(const Axis &axis)
{
    const Key *key = findKey(axis.key);
    const bool hasUnit = key && key->kind != KeyKind::Text && !key->unit.empty();
    return hasUnit ? axis.key + " [" + std::string(key->unit) + "]" : axis.key;
}

std::string metricTitle(Metric metric)
{
    const std::string_view unit = textOf(metric).unit;
    return std::string(nameOf(metric)).append(unit.empty() ? "" : " [" + std::string(unit) + "]");
}

std::string outcomeText(const MemoryOutlook &memory)
{
    return memory.obstacle ? std::string(nameOf(*memory.obstacle)) : fitText(memory.verdict.fit);
}

std::string axisValueText(const Json &value)
{
    return typedValue(value);
}

void writeSweepCsv(const SweepRun &run, const TextSink &sink)
{
    const Sweep &sweep = run.sweep();
    const std::vector<Column> columns = columnsOf(sweep);
    std::vector<std::string> header{axisTitle(sweep.x)};
    if (sweep.y)
        header.push_back(axisTitle(*sweep.y));
    header.emplace_back("fit");
    for (const Column &column : columns)
        header.emplace_back(column.name);
    header.emplace_back("error");
    sink(csvLine(header));
    for (std::size_t point = 0; point < sweep.points(); ++point) {
        if (run.state(point) != PointState::Pending)
            sink(csvLine(csvCells(run, point, columns)));
    }
}

std::string sweepToCsv(const SweepRun &run)
{
    std::string text;
    writeSweepCsv(run, [&text](std::string_view piece) { text += piece; });
    return text;
}

void writeSweepJson(const SweepRun &run, const TextSink &sink)
{
    const Sweep &sweep = run.sweep();
    Json::Array axes{axisToJson(sweep.x)};
    if (sweep.y)
        axes.push_back(axisToJson(*sweep.y));
    JsonWriter json(sink, JsonStyle::Compact);
    json.beginObject();
    for (const auto &[name, value] : Json::Object{{"schema", 1},
             {"scenario", scenarioToJson(sweep.base)}, {"metric", nameOf(sweep.metric)},
             {"reserved", nameOf(run.reserving())}, {"axes", std::move(axes)}}) {
        json.key(name);
        json.value(value);
    }
    json.key("points");
    json.beginObject();
    writeColumn(
        json, "fit", run, [](const SweepPoint &point) { return nameOf(point.memory.verdict.fit); });
    for (const Column &column : columnsOf(sweep))
        writeColumn(json, column.name, run, column.value);
    writeColumn(json, "obstacle", run, [](const SweepPoint &point) {
        const std::string text = obstacleText(point);
        return text.empty() ? Json() : Json(text);
    });
    json.endObject();
    json.endObject();
    sink("\n");
}

std::string sweepToText(const SweepRun &run, TableFormat format, const SweepWords &words)
{
    const Sweep &sweep = run.sweep();
    if (!sweep.y)
        return renderTable(sweptTable(run, words), format);
    const Phrase caption{english("report", "%1; down: %2; across: %3", "metric, input, input"),
        {words.metric(sweep.metric), words.axis(*sweep.y), words.axis(sweep.x)}};
    return words.say(caption) + (format == TableFormat::Markdown ? "\n\n" : "\n")
        + renderTable(gridOf(run, words), format);
}

} // namespace shardscope
