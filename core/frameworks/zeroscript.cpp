// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zeroscript.h"

#include "core/frameworks/zeroholdings.h"

namespace shardscope {

namespace {

/// Of what is held between steps, and for how much more there has to be room.
void addHoldings(std::vector<double> &sizes, const Workload &work, const ZeroShards &shards)
{
    Ledger ledger(Ledger::Detail::Totals);
    const auto open = [&] { return ledger.open(PartId::Temporaries, {}, "B"); };
    ZeroHoldings holdings(work, shards, {open(), open(), open(), open()}, ledger);
    holdings.resident();
    const double resident = ledger.takeStretch();
    holdings.update();
    const double updating = ledger.takeStretch();
    holdings.save();
    sizes.push_back(resident);
    sizes.push_back(shards.sums().persistent);
    sizes.push_back(updating - resident);
    sizes.push_back(ledger.takeStretch() - resident);
}

} // namespace

void ZeroScript::writeTo(Script &script)
{
    constexpr std::size_t usualSets = 512;
    m_script = &script;
    m_sets.reserve(usualSets);
    m_members.reserve(2 * usualSets);
}

ZeroScript::Size ZeroScript::addSet(bool isBucket)
{
    const std::size_t first = m_sets.empty() ? 0 : m_sets.back().end;
    m_sets.push_back({first, m_members.size(), isBucket});
    return FirstAtPlace + 2 * static_cast<Size>(m_model.places().size() + m_sets.size() - 1);
}

ZeroScript::Size ZeroScript::growTogether(std::span<const Member> members)
{
    if (!m_script)
        return 0;
    for (const Member &member : members)
        m_members.push_back(member.place);
    const Size size = addSet(false);
    grow(size);
    return size;
}

void ZeroScript::reduce(std::span<const int> parameters)
{
    if (!m_script)
        return;
    for (const int parameter : parameters)
        m_members.push_back(static_cast<int>(m_model.placeOf(parameter)));
    m_bucket = addSet(true);
    grow(m_bucket);
    blink(m_bucket + 1);
}

void ZeroScript::endReduce()
{
    shrink(m_bucket);
}

std::vector<double> ZeroScript::sizes(const Workload &work) const
{
    const ZeroShards shards(m_model, work.ranks(), zeroSizes(work).persistenceThreshold);
    std::vector<double> sizes;
    sizes.reserve(FirstAtPlace + 2 * (m_model.places().size() + m_sets.size()));
    addHoldings(sizes, work, shards);
    for (std::size_t place = 0; place < m_model.places().size(); ++place)
        sizes.insert(sizes.end(), {shards.at(place).gathered, shards.at(place).whole});
    for (const Set &set : m_sets) {
        const ZeroShards::Shard sum = sumOf(set, shards);
        if (set.isBucket) {
            // A single gradient that needs no padding is scattered where it is.
            const double whole = sum.own * work.ranks();
            const bool isCopied = set.end - set.first > 1 || whole != sum.elements;
            sizes.push_back(isCopied ? work.recipe.weight * whole : 0);
            sizes.push_back(accumulatedBytes(work) != work.recipe.weight
                    ? accumulatedBytes(work) * sum.own
                    : 0);
        } else {
            sizes.push_back(storageBytes(sum.padded, Dtype::Half));
            sizes.push_back(sum.whole);
        }
    }
    return sizes;
}

ZeroShards::Shard ZeroScript::sumOf(const Set &set, const ZeroShards &shards) const
{
    ZeroShards::Shard sum;
    for (std::size_t i = set.first; i < set.end; ++i) {
        const ZeroShards::Shard &shard = shards.at(static_cast<std::size_t>(m_members[i]));
        sum.elements += shard.elements;
        sum.own += shard.own;
        sum.padded += shard.padded;
        sum.whole += shard.whole;
    }
    return sum;
}

} // namespace shardscope
