// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/sweepinputs.h"

#include "ui/compare/inputtext.h"
#include "ui/fields/quantitytext.h"
#include "ui/panels/inputs.h"
#include "ui/text/format.h"
#include "ui/text/names.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace shardscope {

namespace {

struct Ends
{
    std::string_view key;
    double from;
    double to;
};

/// Where an input goes in practice; the limits of the key table are far beyond.
constexpr std::array<Ends, 37> usual{{
    {"model.parameters", 1e9, 405e9},
    {"training.sequence_length", 1024, 131072},
    {"training.micro_batch", 1, 64},
    {"training.accumulation", 1, 256},
    {"training.lora_rank", 4, 256},
    {"training.projection_rank", 16, 1024},
    {"training.preconditioner_block", 256, 8192},
    {"training.lora_dropout", 0, 0.5},
    {"training.lora_percent", 0.1, 10},
    {"parallel.gpus", 1, 512},
    {"parallel.gpus_per_node", 1, 16},
    {"parallel.tensor", 1, 16},
    {"parallel.pipeline", 1, 32},
    {"parallel.virtual_stages", 1, 16},
    {"parallel.context", 1, 32},
    {"parallel.expert", 1, 128},
    {"training.block_layers", 0, 32},
    {"training.group_layers", 1, 16},
    {"parallel.shard_group", 1, 64},
    {"parallel.reduce_bucket", 1e6, 1e9},
    {"parallel.allgather_bucket", 1e6, 1e9},
    {"parallel.prefetch_bucket", 1e6, 1e9},
    {"parallel.persistence_threshold", 1e3, 1e7},
    {"parallel.sub_group", 1e7, 1e10},
    {"training.checkpoint_every", 1, 8},
    {"training.label_smoothing", 0, 0.2},
    {"hardware.reserve_gib", 0, 16},
    {"hardware.host_gib", 64, 2048},
    {"hardware.context_mib", 0, 2000},
    {"hardware.nccl_mib", 0, 4000},
    {"hardware.workspace_mib", 0, 500},
    {"hardware.fragmentation_percent", 0, 20},
    {"hardware.correction_gib", -5, 5},
    {"run.tokens", 1e9, 1e13},
    {"run.examples", 1e4, 1e8},
    {"run.epochs", 1, 10},
    {"run.price_per_gpu_hour", 1, 10},
}};

// Too few to see anything of a course.
constexpr std::size_t fewestRoundNumbers = 3;
constexpr int standardCount = 11;

/// What nobody needs to see as an axis: it changes no figure, or its values are lists.
bool isSweptInWindow(const Key &key)
{
    constexpr std::array<std::string_view, 12> unfit{"training.lora_targets",
        "training.feedforward_modules", "training.modules_to_save", "training.unquantized",
        "training.recompute_modules", "training.frozen_layers", "training.frozen_modules",
        "hardware.link", "training.quant_storage", "run.disk_gb_s", "run.learning_rate",
        "run.reference_batch"};
    return key.kind != KeyKind::Document
        && std::find(unfit.begin(), unfit.end(), key.id) == unfit.end();
}

bool isLogarithmic(const AxisChoice &choice)
{
    return choice.from > 0 && choice.to >= 8 * choice.from;
}

AxisRange rangeOf(const AxisChoice &choice, int count)
{
    return {.from = choice.from,
        .to = choice.to,
        .spacing = isLogarithmic(choice) ? Spacing::GeometricCount : Spacing::Count,
        .amount = static_cast<double>(count)};
}

/// The stops of the input's slider, with both ends.
std::vector<Json> roundNumbers(const AxisChoice &choice, const Scenario &scenario)
{
    const std::vector<InputGroup> groups = inputGroups();
    const Field *field = findField(groups, choice.key);
    std::vector<Json> values;
    if (!field || !field->scale)
        return values;
    const Scale scale = field->scale(scenario);
    for (const double stop : scale.snaps()) {
        if (stop >= choice.from && stop <= choice.to)
            values.emplace_back(stop);
    }
    return values;
}

/// As many GPUs as there is room for.
std::vector<Json> gpuIds(const Scenario &scenario, const Catalog &catalog)
{
    std::vector<Json> ids;
    for (const GpuSpec &gpu : catalog.gpus) {
        if (gpu.isLandmark || gpu.id == scenario.hardware.gpu)
            ids.emplace_back(gpu.id);
    }
    return ids;
}

QString numberLabel(const Key &key, double value)
{
    constexpr double binary = 1024;
    if (key.style == NumberStyle::Tokens && value >= binary && std::fmod(value, binary) == 0)
        return formatWhole(value / binary) + QLatin1Char('k');
    if (key.style == NumberStyle::Parameters)
        return quantityText(key, value).size() <= 6 ? quantityText(key, value)
                                                    : formatParameters(value);
    if (value >= 1e6)
        return formatParameters(value);
    if (std::floor(value) == value)
        return formatWhole(value);
    return formatSignificant(value);
}

} // namespace

std::vector<std::string_view> sweptKeys()
{
    std::vector<std::string_view> ids;
    for (const InputGroup &group : inputGroups()) {
        for (const Field &field : group.fields) {
            const Key *key = findKey(field.key);
            if (key && isSweptInWindow(*key))
                ids.push_back(key->id);
        }
    }
    return ids;
}

bool hasRange(std::string_view id)
{
    const Key *key = findKey(id);
    return key && key->isNumeric();
}

AxisChoice standardChoice(std::string_view id)
{
    AxisChoice choice{.key = std::string(id)};
    if (!hasRange(id))
        return choice;
    const auto found = std::find_if(
        usual.begin(), usual.end(), [id](const Ends &ends) { return ends.key == id; });
    const Key *key = findKey(id);
    choice.from = found != usual.end() ? found->from : key->minimum;
    choice.to = found != usual.end() ? found->to : key->maximum;
    return choice;
}

Result<Axis> axisOf(const AxisChoice &choice, const Scenario &scenario, const Catalog &catalog)
{
    if (choice.key == "hardware.gpu")
        return makeAxis(choice.key, gpuIds(scenario, catalog));
    if (!hasRange(choice.key))
        return makeAxis(choice.key, catalog);
    const Result<Axis> range
        = makeAxis(choice.key, rangeOf(choice, choice.count > 0 ? choice.count : standardCount));
    if (!range || choice.count > 0)
        return range;
    const std::vector<Json> values = roundNumbers(choice, scenario);
    return values.size() >= fewestRoundNumbers ? makeAxis(choice.key, values) : range;
}

SweepChoice standardSweepChoice()
{
    return {.across = standardChoice("training.sequence_length"),
        .up = standardChoice("parallel.gpus")};
}

Result<Sweep> sweepOf(const SweepChoice &choice, const Scenario &scenario, const Catalog &catalog)
{
    Sweep sweep{.base = scenario, .metric = choice.metric};
    Result<Axis> x = axisOf(choice.across, scenario, catalog);
    if (!x)
        return x.error();
    sweep.x = *std::move(x);
    if (choice.up) {
        Result<Axis> y = axisOf(*choice.up, scenario, catalog);
        if (!y)
            return y.error();
        sweep.y = *std::move(y);
    }
    if (Status checked = checkSweep(sweep, catalog); !checked)
        return checked.error();
    return sweep;
}

QString axisLabel(std::string_view id, const Json &value, const Catalog &catalog)
{
    const Key *key = findKey(id);
    if (const double *number = value.number())
        return numberLabel(*key, *number);
    return inputValue(*key, value, catalog);
}

} // namespace shardscope
