// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tapebuilder.h"

#include <algorithm>

namespace shardscope {

/// What a function has allocated, and how much that is at its fullest moment.
class Allocations
{
public:
    double make(double elements, Dtype dtype)
    {
        const double bytes = storageBytes(elements, dtype);
        m_live += bytes;
        m_most = std::max(m_most, m_live);
        return bytes;
    }
    void drop(double bytes) { m_live -= bytes; }
    double most() const { return m_most; }
    double live() const { return m_live; }

private:
    double m_live = 0;
    double m_most = 0;
};

/// What the last operation, a function of several kernels, borrows: of its bytes at the fullest
/// moment of each pass those beside its results, and beside its gradients.
inline void borrowBesideResults(TapeBuilder &tape, double forward, double backward)
{
    const Op &op = tape.last();
    for (const TensorId id : op.outputs)
        forward -= id == NoTensor ? 0 : storageBytes(tape.at(id).bytes());
    for (std::size_t i = 0; i < op.inputs.size(); ++i) {
        if (op.inputs[i] != NoTensor && tape.at(op.inputs[i]).requiresGrad)
            backward -= storageBytes(op.gradients[i]);
    }
    tape.borrows({std::max(0.0, forward)});
    tape.borrowsBackward({std::max(0.0, backward)});
}

} // namespace shardscope
