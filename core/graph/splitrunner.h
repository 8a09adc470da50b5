// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/taperunner.h"

#include <vector>

namespace shardscope {

/// Runs a tape's backward pass in two parts, as torch 2.14 does (distributed/pipelining/
/// _backward.py): gradients of inputs first (stage_backward_input), those of weights in a pass of
/// their own (stage_backward_weight).
///
/// The first part keeps the graph: with it all that the forward pass has kept, and the gradient of
/// each output from which a weight's gradient will be made. The second part begins at these
/// outputs, one after the other, and lets go of what each of them has kept; the rest of the graph
/// hangs on the last of them. What a checkpoint computes again for one weight is another graph
/// task's than the next one's (torch.utils.checkpoint, _recomputation_hook): each task's copy of a
/// tensor stays as long as the operations that keep it.
class SplitRunner : TapeRunner
{
public:
    SplitRunner(const Tape &tape, const ProfileOptions &options)
        : TapeRunner(tape, options, nullptr)
        , m_leads(tape.tensors.size())
        , m_isDone(tape.ops.size())
        , m_given(tape.ops.size(), -1)
    {
        m_leads[at(tape.input)] = tape.at(tape.input).requiresGrad;
        for (const Op &op : tape.ops) {
            if (!comesFromInput(op))
                continue;
            for (const TensorId id : op.outputs) {
                if (id != NoTensor)
                    m_leads[at(id)] = true;
            }
        }
    }

    void addTo(Profile &profile)
    {
        forward();
        const Holdings kept = m_write.kept();
        inputs();
        const Holdings after = m_write.level();
        profile.keepsOutputGradient
            = m_tape.at(m_tape.output).requiresGrad && m_gradients.front().references > 0;
        dropBeyondWeights();
        for (std::size_t i = 0; i < HoldingCount; ++i) {
            profile.keptForInputs[i] = after[i] - m_write.level()[i];
            profile.keptForWeights[i] = kept[i] + m_write.level()[i];
        }
        auto &working = profile.keptForWeights[static_cast<std::size_t>(Holding::Working)];
        working += outputGradient() - inputGradient();
        weights();
        for (std::size_t i = 0; i < HoldingCount; ++i)
            profile.keptToEnd[i] = profile.keptForWeights[i] + m_write.level()[i];
        Profile made = m_write.finish();
        profile.inputs = std::move(made.inputs);
        profile.weights = std::move(made.weights);
    }

private:
    /// Whether what the operation makes depends on the tape's input.
    bool comesFromInput(const Op &op) const
    {
        return std::any_of(op.inputs.begin(), op.inputs.end(),
            [this](TensorId id) { return id != NoTensor && m_leads[at(id)]; });
    }
    bool isWeight(TensorId id) const
    {
        return id != NoTensor && m_tape.at(id).requiresGrad && !m_leads[at(id)];
    }
    bool isOfInput(TensorId id) const
    {
        return id != NoTensor && m_tape.at(id).requiresGrad && m_leads[at(id)];
    }
    double outputGradient() const
    {
        const Tensor &output = m_tape.at(m_tape.output);
        return output.requiresGrad ? storageBytes(storageOf(output)) : 0;
    }
    double inputGradient() const
    {
        const std::int32_t slot = m_tensors[at(m_tape.input)].gradient;
        return slot < 0 ? 0 : storageBytes(m_gradients[at(slot)].bytes);
    }

    void inputs()
    {
        m_write.beginInputs();
        takeOutputGradient();
        for (std::size_t i = m_tape.ops.size(); i-- > 0;)
            differentiate(i);
        passTo(-1, true);
        mark(Event::End);
    }

    void differentiate(std::size_t index)
    {
        const Op &op = m_tape.ops[index];
        const std::int32_t given = gradientGivenTo(op);
        if (given < 0)
            return;
        if (!m_isRecomputed && (op.savesInputs || op.savesOutput()))
            recompute();
        passTo(op.module, true);
        std::array<std::int32_t, Op::InputCount> made{};
        made.fill(-1);
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (isWeight(op.inputs[i]))
                m_given[index] = given;
            else if (isOfInput(op.inputs[i]))
                made[i] = op.gradients[i] == 0 ? passOn(given)
                                               : newGradient(op.inputs[i], op.gradients[i]);
        }
        if (m_given[index] >= 0)
            passOn(given); // a hook of the node's keeps it
        borrow(op, true);
        giveBack(op, true);
        if (m_options.isCheckpointed)
            releaseSaved(op);
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (made[i] >= 0)
                made[i] = fitted(made[i], op.inputs[i], op.gradients[i] != 0);
        }
        for (const TensorId id : op.outputs) {
            if (id != NoTensor && m_tensors[at(id)].gradient >= 0)
                release(m_tensors[at(id)].gradient);
        }
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (made[i] >= 0)
                deliver(op.inputs[i], made[i]);
        }
    }

    /// Outputs are detached when the gradients of inputs are there: nothing else holds the graph
    /// behind the last weight.
    void dropBeyondWeights()
    {
        for (std::size_t i = m_tape.ops.size(); m_options.isTop && i-- > 0;) {
            if (m_given[i] >= 0)
                return;
            releaseSaved(m_tape.ops[i]);
        }
    }

    void weights()
    {
        m_write.beginWeights();
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            if (m_given[i] >= 0)
                makeWeights(i);
        }
        mark(Event::End);
    }

    void makeWeights(std::size_t index)
    {
        const Op &op = m_tape.ops[index];
        if (m_options.isCheckpointed)
            recomputeAgain();
        std::array<std::int32_t, Op::InputCount> made{};
        made.fill(-1);
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (isWeight(op.inputs[i]))
                made[i] = newGradient(op.inputs[i], op.gradients[i]);
        }
        m_write.note();
        releaseSaved(op);
        m_isDone[index] = true;
        for (Copy &copy : m_copies)
            forget(copy, op);
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (made[i] >= 0)
                deliver(op.inputs[i], fitted(made[i], op.inputs[i], true));
        }
        release(m_given[index]);
        if (m_options.isCheckpointed)
            leaveBehind();
    }

    /// Operations whose weights have their gradients keep nothing any more.
    void recomputeAgain()
    {
        m_isRecomputed = true;
        const std::size_t stop = m_tape.lastKeeping();
        for (std::size_t i = 0; i < stop; ++i)
            execute(i, !m_isDone[i]);
        const Op &last = m_tape.ops[stop];
        if (last.savesOutput() || last.savesLate)
            execute(stop, !m_isDone[stop]);
        else if (!m_isDone[stop])
            keep(last, stop);
        passTo(-1, false);
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const auto id = static_cast<TensorId>(i);
            if (id == m_tape.input || !m_tensors[i].isAlive)
                continue;
            m_tensors[i].isNamed = false;
            dropIfUnused(id);
        }
    }

    /// What was computed again for one weight, and how many operations keep each tensor of it.
    using Copy = std::vector<std::int32_t>;
    void leaveBehind()
    {
        Copy &copy = m_copies.emplace_back(m_tensors.size(), 0);
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            if (static_cast<TensorId>(i) == m_tape.input)
                continue;
            if (std::exchange(m_tensors[i].isAlive, false))
                copy[i] = m_tensors[i].saves;
            m_tensors[i].saves = 0;
        }
    }
    void forget(Copy &copy, const Op &op)
    {
        for (const TensorId id : op.saved) {
            if (id == NoTensor)
                break;
            if (copy[at(id)] > 0 && --copy[at(id)] == 0)
                m_write.change(m_tape.at(id).holding, storageOf(m_tape.at(id)), -1);
        }
    }

    std::vector<bool> m_leads; ///< by tensor: its gradient leads to that of the input
    std::vector<Copy> m_copies; ///< of what checkpoints make again
    std::vector<bool> m_isDone; ///< by operation: the gradients of its weights are there
    std::vector<std::int32_t> m_given; ///< by operation: the gradient that waits for its weights
};

} // namespace shardscope
