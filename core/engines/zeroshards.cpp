// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engines/zeroshards.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace shardscope {

namespace {

ZeroShards::Shard shardOf(const ZeroParameter &parameter, int ranks, double persistenceThreshold)
{
    const double own = std::ceil(parameter.elements / ranks);
    // A single rank's shard is the parameter.
    const bool isCut = ranks > 1;
    const double padded = isCut ? own * ranks : 0;
    return {.elements = parameter.elements,
        .own = own,
        .padded = padded,
        .gathered = storageBytes(padded, Dtype::Half),
        .whole = isCut ? storageBytes(parameter.elements, Dtype::Half) : 0,
        .isPersistent = parameter.elements <= persistenceThreshold};
}

} // namespace

ZeroShards::Sums &ZeroShards::Sums::operator+=(const Sums &other)
{
    whole += other.whole;
    own += other.own;
    trained += other.trained;
    rounding += other.rounding;
    largest = std::max(largest, other.largest);
    persistent += other.persistent;
    persistentElements += other.persistentElements;
    persistentCount += other.persistentCount;
    trainedCount += other.trainedCount;
    return *this;
}

ZeroShards::ZeroShards(const ZeroModel &model, int ranks, double persistenceThreshold)
    : m_model(model)
    , m_ofKinds(model.kinds().size())
{
    m_shards.reserve(model.places().size());
    for (const ZeroParameter &parameter : model.places())
        m_shards.push_back(shardOf(parameter, ranks, persistenceThreshold));
    for (int unit = 0; unit < model.unitCount(); ++unit) {
        Sums &ofKind = m_ofKinds[model.kindOf(unit)];
        if (ofKind.whole == 0)
            ofKind = sumsOf(unit);
        m_sums += ofKind;
    }
}

ZeroShards::Sums ZeroShards::sumsOf(int unit) const
{
    Sums sums;
    const auto first = static_cast<std::size_t>(m_model.kind(unit).firstPlace);
    const auto end = first + static_cast<std::size_t>(m_model.parameterCount(unit));
    for (std::size_t place = first; place < end; ++place) {
        const Shard &shard = m_shards[place];
        const bool isTrained = m_model.places()[place].trainable;
        sums += {.whole = shard.elements,
            .own = shard.own,
            .trained = isTrained ? shard.own : 0,
            .rounding = isTrained
                ? 0
                : storageBytes(shard.own, Dtype::Half) - bytesOf(shard.own, Dtype::Half),
            .largest = isTrained ? shard.own : 0,
            .persistent = shard.isPersistent ? shard.gathered : 0,
            .persistentElements = shard.isPersistent ? shard.padded : 0,
            .persistentCount = shard.isPersistent ? 1 : 0,
            .trainedCount = isTrained ? 1 : 0};
    }
    return sums;
}

/// Whole units at once where these fill none.
std::vector<double> ZeroShards::subGroups(double size) const
{
    std::vector<double> groups;
    double group = 0;
    for (int unit = 0; unit < m_model.unitCount(); ++unit) {
        const Sums &unitsSums = m_ofKinds[m_model.kindOf(unit)];
        if (group + unitsSums.trained < size) {
            group += unitsSums.trained;
            continue;
        }
        const auto first = static_cast<std::size_t>(m_model.kind(unit).firstPlace);
        const auto end = first + static_cast<std::size_t>(m_model.parameterCount(unit));
        for (std::size_t place = first; place < end; ++place) {
            group += m_model.places()[place].trainable ? m_shards[place].own : 0;
            if (group < size)
                continue;
            groups.push_back(std::exchange(group, 0));
        }
    }
    if (group > 0)
        groups.push_back(group);
    return groups;
}

} // namespace shardscope
