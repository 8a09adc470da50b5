// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tape.h"

#include <vector>

namespace shardscope {

/// What torch.compile can do with an operation.
enum class Fusing : std::uint8_t {
    View, ///< nothing is computed
    Pointwise, ///< element by element, or a sum of each row: runs within a kernel of others
    Joined, ///< what it is given is computed within its kernel; what it makes is stored
    Opaque ///< a kernel of its own, whose operands and results are stored
};
Fusing fusingOf(const Op &op);

/// Who makes the values of a tape, and who reads them. A view is the value that it is taken from,
/// and what is computed twice is one value (torch 2.14 _functorch/compile_utils.py, fx_graph_cse);
/// weights and other outside tensors are no values.
class Dataflow
{
public:
    explicit Dataflow(const Tape &tape);

    /// Of a tensor; NoTensor of what comes from outside.
    TensorId valueOf(TensorId id) const
    {
        return id == NoTensor ? NoTensor : m_values[static_cast<std::size_t>(id)];
    }
    /// Operation that makes it; -1: the unit is given it.
    std::int32_t makerOf(TensorId value) const { return m_makers[static_cast<std::size_t>(value)]; }
    /// Operations that read it, views aside, in order.
    const std::vector<std::int32_t> &usersOf(TensorId value) const
    {
        return m_users[static_cast<std::size_t>(value)];
    }
    /// Whether an operation computes what another one has: its result is that of the other.
    bool isRepeated(std::int32_t op) const { return m_isRepeated[static_cast<std::size_t>(op)]; }
    Fusing fusingOf(std::int32_t op) const { return m_fusing[static_cast<std::size_t>(op)]; }
    /// Whether what one operation makes is computed within the other's kernel.
    bool fuses(std::int32_t maker, std::int32_t user) const
    {
        if (maker < 0)
            return false;
        return fusingOf(user) == Fusing::Joined
            || (fusingOf(maker) == Fusing::Pointwise && fusingOf(user) == Fusing::Pointwise);
    }

private:
    void note(const Op &op, std::int32_t index);
    /// The value that an operation's result is, where there is one already.
    TensorId knownBefore(const Tape &tape, const Op &op, std::int32_t index) const;
    /// What was made narrower, and is widened again (torch 2.11 _inductor/fx_passes/joint_graph.py,
    /// pointless_convert; 2.14 leaves it, and keeps the narrower one).
    TensorId castBack(const Tape &tape, const Op &op) const;
    /// An earlier operation that computes the same; -1: none.
    std::int32_t sameBefore(const Tape &tape, const Op &op, std::int32_t index) const;

    std::vector<TensorId> m_values;
    std::vector<std::int32_t> m_makers;
    std::vector<std::vector<std::int32_t>> m_users;
    std::vector<Fusing> m_fusing;
    std::vector<bool> m_isRepeated;
};

} // namespace shardscope
