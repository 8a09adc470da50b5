// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/stagepasses.h"
#include "core/step/unitwalk.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace shardscope {

/// What walks have in common that go through the passes of a stage chunk by chunk.
template <class Stage>
class ChunkWalk : protected UnitWalk<Stage>
{
protected:
    using Base = UnitWalk<Stage>;
    using Base::m_modules;
    using Base::m_settings;
    using Base::m_stage;

    ChunkWalk(const StepModules &modules, const PipelineOrder &order, Stage &stage)
        : Base(modules, stage)
        , m_passes(passesOfStage(modules.settings().cut.stage, order))
        , m_stream(modules.settings().streamBytes())
    { }

    bool isOfLastMicroBatch(const StageOp &pass) const
    {
        return pass.microBatch == m_passes.back().microBatch;
    }
    /// The wire hears the first micro-batch, one of those like the second, and the last.
    void hear(const StageOp &pass)
    {
        const bool isLast = isOfLastMicroBatch(pass);
        m_stage.enterMicroStep(
            isLast ? std::min(pass.microBatch, 2) : std::min(pass.microBatch, 1));
        m_stage.listen(isLast || pass.microBatch <= 1 ? 1 : 0);
    }

    bool isStart(const StageOp &pass) const
    {
        return pass.chunk == 0 && m_settings.cut.stage.hasEmbedding;
    }
    bool isEnd(const StageOp &pass) const
    {
        return pass.chunk == m_settings.cut.chunks - 1 && m_settings.cut.stage.hasHead;
    }

    /// The first layer of the pass's chunk, and the one behind it.
    std::pair<int, int> layersOf(const StageOp &pass) const
    {
        const int each = m_modules.layersOfChunk();
        const int first = std::min(pass.chunk * each, m_modules.layers());
        const bool isLast = pass.chunk == m_settings.cut.chunks - 1;
        // More chunks than layers are refused, but a slider goes through them.
        return {first, isLast ? m_modules.layers() : std::min(first + each, m_modules.layers())};
    }
    template <class Run>
    void overChunk(const StageOp &pass, const Run &run)
    {
        overChunk(pass, pass.isBackward ? -1 : +1, run);
    }
    template <class Run>
    void overChunk(const StageOp &pass, int direction, const Run &run)
    {
        const auto [first, end] = layersOf(pass);
        Base::overLayers(first, end, direction, run);
        m_stage.enterLayer(-1);
    }

    std::vector<StageOp> m_passes;
    double m_stream; ///< bytes of the residual stream
};

} // namespace shardscope
