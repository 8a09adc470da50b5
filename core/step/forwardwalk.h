// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/modules/scores.h"
#include "core/step/imagewalk.h"

namespace shardscope {

/// A forward pass without autograd that scores answers: the trained model before it learns from
/// them, or a reference model.
template <class Stage>
class ForwardWalk : ImageWalk<Stage>
{
    using Base = ImageWalk<Stage>;
    using Base::m_layers;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

public:
    ForwardWalk(const StepModules &modules, Stage &stage)
        : Base(modules, stage)
    { }

    void run()
    {
        m_stage.tell([](Policy &policy) { policy.beginPass(); });
        const double common = m_stage.held(Held::Common);
        this->beforeEmbedding([this] { makeTables(+1); });
        const double inFront = m_modules.bytesInFront();
        m_stage.change(Held::Locals, lookedUpBytes(m_settings, false) + m_layers * inFront);
        this->forward(m_modules.embedding(), this->embeddingUnit());
        this->behindEmbedding([this] { makeTables(+1); });
        this->overLayers(0, m_layers, +1, [this, inFront](int i) {
            m_stage.change(Held::Locals, -inFront); // the layer's own, which its tape begins with
            this->forward(m_modules.layer(i), this->layerUnit(i));
            m_stage.change(Held::States, this->returnedBy(i, StepModules::Returned::Unkept));
            if (i == 0)
                m_stage.change(Held::Locals, m_modules.keptByModel());
        });
        m_stage.releaseAll(Held::Locals);
        // With the model's own forward pass; masks are there for its final norm as well.
        makeTables(-1);
        m_stage.change(Held::Common, common - m_stage.held(Held::Common));
        dropImages();
        this->forward(m_modules.head(), this->headUnit());
        m_stage.change(Held::States, m_modules.returnedNormed(StepModules::Returned::Unkept));
        m_stage.releaseAll(Held::Cache);
        m_stage.enterLayer(-1);
        if (m_modules.scores().exists())
            this->score();
        draw();
        m_stage.change(Held::Tower, -m_modules.tower().arguments - m_modules.tower().returned);
        m_stage.tell([](Policy &policy) { policy.endPass(); });
    }

private:
    /// transformers 5.12 generation/utils.py, _sample: the last logits in fp32, and the chances of
    /// words. Those of the word before, of which the caller knows, give way one by one.
    void draw()
    {
        if (!m_settings.draws())
            return;
        const double once = drawnBytes(m_settings);
        const double cast
            = m_settings.convertsOutputs ? once - storageBytes(this->returned().bytes()) : 0;
        const double drawn = cast + (m_settings.cached.tokens > 0 ? 1 : 2) * once;
        m_stage.change(Held::Referred, drawn);
        m_stage.change(Held::Referred, -drawn);
    }

    /// There is no backward pass that would need any of what the tower made.
    void dropImages()
    {
        this->forgetFeatures();
        m_stage.change(Held::Tower, -m_modules.tower().tables - m_modules.tower().mask);
    }

    /// Makes (+1) what layers look up and add, or lets go of it again (-1).
    void makeTables(int sign)
    {
        m_stage.change(Held::Tables, sign * tableBytes(m_settings));
        m_stage.change(Held::Masks, sign * maskBytes(m_settings));
    }
};

} // namespace shardscope
