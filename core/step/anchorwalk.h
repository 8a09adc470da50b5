// SPDX-License-Identifier: GPL-3.0-or-later
// sentence-transformers 6.1.0.dev0 (cad21198) base/losses/merged_forward.py, embed_columns.
#pragma once

#include "core/step/unitwalk.h"

namespace shardscope {

/// The pass of texts that others are compared with, within a micro-step: it goes forward before the
/// one of the others, and backward behind it.
template <class Stage>
class AnchorWalk : UnitWalk<Stage>
{
    using Base = UnitWalk<Stage>;
    using Base::m_layers;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

public:
    AnchorWalk(const StepModules &modules, Stage &stage)
        : Base(modules, stage)
    { }

    void forward()
    {
        m_stage.tell([](Policy &policy) { policy.beginPass(); });
        const double masks = maskBytes(m_settings);
        m_stage.change(Held::Earlier, tableBytes(m_settings) + masks);
        m_stage.change(Held::Locals, lookedUpBytes(m_settings, m_modules.checkpoints()));
        Base::forward(m_modules.embedding(), this->embeddingUnit());
        this->overLayers(0, m_layers, +1, [this](int i) {
            Base::forward(m_modules.layer(i), this->layerUnit(i));
            if (i == 0)
                m_stage.change(Held::Locals, m_modules.keptByModel());
        });
        m_stage.enterLayer(-1);
        m_stage.releaseAll(Held::Locals);
        if (!m_modules.checkpoints())
            m_stage.change(Held::Earlier, -masks);
        Base::forward(m_modules.head(), this->headUnit());
        m_stage.releaseAll(Held::Cache);
        m_stage.change(Held::Referred, m_modules.handedOutBytes());
    }

    void backward()
    {
        Base::backward(m_modules.head(), this->headUnit());
        this->overLayers(
            m_modules.firstLearning(), m_layers, -1, [this](int i) { this->backwardLayer(i); });
        m_stage.enterLayer(-1);
        if (m_modules.checkpoints())
            m_stage.change(Held::Earlier, -maskBytes(m_settings));
        Base::backward(m_modules.embedding(), this->embeddingUnit());
        m_stage.releaseAll(Held::Earlier);
        this->forgetWork();
    }
};

} // namespace shardscope
