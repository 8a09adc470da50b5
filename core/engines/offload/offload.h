// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/framework.h"
#include "core/step/workload.h"

namespace shardscope {

/// What one rank of a framework keeps outside its GPU.
struct HostShares
{
    Shares memory{};
    Term disk{}; ///< swapped out
};

HostShares deepSpeedHost(const Workload &work);
HostShares megatronHost(const Workload &work);
HostShares fsdp1Host(const Workload &work);
HostShares fsdp2Host(const Workload &work);

/// Bytes of page-locked memory for so many: torch rounds up to a power of two
/// (CachingHostAllocator.h).
double pinnedBytes(double bytes);
/// A tensor in page-locked memory.
Term pinned(const Term &tensor);

/// Tensors that are page-locked one by one.
class PinnedTensors
{
public:
    void add(double bytes, int times = 1);
    Term term(std::string_view what) const;

private:
    double m_bytes = 0;
    double m_pinned = 0;
    int m_count = 0;
};

} // namespace shardscope
