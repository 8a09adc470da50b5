// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "core/scenario/options.h"

namespace shardscope {

/// What a GPU reaches in the kinds of work that a training step is made of.
struct Machine
{
    FlopsPerSecond peak{}; ///< dense tensor-core peak in the precision of the products
    FlopsPerSecond matmul{}; ///< large matrix products
    FlopsPerSecond fp8{}; ///< the same of operands in 8 bits; 0: not known
    FlopsPerSecond flash{}; ///< fused attention, forward and backward
    BytesPerSecond memory{}; ///< streaming through large tensors
    double multiprocessors = 1;
    Seconds launch{}; ///< of a kernel, by the CPU

    bool isKnown() const { return peak > FlopsPerSecond(0) && memory > BytesPerSecond(0); }
};

/// Whose kernel computes attention without keeping scores.
enum class AttentionLibrary { FlashAttention2, Cudnn, FlashTriton };

/// Which attention a GPU computes.
struct AttentionShape
{
    double sequence = 0; ///< tokens of the whole sequence
    double headDim = 0;
    AttentionLibrary library = AttentionLibrary::FlashAttention2;
};

Machine machineOf(const GpuSpec &gpu, Precision precision, const AttentionShape &attention);

/// C[m, n] = A[m, k] x B[k, n], `batch` times in one kernel: the slower of the tensor cores, with
/// their last wave not full, and memory. `bytesEach` is that of an element.
Seconds matmulTime(
    const Machine &machine, double m, double n, double k, double bytesEach, double batch = 1);

} // namespace shardscope
