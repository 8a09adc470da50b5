// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layerforms.h"

#include <algorithm>

namespace shardscope {

LayerForms::LayerForms(const ModelSpec &spec)
    : LayerForms(spec, 0, spec.units())
{ }

LayerForms::LayerForms(const ModelSpec &spec, std::int64_t first, std::int64_t count)
{
    // Most layers are of the form of one of the few before them.
    std::vector<LayerForm> found; ///< in the order in which they come
    m_ofLayer.reserve(static_cast<std::size_t>(count));
    for (std::int64_t layer = 0; layer < count; ++layer) {
        const LayerForm form = spec.formOf(first + layer);
        const auto place = std::find(found.begin(), found.end(), form);
        m_ofLayer.push_back(static_cast<std::uint16_t>(place - found.begin()));
        if (place == found.end())
            found.push_back(form);
    }
    m_forms = found;
    std::sort(m_forms.begin(), m_forms.end());
    std::vector<std::uint16_t> sorted;
    for (const LayerForm &form : found)
        sorted.push_back(static_cast<std::uint16_t>(
            std::lower_bound(m_forms.begin(), m_forms.end(), form) - m_forms.begin()));
    m_counts.resize(m_forms.size());
    for (std::uint16_t &form : m_ofLayer) {
        form = sorted[form];
        ++m_counts[form];
    }
}

} // namespace shardscope
