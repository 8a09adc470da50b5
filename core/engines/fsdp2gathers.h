// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/fsdp2groups.h"
#include "core/engines/fsdpwire.h"

#include <optional>

namespace shardscope {

/// When FSDP2 gathers the parameters of a unit, and when it lets go of them but for their shards.
class Fsdp2Gathers
{
public:
    Fsdp2Gathers(const Workload &work, const ModelTapes &model, Fsdp2Groups &groups, FsdpWire &sent,
        Ledger &ledger);

    void begin(const MicroStep &step) { m_step = step; }
    void beginPass() { ++m_passes; }

    /// Whether a layer is the last unit of a stage, or of a chunk of it: each is a model of its
    /// own.
    bool endsChunk(const Unit &unit) const;

    void unshardInForward(Fsdp2Group &group);
    /// torchtitan b5bcd76c distributed/fsdp.py: where experts are dealt out, each unit says what is
    /// gathered beside it, as copies to the host would hold up what is gathered by itself.
    void prefetchBehind(const Unit &unit);
    /// The buffer of the last gather goes with the next copy-out, or with the forward pass.
    void releasePending();
    /// torchtitan (models/llama3/parallelize.py) does not: the backward pass begins with it. The
    /// loss comes when the model has returned, and with it the last gather's buffer has gone.
    void reshardHead();
    void reshardAfterForward(Fsdp2Group &group);

    /// The model's own group is gathered while any of its units runs, forward and backward.
    void keepOwn();
    void dropOwn();
    /// Its backward hook comes first, before the loss runs backward, and gathers the unit that ran
    /// last, the head (_fsdp_param_group.py, _backward_prefetch).
    void prefetchHead();
    void unshardInBackward(Fsdp2Group &group);
    /// For the recomputation of a reentrant checkpoint, which is a forward pass to fully_shard: the
    /// gather's buffer stays to its end (_fsdp_state.py, _post_forward).
    void unshardAgain(Fsdp2Group &group);
    void unshardHeadInBackward();
    /// While a unit runs backward, the one before it is gathered.
    void prefetch(int layer);
    /// Of a vision tower's parts; the first is a unit only where it is wrapped.
    void prefetchTower(int part);
    /// finalize_backward: a gather that nobody waited for.
    void finish();

private:
    using Kind = Fsdp2Groups::Kind;

    void gather(const Fsdp2Group &group);
    void releaseGather(const Fsdp2Group &group);
    void copyOut(const Fsdp2Group &group);
    void unshard(Fsdp2Group &group);
    /// All micro-batches of a pipeline use what was gathered for the first. Without resharding a
    /// pass that scores answers leaves the whole model gathered to the next pass.
    bool isGatheredBefore() const
    {
        return m_waitsForSchedule ? !m_step.isFirst() : !m_reshards && m_passes > 1;
    }

    const Workload &m_work;
    const ModelTapes &m_model;
    Fsdp2Groups &m_groups;
    FsdpWire &m_sent;
    Ledger &m_ledger;
    const bool m_reshards;
    const bool m_keepsHead; ///< unsharded, from its forward to its backward pass
    const bool m_waitsForSchedule; ///< of a pipeline
    Ledger::Account m_staged = 0;
    std::optional<Ledger::Account> m_own; ///< none: nothing comes and goes
    MicroStep m_step{};
    int m_passes = 0; ///< through the model, since the last backward pass
    Fsdp2Group *m_pending = nullptr; ///< whose gather buffer waits for the next copy-out
    Fsdp2Group *m_prefetched = nullptr; ///< all groups of that unit
};

} // namespace shardscope
