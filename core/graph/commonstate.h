// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/keptbehind.h"
#include "core/graph/runstate.h"

#include <algorithm>

namespace shardscope {

/// What a run of a tape does with tensors that units have in common (Common).
class CommonState : protected RunState
{
protected:
    using RunState::RunState;

    /// A layer under a checkpoint puts what it has computed again in the place of what it had
    /// handed out, and the model's name for it refers to that until all checkpoints are through:
    /// to a router's logits until the next forward pass has others.
    void nameAgain(std::size_t index)
    {
        if (!m_options.isCheckpointed)
            return;
        const Given *logits = m_tape.giving(Common::RouterLogits);
        if (!m_isBackward && logits && at(logits->behind) == index)
            mark(Event::NamedAgain, static_cast<std::int32_t>(logits->what));
        if (!m_isBackward)
            return;
        bool names = false;
        for (const Given &given : m_tape.given) {
            if (at(given.behind) != index || !isNamedAgain(given.what))
                continue;
            if (given.what != Common::RouterLogits)
                mark(Event::NamedAgain, static_cast<std::int32_t>(given.what));
            names = true;
        }
        if (!names)
            return;
        for (const TensorId id : keptBehindGiven(m_tape))
            ++m_tensors[at(id)].saves;
    }
    void handBack()
    {
        if (!m_options.isCheckpointed || m_tape.given.empty()
            || !isNamedAgain(m_tape.given.front().what))
            return;
        for (const TensorId id : keptBehindGiven(m_tape)) {
            --m_tensors[at(id)].saves;
            dropIfUnused(id);
        }
        mark(Event::HandedBack, static_cast<std::int32_t>(m_tape.given.front().what));
    }
    /// What the other units' gradients of it have added up to.
    void takeSums()
    {
        for (const Given &given : m_tape.given) {
            const Tensor &tensor = m_tape.at(given.tensor);
            if (!given.isTaken || !tensor.requiresGrad)
                continue;
            mark(Event::TakeSum, static_cast<std::int32_t>(given.what));
            m_tensors[at(given.tensor)].gradient = newGradient(given.tensor, tensor.bytes());
        }
    }
    /// Another unit made it: its gradient waits there.
    bool joinSum(TensorId id, std::int32_t slot)
    {
        const auto taken = std::find_if(m_tape.taken.begin(), m_tape.taken.end(),
            [id](const Taken &each) { return each.tensor == id; });
        if (taken == m_tape.taken.end())
            return false;
        mark(Event::JoinSum, static_cast<std::int32_t>(taken->what));
        join(slot, taken->what);
        return true;
    }
};

} // namespace shardscope
