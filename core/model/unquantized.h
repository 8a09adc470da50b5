// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// Modules that a quantiser passes over, as a list of names has them (bitsandbytes'
/// llm_int8_skip_modules): linear modules, the head by its name, a vision tower, its projector and
/// what that makes for single layers, all linear modules of a state space; of one layer alone
/// "layers.3.mlp", "layers.3.self_attn" or one of their modules, "layers.3.mlp.down_proj".
class UnquantizedModules
{
public:
    /// The list that a quantiser has by itself: the head alone.
    static constexpr std::string_view usual = "lm_head";
    // Names of a list that are of no linear module.
    static constexpr std::string_view tower = "vision_tower";
    static constexpr std::string_view projector = "multi_modal_projector";
    static constexpr std::string_view sides = "deepstack_merger_list";
    static constexpr std::string_view stateSpace = "mamba";

    UnquantizedModules() = default;
    UnquantizedModules(const ModelSpec &spec, std::string_view names);

    /// Whether a linear module of that name is passed over, in layers, beside them or in the tower.
    bool takesIn(std::string_view module) const;
    /// Whether a part of the tower is, with all its linear modules.
    bool takesIn(TowerPartKind part) const;
    bool head() const { return m_head; }
    /// Which modules a layer has beside those of all layers, as LayerForm::left says; 0: none.
    std::uint8_t listOf(std::int64_t layer) const;
    bool namesLayers() const { return !m_ofLayer.empty(); }
    /// With those of the layers of a form.
    UnquantizedModules within(const LayerForm &form) const;
    /// The first of the list that the model has not; empty where it has all.
    const std::string &unknown() const { return m_unknown; }
    bool operator==(const UnquantizedModules &) const = default;

private:
    bool addOfLayer(const ModelSpec &spec, std::string_view name);

    std::string m_modules{}; ///< linear ones, comma-separated
    std::string m_unknown{};
    bool m_head = true;
    bool m_tower = false;
    bool m_projector = false;
    bool m_sides = false;
    std::vector<std::string> m_lists{}; ///< of single layers, each once
    std::vector<std::uint8_t> m_ofLayer{}; ///< which of these, from 1; empty: none
};

/// The linear modules of layers, beside them and in the tower, as a list of module names.
std::string quantizableModules(const ModelSpec &spec);
/// Whether a list has names of linear modules and of the head alone, which mean the same to
/// transformers.
bool namesLinearsAlone(std::string_view names);
/// `names` without those that the model has not.
std::string withoutUnknown(const ModelSpec &spec, std::string_view names);

/// Matrices of linear modules that a quantiser takes in, without those of head and routed experts.
struct QuantizedMatrices
{
    double weights = 0;
    double rows = 0;
};
QuantizedMatrices quantizedMatrices(const ModelSpec &spec, const UnquantizedModules &left);

} // namespace shardscope
