// SPDX-License-Identifier: GPL-3.0-or-later
// Moments of bitsandbytes' and torchao's optimizers, which are kept tensor by tensor: small ones in
// other numbers than large ones, and where the optimizer is paged not in torch's memory.
#pragma once

#include "core/base/term.h"
#include "core/graph/tape.h"
#include "core/scenario/options.h"
#include "core/step/workload.h"

#include <optional>

namespace shardscope {

/// How an optimizer keeps its moments.
struct NarrowState
{
    Optimizer optimizer = Optimizer::AdamW8bit;
    double moments = 0; ///< for each trained number
    double bytes = 4; ///< of each
    double block = 0; ///< numbers that share an fp32 scale; 0: none has one
    bool isPaged = false; ///< in memory that moves to the host, which torch does not count
    bool isTorchao = false;
    double values = 0; ///< that a number of so few bits may stand for, kept for each moment
};

/// Nothing where an optimizer keeps them as torch's own do.
std::optional<NarrowState> narrowStateOf(Optimizer optimizer);

/// What it keeps on the GPU for all that is trained; embeddings, which the Trainer leaves in fp32
/// under 8 bits, among it.
Term narrowState(const NarrowState &state, const Workload &work);

/// What a step stores between its kernels for the largest tensor that it updates. torchao (0.19
/// optim/adam.py) hands each tensor's step to torch.compile: both moments are fp32 until the scales
/// of their blocks are known, and those of 4 bits are 64-bit codes before two of them are packed
/// into a byte. On an H100 with torch 2.11 it was that. bitsandbytes' kernels store nothing.
Term narrowScratch(const NarrowState &state, double largest);

/// The same in bytes for the parameters of a tape, of which each is a storage of torch's allocator.
/// `isTied`: its head's matrix is the embedding's.
double stateOfTape(const NarrowState &state, const Tape &tape, bool isTied);

} // namespace shardscope
