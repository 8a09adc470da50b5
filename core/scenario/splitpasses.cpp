// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/scenario/splitpasses.h"

#include <algorithm>
#include <array>
#include <deque>

namespace shardscope {

namespace {

/// Writes passes down, each with the next micro-batch of its kind and chunk.
class Passes
{
public:
    void forward(int chunk) { m_all.push_back({chunk, m_forward[at(chunk)]++, false}); }
    void inputs(int chunk)
    {
        const StageOp pass{chunk, m_backward[at(chunk)]++, true, BackwardPart::Inputs};
        m_all.push_back(pass);
        m_waiting.push_back(pass);
    }
    void whole(int chunk) { m_all.push_back({chunk, m_backward[at(chunk)]++, true}); }
    /// Of the pass for inputs that has waited longest; nothing where none waits.
    void weights()
    {
        if (!m_waiting.empty())
            write(m_waiting.begin());
    }
    void weightsOf(int chunk)
    {
        const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
            [chunk](const StageOp &pass) { return pass.chunk == chunk; });
        if (found != m_waiting.end())
            write(found);
    }
    bool hasWaiting() const { return !m_waiting.empty(); }
    int forwards(int chunk) const { return m_forward[at(chunk)]; }

    std::vector<StageOp> all() && { return std::move(m_all); }
    /// Without micro-batches that there are not.
    std::vector<StageOp> upTo(int microBatches) &&
    {
        std::erase_if(
            m_all, [microBatches](const StageOp &pass) { return pass.microBatch >= microBatches; });
        return std::move(m_all);
    }

private:
    static std::size_t at(int chunk) { return static_cast<std::size_t>(chunk); }
    void write(std::deque<StageOp>::iterator pass)
    {
        pass->part = BackwardPart::Weights;
        m_all.push_back(*pass);
        m_waiting.erase(pass);
    }

    std::vector<StageOp> m_all;
    std::deque<StageOp> m_waiting; ///< passes for inputs whose weights have no gradients yet
    std::array<int, 2> m_forward{};
    std::array<int, 2> m_backward{};
};

/// ScheduleInterleavedZeroBubble (ZB1P of Qi et al. 2024): interleaved 1F1B with half the warm-up;
/// gradients of weights lag behind those of inputs by as many passes as there are stages before.
std::vector<StageOp> interleaved(const PipelineOrder &order, int stages, int stage)
{
    const int warmUp = order.warmUp(stages, stage);
    std::vector<StageOp> passes;
    const auto add = [&](int number, bool isBackward, BackwardPart part) {
        const PipelinePlace place = order.at(stages, isBackward, number);
        passes.push_back({place.chunk, place.microBatch, isBackward, part});
    };
    for (int i = 0; i < order.passes() + warmUp; ++i) {
        if (i < order.passes())
            add(i, false, BackwardPart::Whole);
        if (i < warmUp)
            continue;
        add(i - warmUp, true, BackwardPart::Inputs);
        if (i - warmUp >= stage)
            add(i - warmUp - stage, true, BackwardPart::Weights);
    }
    for (int i = std::max(0, order.passes() - stage); i < order.passes(); ++i)
        add(i, true, BackwardPart::Weights);
    return passes;
}

/// ScheduleZBVZeroBubble: both chunks in turn, each forward, for inputs and for weights, until all
/// are forward; then weights wait for the gradients of inputs. It is written for enough
/// micro-batches to fill the pipeline, and those that there are not are left out.
std::vector<StageOp> zeroBubbleV(const PipelineOrder &order, int stages, int stage)
{
    const int microBatches = std::max(2 * stages - 1, order.microBatches);
    Passes passes;
    const auto backward = [&passes](int chunk) {
        passes.inputs(chunk);
        passes.weightsOf(chunk);
    };
    for (int i = 0; i < 2 * (stages - stage) - 1; ++i)
        passes.forward(0);
    for (int i = 0; i < stage; ++i) {
        passes.forward(1);
        passes.forward(0);
    }
    for (int i = 0; i < stages - stage; ++i) {
        passes.forward(1);
        backward(1);
    }
    while (passes.forwards(1) < passes.forwards(0) || passes.forwards(0) < microBatches) {
        if (passes.forwards(0) < microBatches)
            passes.forward(0);
        backward(0);
        passes.forward(1);
        backward(1);
    }
    for (int i = 0; i < stage; ++i) {
        passes.inputs(0);
        passes.inputs(1);
    }
    for (int i = 0; i < stages - stage; ++i) {
        passes.inputs(0);
        passes.weightsOf(0);
    }
    for (const int chunk : {1, 0}) {
        for (int i = 0; i < stages; ++i)
            passes.weightsOf(chunk);
    }
    return std::move(passes).upTo(order.microBatches);
}

/// ScheduleDualPipeV. Passes that it lays over each other run one after the other, unless somebody
/// replaces them.
std::vector<StageOp> dualPipeV(const PipelineOrder &order, int stages, int stage)
{
    Passes passes;
    const int behind = stages - stage - 1;
    for (int i = 0; i < 2 * behind; ++i)
        passes.forward(0);
    for (int i = 0; i <= stage; ++i) {
        passes.forward(0);
        passes.forward(1);
    }
    for (int i = 0; i < behind; ++i) {
        passes.inputs(1);
        passes.weights();
        passes.forward(1);
    }
    for (int i = 0; i < order.microBatches - 2 * stages + stage + 1; ++i) {
        passes.forward(0);
        passes.whole(1);
        passes.forward(1);
        passes.whole(0);
    }
    for (int i = 0; i < behind; ++i) {
        passes.whole(1);
        passes.forward(1);
        passes.whole(0);
    }
    // The second half leaves weights for the end.
    const int half = (stage + 1) / 2;
    bool isSplit = false;
    const auto backward = [&](int chunk) { isSplit ? passes.inputs(chunk) : passes.whole(chunk); };
    for (int i = 0; i <= stage; ++i) {
        isSplit = isSplit || (i == half && stage % 2 == 1);
        backward(1);
        isSplit = isSplit || (i == half && stage % 2 == 0);
        backward(0);
    }
    for (int i = 0; i < behind; ++i) {
        passes.weights();
        backward(0);
    }
    while (passes.hasWaiting())
        passes.weights();
    return std::move(passes).all();
}

} // namespace

std::vector<StageOp> splitPassesOf(const PipelineOrder &order, int stages, int stage)
{
    if (order.kind == PipelineKind::ZeroBubble)
        return interleaved(order, stages, stage);
    const bool fills = order.microBatches >= 2 * stages;
    return order.kind == PipelineKind::DualPipeV && fills ? dualPipeV(order, stages, stage)
                                                          : zeroBubbleV(order, stages, stage);
}

} // namespace shardscope
