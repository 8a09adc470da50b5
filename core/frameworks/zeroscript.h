// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/zeroshards.h"
#include "core/replay/scriptpen.h"

#include <span>
#include <vector>

namespace shardscope {

/// What ZeRO stage 3 does on one rank, written down in sizes that the number of ranks decides.
class ZeroScript : public ScriptPen
{
public:
    enum : Size { Resident, Persistent, Update, Save, FirstAtPlace };
    /// A parameter, and the place where what is said of it stands.
    struct Member
    {
        int parameter = 0;
        int place = 0;
    };

    explicit ZeroScript(const ZeroModel &model)
        : m_model(model)
    { }

    /// Nothing is written down before.
    void writeTo(Script &script);

    /// A parameter gathered for itself, or copied out of a flat buffer.
    static Size alone(int place) { return FirstAtPlace + 2 * static_cast<Size>(place); }
    static Size copied(int place) { return alone(place) + 1; }

    /// The flat buffer of several parameters.
    Size growTogether(std::span<const Member> members);
    /// All of them, copied out of it.
    static Size copiesOf(Size flat) { return flat + 1; }
    /// Gradients leave a bucket.
    void reduce(std::span<const int> parameters);
    void endReduce();

    /// Fills in the bytes of all sizes.
    void fillSizes(const Workload &work, std::vector<double> &sizes) const;

private:
    /// What is gathered together, or a bucket of gradients. Two sizes: what is sent, and what is
    /// made of it.
    struct Set
    {
        std::size_t first = 0; ///< in m_members
        std::size_t end = 0;
        bool isBucket = false;
    };

    /// The one that is like the last members, if there is one.
    Size addSet(bool isBucket);
    std::span<const int> membersOf(const Set &set) const
    {
        return std::span(m_members).subspan(set.first, set.end - set.first);
    }
    ZeroShards::Shard sumOf(const Set &set, const ZeroShards &shards) const;

    const ZeroModel &m_model;
    std::vector<Set> m_sets;
    std::vector<int> m_members; ///< places
    Size m_bucket = 0; ///< that is under way
};

} // namespace shardscope
