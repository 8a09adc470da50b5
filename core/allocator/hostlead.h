// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/steppace.h"
#include "core/step/policy.h"

#include <deque>

namespace shardscope {

/// How far the host is ahead of the GPU while it issues a step with DeepSpeed's ZeRO stage 3.
/// Memory that computation still reads (Tensor.record_stream in free_param) is free for the next
/// gather only when the GPU is through with that. DeepSpeed 0.19.6 (as 0.11.1) makes the host wait
/// for gathers, which go ahead of computation as well, and for gradients (stage3.py,
/// max_param_reduce_events), but in a forward pass never for computation.
class HostLead
{
public:
    explicit HostLead(const StepPace &pace)
        : m_pace(pace)
    { }

    /// Issues a share of a unit's pass.
    void issue(const Unit &unit, bool isBackward, double share);
    /// Issues a reduction of gradients; no more than so many are under way.
    void reduce();
    /// The host waits for the GPU.
    void join() { m_host = std::max(m_host, m_device); }

    Seconds host() const { return m_host; }
    /// When the GPU is through with all that was issued.
    Seconds device() const { return m_device; }

private:
    Pace paceOf(const Unit &unit, bool isBackward) const;

    StepPace m_pace;
    Seconds m_host{};
    Seconds m_device{};
    std::deque<Seconds> m_reductions; ///< under way: when they can begin
};

} // namespace shardscope
