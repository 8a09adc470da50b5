// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/kernelscratch.h"
#include "core/graph/levelwriter.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace shardscope {

/// What a run of a tape holds at the moment: which tensors and gradients are there, and how many
/// refer to each. The writer is told what comes and goes, the trace each request.
class RunState
{
protected:
    RunState(const Tape &tape, const ProfileOptions &options, TapeTrace *trace)
        : m_tape(tape)
        , m_options(options)
        , m_trace(trace)
        , m_write(tape)
        , m_tensors(tape.tensors.size())
    {
        m_gradients.reserve(m_tensors.size());
    }

    struct State
    {
        TensorId nextDeath = NoTensor; ///< another tensor that dies after the same operation
        std::int32_t saves = 0; ///< operations that keep it
        std::int32_t gradient = -1; ///< slot
        bool isAlive = false;
        bool isNamed = false; ///< the forward pass still refers to it
    };
    struct Gradient
    {
        double bytes{};
        Holding holding = Holding::Working;
        std::int32_t references = 1;
        std::int32_t summand = -1; ///< slot of another one, to be summed up with it
        std::optional<Common> joins{}; ///< the sum of other units' gradients, when it goes here
    };

    static std::size_t at(TensorId id) { return static_cast<std::size_t>(id); }

    void trace(Request::Kind kind, std::int32_t slot, double bytes = {})
    {
        if (m_trace)
            writeDown(kind, slot, bytes);
    }
    void writeDown(Request::Kind kind, std::int32_t slot, double bytes)
    {
        auto &requests = m_isBackward ? m_trace->backward : m_trace->forward;
        requests.push_back({kind, slot, storageBytes(bytes)});
    }
    /// What the operation needs while it is at work.
    void borrow(const Op &op, bool isBackward, int times = 1)
    {
        if (isBackward && op.kind == OpKind::Lookup)
            borrow(tableScratch(op), times);
        if (!op.borrows)
            return;
        const auto index = static_cast<std::int32_t>(&op - m_tape.ops.data());
        for (const Scratch &piece : scratchOf(m_tape.scratch, index)) {
            if (piece.isBackward == isBackward)
                borrow(piece.bytes, times);
        }
    }
    void borrow(double bytes, int times)
    {
        if (bytes <= 0)
            return;
        if (times > 0)
            trace(Request::Kind::Borrow, -1, bytes);
        m_write.change(Holding::Working, bytes, times);
    }
    /// Of the kernels that sum up what has the result's shape to a bias or a weight that all rows
    /// share.
    double scratchOfSums(const Op &op) const
    {
        if (m_options.residentThreads <= 0)
            return 0;
        switch (op.kind) {
        case OpKind::Product: // a bias
            return isWanted(op.inputs[2]) ? scratchOfSum(op, op.inputs[2]) : 0;
        case OpKind::Pointwise:
            return weightScratch(op);
        default:
            return 0;
        }
    }
    bool isWanted(TensorId id) const { return id != NoTensor && m_tape.at(id).requiresGrad; }
    /// Of the kernel that makes a table's gradient.
    double tableScratch(const Op &op) const
    {
        const bool isTable = isWanted(op.inputs[0]) && m_tape.at(op.inputs[0]).parameter >= 0;
        if (m_options.residentThreads <= 0 || !isTable)
            return 0;
        const Tensor &table = m_tape.at(op.inputs[0]);
        const double rows = m_tape.parameters[at(table.parameter)].rows;
        const double width = table.elements / rows;
        return lookupScratch(m_tape.at(op.outputs[0]).elements / width, rows, width);
    }
    double scratchOfSum(const Op &op, TensorId id) const
    {
        const double columns = m_tape.at(id).elements;
        return sumScratch(
            m_tape.at(op.outputs[0]).elements / columns, columns, m_options.residentThreads);
    }
    double weightScratch(const Op &op) const
    {
        double most = 0;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            const TensorId id = op.inputs[i];
            const bool isSummed = isWanted(id) && m_tape.at(id).isOfWeights
                && op.gradients[i] > m_tape.at(id).bytes();
            if (isSummed)
                most = std::max(most, scratchOfSum(op, id));
        }
        return most;
    }
    /// The engine sums gradients up to the shapes of what they belong to.
    void borrowForSums(const Op &op)
    {
        const double bytes = scratchOfSums(op);
        if (bytes <= 0)
            return;
        borrow(bytes, 1);
        m_write.note();
        trace(Request::Kind::Return, -1);
        borrow(bytes, -1);
    }
    void giveBack(const Op &op, bool isBackward)
    {
        m_write.note();
        trace(Request::Kind::Return, -1);
        borrow(op, isBackward, -1);
    }
    /// Nothing where the storage is another tensor's.
    static double storageOf(const Tensor &tensor) { return tensor.isView() ? 0.0 : tensor.bytes(); }
    std::int32_t slotOf(std::int32_t gradient) const
    {
        return static_cast<std::int32_t>(m_tape.tensors.size()) + gradient;
    }

    void mark(Event event, std::int32_t index = -1)
    {
        m_write.mark(event, index);
        trace(Request::Kind::Mark, -1);
    }

    void make(TensorId id)
    {
        State &state = m_tensors[at(id)];
        const bool isThere = std::exchange(state.isAlive, true);
        state.isNamed = true;
        if (isThere)
            return;
        const double bytes = storageOf(m_tape.at(id));
        m_write.change(m_tape.at(id).holding, bytes);
        trace(Request::Kind::Make, id, bytes);
    }
    void dropIfUnused(TensorId id)
    {
        State &state = m_tensors[at(id)];
        const bool isCached = m_cacheIsOn && m_tape.at(id).holding == Holding::Copies;
        if (!state.isAlive || state.isNamed || state.saves > 0 || isCached)
            return;
        state.isAlive = false;
        m_write.change(m_tape.at(id).holding, storageOf(m_tape.at(id)), -1);
        trace(Request::Kind::Drop, id);
    }

    /// A recomputation that stops early leaves the functions that referred to the graph.
    void keepAWhile(std::size_t index)
    {
        if (m_tape.keptAWhile.empty())
            return;
        const bool stops = m_isBackward && m_options.isCheckpointed && !m_options.isReentrant
            && index == m_tape.lastKeeping();
        for (const KeptAWhile &kept : m_tape.keptAWhile) {
            if (at(kept.from) == index)
                ++m_tensors[at(kept.tensor)].saves;
            const bool isLeft = stops && at(kept.from) <= index && index < at(kept.until);
            if (at(kept.until) != index && !isLeft)
                continue;
            --m_tensors[at(kept.tensor)].saves;
            dropIfUnused(kept.tensor);
        }
    }

    /// Gradients of logits are counted with them.
    std::int32_t newGradient(TensorId id, double bytes)
    {
        const bool isLogits = m_tape.at(id).holding == Holding::Logits;
        m_gradients.push_back({bytes, isLogits ? Holding::Logits : Holding::Working});
        m_write.change(m_gradients.back().holding, bytes);
        const auto slot = static_cast<std::int32_t>(m_gradients.size() - 1);
        trace(Request::Kind::Make, slotOf(slot), bytes);
        return slot;
    }
    void release(std::int32_t slot)
    {
        Gradient &gradient = m_gradients[at(slot)];
        if (--gradient.references > 0)
            return;
        m_write.change(gradient.holding, gradient.bytes, -1);
        trace(Request::Kind::Drop, slotOf(slot));
        if (gradient.summand >= 0)
            release(gradient.summand);
        if (gradient.joins)
            mark(Event::Joined, static_cast<std::int32_t>(*gradient.joins));
    }
    /// It becomes part of a sum that is no more the tape's. Where it is another tensor's gradient
    /// as well, it stays one tensor until that has been used.
    void join(std::int32_t slot, Common what)
    {
        m_gradients[at(slot)].joins = what;
        release(slot);
    }

    std::int32_t passOn(std::int32_t slot)
    {
        ++m_gradients[at(slot)].references;
        return slot;
    }

    const Tape &m_tape;
    const ProfileOptions &m_options;
    TapeTrace *m_trace = nullptr;
    LevelWriter m_write;
    std::vector<State> m_tensors;
    std::vector<Gradient> m_gradients;
    bool m_cacheIsOn = false;
    bool m_isBackward = false;
};

} // namespace shardscope
