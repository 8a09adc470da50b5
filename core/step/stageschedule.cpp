// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/stageschedule.h"

#include "core/step/stagepasses.h"

#include <algorithm>

namespace shardscope {

StageSchedule::StageSchedule(const StepModules &modules, const PipelineOrder &order)
    : m_modules(modules)
    , m_settings(modules.settings())
    , m_microBatches(order.microBatches)
{
    if (m_settings.isMegatron() && m_settings.attention == Attention::Eager)
        m_masks = mostMasks(order);
    if (stage().stages <= 1)
        return;
    double kept = 0;
    for (int i = 0; i < modules.layers(); ++i)
        kept += modules.keptBy(i);
    if (modules.embedding().exists())
        kept += modules.embedding().keptBytes();
    m_inFlight = (order.inFlight(stage().stages, stage().index) - 1) * kept;
}

// fusions/fused_softmax.py, forward_torch_softmax: the first and the last chunk of the model get a
// mask with each micro-batch, the layers of others make one each (get_default_causal_mask, which is
// not cached). masked_fill_ keeps it for the backward pass; a checkpoint keeps those that it was
// given (tensor_parallel/random.py, CheckpointFunction), and makes the others anew.
double StageSchedule::maskOfChunk(int chunk) const
{
    if (m_settings.attention != Attention::Eager)
        return 0;
    if (isGiven(chunk))
        return m_settings.batch * oneMask();
    const int first = chunk * m_modules.layersOfChunk();
    double held = 0;
    for (int i = first; i < first + m_modules.layersOfChunk(); ++i)
        held += m_modules.isWhole(i) ? oneMask() : 0;
    return held;
}

double StageSchedule::maskAtWork(int layer) const
{
    const int chunk = std::min(layer / m_modules.layersOfChunk(), cut().chunks - 1);
    const bool isThere = isGiven(chunk) || m_modules.isWhole(layer);
    return m_settings.attention == Attention::Eager && !isThere ? oneMask() : 0;
}

bool StageSchedule::isGiven(int chunk) const
{
    return (stage().hasEmbedding && chunk == 0) || (stage().hasHead && chunk == cut().chunks - 1);
}

double StageSchedule::oneMask() const
{
    const double whole = m_settings.sequence * cut().context;
    return storageBytes(whole * whole, Dtype::Byte);
}

double StageSchedule::mostMasks(const PipelineOrder &order) const
{
    double held = 0;
    double most = oneMask(); // of the layer that runs
    for (const StageOp &pass : passesOfStage(stage(), order)) {
        held += (pass.isBackward ? -1 : 1) * maskOfChunk(pass.chunk);
        most = std::max(most, held);
    }
    return most;
}

// Megatron-Core, 1F1B in its steady state. When the next forward pass runs, local variables still
// have the gradient of the last output, and the last input with its gradient; in the backward pass
// only the latter.
double StageSchedule::held(bool isBackward) const
{
    if (stage().stages <= 1)
        return 0;
    if (m_microBatches <= stage().stages - stage().index)
        return 0;
    const int output = stage().hasHead || isBackward ? 0 : 1;
    const int input = stage().hasEmbedding ? 0 : isBackward ? 1 : 2;
    return (output + input) * received();
}

} // namespace shardscope
