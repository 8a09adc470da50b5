// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/hostcopies.h"

#include <utility>
#include <vector>

namespace shardscope {

/// What a run of a tape does with tensors that Python functions refer to by themselves
/// (Op::referred). Neither the backward pass of the function nor a checkpoint lets go of them: the
/// graph does, when the model's backward pass is over. What a checkpoint runs again has a graph of
/// its own.
class ReferredState : protected HostCopiesState
{
protected:
    using HostCopiesState::HostCopiesState;

    void referTo(const Op &op)
    {
        // The first pass of a reentrant checkpoint has no graph.
        const bool isChecked = m_options.isCheckpointed;
        if (isChecked && m_options.isReentrant && !m_isBackward)
            return;
        const bool isAgain = isChecked && !m_options.isReentrant && m_isBackward;
        for (const TensorId id : op.referred) {
            if (id == NoTensor)
                return;
            ++m_tensors[at(id)].saves;
            (isAgain ? m_again : m_holders).push_back(id);
        }
    }
    /// The forward pass is over: what a checkpoint's backward pass makes again are other tensors.
    void leaveReferred()
    {
        if (!m_options.isCheckpointed)
            return;
        const std::vector<TensorId> holders = std::exchange(m_holders, {});
        for (const TensorId id : holders)
            --m_tensors[at(id)].saves;
        for (const TensorId id : holders) {
            if (id != m_tape.input && m_tensors[at(id)].saves == 0) {
                handOver(id);
                continue;
            }
            ++m_tensors[at(id)].saves; // the same then
            m_holders.push_back(id);
        }
    }
    /// The recomputation is over.
    void forgetAgain()
    {
        for (const TensorId id : std::exchange(m_again, {}))
            --m_tensors[at(id)].saves;
    }
    /// The unit's backward pass is over.
    void handOverReferred()
    {
        const bool isDropped = m_options.isCheckpointed && m_options.isReentrant;
        for (const TensorId id : std::exchange(m_holders, {})) {
            --m_tensors[at(id)].saves;
            if (isDropped)
                dropIfUnused(id);
            else if (m_tensors[at(id)].saves == 0)
                handOver(id);
        }
    }

private:
    void handOver(TensorId id)
    {
        State &state = m_tensors[at(id)];
        if (!std::exchange(state.isAlive, false))
            return;
        state.isNamed = false;
        m_write.refer(storageOf(m_tape.at(id)));
        trace(Request::Kind::Refer, id);
    }

    std::vector<TensorId> m_holders; ///< once for each function
    std::vector<TensorId> m_again; ///< the same of the recomputation
};

} // namespace shardscope
