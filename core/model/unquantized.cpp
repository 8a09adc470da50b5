// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/unquantized.h"

#include "core/base/namelist.h"
#include "core/model/layerforms.h"
#include "core/model/parameters.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace shardscope {

namespace {

/// Mamba 1 and 2, as their modules are called in all families.
constexpr std::string_view ofStateSpaces = "in_proj,x_proj,dt_proj,out_proj";

constexpr std::string_view layerPath = "layers.";

/// A module of one layer, or several.
struct PlaceInLayer
{
    std::int64_t layer = 0;
    std::string_view module; ///< "mlp", "mlp.down_proj"; empty: all
};

std::optional<PlaceInLayer> placeOf(std::string_view name)
{
    if (!name.starts_with(layerPath))
        return std::nullopt;
    name.remove_prefix(layerPath.size());
    PlaceInLayer place;
    const char *end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data(), end, place.layer);
    if (error != std::errc() || (rest != end && *rest != '.'))
        return std::nullopt;
    place.module = rest == end ? std::string_view() : std::string_view(rest + 1, end);
    return place;
}

bool isOfMlp(const ModelSpec &spec, std::string_view module)
{
    const LinearNames &names = linearNames(spec);
    return module == names.gate || module == names.up || module == names.down;
}

/// Of a layer: what its modules are parts of.
enum class Block : std::uint8_t { Mlp, Attention, Recurrence };

/// As families call them.
std::optional<Block> blockOf(std::string_view place)
{
    constexpr auto names = std::to_array<std::pair<std::string_view, Block>>({{"mlp", Block::Mlp},
        {"feed_forward", Block::Mlp}, {"shared_mlp", Block::Mlp}, {"self_attn", Block::Attention},
        {"cross_attn", Block::Attention}, {"attention", Block::Attention},
        {"attn", Block::Attention}, {"mamba", Block::Recurrence},
        {"linear_attn", Block::Recurrence}, {"conv", Block::Recurrence}});
    const auto found = std::find_if(
        names.begin(), names.end(), [place](const auto &name) { return name.first == place; });
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

Block blockOf(const ModelSpec &spec, const LayerForm &form, std::string_view module)
{
    if (isOfMlp(spec, module))
        return Block::Mlp;
    const bool isRecurrent = form.mixer == Mixer::AttentionAndStateSpace
        ? isNamed(ofStateSpaces, module)
        : form.mixer != Mixer::Attention;
    return isRecurrent ? Block::Recurrence : Block::Attention;
}

bool isWithin(
    const ModelSpec &spec, const LayerForm &form, std::string_view place, std::string_view module)
{
    if (place.empty() || place == "mixer") // Nemotron-H's layers are one module each
        return true;
    if (const std::optional<Block> block = blockOf(place))
        return block == blockOf(spec, form, module);
    const std::string_view name = place.substr(place.rfind('.') + 1);
    const std::string_view parent = place.substr(0, place.size() - name.size());
    // Those beside routed experts are in a module of their own, "mlp.shared_expert".
    const bool isShared = form.isSparse() && isOfMlp(spec, module);
    return name == module && !(isShared && parent == "mlp.");
}

TowerPartKind partOf(const TowerLinear &linear)
{
    if (linear.isSides)
        return TowerPartKind::Side;
    return linear.isProjectors ? TowerPartKind::Exit : TowerPartKind::Block;
}

} // namespace

UnquantizedModules::UnquantizedModules(const ModelSpec &spec, std::string_view names)
    : m_head(tablesIn(spec, names).head)
{
    const bool hasTower = spec.knownTower().has_value();
    const std::string modules = quantizableModules(spec);
    visitNames(names, [&](std::string_view name) {
        if (name == usual || tablesIn(spec, name).count() > 0) {
            m_head |= name == usual;
        } else if (name == stateSpace && spec.stateSpace) {
            addName(m_modules, ofStateSpaces);
        } else if (name == tower && hasTower) {
            m_tower = true;
        } else if (name == projector && hasTower) {
            m_projector = true;
        } else if (name == sides && hasTower) {
            m_sides = true;
        } else if (isNamed(modules, name)) {
            addName(m_modules, name);
        } else if (addOfLayer(spec, name)) {
            return;
        } else if (m_unknown.empty()) {
            m_unknown = name;
        }
    });
}

bool UnquantizedModules::addOfLayer(const ModelSpec &spec, std::string_view name)
{
    const std::optional<PlaceInLayer> place = placeOf(name);
    if (!place || place->layer < 0 || place->layer >= spec.layers || spec.seq2seq)
        return false;
    std::string list;
    const std::uint8_t before = listOf(place->layer);
    if (before > 0)
        list = m_lists[before - 1];
    const std::size_t length = list.size();
    const LayerForm form = spec.formOf(place->layer);
    for (const Linear &linear : linearsOf(spec, form)) {
        if (isWithin(spec, form, place->module, linear.name))
            addOnce(list, linear.name);
    }
    if (list.size() == length)
        return before > 0;
    const auto known = std::find(m_lists.begin(), m_lists.end(), list);
    const auto index = static_cast<std::size_t>(known - m_lists.begin());
    if (index >= UINT8_MAX)
        return false;
    if (known == m_lists.end())
        m_lists.push_back(std::move(list));
    m_ofLayer.resize(static_cast<std::size_t>(spec.layers));
    m_ofLayer[static_cast<std::size_t>(place->layer)] = static_cast<std::uint8_t>(index + 1);
    return true;
}

std::uint8_t UnquantizedModules::listOf(std::int64_t layer) const
{
    return m_ofLayer.empty() ? 0 : m_ofLayer[static_cast<std::size_t>(layer)];
}

UnquantizedModules UnquantizedModules::within(const LayerForm &form) const
{
    UnquantizedModules all = *this;
    if (form.left > 0)
        addName(all.m_modules, m_lists[form.left - 1U]);
    return all;
}

bool UnquantizedModules::takesIn(std::string_view module) const
{
    return isNamed(m_modules, module);
}

bool UnquantizedModules::takesIn(TowerPartKind part) const
{
    switch (part) {
    case TowerPartKind::Side:
        return m_sides;
    case TowerPartKind::Exit:
        return m_projector;
    default:
        return m_tower;
    }
}

std::string quantizableModules(const ModelSpec &spec)
{
    std::string list = linearNamesOf(spec);
    const std::optional<TowerSpec> &tower = spec.knownTower();
    for (const TowerLinear &linear : tower ? linearsOf(*tower) : std::vector<TowerLinear>()) {
        addOnce(list, linear.name);
    }
    return list;
}

bool namesLinearsAlone(std::string_view names)
{
    using Left = UnquantizedModules;
    bool areAll = true;
    visitNames(names, [&areAll](std::string_view name) {
        areAll &= name != Left::tower && name != Left::projector && name != Left::sides
            && name != Left::stateSpace && !name.starts_with(layerPath);
    });
    return areAll;
}

std::string withoutUnknown(const ModelSpec &spec, std::string_view names)
{
    std::string list;
    visitNames(names, [&](std::string_view name) {
        if (UnquantizedModules(spec, name).unknown().empty())
            addName(list, name);
    });
    return list;
}

QuantizedMatrices quantizedMatrices(const ModelSpec &spec, const UnquantizedModules &left)
{
    QuantizedMatrices sum;
    const auto add = [&sum](const Linear &linear, const UnquantizedModules &here, double layers) {
        if (linear.staysWide || here.takesIn(linear.name))
            return;
        sum.weights += layers * linear.weights();
        sum.rows += layers * static_cast<double>(linear.out * linear.count);
    };
    const LayerForms forms(spec);
    for (std::size_t form = 0; form < forms.count(); ++form) {
        const UnquantizedModules here = left.namesLayers() ? left.within(forms[form]) : left;
        for (const Linear &linear : linearsOf(spec, forms[form]))
            add(linear, here, static_cast<double>(forms.layersOf(form)));
    }
    for (const Linear &linear : linearsBesideLayers(spec))
        add(linear, left, 1);
    for (const TowerLinear &linear :
        spec.tower ? linearsOf(*spec.tower) : std::vector<TowerLinear>()) {
        if (left.takesIn(linear.name) || left.takesIn(partOf(linear)))
            continue;
        sum.weights += linear.weights();
        sum.rows += linear.count * linear.out;
    }
    return sum;
}

} // namespace shardscope
