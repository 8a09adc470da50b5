// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/zeroscript.h"

#include "core/frameworks/zeroholdings.h"

#include <algorithm>

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
    ScriptPen::writeTo(script);
    m_sets.reserve(usualSets);
    m_members.reserve(2 * usualSets);
}

ZeroScript::Size ZeroScript::addSet(bool isBucket)
{
    const std::size_t first = m_sets.empty() ? 0 : m_sets.back().end;
    const Set added{first, m_members.size(), isBucket};
    const std::span<const int> members = membersOf(added);
    const auto isLike = [&](const Set &set) {
        const std::span<const int> others = membersOf(set);
        return set.isBucket == isBucket
            && std::equal(others.begin(), others.end(), members.begin(), members.end());
    };
    const auto like = std::find_if(m_sets.begin(), m_sets.end(), isLike);
    const auto number = static_cast<std::size_t>(like - m_sets.begin());
    if (like == m_sets.end())
        m_sets.push_back(added);
    else
        m_members.resize(first);
    return FirstAtPlace + 2 * static_cast<Size>(m_model.places().size() + number);
}

ZeroScript::Size ZeroScript::growTogether(std::span<const Member> members)
{
    if (!isWriting())
        return 0;
    for (const Member &member : members)
        m_members.push_back(member.place);
    const Size size = addSet(false);
    grow(size);
    return size;
}

void ZeroScript::reduce(std::span<const int> parameters)
{
    if (!isWriting())
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

void ZeroScript::fillSizes(const Workload &work, std::vector<double> &sizes) const
{
    const int ranks = work.ranks();
    const double weight = work.recipe.weight;
    const double accumulated = accumulatedBytes(work);
    const ZeroShards shards(m_model, ranks, zeroSizes(work).persistenceThreshold);
    addHoldings(sizes, work, shards);
    for (std::size_t place = 0; place < m_model.places().size(); ++place)
        sizes.insert(sizes.end(), {shards.at(place).gathered, shards.at(place).whole});
    for (const Set &set : m_sets) {
        const ZeroShards::Shard sum = sumOf(set, shards);
        if (set.isBucket) {
            // A single gradient that needs no padding is scattered where it is.
            const double whole = sum.own * ranks;
            const bool isCopied = set.end - set.first > 1 || whole != sum.elements;
            sizes.push_back(isCopied ? weight * whole : 0);
            sizes.push_back(accumulated != weight ? accumulated * sum.own : 0);
        } else {
            sizes.push_back(storageBytes(sum.padded, Dtype::Half));
            sizes.push_back(sum.whole);
        }
    }
}

ZeroShards::Shard ZeroScript::sumOf(const Set &set, const ZeroShards &shards) const
{
    ZeroShards::Shard sum;
    for (const int place : membersOf(set)) {
        const ZeroShards::Shard &shard = shards.at(static_cast<std::size_t>(place));
        sum.elements += shard.elements;
        sum.own += shard.own;
        sum.padded += shard.padded;
        sum.whole += shard.whole;
    }
    return sum;
}

} // namespace shardscope
