// SPDX-License-Identifier: GPL-3.0-or-later
// torch 2.14 fully_shard: _fsdp_state.py (_pre_forward, _pre_backward), _fsdp_param_group.py
// (unshard, wait_for_unshard, _prefetch_unshard), _fsdp_collectives.py.
#include "core/engines/fsdp2gathers.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr std::string_view stagedSource
    = "torch 2.14 fully_shard foreach_all_gather_copy_out, wait_for_unshard: what is not cut along "
      "its first dimension is put together in a copy, what nobody else has is cast to one";
constexpr std::string_view ownSource
    = "torch 2.14 fully_shard: what is in no unit but the model itself is gathered around all";

} // namespace

Fsdp2Gathers::Fsdp2Gathers(const Workload &work, const ModelTapes &model, Fsdp2Groups &groups,
    FsdpWire &sent, Ledger &ledger)
    : m_work(work)
    , m_model(model)
    , m_groups(groups)
    , m_sent(sent)
    , m_ledger(ledger)
    , m_reshards(reshards(work) && work.mesh.pipeline == 1)
    , m_keepsHead(habitsFor(work.scenario).keepsHead)
    , m_waitsForSchedule(work.mesh.pipeline > 1)
    , m_staged(ledger.open(PartId::Gathered, stagedSource, "B of a copy of experts"))
{
    if (m_reshards && m_groups.ownBytes() > 0)
        m_own = ledger.open(PartId::Gathered, ownSource, "B beside embedding, layers and head",
            m_groups.ownBytes());
}

void Fsdp2Gathers::gather(const Fsdp2Group &group)
{
    if (group.isAlone())
        return;
    if (group.isOfExperts)
        m_sent.gatherExperts(group.sizes);
    else
        m_sent.gather(group.sizes);
    m_ledger.hold(group.casts);
    m_ledger.hold(group.gather);
    m_ledger.release(group.casts);
}

void Fsdp2Gathers::releaseGather(const Fsdp2Group &group)
{
    if (!group.isAlone())
        m_ledger.release(group.gather);
}

void Fsdp2Gathers::copyOut(const Fsdp2Group &group)
{
    m_ledger.hold(group.unsharded);
    if (group.staged > 0)
        m_ledger.blink(m_staged, group.staged);
}

void Fsdp2Gathers::unshardInForward(Fsdp2Group &group)
{
    if (!isGatheredBefore())
        unshard(group);
}

void Fsdp2Gathers::unshardAgain(Fsdp2Group &group)
{
    if (m_reshards)
        unshard(group);
}

/// Its buffer waits for the next copy-out.
void Fsdp2Gathers::unshard(Fsdp2Group &group)
{
    const bool isGathered = &group == m_prefetched;
    group.forEach([this, isGathered](Fsdp2Group &one) {
        if (!isGathered)
            gather(one);
        copyOut(one);
        releasePending();
        m_pending = one.isAlone() ? nullptr : &one;
    });
    m_prefetched = nullptr;
}

bool Fsdp2Gathers::endsChunk(const Unit &unit) const
{
    if (unit.kind != Unit::Kind::Layer)
        return false;
    if (unit.isLastLayer())
        return !m_work.stage.hasHead;
    const int each = std::max(1, m_model.layers() / m_work.mesh.chunks);
    return (unit.index + 1) % each == 0 && (unit.index + 1) / each < m_work.mesh.chunks;
}

void Fsdp2Gathers::prefetchBehind(const Unit &unit)
{
    if (m_work.mesh.expert <= 1 || unit.kind == Unit::Kind::Head || isGatheredBefore())
        return;
    Fsdp2Group *next = nullptr;
    if (endsChunk(unit))
        next = nullptr;
    else if (unit.isLastLayer())
        next = m_groups.wrapsHead() ? &m_groups[Kind::Head] : nullptr;
    else if (unit.kind == Unit::Kind::Layer)
        next = &m_groups.ofLayer(unit.index + 1);
    else if (m_work.stage.hasEmbedding && m_groups.wrapsHead() && m_model.layers() > 0)
        next = &m_groups.ofLayer(0);
    m_prefetched = next;
    if (next)
        next->forEach([this](const Fsdp2Group &one) { gather(one); });
}

void Fsdp2Gathers::releasePending()
{
    if (m_pending)
        m_ledger.release(m_pending->gather);
    m_pending = nullptr;
}

void Fsdp2Gathers::reshardHead()
{
    if (m_keepsHead)
        releasePending();
    else
        reshardAfterForward(m_groups[Kind::Head]);
}

void Fsdp2Gathers::reshardAfterForward(Fsdp2Group &group)
{
    if (m_reshards)
        group.forEach([this](const Fsdp2Group &one) { m_ledger.release(one.unsharded); });
}

void Fsdp2Gathers::keepOwn()
{
    if (m_own)
        m_ledger.hold(*m_own);
}

void Fsdp2Gathers::dropOwn()
{
    if (m_own)
        m_ledger.release(*m_own);
}

void Fsdp2Gathers::prefetchHead()
{
    if (!m_own || m_keepsHead)
        return;
    m_prefetched = &m_groups[Kind::Head];
    gather(*m_prefetched);
}

void Fsdp2Gathers::unshardInBackward(Fsdp2Group &group)
{
    if (!m_reshards)
        return;
    const bool isGathered = &group == m_prefetched;
    group.forEach([this, isGathered](const Fsdp2Group &one) {
        if (!isGathered)
            gather(one);
        copyOut(one);
        releaseGather(one);
    });
    m_prefetched = nullptr;
}

void Fsdp2Gathers::unshardHeadInBackward()
{
    if (!m_keepsHead)
        unshardInBackward(m_groups[Kind::Head]);
}

void Fsdp2Gathers::prefetch(int layer)
{
    if (!m_reshards)
        return;
    Fsdp2Group *next = nullptr;
    if (layer >= 0)
        next = &m_groups.ofLayer(layer);
    else if (m_groups.wrapsEmbedding())
        next = &m_groups[Kind::Embedding];
    else if (!m_model.tower.empty())
        next = m_groups.ofTower(TowerPartKind::Block);
    m_prefetched = next;
    if (next)
        next->forEachBackward([this](const Fsdp2Group &one) { gather(one); });
}

void Fsdp2Gathers::prefetchTower(int part)
{
    if (!m_reshards)
        return;
    m_prefetched = m_groups.ofTower(part > 0 ? TowerPartKind::Block : TowerPartKind::Entry);
    if (m_prefetched)
        gather(*m_prefetched);
}

void Fsdp2Gathers::finish()
{
    if (m_prefetched)
        m_prefetched->forEach([this](const Fsdp2Group &one) { releaseGather(one); });
    m_prefetched = nullptr;
    m_passes = 0;
}

} // namespace shardscope
