// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/advice/limits.h"

#include "core/base/number.h"
#include "core/judge/repairs.h"
#include "core/scenario/keys.h"
#include "core/scenario/settings.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace shardscope {

namespace {

constexpr std::int64_t neighbours = 4;

/// Whether a scenario with these settings fits.
bool fitsWith(const Repair &repair, Prospects &prospects)
{
    const Result<Scenario> next = repaired(prospects.present(), repair);
    return next && prospects.fits(*next);
}

/// Numbers that one key may take, evenly or not.
struct Grid
{
    const char *key;
    std::int64_t count;
    std::int64_t present; ///< index
    std::int64_t (*value)(std::int64_t index, std::int64_t largest);
    std::int64_t largest;
};

Limit onGrid(LimitId id, const Grid &grid, LimitedBy atEnd, Prospects &prospects)
{
    const auto repairAt = [&grid](std::int64_t index) {
        return setting(grid.key, grid.value(index, grid.largest));
    };
    Limit limit{.id = id};
    const std::optional<std::int64_t> found = largestFitting(grid.count, grid.present,
        [&](std::int64_t index) { return fitsWith(repairAt(index), prospects); });
    if (!found)
        return limit;
    limit.repair = repairAt(*found);
    limit.value = static_cast<double>(grid.value(*found, grid.largest));
    limit.by = *found == grid.count - 1 ? atEnd : LimitedBy::Memory;
    return limit;
}

std::int64_t keyMaximum(const char *key)
{
    return static_cast<std::int64_t>(findKey(key)->maximum);
}

std::int64_t inSteps(std::int64_t index, std::int64_t largest)
{
    return std::min((index + 1) * sequenceStep, largest);
}

std::int64_t oneByOne(std::int64_t index, std::int64_t /*largest*/)
{
    return index + 1;
}

/// 1.0, 1.1, ... 9.9 of each power of ten from a million on.
constexpr std::int64_t sizesOfDecade = 90;
constexpr std::int64_t decades = 8;
std::int64_t sizeInDigits(std::int64_t index, std::int64_t /*largest*/)
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

Limit longestSequence(const Resolved &resolved, Prospects &prospects)
{
    const std::int64_t range = keyMaximum("training.sequence_length");
    const std::int64_t made = resolved.spec.maxSequence;
    const bool isMade = made > 0 && made < range;
    const std::int64_t largest = isMade ? made : range;
    const LimitedBy atEnd = isMade ? LimitedBy::Model : LimitedBy::Range;
    const std::int64_t now = prospects.present().training.sequenceLength;
    const Limit limit = onGrid(LimitId::Sequence,
        {"training.sequence_length", (largest + sequenceStep - 1) / sequenceStep,
            (now - 1) / sequenceStep, inSteps, largest},
        atEnd, prospects);
    if (limit.isFound())
        return limit;
    const std::int64_t few = std::min(largest, sequenceStep);
    return onGrid(LimitId::Sequence, {"training.sequence_length", few, now - 1, oneByOne, few},
        LimitedBy::Memory, prospects);
}

Limit largestMicroBatch(Prospects &prospects)
{
    const std::int64_t largest = keyMaximum("training.micro_batch");
    return onGrid(LimitId::MicroBatch,
        {"training.micro_batch", largest, prospects.present().training.microBatch - 1, oneByOne,
            largest},
        LimitedBy::Range, prospects);
}

/// Numbers of GPUs that make sense, in ascending order.
std::vector<std::int64_t> gpuCounts(const Parallel &parallel)
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
    return {counts.begin(), counts.end()};
}

Limit fewestGpus(Prospects &prospects)
{
    Limit limit{.id = LimitId::Gpus};
    for (const std::int64_t gpus : gpuCounts(prospects.present().parallel)) {
        const Repair repair = setting("parallel.gpus", gpus);
        if (!fitsWith(repair, prospects))
            continue;
        limit.repair = repair;
        limit.value = static_cast<double>(gpus);
        limit.by = gpus == 1 ? LimitedBy::Range : LimitedBy::Memory;
        break;
    }
    return limit;
}

/// Compute capabilities are numbers with NVIDIA, and names with AMD.
bool runsCuda(const GpuSpec &gpu)
{
    return parseNumber(gpu.computeCapability).has_value();
}

Limit smallestGpu(const Resolved &resolved, Prospects &prospects)
{
    const Hardware &hardware = prospects.present().hardware;
    std::vector<const GpuSpec *> gpus;
    for (const GpuSpec &gpu : prospects.catalog().gpus) {
        if (runsCuda(gpu) == runsCuda(*resolved.gpu))
            gpus.push_back(&gpu);
    }
    std::stable_sort(gpus.begin(), gpus.end(),
        [](const GpuSpec *a, const GpuSpec *b) { return a->usable() < b->usable(); });
    Limit limit{.id = LimitId::Gpu};
    for (const GpuSpec *gpu : gpus) {
        Repair repair = setting("hardware.gpu", gpu->id);
        if (!hardware.link.empty() && gpu->id != hardware.gpu)
            repair.push_back({"hardware.link", ""}); // the other GPU has its own
        if (!fitsWith(repair, prospects))
            continue;
        limit.repair = std::move(repair);
        limit.name = gpu->label;
        limit.by = gpu == gpus.front() ? LimitedBy::Catalog : LimitedBy::Memory;
        break;
    }
    return limit;
}

Limit largestScaledModel(Prospects &prospects)
{
    constexpr std::int64_t count = decades * sizesOfDecade;
    return onGrid(LimitId::Model,
        {"model.parameters", count, indexOfSize(prospects.present().model.parameters), sizeInDigits,
            0},
        LimitedBy::Range, prospects);
}

Limit largestOfFamily(const Resolved &resolved, Prospects &prospects)
{
    std::vector<std::pair<double, const ModelEntry *>> models;
    for (const ModelEntry &model : prospects.catalog().models) {
        if (model.spec.modelType == resolved.spec.modelType)
            models.emplace_back(countParameters(model.spec).total, &model);
    }
    std::stable_sort(models.begin(), models.end(),
        [](const auto &a, const auto &b) { return a.first > b.first; });
    Limit limit{.id = LimitId::Model};
    for (const auto &[parameters, model] : models) {
        Repair repair = setting("model.id", model->id);
        if (!fitsWith(repair, prospects))
            continue;
        limit.repair = std::move(repair);
        limit.name = model->name;
        limit.value = parameters;
        limit.by = model == models.front().second ? LimitedBy::Catalog : LimitedBy::Memory;
        break;
    }
    return limit;
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

std::vector<Limit> limitsOf(Prospects &prospects)
{
    const Result<Resolved> resolved = resolve(prospects.present(), prospects.catalog());
    if (!resolved)
        return {};
    return {longestSequence(*resolved, prospects), largestMicroBatch(prospects),
        fewestGpus(prospects), smallestGpu(*resolved, prospects),
        prospects.present().model.isScaled() ? largestScaledModel(prospects)
                                             : largestOfFamily(*resolved, prospects)};
}

} // namespace shardscope
