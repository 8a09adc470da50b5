// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace shardscope {

// What CUDA's kernels take beside their results, which torch's allocator hands out. Measured on an
// H200 with torch 2.11 (tests/data/measured/README.md, gpu-steps.json).

/// Bytes of a sum over the rows of a contiguous [rows, columns] tensor: thread blocks that share a
/// column's rows leave fp32 sums for each other (aten/src/ATen/native/cuda/Reduce.cuh,
/// setReduceConfig and global_memory_size). `residentThreads`: of all multiprocessors together.
double sumScratch(double rows, double columns, double residentThreads);

/// Bytes of the gradient of a table of so many `rows`, of which so many tokens were looked up: a
/// sum in fp32 for each token that differs and for every tenth that there is
/// (aten/src/ATen/native/cuda/EmbeddingBackwardKernel.cu).
double lookupScratch(double tokens, double rows, double width);

} // namespace shardscope
