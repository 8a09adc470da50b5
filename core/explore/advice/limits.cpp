// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/limits.h"

#include "core/explore/advice/changes.h"
#include "core/scenario/keys.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

namespace shardscope {

namespace {

constexpr std::int64_t neighbours = 4;

/// A value that an input may take, and the way there.
struct Value
{
    Move move{};
    double number = 0;
    std::string name{};
};

bool fits(const Move &move, WhatIf &whatIf)
{
    const Result<Scenario> next = applied(whatIf.present(), move.settings);
    return next && whatIf.fits(*next);
}

/// The first of the values, the best of which comes first.
Limit firstOf(LimitId id, const std::vector<Value> &values, LimitedBy atEnd, WhatIf &whatIf)
{
    for (const Value &value : values) {
        if (fits(value.move, whatIf))
            return {.id = id,
                .move = value.move,
                .value = value.number,
                .name = value.name,
                .by = &value == &values.front() ? atEnd : LimitedBy::Memory};
    }
    return {.id = id};
}

/// Numbers that one key may take, ascending.
struct Grid
{
    const char *key;
    std::int64_t count;
    std::int64_t present; ///< index
    std::function<std::int64_t(std::int64_t)> value; ///< of an index
};

Limit largestOf(LimitId id, const Grid &grid, LimitedBy atEnd, WhatIf &whatIf)
{
    const std::optional<std::int64_t> found = largestFitting(grid.count, grid.present,
        [&](std::int64_t index) { return fits(setting(grid.key, grid.value(index)), whatIf); });
    if (!found)
        return {.id = id};
    const std::int64_t value = grid.value(*found);
    return {.id = id,
        .move = setting(grid.key, value),
        .value = static_cast<double>(value),
        .by = *found == grid.count - 1 ? atEnd : LimitedBy::Memory};
}

std::int64_t keyMaximum(const char *key)
{
    return static_cast<std::int64_t>(findKey(key)->maximum);
}

std::int64_t oneByOne(std::int64_t index)
{
    return index + 1;
}

/// 1.0, 1.1, ... 9.9 of each power of ten from a million on.
constexpr std::int64_t sizesOfDecade = 90;
constexpr std::int64_t decades = 8;
std::int64_t sizeInDigits(std::int64_t index)
{
    std::int64_t unit = 100'000;
    for (std::int64_t decade = index / sizesOfDecade; decade > 0; --decade)
        unit *= 10;
    return (10 + index % sizesOfDecade) * unit;
}

std::int64_t indexOfSize(double parameters)
{
    const double decade = std::floor(std::log10(std::max(parameters, 1e6) / 1e6));
    const double digits = parameters / (1e5 * std::pow(10, decade));
    const auto index = static_cast<std::int64_t>(decade) * sizesOfDecade
        + static_cast<std::int64_t>(digits) - 10;
    return std::clamp<std::int64_t>(index, 0, decades * sizesOfDecade - 1);
}

Limit longestSequence(const Resolved &resolved, WhatIf &whatIf)
{
    constexpr const char *key = "training.sequence_length";
    const std::int64_t range = keyMaximum(key);
    const std::int64_t positions = resolved.spec.positions > 0 ? resolved.spec.maxSequence : 0;
    const std::int64_t largest = positions > 0 ? std::min(positions, range) : range;
    const std::int64_t now = whatIf.present().training.sequenceLength;
    const auto inSteps
        = [largest](std::int64_t index) { return std::min((index + 1) * sequenceStep, largest); };
    Limit limit = largestOf(LimitId::Sequence,
        {key, (largest + sequenceStep - 1) / sequenceStep, (now - 1) / sequenceStep, inSteps},
        positions == largest ? LimitedBy::Model : LimitedBy::Range, whatIf);
    const std::int64_t context = resolved.spec.maxSequence;
    if (context > 0 && limit.value > static_cast<double>(context))
        limit.context = context;
    if (limit.isFound())
        return limit;
    return largestOf(LimitId::Sequence, {key, std::min(largest, sequenceStep), now - 1, oneByOne},
        LimitedBy::Memory, whatIf);
}

Limit largestMicroBatch(WhatIf &whatIf)
{
    constexpr const char *key = "training.micro_batch";
    return largestOf(LimitId::MicroBatch,
        {key, keyMaximum(key), whatIf.present().training.microBatch - 1, oneByOne},
        LimitedBy::Range, whatIf);
}

/// Numbers of GPUs that make sense, in ascending order.
std::set<std::int64_t> gpuCounts(const Parallel &parallel)
{
    const std::int64_t node = parallel.gpusPerNode;
    std::set<std::int64_t> counts{parallel.gpus};
    for (std::int64_t gpus = 1; gpus <= node; ++gpus)
        counts.insert(gpus);
    for (std::int64_t gpus = node; gpus <= mostScanned; gpus += node)
        counts.insert(gpus);
    for (std::int64_t gpus = std::max(node, *counts.rbegin()); gpus <= keyMaximum("parallel.gpus");
         gpus *= 2)
        counts.insert(gpus);
    return counts;
}

Limit fewestGpus(WhatIf &whatIf)
{
    std::vector<Value> values;
    for (const std::int64_t gpus : gpuCounts(whatIf.present().parallel))
        values.push_back({setting("parallel.gpus", gpus), static_cast<double>(gpus)});
    return firstOf(LimitId::Gpus, values, LimitedBy::Range, whatIf);
}

Limit smallestGpu(const Resolved &resolved, WhatIf &whatIf)
{
    std::vector<Value> values;
    for (const GpuSpec *gpu : gpusLike(*resolved.gpu, whatIf.catalog()))
        values.push_back({.move = toGpu(*gpu, whatIf.present().hardware), .name = gpu->label});
    return firstOf(LimitId::Gpu, values, LimitedBy::Catalog, whatIf);
}

Limit largestScaledModel(WhatIf &whatIf)
{
    return largestOf(LimitId::Model,
        {"model.parameters", decades * sizesOfDecade,
            indexOfSize(whatIf.present().model.parameters), sizeInDigits},
        LimitedBy::Range, whatIf);
}

Limit largestOfFamily(const Resolved &resolved, WhatIf &whatIf)
{
    std::vector<Value> values;
    for (const ModelEntry &model : whatIf.catalog().models) {
        if (model.spec.modelType == resolved.spec.modelType)
            values.push_back(
                {setting("model.id", model.id), countParameters(model.spec).total, model.name});
    }
    std::stable_sort(values.begin(), values.end(),
        [](const Value &a, const Value &b) { return a.number > b.number; });
    return firstOf(LimitId::Model, values, LimitedBy::Catalog, whatIf);
}

/// First what doubles, and the last one.
std::set<std::int64_t> probes(std::int64_t count, std::int64_t present)
{
    std::set<std::int64_t> indices{0, count - 1};
    for (std::int64_t index = 1; index < count; index = 2 * index + 1)
        indices.insert(index);
    if (present >= 0 && present < count)
        indices.insert(present);
    return indices;
}

} // namespace

std::optional<std::int64_t> largestFitting(
    std::int64_t count, std::int64_t present, const std::function<bool(std::int64_t)> &fits)
{
    assert(count > 0);
    std::optional<std::int64_t> low;
    std::int64_t high = count;
    const std::set<std::int64_t> tried = probes(count, present);
    for (auto probe = tried.rbegin(); probe != tried.rend() && !low; ++probe) {
        if (fits(*probe))
            low = *probe;
        else
            high = *probe;
    }
    if (!low)
        return std::nullopt;
    for (bool searching = true; searching;) {
        while (high - *low > 1) {
            const std::int64_t middle = *low + (high - *low) / 2;
            (fits(middle) ? *low : high) = middle;
        }
        searching = false;
        for (std::int64_t beyond = high + 1; beyond <= high + neighbours && beyond < count;
             ++beyond) {
            if (!fits(beyond))
                continue;
            low = beyond;
            high = beyond + 1;
            while (high < count && fits(high))
                low = high++;
            searching = true;
            break;
        }
    }
    return low;
}

std::vector<Limit> limitsOf(WhatIf &whatIf)
{
    const Result<Resolved> resolved = resolve(whatIf.present(), whatIf.catalog());
    if (!resolved)
        return {};
    return {longestSequence(*resolved, whatIf), largestMicroBatch(whatIf), fewestGpus(whatIf),
        smallestGpu(*resolved, whatIf),
        whatIf.present().model.isScaled() ? largestScaledModel(whatIf)
                                          : largestOfFamily(*resolved, whatIf)};
}

} // namespace shardscope
