// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overhead.h"

namespace shardscope {

namespace {

constexpr std::string_view source
    = "CUDA context: ml-engineering training/performance; cuBLAS workspace: torch CUDABlas.cpp; "
      "NCCL: "
      "ring buffers of init.cc, 12 MiB for each of 24 channels; allocator: reserved over allocated "
      "in published runs, 1.03 to 1.08";

constexpr Bytes context = 0.55 * GiB;
constexpr Bytes ncclRing = 24 * 12.0 * MiB;
constexpr double fragmentation = 0.05;

Bytes workspace(const GpuSpec &gpu)
{
    return gpu.architecture.starts_with("Hopper") || gpu.architecture.starts_with("Blackwell")
        ? 32 * MiB
        : 8.125 * MiB;
}

} // namespace

Term fixedOverhead(const Workload &work)
{
    Term sum = Term::amount(context, "CUDA context")
        + Term::amount(workspace(*work.resolved.gpu), "cuBLAS workspace");
    if (work.ranks() > 1)
        sum += Term::amount(ncclRing, "NCCL buffers");
    return sum;
}

Share overhead(const Term &fixed, Bytes allocated)
{
    return {PartId::Overhead,
        fixed + Term::factor(fragmentation) * Term::count(allocated.value(), "B allocated"),
        source};
}

} // namespace shardscope
