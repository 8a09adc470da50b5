// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zeromodel.h"

#include <vector>

namespace shardscope {

/// The model's parameters as ZeRO stage 3 cuts them, each for itself, and makes them whole again.
class ZeroShards
{
public:
    struct Shard
    {
        double elements = 0; ///< of the parameter
        double own = 0; ///< elements of a rank's share
        double padded = 0; ///< elements of all shares; none where there is a single rank
        double gathered = 0; ///< their bytes
        double whole = 0; ///< bytes where it is copied out of a flat buffer
        bool isPersistent = false; ///< so small that it stays gathered
    };
    /// Over parameters.
    struct Sums
    {
        double whole = 0; ///< elements of all ranks
        double own = 0; ///< elements of a rank's shares
        double trained = 0; ///< those of what is trained
        double rounding = 0; ///< bytes: the shares of what is not are storages of their own
        double largest = 0; ///< of these
        double persistent = 0; ///< bytes that stay gathered
        double persistentElements = 0; ///< of all their shares
        int persistentCount = 0;
        int trainedCount = 0;

        Sums &operator+=(const Sums &other);
    };

    ZeroShards(const ZeroModel &model, int ranks, double persistenceThreshold);

    /// By ZeroModel::placeOf.
    const Shard &at(std::size_t place) const { return m_shards[place]; }
    const Sums &sums() const { return m_sums; }
    /// Elements of the sub-groups that what is trained is updated in, one after the other.
    std::vector<double> subGroups(double size) const;

private:
    Sums sumsOf(int unit) const;

    const ZeroModel &m_model;
    std::vector<Shard> m_shards;
    std::vector<Sums> m_ofKinds; ///< of one unit
    Sums m_sums;
};

} // namespace shardscope
