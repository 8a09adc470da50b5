// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/namelist.h"
#include "core/model/adaptedmodules.h"
#include "core/model/families.h"
#include "core/model/layerforms.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

bool isEveryLinear(std::string_view targets)
{
    return trimmed(targets) == "all-linear";
}

/// Calls `visit` with each linear module of the layers, and how many layers have it.
template <class Visit>
void visitAllLinears(const ModelSpec &spec, const Visit &visit)
{
    const LayerForms forms(spec);
    for (std::size_t form = 0; form < forms.count(); ++form) {
        for (const Linear &linear : linearsOf(spec, forms[form]))
            visit(linear, static_cast<double>(forms.layersOf(form)));
    }
    for (const Linear &linear : linearsBesideLayers(spec))
        visit(linear, 1.0);
}

/// How experts and router were called when they were linear modules.
struct OldNames
{
    std::string_view gate{};
    std::string_view up{};
    std::string_view down{};
    std::string_view router{};

    std::array<std::string_view, 4> all() const { return {gate, up, down, router}; }
};

OldNames oldNames(ExpertNames names)
{
    switch (names) {
    case ExpertNames::None:
        break;
    case ExpertNames::Mixtral:
        return {.gate = "w1", .up = "w3", .down = "w2", .router = "gate"};
    case ExpertNames::Qwen2Moe:
        return {.gate = "gate_proj", .up = "up_proj", .down = "down_proj", .router = "gate"};
    }
    return {};
}

OldNames oldNames(const ModelSpec &spec, ModuleLibrary library)
{
    return oldNames(spec.experts && library == ModuleLibrary::Transformers5 ? spec.experts->names
                                                                            : ExpertNames::None);
}

bool isOneOf(const OldNames &names, std::string_view module)
{
    const auto all = names.all();
    return std::find(all.begin(), all.end(), module) != all.end();
}

bool isTable(const ModelSpec &spec, std::string_view name)
{
    const LinearNames &names = linearNames(spec);
    return name == names.embedding || name == names.head;
}

Error unknownTarget(const ModelSpec &spec, ModuleLibrary library, std::string_view name)
{
    std::string known;
    const auto add = [&known](std::string_view module) {
        if (!module.empty() && !isNamed(known, module))
            known.append(", ").append(module);
    };
    visitAllLinears(spec, [&add](const Linear &linear, double) { add(linear.name); });
    for (const std::string_view module : oldNames(spec, library).all())
        add(module);
    add(linearNames(spec).embedding);
    add(linearNames(spec).head);
    return {.code = ErrorCode::UnknownChoice,
        .where = "training.lora_targets",
        .found = std::string(name.substr(0, 40)),
        .expected = {english("errors", "all-linear or some of %1"),
            {known.substr(std::min<std::size_t>(2, known.size()))}}};
}

/// A name that the vision tower's linear modules have, too. "proj" reaches the convolution of the
/// patch embedding as well, and numbers whole blocks: neither is planned.
bool isInTower(const ModelSpec &spec, std::string_view name)
{
    if (!spec.tower || name == "proj" || name == "0" || name == "2")
        return false;
    const std::vector<TowerLinear> linears = linearsOf(*spec.tower);
    return std::any_of(linears.begin(), linears.end(),
        [name](const TowerLinear &linear) { return linear.name == name; });
}

/// The first of `targets` that no layer has; empty where there are all.
std::optional<std::string_view> firstUnknown(
    const ModelSpec &spec, ModuleLibrary library, std::string_view targets)
{
    std::optional<std::string_view> unknown;
    bool any = false;
    visitNames(targets, [&](std::string_view name) {
        any = true;
        if (!unknown && !isTarget(spec, library, name))
            unknown = name;
    });
    return any ? unknown : targets;
}

/// gate and up are one tensor: PEFT refuses an adapter on half of it.
std::optional<Error> halfOfPair(
    const ModelSpec &spec, ModuleLibrary library, std::string_view targets)
{
    const OldNames names = oldNames(spec, library);
    if (names.gate.empty() || isNamed(targets, names.gate) == isNamed(targets, names.up))
        return std::nullopt;
    const bool hasGate = isNamed(targets, names.gate);
    return Error{.code = ErrorCode::UnknownChoice,
        .where = "training.lora_targets",
        .found = std::string(hasGate ? names.gate : names.up),
        .expected = {english("errors", "%1 and %2 together", "modules"),
            {std::string(names.gate), std::string(names.up)}}};
}

/// Adapter parameters for each rank on the fused experts of one sparse layer.
double fusedAdapters(const ModelSpec &spec, const LoraTargets &targets)
{
    const Experts &experts = *spec.experts;
    const auto h = static_cast<double>(spec.hidden);
    const auto width = static_cast<double>(experts.width);
    double perRank = targets.router() ? h + experts.count : 0;
    if (targets.gateUp())
        perRank += 2 * experts.count * (h + 2 * width);
    if (targets.down())
        perRank += experts.count * (h + width);
    return perRank;
}

} // namespace

bool isTarget(const ModelSpec &spec, ModuleLibrary library, std::string_view name)
{
    bool isKnown = isOneOf(oldNames(spec, library), name) || isTable(spec, name);
    visitAllLinears(spec, [&](const Linear &linear, double) { isKnown |= linear.name == name; });
    return isKnown || isInTower(spec, name);
}

bool isNamed(std::string_view list, std::string_view wanted)
{
    bool found = false;
    visitNames(list, [&](std::string_view name) { found |= name == wanted; });
    return found;
}

void addOnce(std::string &list, std::string_view name)
{
    if (!isNamed(list, name))
        addName(list, name);
}

LoraTargets::LoraTargets(const ModelSpec &spec, std::string_view targets, ModuleLibrary library)
    : m_targets(targets)
{
    const OldNames names = oldNames(spec, library);
    if (names.gate.empty())
        return;
    m_moved = spec.experts->names;
    const auto has
        = [&](std::string_view name) { return isEveryLinear(targets) || isNamed(targets, name); };
    // PEFT's name is that of a tensor, gate.weight: HunYuan's router has it one module further.
    const std::string_view linear = spec.experts->linearRouter;
    m_router = has(names.router) && (linear.empty() || linear == names.router);
    m_gateUp = has(names.gate);
    m_down = has(names.down);
}

bool LoraTargets::takesIn(std::string_view module) const
{
    if (m_moved != ExpertNames::None && isOneOf(oldNames(m_moved), module))
        return false;
    return isEveryLinear(m_targets) || isNamed(m_targets, module);
}

TableNames tablesIn(const ModelSpec &spec, std::string_view names)
{
    const LinearNames &own = linearNames(spec);
    return {.embedding = isNamed(names, own.embedding), .head = isNamed(names, own.head)};
}

std::string namesOfTables(const ModelSpec &spec, const TableNames &tables)
{
    const LinearNames &names = linearNames(spec);
    std::string list(tables.embedding ? names.embedding : std::string_view());
    if (tables.head)
        list.append(list.empty() ? "" : ", ").append(names.head);
    return list;
}

std::string withoutTables(const ModelSpec &spec, std::string_view names)
{
    std::string list;
    visitNames(names, [&](std::string_view name) {
        if (!isTable(spec, name))
            addName(list, name);
    });
    return list.empty() ? "all-linear" : list;
}

std::string_view firstBesideTables(const ModelSpec &spec, std::string_view names)
{
    std::string_view other;
    visitNames(names, [&](std::string_view name) {
        if (other.empty() && !isTable(spec, name))
            other = name;
    });
    return other;
}

std::string linearNamesOf(const ModelSpec &spec)
{
    std::string list;
    const auto add = [&list](std::string_view name) {
        if (!name.empty())
            addOnce(list, name);
    };
    visitAllLinears(spec, [&add](const Linear &linear, double) { add(linear.name); });
    if (spec.experts)
        add(spec.experts->linearRouter);
    return list;
}

std::string targetsButRouter(const ModelSpec &spec, std::string_view targets)
{
    const std::string_view moved = oldNames(spec, ModuleLibrary::Transformers5).router;
    const bool isLinear = moved.empty() && spec.experts;
    return targetsBut(spec, targets, isLinear ? spec.experts->linearRouter : moved);
}

std::string targetsBut(const ModelSpec &spec, std::string_view targets, std::string_view module)
{
    const OldNames names = oldNames(spec, ModuleLibrary::Transformers5);
    std::string list;
    const auto add = [&](std::string_view name) {
        const bool isWanted = isEveryLinear(targets) || isNamed(targets, name);
        if (!name.empty() && name != module && isWanted && !isNamed(list, name))
            addName(list, name);
    };
    visitAllLinears(spec, [&add](const Linear &linear, double) { add(linear.name); });
    for (const std::string_view name : names.all())
        add(name);
    return list;
}

Result<double> loraParametersPerRank(
    const ModelSpec &spec, std::string_view targets, ModuleLibrary library)
{
    if (!isEveryLinear(targets)) {
        if (const auto unknown = firstUnknown(spec, library, targets))
            return unknownTarget(spec, library, *unknown);
        if (auto half = halfOfPair(spec, library, targets))
            return *std::move(half);
    }
    const LoraTargets taken(spec, targets, library);
    double perRank = 0;
    const LayerForms forms(spec);
    for (std::size_t form = 0; form < forms.count(); ++form)
        perRank += forms[form].isSparse() ? forms.layersOf(form) * fusedAdapters(spec, taken) : 0;
    visitAllLinears(spec, [&](const Linear &linear, double layers) {
        if (taken.takesIn(linear.name))
            perRank += layers * static_cast<double>((linear.in + linear.out) * linear.count);
    });
    return perRank;
}

std::vector<AdaptedLinear> adaptedLinears(
    const ModelSpec &spec, std::string_view targets, ModuleLibrary library)
{
    const LoraTargets taken(spec, targets, library);
    std::vector<AdaptedLinear> adapted;
    visitAllLinears(spec, [&](const Linear &linear, double layers) {
        if (taken.takesIn(linear.name))
            adapted.push_back({linear, layers});
    });
    return adapted;
}

} // namespace shardscope
