// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/modelspec.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// The forms that layers of a model have, each once and in the order of LayerForm, and which layer
/// is of which.
class LayerForms
{
public:
    explicit LayerForms(const ModelSpec &spec);
    /// Of `count` layers from `first` on, as a stage of a pipeline has them.
    LayerForms(const ModelSpec &spec, std::int64_t first, std::int64_t count);

    std::size_t count() const { return m_forms.size(); }
    std::span<const LayerForm> all() const { return m_forms; }
    const LayerForm &operator[](std::size_t form) const { return m_forms[form]; }
    int layers() const { return static_cast<int>(m_ofLayer.size()); }
    /// Index of a layer's form; the first of these layers is layer 0.
    std::size_t of(int layer) const { return m_ofLayer[static_cast<std::size_t>(layer)]; }
    /// How many layers have a form.
    int layersOf(std::size_t form) const { return m_counts[form]; }

private:
    std::vector<LayerForm> m_forms;
    std::vector<int> m_counts; ///< by form
    std::vector<std::uint16_t> m_ofLayer;
};

} // namespace shardscope
