// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/taperunner.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace shardscope {

/// Runs a tape's backward pass in two parts, as torch 2.14 does (distributed/pipelining/
/// _backward.py): gradients of inputs first (stage_backward_input), those of weights in a pass of
/// their own (stage_backward_weight).
///
/// The first part keeps the graph: with it all that the forward pass has kept, and the gradient of
/// each output from which a weight's gradient will be made. The second part begins at these
/// outputs, one after the other, and lets go of what each of them has kept. An operation without a
/// weight stays as long as the graph leads to it from one that waits for its turn: from any of the
/// next unit's, so that in all but the last of a chunk nothing of the kind goes before the end.
/// What a checkpoint computes again for one weight is another graph task's than the next one's
/// (torch.utils.checkpoint, _recomputation_hook): each task's copy of a tensor stays as long as the
/// operations that keep it.
class SplitRunner : TapeRunner
{
public:
    /// `isLast`: no unit of the chunk comes behind.
    SplitRunner(const Tape &tape, const ProfileOptions &options, bool isLast)
        : TapeRunner(tape, options, nullptr)
        , m_isLast(isLast)
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

    void addLastTo(Profile &profile)
    {
        forward();
        inputs();
        weights();
        profile.lastWeights = m_write.finish().weights;
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
        const std::vector<std::size_t> order = inOrderOfParameters();
        std::vector<int> waiting(m_tape.ops.size());
        if (m_isLast) {
            for (const std::size_t i : order)
                addReached(i, +1, waiting);
        }
        for (const std::size_t i : order) {
            makeWeights(i);
            if (!m_isLast)
                continue;
            addReached(i, -1, waiting);
            letGo(waiting);
        }
        mark(Event::End);
    }

    /// Counts the operations that the graph leads to from this one.
    void addReached(std::size_t index, int sign, std::vector<int> &count) const
    {
        std::vector<bool> isWanted(m_tape.tensors.size()); // by tensor: its maker is reached
        const auto want = [&](const Op &op) {
            for (const TensorId id : op.inputs) {
                if (id != NoTensor && m_tape.at(id).requiresGrad)
                    isWanted[at(id)] = true;
            }
        };
        want(m_tape.ops[index]);
        for (std::size_t i = index; i-- > 0;) {
            const Op &op = m_tape.ops[i];
            const bool isReached = std::any_of(op.outputs.begin(), op.outputs.end(),
                [&](TensorId id) { return id != NoTensor && isWanted[at(id)]; });
            if (!isReached)
                continue;
            count[i] += sign;
            want(op);
        }
    }
    /// Of operations that nothing leads to any more.
    void letGo(const std::vector<int> &waiting)
    {
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            if (waiting[i] > 0 || m_isDone[i] || m_given[i] >= 0)
                continue;
            m_isDone[i] = true;
            const Op &op = m_tape.ops[i];
            if (!m_options.isCheckpointed)
                releaseSaved(op);
            for (Copy &copy : m_copies)
                forget(copy, op);
        }
    }

    /// Operations that wait for their weights, as get_param_groups lists them: in the order of
    /// module.parameters(), in which norms come last and down before up (torchtitan b5bcd76c
    /// models/llama3/model.py, models/common/feed_forward.py).
    std::vector<std::size_t> inOrderOfParameters() const
    {
        std::vector<std::size_t> order;
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            if (m_given[i] >= 0)
                order.push_back(i);
        }
        std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
            return placeOf(m_tape.ops[a]) < placeOf(m_tape.ops[b]);
        });
        return order;
    }
    std::size_t placeOf(const Op &op) const
    {
        constexpr std::array<std::string_view, 3> last{
            "up_proj", "input_layernorm", "post_attention_layernorm"};
        for (const TensorId id : op.inputs) {
            if (!isWeight(id) || m_tape.at(id).parameter < 0)
                continue;
            const auto index = static_cast<std::size_t>(m_tape.at(id).parameter);
            const auto *const found
                = std::find(last.begin(), last.end(), m_tape.parameters[index].name);
            return found == last.end() ? 0 : static_cast<std::size_t>(found - last.begin()) + 1;
        }
        return 0;
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

    bool m_isLast;
    std::vector<bool> m_leads; ///< by tensor: its gradient leads to that of the input
    std::vector<Copy> m_copies; ///< of what checkpoints make again
    std::vector<bool> m_isDone; ///< by operation: the gradients of its weights are there
    std::vector<std::int32_t> m_given; ///< by operation: the gradient that waits for its weights
};

} // namespace shardscope
