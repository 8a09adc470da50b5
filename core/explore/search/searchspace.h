// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/searchdimensions.h"
#include "core/step/resolve.h"

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

namespace shardscope {

/// Combinations of the dimensions' values that are worth a look: what holds the batch, says what no
/// other says, and cuts the model evenly where it cuts it. A point is counted in mixed radix, the
/// last dimension changing fastest.
class SearchSpace
{
public:
    SearchSpace(
        Scenario present, double batch, std::vector<SearchDimension> dimensions, ModelSpec spec);

    const Scenario &present() const { return m_present; }
    double batch() const { return m_batch; }
    const std::vector<SearchDimension> &dimensions() const { return m_dimensions; }
    /// Ascending.
    const std::vector<std::size_t> &points() const { return m_points; }
    std::size_t size() const { return m_points.size(); }

    /// Turns `scratch`, `present()` or an earlier point, into that point.
    void setPoint(Scenario &scratch, std::size_t point) const;
    Scenario at(std::size_t point) const;

    /// Which of a dimension's values a point has.
    std::size_t valueAt(std::size_t point, Dimension id) const;
    /// Combinations that differ in dimensions of `group` alone; some are no points.
    std::vector<std::size_t> neighbours(std::size_t point, std::span<const Dimension> group) const;

private:
    /// A dimension in the order in which combinations are gone through, which refuses early what
    /// leads to no point.
    struct Level
    {
        const SearchDimension *dimension = nullptr;
        std::size_t stride = 1; ///< between values, in points
        bool (SearchSpace::*isPossible)(Scenario &scratch) const = nullptr;
    };
    std::vector<Level> levels() const;
    void collect(
        const std::vector<Level> &levels, std::size_t depth, std::size_t point, Scenario &scratch);
    bool varies(Dimension id) const { return m_varies[static_cast<std::size_t>(id)]; }
    /// Who does not know an axis is looked at once, without it.
    bool isUsed(Dimension id, int chosen, int used) const { return !varies(id) || chosen == used; }

    // Whether what stands in `scratch` by then leads to a point.
    bool hasStrategy(Scenario &scratch) const;
    bool hasOffload(Scenario &scratch) const;
    bool hasAttention(Scenario &scratch) const;
    bool hasLoss(Scenario &scratch) const;
    bool hasGpus(Scenario &scratch) const;
    bool hasTensor(Scenario &scratch) const;
    bool hasPipeline(Scenario &scratch) const;
    bool hasContext(Scenario &scratch) const;
    bool hasContextKind(Scenario &scratch) const;
    bool hasExpert(Scenario &scratch) const;
    bool hasExpertTensor(Scenario &scratch) const;
    bool hasChunks(Scenario &scratch) const;
    bool hasSchedule(Scenario &scratch) const;
    bool hasRankOrder(Scenario &scratch) const;
    bool hasBatch(Scenario &scratch) const;

    void setEnds(Parallel &parallel) const;
    /// What follows from a point's own dimensions.
    void setRest(Scenario &scratch) const;

    Scenario m_present;
    double m_batch;
    ModelSpec m_spec;
    std::vector<SearchDimension> m_dimensions;
    std::array<bool, namesOf<Dimension>.size()> m_varies{};
    bool m_variesMesh = false; ///< any degree or what comes with one
    std::vector<std::size_t> m_points;
};

/// The space that `freedom` opens around a scenario.
/// Degrees are powers of two and what there is now: tensor parallelism within a node, pipelines of
/// 16 stages at most, sequences in parts of 1,024 tokens at least, experts whole; up to 16 chunks.
/// Errors: as resolve, and Inconsistent where no number of GPUs divides the batch.
Result<SearchSpace> searchSpace(
    const Scenario &present, const SearchFreedom &freedom, const Catalog &catalog);

} // namespace shardscope
