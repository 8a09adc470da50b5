// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/targetnames.h"

#include "core/base/namelist.h"
#include "core/model/layerforms.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <array>
#include <regex>
#include <vector>

namespace shardscope {

namespace {

/// Longer ones are no choice of modules, and would be matched for seconds.
constexpr std::size_t longestPattern = 400;

// Where modules are, in transformers 5 and before.
constexpr auto layerPaths
    = std::to_array<std::string_view>({"model.layers.", "model.language_model.layers.",
        "language_model.model.layers.", "model.text_model.layers.", "transformer.h."});
constexpr auto towerPaths = std::to_array<std::string_view>(
    {"model.visual.blocks.0.", "model.vision_tower.vision_model.encoder.layers.0.",
        "model.vision_tower.encoder.layers.0.", "model.vision_tower.encoder.layer.0.",
        "model.vision_tower.transformer.layers.0.", "model.vision_model.encoder.layers.0.",
        "model.vision_model.transformer.layers.0.", "vision_model.model.layers.0."});
constexpr auto parents = std::to_array<std::string_view>({"self_attn.", "mlp.", "linear_attn.",
    "mixer.", "mamba.", "conv.", "attention.", "attn.", "cross_attn.", "feed_forward.",
    "block_sparse_moe.", "mlp.shared_expert.", "mlp.shared_experts.", "shared_mlp.", ""});

bool isPattern(std::string_view said)
{
    return said.find_first_of("\\^$*+?()[]{}|") != std::string_view::npos;
}

/// Counts of repetitions are left out: they stand for expressions of any length.
std::optional<std::regex> compiled(std::string_view pattern)
{
    if (pattern.size() > longestPattern || pattern.find('{') != std::string_view::npos)
        return std::nullopt;
    auto flags = std::regex::ECMAScript;
#ifdef __GLIBCXX__
    flags |= std::regex_constants::__polynomial; // others give up by themselves
#endif
    try {
        return std::regex(pattern.begin(), pattern.end(), flags);
    } catch (const std::regex_error &) {
        return std::nullopt;
    }
}

/// A place where modules of a layer may be.
struct Place
{
    std::string_view layers;
    std::string_view parent;
};

bool isThere(
    const std::regex &pattern, const Place &place, std::string_view layer, std::string_view module)
{
    std::string path(place.layers);
    path.append(layer).append(place.parent).append(module);
    return std::regex_match(path, pattern);
}

/// The first of the places in which a module is taken in.
template <class Paths>
std::optional<Place> placeOf(
    const std::regex &pattern, const Paths &paths, std::string_view layer, std::string_view module)
{
    for (const std::string_view layers : paths) {
        for (const std::string_view parent : parents) {
            const Place place{layers, parent};
            if (isThere(pattern, place, layer, module))
                return place;
        }
    }
    return std::nullopt;
}

bool haveCommon(std::string_view one, std::string_view other)
{
    bool found = false;
    visitNames(one, [&](std::string_view name) { found |= isNamed(other, name); });
    return found;
}

std::optional<TargetNames> byPattern(const ModelSpec &spec, std::string_view said)
{
    const std::optional<std::regex> pattern = compiled(said);
    if (!pattern)
        return std::nullopt;
    // The first layer of each form tells where its modules are, and the others whether they are.
    const LayerForms forms(spec);
    const auto numbered = [](int layer) { return std::to_string(layer) + "."; };
    TargetNames found{.isPattern = true, .takesTower = false};
    std::string missed; // of layers, and of the tower
    std::string missedThere;
    for (std::size_t form = 0; form < forms.count(); ++form) {
        std::vector<int> layers;
        for (int layer = 0; layer < forms.layers(); ++layer) {
            if (forms.of(layer) == form)
                layers.push_back(layer);
        }
        for (const Linear &linear : linearsOf(spec, forms[form])) {
            const std::optional<Place> place
                = placeOf(*pattern, layerPaths, numbered(layers.front()), linear.name);
            const bool isInAll = place && std::all_of(layers.begin(), layers.end(), [&](int layer) {
                return isThere(*pattern, *place, numbered(layer), linear.name);
            });
            if (!isInAll)
                addOnce(missed, linear.name);
            if (place)
                addOnce(found.names, linear.name);
        }
    }
    const std::optional<TowerSpec> &tower = spec.knownTower();
    for (const TowerLinear &linear : tower ? linearsOf(*tower) : std::vector<TowerLinear>()) {
        const bool isTaken = placeOf(*pattern, towerPaths, "", linear.name).has_value();
        found.takesTower |= isTaken;
        addOnce(isTaken ? found.names : missedThere, linear.name);
    }
    found.isUneven = haveCommon(found.names, missed)
        || (found.takesTower && haveCommon(found.names, missedThere));
    return found.names.empty() ? std::nullopt : std::optional(std::move(found));
}

std::optional<TargetNames> byNames(
    const ModelSpec &spec, ModuleLibrary library, std::string_view said)
{
    TargetNames found;
    bool areAllNames = true;
    visitNames(said, [&](std::string_view name) {
        const std::string_view end = name.substr(name.rfind('.') + 1);
        const bool isName = isTarget(spec, library, name);
        areAllNames &= isName;
        if (!isName && !isTarget(spec, library, end))
            return addOnce(found.missing, name);
        const std::string_view path = name.substr(0, name.size() - end.size());
        found.isUneven |= path.find_first_of("0123456789") != std::string_view::npos;
        addOnce(found.names, isName ? name : end);
    });
    return areAllNames || found.names.empty() ? std::nullopt : std::optional(std::move(found));
}

} // namespace

std::optional<TargetNames> targetNames(
    const ModelSpec &spec, ModuleLibrary library, std::string_view said)
{
    if (said == "all-linear")
        return std::nullopt;
    if (!isPattern(said))
        return byNames(spec, library, said);
    // Names of experts' modules stand for tensors from transformers 5 on.
    const bool hasOldNames = spec.experts && spec.experts->names != ExpertNames::None;
    return hasOldNames ? std::nullopt : byPattern(spec, said);
}

} // namespace shardscope
