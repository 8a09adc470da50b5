// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/workload.h"

namespace shardscope {

/// Bytes that the kernels between the matrix products read and write, on one GPU: what memory
/// bandwidth bounds. Counted kernel by kernel from the operators of transformers 5.12, each reading
/// its inputs and writing its results once.
struct MemoryPasses
{
    Bytes forward{}; ///< of all layers, one micro-step
    Bytes backward{};
    Bytes lossForward{};
    Bytes lossBackward{};
    Bytes update{}; ///< of the optimizer, once per step
    double kernels = 0; ///< launches in the layers' forward pass, products apart
    double updateKernels = 0;
};

MemoryPasses memoryPasses(const Workload &work);

} // namespace shardscope
