// SPDX-License-Identifier: GPL-3.0-or-later
// What PEFT's adapters beside LoRA stand at: linear modules by name, and norms.
#pragma once

#include "core/model/parameters.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardscope {

/// A linear module that has an adapter, and how many layers have it.
struct AdaptedLinear
{
    Linear linear{};
    double layers = 0;

    double modules() const { return layers * static_cast<double>(linear.count); }
};
/// Those that `targets` takes in, in forward order; experts that are one tensor are not among them.
std::vector<AdaptedLinear> adaptedLinears(
    const ModelSpec &spec, std::string_view targets, ModuleLibrary library);

/// Names of adapted modules of which IA3 scales the input: `setting` is a comma-separated list,
/// "none", or "auto" for PEFT's own choice for the family; nothing where PEFT has none.
std::optional<std::string> feedforwardNames(const ModelSpec &spec, std::string_view setting);
/// Whether a module is one of these.
bool isFeedforward(std::string_view names, std::string_view module);

/// Which norms LN tuning copies.
class NormTargets
{
public:
    NormTargets() = default; ///< none
    /// `targets`: a list of names as the model has them, or "all-linear", which stands for nothing
    /// that was said: PEFT's own choice for the family.
    NormTargets(const ModelSpec &spec, std::string_view targets);

    /// Whether all that was named is a norm of the model, and something was.
    bool isKnown() const { return m_isKnown; }
    /// By the name that tapes have: "input_layernorm", "norm" for the one behind the layers.
    bool takesIn(std::string_view norm) const;
    int inLayer() const; ///< of one layer
    bool takesFinal() const;
    bool operator==(const NormTargets &) const = default;

private:
    std::uint8_t m_taken = 0; ///< a bit for each name
    bool m_isKnown = false;
};

} // namespace shardscope
