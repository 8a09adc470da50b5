// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engines/zero.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace shardscope {

/// Elements that DeepSpeed puts into one group of experts, at most (0.19.6 moe/utils.py,
/// split_params_into_different_moe_groups_for_optimizer).
inline constexpr double mostExpertsInGroup = 178956971;

/// Trained parameters side by side, cut into one partition for each rank (stage_1_and_2.py); seen
/// from rank 0. Experts that are dealt out are groups of their own, each cut by the ranks that have
/// the same ones.
class ZeroPartition
{
public:
    struct Group
    {
        double ranks = 1;
        bool hasExperts = false;
        double total = 0; ///< elements
        double aligned = 0; ///< so that partitions are as large
        double elements = 0; ///< of a partition
    };

    ZeroPartition(const ZeroModel &model, const Workload &work)
        : m_starts(model.parameters().size())
    {
        const bool dealsOut = work.mesh.expert > 1;
        m_groups.push_back({.ranks = 1.0 * work.ranks()});
        std::vector<std::vector<double>> ofKinds(model.kinds().size());
        for (std::size_t kind = 0; kind < ofKinds.size(); ++kind)
            ofKinds[kind] = offsetsOf(model.kinds()[kind].parameters, dealsOut);
        auto start = m_starts.begin();
        for (const int unit : model.unitsInOrder()) {
            const std::vector<double> &offsets = ofKinds[model.kindOf(unit)];
            const int count = model.parameterCount(unit);
            start = std::transform(offsets.begin(), offsets.begin() + count, start,
                [before = m_groups[0].total](double offset) { return before + offset; });
            m_groups[0].total += offsets[static_cast<std::size_t>(count)];
        }
        for (const ZeroParameter &parameter : model.places())
            m_largest = std::max(m_largest, parameter.trainable ? parameter.elements : 0);
        if (dealsOut)
            groupExperts(model, work.mesh.expertReplicas());
        for (Group &group : m_groups) {
            // nccl_start_alignment_factor
            const double alignment = 2.0 * group.ranks;
            group.aligned = std::ceil(group.total / alignment) * alignment;
            group.elements = group.aligned / group.ranks;
        }
    }

    /// The first has no experts in it that are dealt out.
    std::span<const Group> groups() const { return m_groups; }
    const Group &dense() const { return m_groups.front(); }
    std::size_t groupOf(int parameter) const
    {
        return m_groupOf.empty() ? 0 : m_groupOf[static_cast<std::size_t>(parameter)];
    }
    double partitionOf(int parameter) const { return m_groups[groupOf(parameter)].elements; }

    bool hasExperts() const { return m_groups.size() > 1; }

    double aligned(bool ofExperts) const { return sum(&Group::aligned, ofExperts); }
    double elements(bool ofExperts) const { return sum(&Group::elements, ofExperts); }
    double elements() const { return elements(false) + elements(true); }
    double largest() const { return m_largest; } ///< of all trained parameters
    /// Where in its group.
    double start(int parameter) const { return m_starts[static_cast<std::size_t>(parameter)]; }
    bool isOwned(int parameter) const { return start(parameter) < partitionOf(parameter); }
    double owned(int parameter, double elements) const
    {
        return std::min(elements, partitionOf(parameter) - start(parameter));
    }

private:
    double sum(double Group::*what, bool ofExperts) const
    {
        double all = 0;
        for (const Group &group : m_groups)
            all += group.hasExperts == ofExperts ? group.*what : 0;
        return all;
    }
    /// Where the trained parameters of a unit begin, from its own beginning on; the last: its end.
    static std::vector<double> offsetsOf(std::span<const ZeroParameter> parameters, bool dealsOut)
    {
        std::vector<double> offsets{0};
        for (const ZeroParameter &parameter : parameters) {
            const bool isElsewhere = !parameter.trainable || (dealsOut && parameter.isExpert);
            offsets.push_back(offsets.back() + (isElsewhere ? 0 : parameter.elements));
        }
        return offsets;
    }
    void groupExperts(const ZeroModel &model, int ranks)
    {
        m_groupOf.resize(m_starts.size());
        for (int i = 0; i < model.parameterCount(); ++i) {
            const ZeroParameter &parameter = model.at(i);
            if (!parameter.isExpert || !parameter.trainable)
                continue;
            const bool isFull = m_groups.back().total + parameter.elements > mostExpertsInGroup;
            if (!m_groups.back().hasExperts || isFull)
                m_groups.push_back({.ranks = 1.0 * ranks, .hasExperts = true});
            m_starts[static_cast<std::size_t>(i)] = m_groups.back().total;
            m_groupOf[static_cast<std::size_t>(i)] = m_groups.size() - 1;
            m_groups.back().total += parameter.elements;
        }
    }

    std::vector<double> m_starts;
    std::vector<std::size_t> m_groupOf; ///< each parameter; empty: the first
    std::vector<Group> m_groups;
    double m_largest = 0;
};

/// What all ranks share, and experts where they are dealt out.
inline Term counted(double dense, double experts)
{
    return experts > 0 ? Term::count(dense) + Term::count(experts) : Term::count(dense);
}

} // namespace shardscope
