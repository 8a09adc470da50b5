// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/layerforms.h"

#include <algorithm>

namespace shardscope {

LayerForms::LayerForms(const ModelSpec &spec)
    : LayerForms(spec, 0, spec.layers)
{ }

LayerForms::LayerForms(const ModelSpec &spec, std::int64_t first, std::int64_t count)
{
    std::vector<LayerForm> ofLayers(static_cast<std::size_t>(count));
    for (std::int64_t layer = 0; layer < count; ++layer) {
        const LayerForm form = ofLayers[static_cast<std::size_t>(layer)]
            = spec.formOf(first + layer);
        const auto place = std::lower_bound(m_forms.begin(), m_forms.end(), form);
        if (place == m_forms.end() || *place != form)
            m_forms.insert(place, form);
    }
    m_counts.resize(m_forms.size());
    m_ofLayer.reserve(ofLayers.size());
    for (const LayerForm &form : ofLayers) {
        const auto place = std::lower_bound(m_forms.begin(), m_forms.end(), form);
        m_ofLayer.push_back(static_cast<std::uint16_t>(place - m_forms.begin()));
        ++m_counts[m_ofLayer.back()];
    }
}

} // namespace shardscope
