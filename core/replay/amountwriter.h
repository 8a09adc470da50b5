// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/ledger.h"
#include "core/replay/script.h"

#include <vector>

namespace shardscope {

/// Writes down what happens in a ledger as so many times the amounts of its accounts: those are the
/// script's sizes. It is all that a policy needs to be played again, where it does the same
/// whatever the amounts are.
class AmountWriter final : public Ledger::Observer
{
public:
    enum : Script::Size { Resident, FirstAccount };

    /// Accounts are those that are open by now.
    void write(Script &script, Ledger &ledger)
    {
        m_script = &script;
        m_ledger = &ledger;
        m_accounts = ledger.size();
    }
    bool isWriting() const { return m_script != nullptr; }
    /// What is held by now is held all the way.
    void begin()
    {
        m_script->grow(Resident);
        m_ledger->observe(this);
    }
    void changed(Ledger::Account account, double bytes) override
    {
        const double amount = account < m_accounts ? m_ledger->amountOf(account) : 0;
        if (amount == 0)
            return m_script->change(bytes);
        m_script->change(FirstAccount + static_cast<Script::Size>(account), bytes / amount);
    }

    /// Fills in the bytes of all sizes, as another policy of the same kind has opened its accounts
    /// in `ledger`, and holds there by now what it holds all the way.
    void fillSizes(const Ledger &ledger, std::vector<double> &bytes) const
    {
        bytes.push_back(ledger.total());
        for (Ledger::Account account = 0; account < m_accounts; ++account)
            bytes.push_back(ledger.amountOf(account));
    }

private:
    Script *m_script = nullptr;
    Ledger *m_ledger = nullptr;
    std::size_t m_accounts = 0;
};

} // namespace shardscope
