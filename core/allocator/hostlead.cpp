// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/allocator/hostlead.h"

namespace shardscope {

Pace HostLead::paceOf(const Unit &unit, bool isBackward) const
{
    switch (unit.kind) {
    case Unit::Kind::Embedding: // a look-up
    case Unit::Kind::Tower: // no vision tower runs under an engine whose host is followed
        break;
    case Unit::Kind::Layer:
        return isBackward ? m_pace.layerBackward : m_pace.layerForward;
    case Unit::Kind::Head:
        return isBackward ? m_pace.headBackward : m_pace.headForward;
    }
    return {};
}

void HostLead::issue(const Unit &unit, bool isBackward, double share)
{
    const Pace pace = paceOf(unit, isBackward);
    m_host += share * pace.host;
    m_device = std::max(m_device, m_host) + share * pace.device;
}

void HostLead::reduce()
{
    constexpr std::size_t most = 2; // max_param_reduce_events
    while (!m_reductions.empty() && m_reductions.front() <= m_host)
        m_reductions.pop_front();
    if (m_reductions.size() > most) {
        m_host = m_reductions.front();
        m_reductions.pop_front();
    }
    m_reductions.push_back(m_device);
}

} // namespace shardscope
