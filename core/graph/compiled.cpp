// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/compiled.h"

#include "core/graph/partition.h"

#include <algorithm>

namespace shardscope {

namespace {

std::size_t at(std::int32_t id)
{
    return static_cast<std::size_t>(id);
}

/// One kernel: what it reads and writes, and what its backward pass needs.
struct Kernel
{
    std::vector<std::int32_t> ops; ///< of the eager tape
    std::vector<TensorId> inputs;
    std::vector<TensorId> saved;
    std::vector<TensorId> beside; ///< made and kept with the result: rows' sums, masks
};

void addOnce(std::vector<TensorId> &ids, TensorId id)
{
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
        ids.push_back(id);
}

/// Puts a list where it ends at the first NoTensor; false: it does not fit.
template <class List>
bool put(const std::vector<TensorId> &ids, List &list)
{
    if (ids.size() > list.size())
        return false;
    list.fill(NoTensor);
    std::copy(ids.begin(), ids.end(), list.begin());
    return true;
}

class Fuser
{
public:
    Fuser(const Tape &eager, GraphScope scope)
        : m_eager(eager)
        , m_flow(eager)
        , m_kept(keptValues(eager, m_flow, scope))
        , m_isStored(eager.tensors.size())
        , m_isMade(eager.tensors.size())
        , m_tape(eager)
    {
        m_tape.isCompiled = true;
        m_tape.ops.clear();
        m_tape.scratch.clear();
        m_tape.keptAWhile.clear();
        if (const TensorId logits = returnedLogits(); logits != NoTensor)
            m_kept[at(logits)] = true;
        for (std::size_t i = 0; i < eager.tensors.size(); ++i) {
            const auto id = static_cast<TensorId>(i);
            m_isStored[i] = isStored(id);
            place(id);
        }
    }

    Tape fused()
    {
        for (std::size_t i = 0; i < m_eager.ops.size() && m_fits; ++i)
            emit(static_cast<std::int32_t>(i));
        while (!m_waiting.empty())
            fuseNow(m_waiting.front());
        if (!m_fits)
            return m_eager;
        limitLives();
        // A checkpoint computes a graph again as a whole.
        if (!m_tape.ops.empty())
            m_tape.ops.back().savesInputs = m_tape.ops.back().savesLate = true;
        return std::move(m_tape);
    }

private:
    const Op &opAt(std::int32_t index) const { return m_eager.ops[at(index)]; }
    bool isKept(TensorId value) const { return m_kept[at(value)]; }

    /// Where they are not what the head's product makes, they are kept beside that (as followed
    /// with torch 2.11).
    TensorId returnedLogits() const
    {
        for (const Op &op : m_eager.ops) {
            if (op.name != "log_softmax")
                continue;
            TensorId read = m_flow.valueOf(op.inputs[0]);
            const std::int32_t maker = m_flow.makerOf(read);
            if (opAt(maker).name == "cast")
                read = m_flow.valueOf(opAt(maker).inputs[0]);
            const bool isBent = m_flow.fusingOf(m_flow.makerOf(read)) == Fusing::Pointwise;
            return isBent ? read : NoTensor;
        }
        return NoTensor;
    }

    /// A row's mean, a mask: the kernel that needs it for its result writes it as well.
    bool isBeside(TensorId value) const
    {
        const std::int32_t maker = m_flow.makerOf(value);
        if (maker < 0 || m_flow.fusingOf(maker) != Fusing::Pointwise)
            return false;
        const Op &op = opAt(maker);
        return value != op.outputs[0]
            || m_eager.at(value).elements * 4 < m_eager.at(op.inputs[0]).elements;
    }
    bool isReadByKernels(TensorId value) const
    {
        const std::vector<std::int32_t> &users = m_flow.usersOf(value);
        return std::any_of(users.begin(), users.end(),
            [this](std::int32_t user) { return m_flow.fusingOf(user) == Fusing::Opaque; });
    }
    bool isHandedOut(TensorId value) const
    {
        return value == m_flow.valueOf(m_eager.output)
            || (m_eager.returned != NoTensor && value == m_flow.valueOf(m_eager.returned));
    }
    bool isStored(TensorId id) const
    {
        if (m_flow.valueOf(id) != id)
            return false;
        const std::int32_t maker = m_flow.makerOf(id);
        if (maker < 0 || m_flow.fusingOf(maker) != Fusing::Pointwise)
            return true;
        return isReadByKernels(id) || isHandedOut(id) || (isKept(id) && !isBeside(id));
    }

    /// What works in place makes a value of its own here.
    void place(TensorId id)
    {
        const TensorId value = m_flow.valueOf(id);
        if (value == NoTensor)
            return;
        Tensor &tensor = m_tape.at(id);
        tensor.base = value == id ? NoTensor : value;
        if (tensor.holding == Holding::Outside || tensor.holding == Holding::Logits)
            return;
        if (!isKept(value))
            tensor.holding = Holding::Working;
        else if (tensor.holding == Holding::Working)
            tensor.holding = Holding::Saved;
    }

    void emit(std::int32_t index)
    {
        if (m_flow.isRepeated(index))
            return;
        const Op &op = opAt(index);
        switch (m_flow.fusingOf(index)) {
        case Fusing::View: {
            const TensorId value = m_flow.valueOf(op.inputs[0]);
            if (value != NoTensor && !m_isStored[at(value)])
                return;
            makeReady(op.inputs[0]);
            m_tape.ops.push_back(once(op));
            return;
        }
        case Fusing::Opaque:
            return copy(index);
        case Fusing::Pointwise:
        case Fusing::Joined:
            break;
        }
        if (m_isStored[at(op.outputs[0])])
            m_waiting.push_back(index);
    }

    /// Inductor's scheduler puts kernels between products together, before what reads their
    /// results.
    void makeReady(TensorId id)
    {
        const TensorId value = m_flow.valueOf(id);
        if (value == NoTensor)
            return;
        const std::int32_t maker = m_flow.makerOf(value);
        if (std::find(m_waiting.begin(), m_waiting.end(), maker) != m_waiting.end())
            fuseNow(maker);
    }
    void fuseNow(std::int32_t index)
    {
        m_waiting.erase(std::find(m_waiting.begin(), m_waiting.end(), index));
        fuse(index);
    }

    /// What was computed twice is the first result.
    TensorId once(TensorId id) const
    {
        const bool isRepeated = id != NoTensor && m_flow.makerOf(id) >= 0
            && m_flow.valueOf(id) != NoTensor && !isView(id);
        return isRepeated ? m_flow.valueOf(id) : id;
    }
    bool isView(TensorId id) const
    {
        const std::int32_t maker = m_flow.makerOf(id);
        return maker >= 0 && m_flow.fusingOf(maker) == Fusing::View;
    }
    Op once(Op op) const
    {
        for (TensorId &id : op.inputs)
            id = once(id);
        for (TensorId &id : op.saved)
            id = once(id);
        for (TensorId &id : op.packed)
            id = once(id);
        return op;
    }

    void copy(std::int32_t index)
    {
        for (const TensorId id : opAt(index).inputs)
            makeReady(id);
        m_tape.ops.push_back(once(opAt(index)));
        for (Scratch piece : scratchOf(m_eager.scratch, index)) {
            piece.op = static_cast<std::int32_t>(m_tape.ops.size()) - 1;
            m_tape.scratch.push_back(piece);
        }
    }

    void fuse(std::int32_t index)
    {
        Kernel kernel;
        explore(index, kernel);
        for (const TensorId id : kernel.inputs)
            makeReady(id);
        const Op &result = opAt(index);
        Op op{.name = "fused", .module = result.module};
        std::vector<TensorId> outputs{result.outputs[0]};
        outputs.insert(outputs.end(), kernel.beside.begin(), kernel.beside.end());
        m_fits &= put(kernel.inputs, op.inputs) && put(kernel.saved, op.saved)
            && put(kernel.saved, op.packed) && put(outputs, op.outputs);
        if (!m_fits)
            return;
        bool isLogits = false;
        for (const TensorId id : kernel.saved) {
            op.savesInputs |= std::find(outputs.begin(), outputs.end(), id) == outputs.end();
            isLogits |= m_tape.at(id).holding == Holding::Logits;
        }
        // Logits are the caller's as well: what is not the graph's alone stays as it is.
        op.overwritesSaved = !isLogits;
        for (std::size_t i = 0; i < kernel.inputs.size(); ++i) {
            const Tensor &tensor = m_eager.at(kernel.inputs[i]);
            if (tensor.requiresGrad && !passesOn(index, kernel.inputs[i]))
                op.gradients[i] = tensor.bytes();
        }
        m_tape.ops.push_back(op);
    }

    /// Notes what an operation, and all that runs within its kernel, reads and keeps.
    void explore(std::int32_t index, Kernel &kernel)
    {
        if (std::find(kernel.ops.begin(), kernel.ops.end(), index) != kernel.ops.end())
            return;
        kernel.ops.push_back(index);
        const Op &op = opAt(index);
        for (const TensorId id : op.inputs) {
            if (id == NoTensor)
                continue;
            const TensorId value = m_flow.valueOf(id);
            if (value == NoTensor || m_isStored[at(value)])
                addOnce(kernel.inputs, once(id));
            else
                explore(m_flow.makerOf(value), kernel);
        }
        for (const TensorId id : op.outputs) {
            if (id != NoTensor && isKept(id) && !m_isStored[at(id)] && !m_isMade[at(id)]) {
                kernel.beside.push_back(id);
                m_isMade[at(id)] = true;
            }
        }
        for (const TensorId id : op.saved) {
            if (const TensorId value = m_flow.valueOf(id); value != NoTensor)
                need(value, kernel);
        }
    }

    /// Notes what is kept of a value: itself, or what it is computed from again.
    void need(TensorId value, Kernel &kernel)
    {
        if (isKept(value))
            return addOnce(kernel.saved, value);
        const std::int32_t maker = m_flow.makerOf(value);
        if (maker < 0 || m_flow.fusingOf(maker) != Fusing::Pointwise)
            return;
        const Op &op = opAt(maker);
        for (const TensorId id : op.inputs) {
            if (const TensorId from = m_flow.valueOf(id); from != NoTensor)
                need(from, kernel);
        }
        for (std::size_t i = 1; i < op.outputs.size(); ++i) {
            if (op.outputs[i] != NoTensor && isKept(op.outputs[i]))
                addOnce(kernel.saved, op.outputs[i]);
        }
    }

    /// Whether an input's gradient is that of the result: both are summands alone.
    bool passesOn(std::int32_t index, TensorId input) const
    {
        const Op &op = opAt(index);
        bool passes = false;
        for (std::size_t i = 0; i < op.inputs.size(); ++i) {
            const TensorId id = op.inputs[i];
            const TensorId value = m_flow.valueOf(id);
            const bool isWithin = value != NoTensor && !m_isStored[at(value)];
            if (once(id) != input && !(isWithin && reads(m_flow.makerOf(value), input)))
                continue;
            if (op.gradients[i] != 0 || (isWithin && !passesOn(m_flow.makerOf(value), input)))
                return false;
            passes = true;
        }
        return passes;
    }
    bool reads(std::int32_t index, TensorId input) const
    {
        const Op &op = opAt(index);
        return std::any_of(op.inputs.begin(), op.inputs.end(), [&](TensorId id) {
            const TensorId value = m_flow.valueOf(id);
            const bool isWithin = value != NoTensor && !m_isStored[at(value)];
            return id != NoTensor
                && (once(id) == input || (isWithin && reads(m_flow.makerOf(value), input)));
        });
    }

    /// No name of the model's refers to what lies between two kernels.
    void limitLives()
    {
        for (Tensor &tensor : m_tape.tensors)
            tensor.lastUse = -1;
        const auto use = [this](TensorId id, std::size_t op) {
            if (id == NoTensor)
                return;
            const TensorId base = m_tape.at(id).base;
            m_tape.at(base == NoTensor ? id : base).lastUse = static_cast<std::int32_t>(op);
        };
        for (std::size_t i = 0; i < m_tape.ops.size(); ++i) {
            for (const TensorId id : m_tape.ops[i].inputs)
                use(id, i);
            for (const TensorId id : m_tape.ops[i].outputs)
                use(id, i);
        }
        const auto whole = static_cast<std::int32_t>(m_eager.ops.size());
        use(m_tape.output, m_tape.ops.size());
        if (m_tape.input != NoTensor && m_eager.at(m_tape.input).lastUse == whole)
            use(m_tape.input, m_tape.ops.size());
    }

    const Tape &m_eager;
    Dataflow m_flow;
    std::vector<bool> m_kept;
    std::vector<bool> m_isStored; ///< values that are tensors in memory
    std::vector<std::int32_t> m_waiting; ///< kernels, by the operation whose result they store
    std::vector<bool> m_isMade; ///< of those beside results: some kernel writes it
    Tape m_tape;
    bool m_fits = true; ///< kernels into the lists of an operation
};

} // namespace

bool canBeCompiled(const Tape &eager)
{
    return eager.given.empty() && eager.taken.empty() && eager.recomputed.empty();
}

Tape compiledTape(const Tape &eager, GraphScope scope)
{
    return canBeCompiled(eager) ? Fuser(eager, scope).fused() : eager;
}

} // namespace shardscope
