// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/recomputed.h"
#include "core/graph/referredstate.h"

#include <limits>
#include <span>

namespace shardscope {

/// Runs a tape forward and backward; the writer is told what comes and goes.
class TapeRunner : protected ReferredState
{
public:
    TapeRunner(const Tape &tape, const ProfileOptions &options, TapeTrace *trace)
        : ReferredState(tape, options, trace)
        , m_lastDeath(tape.ops.size() + 1, NoTensor)
    {
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const Tensor &tensor = tape.tensors[i];
            if (tensor.lastUse < 0 || tensor.holding == Holding::Outside)
                continue;
            auto &last = m_lastDeath[static_cast<std::size_t>(tensor.lastUse)];
            m_tensors[i].nextDeath = last;
            last = static_cast<TensorId>(i);
        }
    }

    auto run()
    {
        forward();
        backward();
        if (m_trace)
            m_trace->slotCount = slotOf(static_cast<std::int32_t>(m_gradients.size()));
        return m_write.finish();
    }

protected:
    /// Marks where execution passes from one module to another.
    void passTo(std::int32_t module, bool isBackward)
    {
        if (module == m_inModule)
            return;
        if (m_inModule >= 0)
            mark(isBackward ? Event::LeaveBackward : Event::Leave, m_inModule);
        m_inModule = module;
        if (module >= 0)
            mark(isBackward ? Event::EnterBackward : Event::Enter, module);
    }

    /// Leaves a module before it is over, if execution is there.
    void abandon(std::int32_t module)
    {
        if (module >= 0 && module == m_inModule)
            mark(Event::Abandon, std::exchange(m_inModule, -1));
    }

    void execute(std::size_t index, bool keeps)
    {
        const Op &op = m_tape.ops[index];
        passTo(op.module, false);
        nameAgain(index);
        borrow(op, false);
        for (const TensorId id : op.outputs) {
            if (id == NoTensor)
                break;
            make(id);
        }
        referTo(op);
        if (keeps)
            keep(op, index);
        if (op.isPicked)
            pick(op, !keeps);
        giveBack(op, false);
        for (TensorId id = m_lastDeath[index]; id != NoTensor; id = m_tensors[at(id)].nextDeath) {
            m_tensors[at(id)].isNamed = false;
            dropIfUnused(id);
        }
    }

    /// Selective checkpointing puts the results of an operation aside in the forward pass, and
    /// hands them to the recomputation.
    void pick(const Op &op, bool isForward)
    {
        for (const TensorId id : op.outputs) {
            if (id != NoTensor)
                m_tensors[at(id)].saves += isForward ? 1 : -1;
        }
    }

    void markView(const Op &op, Event event)
    {
        const bool detaches = m_options.isCheckpointed && !m_options.isReentrant;
        const std::int32_t parameter = op.viewed < 0 && detaches ? op.detached : op.viewed;
        if (parameter >= 0)
            mark(event, parameter);
    }

    void keep(const Op &op, std::size_t index)
    {
        keepAWhile(index);
        markView(op, Event::KeepView);
        if (packs(op))
            return pack(op, index);
        for (const TensorId id : op.saved) {
            if (id == NoTensor)
                break;
            ++m_tensors[at(id)].saves;
        }
    }

    void takeInput()
    {
        if (m_tape.input == NoTensor)
            return;
        const Tensor &input = m_tape.at(m_tape.input);
        State &state = m_tensors[at(m_tape.input)];
        state.isAlive = true;
        state.isNamed = true;
        if (input.holding == Holding::Saved || input.holding == Holding::Logits) {
            m_write.change(Holding::Working, storageOf(input), -1);
            m_write.change(input.holding, storageOf(input));
        }
    }

    void forward()
    {
        m_write.beginForward();
        takeInput();
        beginPacking();
        m_cacheIsOn = true;
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            enterRecomputed(i);
            execute(i, !m_options.isCheckpointed && !isRecomputed(i));
            leaveRecomputed(i);
        }
        passTo(-1, false);
        leaveStash();
        finishForward();
        leaveReferred();
        mark(Event::End);
    }

    /// The output, or what it is a view of.
    TensorId handedOn() const
    {
        const Tensor &output = m_tape.at(m_tape.output);
        return output.isView() ? output.base : m_tape.output;
    }

    void finishForward()
    {
        const TensorId handed = handedOn();
        const Tensor &result = m_tape.at(handed);
        m_write.handOn(storageOf(result), +1);
        if (result.holding == Holding::Logits) { // those of the next module
            m_write.change(Holding::Logits, storageOf(result), -1);
            m_write.change(Holding::Working, storageOf(result));
        }
        State &output = m_tensors[at(handed)];
        output.isNamed = false;
        output.isAlive = output.saves > 0;
        if (output.isAlive)
            moveOutput(+1);
        trace(output.isAlive ? Request::Kind::HandOverKept : Request::Kind::HandOver, handed);
        forgetCopies();
        if (m_tape.input == NoTensor)
            return;
        const double bytes = storageOf(m_tape.at(m_tape.input));
        m_write.handOn(bytes, -1);
        State &input = m_tensors[at(m_tape.input)];
        input.isNamed = holdsInput();
        dropIfUnused(m_tape.input);
        if (holdsInput() && m_tape.at(m_tape.input).holding == Holding::Working) {
            m_write.change(Holding::Working, bytes, -1);
            m_write.change(Holding::Saved, bytes);
        }
    }

    /// Between its passes an output that the tape keeps counts as the next unit's input.
    void moveOutput(int direction)
    {
        const Tensor &output = m_tape.at(handedOn());
        if (output.holding != Holding::Saved)
            return;
        m_write.change(output.holding, storageOf(output), -direction);
        if (direction > 0)
            m_write.change(Holding::Working, storageOf(output));
    }

    /// What only the cache of autocast still holds is not the tape's any more; the rest is kept.
    void forgetCopies()
    {
        m_cacheIsOn = false;
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const Tensor &tensor = m_tape.tensors[i];
            if (tensor.holding != Holding::Copies || !m_tensors[i].isAlive)
                continue;
            m_tensors[i].isNamed = false;
            if (m_tensors[i].saves > 0)
                continue;
            m_tensors[i].isAlive = false;
            trace(Request::Kind::Cache, static_cast<std::int32_t>(i));
            m_write.cache(storageOf(tensor));
            m_write.change(Holding::Copies, storageOf(tensor), -1);
        }
    }

    // Backward.

    void backward()
    {
        m_write.beginBackward();
        if (m_tensors[at(handedOn())].isAlive)
            moveOutput(-1);
        takeOutputGradient();
        takeSums();
        holdReturned(+1);
        if (isReentrant() || (m_options.holdsOutput && !m_gradients.empty()))
            ++m_gradients.front().references;
        if (isReentrant()) {
            recompute();
            mark(Event::Reentered);
        }
        for (std::size_t i = m_tape.ops.size(); i-- > 0;) {
            runAgain(i);
            backpropagate(m_tape.ops[i]);
            closeRecomputed(i);
        }
        passTo(-1, true);
        finishBackward();
        mark(Event::End);
    }

    void takeOutputGradient()
    {
        m_isBackward = true;
        m_isRecomputed = !m_options.isCheckpointed;
        const Tensor &output = m_tape.at(m_tape.output);
        if (!output.requiresGrad)
            return;
        m_tensors[at(m_tape.output)].gradient = 0; // counted already
        m_gradients.push_back({output.bytes()});
    }

    /// Of the unit, to which the caller's names refer.
    void holdReturned(int more)
    {
        for (const Given &given : m_tape.given) {
            if (!m_options.holdsReturned || given.what != Common::Returned)
                continue;
            m_tensors[at(given.tensor)].saves += more;
            if (more < 0)
                dropIfUnused(given.tensor);
        }
    }

    /// Whether a checkpoint refers to the input up to the end of the backward pass.
    bool holdsInput() const
    {
        return (m_options.isCheckpointed && keepsInput()) || m_options.holdsInput;
    }
    bool isReentrant() const
    {
        return m_options.isCheckpointed && m_options.isReentrant && !m_gradients.empty();
    }

    void finishBackward()
    {
        if (isReentrant()) {
            mark(Event::Returning);
            release(0);
            m_tensors[at(handedOn())].isNamed = false;
            dropIfUnused(handedOn());
        }
        holdReturned(-1);
        forgetPicked();
        handBack();
        handOverReferred();
        finishBringing();
        if (m_tape.input == NoTensor)
            return;
        State &input = m_tensors[at(m_tape.input)];
        if (input.gradient >= 0 && m_gradients[at(input.gradient)].summand >= 0) {
            const std::int32_t sum = newGradient(m_tape.input, m_tape.at(m_tape.input).bytes());
            m_write.note();
            release(std::exchange(input.gradient, sum));
        }
        if (input.gradient >= 0) {
            trace(Request::Kind::HandOver, slotOf(input.gradient));
            // Handed on to the module that made these logits.
            const Gradient &gradient = m_gradients[at(input.gradient)];
            if (gradient.holding == Holding::Logits) {
                m_write.change(Holding::Logits, gradient.bytes, -1);
                m_write.change(Holding::Working, gradient.bytes);
            }
        }
        input.isNamed = false;
        if (holdsInput() && input.isAlive) {
            input.isAlive = false;
            trace(Request::Kind::Drop, m_tape.input);
            m_write.change(Holding::Saved, storageOf(m_tape.at(m_tape.input)), -1);
        }
        dropIfUnused(m_tape.input);
    }

    /// Checkpointing computes a layer again.
    void recompute()
    {
        m_isRecomputed = true;
        m_cacheIsOn = true;
        bringInputBack();
        // CheckpointFunction.backward: the whole layer, whose output and incoming gradient it
        // refers to until the gradients are all there.
        for (std::size_t i = 0; m_options.isReentrant && i < m_tape.ops.size(); ++i)
            execute(i, true);
        if (!m_options.isReentrant)
            executeUpToLastKept();
        forgetAgain();
        if (!m_options.isReentrant)
            abandon(m_tape.ops[m_tape.lastKeeping()].module);
        passTo(-1, false);
        m_cacheIsOn = false;
        for (std::size_t i = 0; i < m_tensors.size(); ++i) {
            const auto id = static_cast<TensorId>(i);
            const bool isOutput = m_options.isReentrant && id == handedOn();
            if (id == m_tape.input || isOutput || !m_tensors[i].isAlive)
                continue;
            m_tensors[i].isNamed = false;
            dropIfUnused(id);
        }
    }

    /// What was put aside of operations that did not run again goes with the checkpoint, which the
    /// last of the layer's saved tensors lets go of.
    void forgetPicked()
    {
        for (std::size_t i = m_executedAgain; i < m_tape.ops.size(); ++i) {
            if (!m_tape.ops[i].isPicked)
                continue;
            pick(m_tape.ops[i], false);
            for (const TensorId id : m_tape.ops[i].outputs) {
                if (id != NoTensor)
                    dropIfUnused(id);
            }
        }
    }

    /// Non-reentrant checkpointing waits until the first kept tensor is asked for, and stops as
    /// soon as the last one is there (torch.utils.checkpoint, early stop).
    void executeUpToLastKept()
    {
        const std::size_t stop = m_tape.lastKeeping();
        for (std::size_t i = 0; i < stop; ++i)
            execute(i, true);
        const Op &last = m_tape.ops[stop];
        m_executedAgain = stop;
        if (last.savesOutput() || last.savesLate) {
            execute(stop, true);
            ++m_executedAgain;
        } else {
            keep(last, stop);
        }
    }

    // Parts that are computed again by themselves (Megatron-Core 0.20 tensor_parallel/random.py,
    // CheckpointFunction and CheckpointWithoutOutput).

    /// A checkpoint runs all of it again, whatever parts it has.
    std::span<const Recomputed> parts() const
    {
        return m_options.isCheckpointed ? std::span<const Recomputed>() : m_tape.recomputed;
    }
    bool isRecomputed(std::size_t op) const
    {
        return std::any_of(parts().begin(), parts().end(),
            [op](const Recomputed &part) { return part.holds(static_cast<std::int32_t>(op)); });
    }

    void enterRecomputed(std::size_t op)
    {
        for (const Recomputed &part : parts()) {
            if (at(part.begin) != op)
                continue;
            for (const TensorId id : givenTo(m_tape, part))
                ++m_tensors[at(id)].saves;
        }
    }
    void leaveRecomputed(std::size_t op)
    {
        for (const Recomputed &part : parts()) {
            if (part.discardedBehind == static_cast<std::int32_t>(op))
                forMade(m_tape, part, [this](TensorId id) { discard(id); });
        }
    }
    /// Its storage goes, whoever refers to it.
    void discard(TensorId id)
    {
        State &state = m_tensors[at(id)];
        if (!std::exchange(state.isAlive, false))
            return;
        m_write.change(m_tape.at(id).holding, storageOf(m_tape.at(id)), -1);
        trace(Request::Kind::Drop, id);
    }
    void runAgain(std::size_t op)
    {
        for (const Recomputed &part : parts()) {
            if (at(part.wantedBy()) == op) {
                passTo(-1, true);
                for (std::int32_t i = part.begin; i < part.end; ++i)
                    execute(at(i), true);
                passTo(-1, false);
            }
            // The backward pass of the part is a call, which refers to the gradients it is given.
            if (at(part.end - 1) == op)
                forMade(m_tape, part, [this](TensorId id) { refer(m_tensors[at(id)].gradient); });
        }
    }
    void refer(std::int32_t gradient)
    {
        if (gradient >= 0)
            m_referred.push_back(passOn(gradient));
    }
    void closeRecomputed(std::size_t op)
    {
        for (const Recomputed &part : parts()) {
            if (at(part.begin) != op)
                continue;
            for (const std::int32_t gradient : std::exchange(m_referred, {}))
                release(gradient);
            forMade(m_tape, part, [this](TensorId id) {
                m_tensors[at(id)].isNamed = false;
                dropIfUnused(id);
            });
            for (const TensorId id : givenTo(m_tape, part)) {
                --m_tensors[at(id)].saves;
                dropIfUnused(id);
            }
        }
    }

    void backpropagate(const Op &op)
    {
        const std::int32_t given = gradientGivenTo(op);
        if (given < 0)
            return releaseSaved(op);
        if (!m_isRecomputed && (op.savesInputs || op.savesOutput())) {
            abandon(op.module);
            recompute();
        }
        passTo(op.module, true);
        bringBack(op);
        if (op.overwritesSaved)
            releaseSaved(op);
        std::array<std::int32_t, Op::InputCount> made{};
        made.fill(-1);
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (op.inputs[i] == NoTensor || !m_tape.at(op.inputs[i]).requiresGrad)
                continue;
            made[i] = op.gradients[i] == 0
                ? passOn(given)
                : newGradient(op.inputs[i], isAdded(op.inputs[i]) ? 0 : op.gradients[i]);
        }
        borrow(op, true);
        giveBack(op, true);
        // What a non-reentrant checkpoint has computed again only the node's own code refers to;
        // else the engine looks at the node's results first (autograd/engine.cpp, call_function).
        const bool forgetsFirst = (m_options.isCheckpointed && !m_options.isReentrant) || packs(op);
        if (!op.overwritesSaved && forgetsFirst)
            releaseSaved(op);
        borrowForSums(op);
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (made[i] >= 0 && !isAdded(op.inputs[i]))
                made[i] = fitted(made[i], op.inputs[i], op.gradients[i] != 0);
        }
        for (const TensorId id : op.outputs) {
            if (id != NoTensor && m_tensors[at(id)].gradient >= 0)
                release(m_tensors[at(id)].gradient);
        }
        if (!op.overwritesSaved && !forgetsFirst)
            releaseSaved(op);
        endBringing();
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            if (made[i] >= 0)
                deliver(op.inputs[i], made[i], m_tape.isCompiled && op.product >= 0);
        }
    }

    /// The first of an operation's outputs that has one.
    std::int32_t gradientGivenTo(const Op &op) const
    {
        for (const TensorId id : op.outputs) {
            if (id != NoTensor && m_tensors[at(id)].gradient >= 0)
                return m_tensors[at(id)].gradient;
        }
        return -1;
    }

    /// Whether a parameter's gradient never is a tensor.
    bool isAdded(TensorId id) const
    {
        const std::int32_t parameter = m_tape.at(id).parameter;
        return parameter >= 0 && m_tape.parameters[at(parameter)].isAdded;
    }
    /// Whether a parameter's gradient is a view of what was computed.
    bool isViewed(TensorId id) const
    {
        const std::int32_t parameter = m_tape.at(id).parameter;
        return parameter >= 0 && m_tape.parameters[at(parameter)].gradientParts > 1;
    }
    /// A gradient is reduced or cast to its input where that is smaller or of another dtype.
    std::int32_t fitted(std::int32_t slot, TensorId id, bool isOwn)
    {
        const double bytes = m_tape.at(id).bytes();
        if (!isOwn || isViewed(id)
            || storageBytes(m_gradients[at(slot)].bytes) == storageBytes(bytes))
            return slot;
        const std::int32_t smaller = newGradient(id, bytes);
        m_write.note();
        release(slot);
        return smaller;
    }

    void releaseSaved(const Op &op)
    {
        if (!m_isRecomputed)
            return;
        markView(op, Event::DropView);
        if (op.keepsCommon >= 0 && !m_options.isCheckpointed)
            mark(Event::LetGo, op.keepsCommon);
        for (const TensorId id : op.saved) {
            if (id == NoTensor)
                break;
            if (!isHeldBy(op, id))
                continue;
            --m_tensors[at(id)].saves;
            dropIfUnused(id);
        }
    }

    /// `waits`: the sum is computed by the kernel that reads it.
    void deliver(TensorId id, std::int32_t slot, bool waits = false)
    {
        if (const std::int32_t parameter = m_tape.at(id).parameter; parameter >= 0) {
            m_write.note();
            release(slot);
            joinTied(m_tape.parameters[at(parameter)]);
            mark(Event::Gradient, parameter);
            return;
        }
        std::int32_t &sum = m_tensors[at(id)].gradient;
        if (sum < 0 && joinSum(id, slot))
            return;
        if (sum < 0) {
            sum = slot;
            return;
        }
        if (waits) {
            m_gradients[at(slot)].summand = std::exchange(m_gradients[at(sum)].summand, slot);
            return;
        }
        const bool inPlace = m_options.addsInPlace && m_gradients[at(sum)].references == 1;
        if (inPlace) {
            m_write.note();
            release(slot);
            return;
        }
        const std::int32_t added = newGradient(id, m_gradients[at(sum)].bytes);
        m_write.note();
        release(sum);
        release(slot);
        sum = added;
    }

    /// A tied table's gradients meet in one buffer.
    void joinTied(const Parameter &parameter)
    {
        if (!parameter.isShared
            || (parameter.meetsHead ? m_options.joinsTiedInPlace : m_options.addsInPlace))
            return;
        const double bytes = shardscope::bytesOf(parameter.elements, parameter.dtype);
        m_write.change(Holding::Working, bytes, 2);
        m_write.note();
        m_write.change(Holding::Working, bytes, -2);
    }

    std::vector<TensorId> m_lastDeath; ///< for each operation, a list through State::nextDeath
    std::vector<std::int32_t> m_referred; ///< by the backward pass of a part that ran again
    std::int32_t m_inModule = -1;
    bool m_isRecomputed = true;
    /// Operations before it ran in the recomputation, where that stopped early.
    std::size_t m_executedAgain = std::numeric_limits<std::size_t>::max();
};

} // namespace shardscope
