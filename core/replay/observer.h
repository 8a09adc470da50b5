// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/policy.h"
#include "core/replay/tapetrace.h"

namespace shardscope {

/// Hears of every single allocation of replayed steps, in the order in which they happen: those of
/// the modules as requests of their tapes, those of the framework as changes of its accounts.
class AllocationObserver : public Ledger::Observer
{
public:
    /// How many steps it wants to see: later ones find what the first ones left.
    virtual int steps() const = 0;
    /// An account in which the replay counts what the tapes' requests say.
    virtual void leaveOut(Ledger::Account account) = 0;
    virtual void meet(const ModelTapes &tapes) = 0;
    virtual void beginMicroStep() = 0;
    virtual void enterUnit(const Unit &unit, const TapeTrace &trace, bool isBackward) = 0;
    /// The unit's requests up to the next mark.
    virtual void advance() = 0;
    virtual void leaveUnit() = 0;
    virtual void endForward() = 0; ///< autocast's cache is let go
    virtual void beginUpdate() = 0; ///< optimizer.step()
    virtual void endUpdate() = 0;
};

} // namespace shardscope
