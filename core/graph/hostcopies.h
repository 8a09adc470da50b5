// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/commonstate.h"

#include <deque>
#include <map>

namespace shardscope {

/// What a run of a tape does with saved tensors that wait on the host: TRL 1.10.0.dev0
/// models/activation_offloading.py, OffloadActivations, whose hooks autograd asks.
class HostCopiesState : protected CommonState
{
public:
    /// max_fwd_stash_size: so many saved tensors later the copy is waited for.
    static constexpr std::int32_t MostStashed = 5;
    /// A checkpoint saves its input (torch.utils.checkpoint, _NoopSaveInputs).
    static constexpr std::int32_t SavedByCheckpoint = 1;

protected:
    using CommonState::CommonState;

    /// Whether a checkpoint's input stays on the GPU.
    bool keepsInput() const { return m_options.hostCopies == HostCopies::None; }
    /// Whether hooks are asked for what the operation saves: those in the head are not.
    bool packs(const Op &op) const
    {
        const HostCopies which = m_options.hostCopies;
        const bool isHeads = which == HostCopies::NotHead && op.kind == OpKind::Product;
        return !m_options.isCheckpointed && !isHeads && op.packed[0] != NoTensor
            && (which == HostCopies::Saved || which == HostCopies::NotHead);
    }
    /// Whether a checkpoint's input comes back when the hooks are asked for it.
    bool isUnpacked() const { return m_options.hostCopies == HostCopies::Saved; }

    // Forward.

    void beginPacking()
    {
        if (!m_options.isCheckpointed)
            m_packs.resize(m_tape.ops.size());
        else if (isUnpacked())
            mark(Event::Stashed, SavedByCheckpoint);
    }
    /// The operation's saved tensors, one after the other (pack_tensor).
    void pack(const Op &op, std::size_t index)
    {
        Packs &packs = m_packs[index];
        for (const TensorId id : op.packed) {
            if (id == NoTensor)
                break;
            ++m_packed;
            const TensorId storage = ownerOf(id);
            const bool isWeight = m_tape.at(storage).parameter >= 0;
            if (isWeight) // update_model_params
                continue;
            const auto known = m_owners.find(storage);
            const bool isKnown = known != m_owners.end();
            if (isKnown || m_tape.at(id).bytes() < LeastCopied)
                keepHere(packs, storage);
            else
                stash(packs, id, storage);
            if (isKnown)
                known->second = m_packed;
        }
    }
    /// What is still on its way when the unit's forward pass ends.
    void leaveStash()
    {
        if (m_options.isCheckpointed) {
            const double bytes = m_tape.input == NoTensor ? 0 : storageOf(m_tape.at(m_tape.input));
            if (m_options.hostCopies != HostCopies::None)
                m_write.copy(bytes);
            if (isUnpacked())
                m_write.endForward(SavedByCheckpoint, {{SavedByCheckpoint, storageBytes(bytes)}});
            return;
        }
        std::vector<Stash> left;
        for (const Stashed &stashed : std::exchange(m_stash, {})) {
            const bool wasThere = m_tensors[at(stashed.storage)].isAlive;
            letGo(stashed);
            const bool isGone = wasThere && !m_tensors[at(stashed.storage)].isAlive;
            const double bytes = isGone ? storageOf(m_tape.at(stashed.storage)) : 0;
            left.push_back({stashed.order, storageBytes(bytes)});
            m_left.push_back(stashed.order);
        }
        m_write.endForward(m_packed, std::move(left));
    }

    // Backward.

    /// Whether the operation itself holds on to a storage that it has saved.
    bool isHeldBy(const Op &op, TensorId storage) const
    {
        if (!packs(op))
            return true;
        const std::vector<TensorId> &kept = m_packs[indexOf(op)].kept;
        return std::find(kept.begin(), kept.end(), storage) != kept.end();
    }
    /// What the operation needs comes back from the host (unpack_tensor).
    void bringBack(const Op &op)
    {
        if (!packs(op))
            return;
        const Packs &packs = m_packs[indexOf(op)];
        for (const Copied &copied : packs.copied) {
            const bool isStillHere = m_options.isTop && !m_hasBroughtBack
                && std::find(m_left.begin(), m_left.end(), copied.order) != m_left.end();
            if (!isStillHere)
                m_coming.push_back(newCopy(copied));
        }
        m_comes |= !packs.copied.empty();
    }
    /// The same of a checkpoint's input, where it runs again.
    void bringInputBack()
    {
        if (!isUnpacked() || m_tape.input == NoTensor)
            return;
        make(m_tape.input);
        m_comes = true;
    }
    /// The operation is through: its hook lets go of what the one before it has brought back.
    void endBringing()
    {
        if (!std::exchange(m_comes, false))
            return;
        for (const std::int32_t copy : std::exchange(m_brought, std::exchange(m_coming, {})))
            release(copy);
        // Where something else refers to it by now, that alone keeps it.
        if (m_options.isCheckpointed && m_tensors[at(m_tape.input)].saves > 0)
            m_tensors[at(m_tape.input)].isNamed = false;
        if (!std::exchange(m_hasBroughtBack, true))
            mark(Event::BroughtBack);
    }
    void finishBringing()
    {
        double bytes = 0;
        for (const std::int32_t copy : std::exchange(m_brought, {})) {
            bytes += storageBytes(m_gradients[at(copy)].bytes);
            release(copy);
        }
        if (m_options.isCheckpointed && isUnpacked() && m_tape.input != NoTensor) {
            const State &input = m_tensors[at(m_tape.input)];
            bytes += input.isAlive && input.isNamed ? m_tape.storageOf(m_tape.input) : 0;
        }
        m_write.bringBack(bytes);
    }

private:
    static constexpr double LeastCopied = 1024; ///< bytes (min_offload_size)

    struct Copied
    {
        std::int32_t order = 0;
        double bytes = 0;
        Holding holding = Holding::Saved; ///< when it is back
    };
    /// What became of the tensors that an operation saves.
    struct Packs
    {
        std::vector<TensorId> kept{}; ///< storages that it holds on to
        std::vector<Copied> copied{};
    };
    /// On its way.
    struct Stashed
    {
        std::int32_t order = 0;
        TensorId storage = NoTensor;
    };

    TensorId ownerOf(TensorId id) const { return m_tape.at(id).isView() ? m_tape.at(id).base : id; }
    std::size_t indexOf(const Op &op) const
    {
        return static_cast<std::size_t>(&op - m_tape.ops.data());
    }

    /// Too small, or, as is found by addresses, on its way already: it stays on the GPU.
    void keepHere(Packs &packs, TensorId storage)
    {
        if (std::find(packs.kept.begin(), packs.kept.end(), storage) != packs.kept.end())
            return;
        packs.kept.push_back(storage);
        ++m_tensors[at(storage)].saves;
    }
    void stash(Packs &packs, TensorId id, TensorId storage)
    {
        const double bytes = m_tape.at(id).bytes();
        m_write.note(); // the new one is there, beside those that go now
        while (!m_stash.empty() && m_stash.front().order <= m_packed - MostStashed) {
            const Stashed oldest = m_stash.front();
            m_stash.pop_front();
            letGo(oldest);
        }
        // Whatever units before have left is gone with the first copy that comes late enough.
        if (!m_isAlone)
            mark(Event::Stashed, m_packed);
        m_isAlone |= m_packed >= MostStashed;
        ++m_tensors[at(storage)].saves;
        m_stash.push_back({m_packed, storage});
        m_owners[storage] = m_packed;
        const bool isLogits = m_tape.at(storage).holding == Holding::Logits;
        packs.copied.push_back({m_packed, bytes, isLogits ? Holding::Logits : Holding::Saved});
        m_write.copy(bytes);
    }
    void letGo(const Stashed &stashed)
    {
        --m_tensors[at(stashed.storage)].saves;
        dropIfUnused(stashed.storage);
        const auto owner = m_owners.find(stashed.storage);
        if (owner != m_owners.end() && owner->second == stashed.order)
            m_owners.erase(owner);
    }
    std::int32_t newCopy(const Copied &copied)
    {
        m_gradients.push_back({copied.bytes, copied.holding});
        m_write.change(copied.holding, copied.bytes);
        const auto slot = static_cast<std::int32_t>(m_gradients.size() - 1);
        trace(Request::Kind::Make, slotOf(slot), copied.bytes);
        return slot;
    }

    std::vector<Packs> m_packs; ///< by operation
    std::deque<Stashed> m_stash;
    std::map<TensorId, std::int32_t> m_owners; ///< storages on their way, or kept: for which
    std::vector<std::int32_t> m_left; ///< on their way when the forward pass had ended
    std::vector<std::int32_t> m_coming; ///< for the operation at work
    std::vector<std::int32_t> m_brought; ///< for the one before it
    std::int32_t m_packed = 0; ///< tensors that autograd has saved
    bool m_isAlone = false; ///< nothing is on its way that units before have saved
    bool m_comes = false;
    bool m_hasBroughtBack = false;
};

} // namespace shardscope
