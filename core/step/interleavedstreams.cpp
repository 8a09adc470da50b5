// SPDX-License-Identifier: GPL-3.0-or-later
// Megatron-Core 0.20 (commit d98e8a64d) pipeline_parallel/schedules.py,
// forward_backward_pipelining_with_interleaving with overlap_p2p_comm and
// deallocate_pipeline_outputs, as its training script sets them: what its lists and local variables
// refer to, line by line.
#include "core/step/interleavedstreams.h"

#include "core/step/stagepasses.h"

#include <deque>
#include <memory>
#include <utility>

namespace shardscope {

namespace {

/// A tensor of the stream's size. It counts as long as it has memory that nobody counts elsewhere.
class ChunkStream
{
public:
    explicit ChunkStream(int &counted)
        : m_counted(counted)
    {
        ++m_counted;
    }
    ChunkStream(const ChunkStream &) = delete;
    ChunkStream &operator=(const ChunkStream &) = delete;
    ~ChunkStream() { m_counted -= counts(); }

    int counts() const { return !m_isFreed && !m_isInFlight ? 1 : 0; }
    void free() { set(m_isFreed, true); } ///< deallocate_output_tensor
    /// Whether it is the input of a chunk whose activations are held.
    void setInFlight(bool isInFlight) { set(m_isInFlight, isInFlight); }
    void retain(std::shared_ptr<ChunkStream> gradient) { m_gradient = std::move(gradient); }

private:
    void set(bool &state, bool value)
    {
        m_counted -= counts();
        state = value;
        m_counted += counts();
    }

    int &m_counted;
    std::shared_ptr<ChunkStream> m_gradient{}; ///< retain_grad
    bool m_isFreed = false;
    bool m_isInFlight = false;
};
using Reference = std::shared_ptr<ChunkStream>;

class Schedule
{
public:
    Schedule(const Stage &stage, const PipelineOrder &order)
        : m_stage(stage)
        , m_order(order)
        , m_chunks(static_cast<std::size_t>(order.chunks))
    { }

    std::vector<int> run()
    {
        const int passes = m_order.passes();
        const int warmUp = m_order.warmUp(m_stage.stages, m_stage.index);
        of(0).inputs.push_back(isFirst() ? nullptr : made());
        for (int k = 0; k < warmUp; ++k)
            warm(k, warmUp);
        for (int k = 0; k < passes - warmUp; ++k)
            alternate(k, k + warmUp);
        free(m_output);
        if (warmUp == passes)
            of(m_order.chunks - 1).gradients.push_back(isLast() ? nullptr : made());
        for (int k = passes - warmUp; k < passes; ++k)
            drain(k);
        return m_counts;
    }

private:
    struct Chunk
    {
        std::deque<Reference> inputs{}; ///< input_tensors, received and not yet gone backward
        std::deque<Reference> gradients{}; ///< output_tensor_grads
        Reference last{}; ///< TransformerBlock.input_tensor
        std::size_t run = 0; ///< of `inputs`, those that have gone forward
    };

    bool isFirst() const { return m_stage.index == 0; }
    bool isLast() const { return m_stage.index == m_stage.stages - 1; }
    Chunk &of(int chunk) { return m_chunks[static_cast<std::size_t>(chunk)]; }
    int chunkOf(int number, bool isBackward) const
    {
        return m_order.at(m_stage.stages, isBackward, number % m_order.passes()).chunk;
    }

    Reference made() { return std::make_shared<ChunkStream>(m_counted); }
    static void free(const Reference &output)
    {
        if (output)
            output->free();
    }

    /// The chunk that the tensor behind pass `number` is for, -1: none comes
    /// (recv_tensor_from_previous_stage).
    int receiver(int number, bool isBackward) const
    {
        const int step = isBackward ? -1 : 1;
        if (!(isBackward ? isLast() : isFirst()))
            return chunkOf(number + 1, isBackward);
        const int behind = m_stage.stages - 1;
        if (number < behind)
            return -1;
        const int chunk = chunkOf(number - behind, isBackward);
        return chunk == (isBackward ? 0 : m_order.chunks - 1) ? -1 : chunk + step;
    }

    Reference forward(int number)
    {
        const int index = chunkOf(number, false);
        Chunk &chunk = of(index);
        // The model's first chunk receives nothing. Numbers that Megatron-Core refuses (fewer
        // micro-batches than stages) are gone through all the same.
        if (chunk.inputs.size() == chunk.run)
            chunk.inputs.push_back(isFirst() && index == 0 ? nullptr : made());
        chunk.last = chunk.inputs[chunk.run++];
        if (chunk.last)
            chunk.last->setInFlight(true);
        m_counts.push_back(m_counted);
        return isLast() && index == m_order.chunks - 1 ? nullptr : made();
    }

    Reference backward(int number)
    {
        const int index = chunkOf(number, true);
        Chunk &chunk = of(index);
        if (chunk.gradients.empty())
            chunk.gradients.push_back(isLast() && index == m_order.chunks - 1 ? nullptr : made());
        const Reference input = taken(chunk.inputs);
        const Reference gradient = taken(chunk.gradients);
        --chunk.run;
        m_counts.push_back(m_counted - (gradient ? gradient->counts() : 0));
        if (!input)
            return nullptr;
        input->setInFlight(false);
        Reference inputGradient = made();
        input->retain(inputGradient);
        return inputGradient;
    }
    static Reference taken(std::deque<Reference> &queue)
    {
        Reference first = queue.front();
        queue.pop_front();
        return first;
    }

    void receiveInput(int number)
    {
        if (const int chunk = receiver(number, false); chunk >= 0)
            of(chunk).inputs.push_back(made());
    }
    void receiveGradient(int number)
    {
        if (const int chunk = receiver(number, true); chunk >= 0)
            of(chunk).gradients.push_back(made());
    }

    /// The last input that comes here is referred to by its name to the end.
    void warm(int k, int warmUp)
    {
        m_output = forward(k);
        const int chunk = k < m_order.passes() - 1 ? receiver(k, false) : -1;
        m_named = chunk >= 0 ? made() : nullptr;
        if (chunk >= 0)
            of(chunk).inputs.push_back(m_named);
        free(m_output);
        if (k == warmUp - 1 && warmUp < m_order.passes() && !isLast())
            of(m_order.chunks - 1).gradients.push_back(made());
    }

    /// The last output is freed before the next forward pass, the last input's gradient when the
    /// next one takes its name.
    void alternate(int k, int ahead)
    {
        free(m_output);
        m_output = forward(ahead);
        if (ahead < m_order.passes() - 1)
            receiveInput(ahead);
        m_gradient = backward(k);
        receiveGradient(k);
    }

    void drain(int k)
    {
        m_gradient = backward(k);
        if (k < m_order.passes() - 1)
            receiveGradient(k);
    }

    Stage m_stage;
    PipelineOrder m_order;
    int m_counted = 0; ///< streams that are referred to, and not counted elsewhere
    std::vector<int> m_counts; ///< by pass
    std::vector<Chunk> m_chunks;
    Reference m_output; ///< output_tensor
    Reference m_gradient; ///< input_tensor_grad
    Reference m_named; ///< input_tensor
};

} // namespace

std::vector<int> interleavedStreams(const Stage &stage, const PipelineOrder &order)
{
    return Schedule(stage, followedOrder(stage, order)).run();
}

} // namespace shardscope
