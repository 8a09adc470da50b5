// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/fsdp.h"
#include "core/step/policy.h"

#include <span>
#include <vector>

namespace shardscope {

/// Parameters that FSDP2 gathers and reduces together, and the accounts of what that takes.
struct Fsdp2Group
{
    bool isUsed = false; ///< under the way that modules are wrapped
    FsdpShards sizes;
    int ranks = 1; ///< that have a shard each
    const Tape *unit = nullptr; ///< that is gathered as a whole
    /// Of the same unit, those of routed experts that are dealt out; null: they are among these.
    Fsdp2Group *experts = nullptr;
    bool isOfExperts = false;
    double lastTrained = 0; ///< elements of the last trained parameter, in module order
    double lastParts = 1; ///< of whose gradient that is one (Parameter::gradientParts)
    /// Some are cut along another dimension than the first: their gradients are put together anew
    /// before they are reduced.
    bool isRearranged = false;
    double staged = 0; ///< bytes that the copy out of a gather takes for a moment
    Ledger::Account casts = 0;
    Ledger::Account reduced = 0;
    Ledger::Account gather = 0;
    Ledger::Account unsharded = 0;
    Ledger::Account gradients = 0;
    Ledger::Account accumulated = 0;
    Ledger::Account reduceInput = 0;
    Ledger::Account sharded = 0;

    /// Experts of which nobody else has a part.
    bool isAlone() const { return isOfExperts && ranks <= 1; }
    /// The groups of a unit, in the order of its parameters.
    template <class Use>
    void forEach(const Use &use)
    {
        use(*this);
        if (experts)
            use(*experts);
    }
    /// The other way round, as the backward pass goes through them.
    template <class Use>
    void forEachBackward(const Use &use)
    {
        if (experts)
            use(*experts);
        use(*this);
    }
};

/// A model's parameters, grouped as fully_shard is called on its modules.
class Fsdp2Groups
{
public:
    /// Own: what is in no other unit belongs to the model itself; embedding and head mostly do.
    enum class Kind { Own, Embedding, Head };

    Fsdp2Groups(const Workload &work, const ModelTapes &model, Ledger &ledger);

    Fsdp2Group &operator[](Kind kind) { return m_groups[static_cast<std::size_t>(kind)]; }
    std::span<Fsdp2Group> all() { return m_groups; }
    /// None for a unit of the model's own group.
    Fsdp2Group *of(const Unit &unit);
    Fsdp2Group &ofLayer(int layer) { return ofForm(m_forms.of(layer)); }
    /// Of the vision tower's blocks, which are alike, and where it is wrapped the entry before
    /// them; none for its other parts.
    Fsdp2Group *ofTower(TowerPartKind part);
    /// Whether the embedding is a group of its own.
    bool wrapsEmbedding() const { return m_wrapsEmbedding; }
    /// Whether the head is, and the embedding with it.
    bool wrapsHead() const { return m_wrapsHead; }
    /// Bytes, gathered, of what the model's own group has where both are groups of their own:
    /// a table of positions, the norm of what is embedded. They are counted with the embedding's
    /// while that is there.
    double ownBytes() const { return m_own; }
    /// The shards of the whole model, but for experts that are dealt out.
    const FsdpShards &whole() const { return m_whole; }
    const FsdpShards &wholeExperts() const { return m_wholeExperts; }

private:
    /// Behind those of the model's ends.
    Fsdp2Group &ofForm(std::size_t form) { return m_groups[endCount + form]; }
    /// Behind those of the forms.
    Fsdp2Group &expertsOfForm(std::size_t form) { return ofForm(m_forms.count() + form); }
    /// Behind those of experts: entry and blocks.
    Fsdp2Group &towerGroup(std::size_t i) { return ofForm(2 * m_forms.count() + i); }
    bool dealsOutExperts() const { return m_work.mesh.expert > 1; }
    void use(const ModelTapes &model);
    void useLayer(std::size_t form, const Tape &tape);
    void cutInside(Fsdp2Group &group, const Tape &tape) const;
    double castOfOne(const Fsdp2Group &group) const;
    void findLastTrained(const ModelTapes &model);
    void openStaging(Ledger &ledger);
    void open(Fsdp2Group &group, Ledger &ledger) const;
    double castBytes(const FsdpShards &sizes) const;

    const Workload &m_work;
    int m_ranks = 1;
    bool m_wrapsHead = false;
    bool m_wrapsEmbedding = false;
    double m_own = 0;
    bool m_wrapsEntry = false; ///< SiglipVisionEmbeddings, by _no_split_modules
    // Bytes of an element.
    double m_compute = 2;
    double m_gradient = 2;
    double m_reduce = 2;
    double m_shard = 4;
    static constexpr std::size_t endCount = 3;
    int m_between = -1; ///< see ModelTapes
    LayerForms m_forms;
    std::vector<Fsdp2Group> m_groups;
    FsdpShards m_whole;
    FsdpShards m_wholeExperts;
};

} // namespace shardscope
