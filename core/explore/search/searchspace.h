// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/scenario/keys.h"
#include "core/step/resolve.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace shardscope {

/// What a search may change.
enum class Dimension {
    Gpus,
    Strategy,
    Framework,
    QuantStorage,
    MicroBatch, ///< with the accumulation that holds the batch
    Checkpointing,
    Offload,
    Loss,
    Attention,
    Tensor,
    Pipeline
};
template <>
inline constexpr std::array<std::string_view, 11> namesOf<Dimension>{"gpus", "strategy",
    "framework", "quant-storage", "micro-batch", "checkpointing", "offload", "loss", "attention",
    "tensor", "pipeline"};

/// What the user lets a search change. The batch is held: so many sequences in each optimizer step
/// of all GPUs together.
struct SearchFreedom
{
    bool strategy = true;
    bool framework = true;
    bool microBatch = true;
    bool checkpointing = true;
    bool offload = true;
    bool loss = true;
    bool attention = true;
    bool tensor = true;
    bool pipeline = true;
    int gpusAtMost = 0; ///< 0: as many as the scenario has
    double batch = 0; ///< sequences per optimizer step; 0: as many as the scenario has

    bool operator==(const SearchFreedom &) const = default;
};

/// The switch of a dimension; null where there is none of its own.
bool *freedomOf(SearchFreedom &freedom, Dimension dimension);

/// One input of a search and the values that it takes.
struct SearchDimension
{
    Dimension id = Dimension::Gpus;
    const Key *key = nullptr;
    std::vector<Json> values{};
};

/// Every combination of the dimensions' values: points counted in mixed radix, the last dimension
/// changing fastest.
class SearchSpace
{
public:
    /// `layers`: of the model.
    SearchSpace(
        Scenario present, double batch, std::vector<SearchDimension> dimensions, int layers);

    const Scenario &present() const { return m_present; }
    double batch() const { return m_batch; }
    const std::vector<SearchDimension> &dimensions() const { return m_dimensions; }
    std::size_t size() const { return m_size; }

    /// Turns `scratch`, `present()` or an earlier point, into that point. False where the
    /// combination is none: the batch cannot be held, or it says what another point says already.
    bool setPoint(Scenario &scratch, std::size_t point) const;
    Scenario at(std::size_t point) const;

    /// Which of a dimension's values a point has.
    std::size_t valueAt(std::size_t point, Dimension id) const;
    /// Points that differ in dimensions of `group` alone.
    std::vector<std::size_t> neighbours(std::size_t point, std::span<const Dimension> group) const;

private:
    void setEnds(Parallel &parallel) const;

    Scenario m_present;
    double m_batch;
    int m_layers = 0;
    std::vector<SearchDimension> m_dimensions;
    std::size_t m_size = 1;
    bool m_variesStrategy = false;
    bool m_variesFramework = false;
    bool m_variesTensor = false;
    bool m_variesPipeline = false;
};

/// The space that `freedom` opens around a scenario.
/// Errors: as resolve, and Inconsistent where no number of GPUs divides the batch.
Result<SearchSpace> searchSpace(
    const Scenario &present, const SearchFreedom &freedom, const Catalog &catalog);

/// In how many of the inputs that a search may change two scenarios differ.
int changesBetween(const Scenario &one, const Scenario &other);

} // namespace shardscope
