// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/names.h"
#include "core/model/modelspec.h"
#include "core/scenario/keys.h"

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
    Pipeline,
    Context,
    ContextKind,
    Expert,
    ExpertTensor,
    Chunks, ///< of a pipeline stage
    Schedule,
    RankOrder
};
template <>
inline constexpr std::array<std::string_view, 18> namesOf<Dimension>{"gpus", "strategy",
    "framework", "quant-storage", "micro-batch", "checkpointing", "offload", "loss", "attention",
    "tensor", "pipeline", "context", "context-kind", "expert", "expert-tensor", "chunks",
    "schedule", "rank-order"};

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
    bool context = true; ///< with how its ranks come by keys and values
    bool expert = true; ///< with the GPUs that share an expert
    bool chunks = true;
    bool schedule = true;
    bool rankOrder = true;
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

/// What a space is made for.
struct SearchWish
{
    const Scenario &present;
    const SearchFreedom &freedom;
    const ModelSpec &spec;
};
/// The inputs that a search may change with all values that it tries, and for the others what there
/// is now. What decides how the layers compute comes first: neighbours have that in common, and are
/// quick to evaluate one after the other.
std::vector<SearchDimension> dimensionsOf(const SearchWish &wish);

/// Whether the strategy leaves a chosen framework: one that does not have it gives way to another.
bool isTaken(const Parallel &parallel);

/// In how many of the inputs that a search may change two scenarios differ.
int changesBetween(const Scenario &one, const Scenario &other);

} // namespace shardscope
