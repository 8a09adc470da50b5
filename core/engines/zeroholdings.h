// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/offload/offload.h"
#include "core/engines/zero.h"
#include "core/engines/zeroshards.h"

namespace shardscope {

/// What ZeRO stage 3 holds between steps, and what its update and a save take for a moment.
class ZeroHoldings
{
public:
    struct Accounts
    {
        Ledger::Account flat{};
        Ledger::Account scratch{};
        Ledger::Account casts{};
        Ledger::Account norms{};
    };

    ZeroHoldings(
        const Workload &work, const ZeroShards &shards, const Accounts &accounts, Ledger &ledger);

    Shares betweenSteps() const;
    void update();
    void save();

private:
    bool offloads(Offload what) const { return m_offload >= what; }

    const Workload &m_work;
    const ZeroShards &m_shards;
    const Accounts m_accounts;
    Ledger &m_ledger;
    const ZeroSizes m_sizes;
    const Offload m_offload;
};

} // namespace shardscope
