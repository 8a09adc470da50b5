// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/quantity.h"
#include "core/catalog/catalog.h"
#include "core/plan/plan.h"
#include "core/scenario/scenario.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace shardscope {

/// Who followed the memory of a run: the storages of a Hugging Face step, of a DeepSpeed step or of
/// one rank of a mesh, tensor by tensor, or whoever published what a GPU showed.
enum class CaseFormat { Steps, DeepSpeed, Device, Parallel };
template <>
inline constexpr std::array<std::string_view, 4> namesOf<CaseFormat>{
    "steps", "deepspeed", "device", "parallel"};

/// A case that did not fit its GPU is measured by what the GPU has.
inline constexpr std::string_view outOfMemoryMetric = "oom";

/// Tokens/s on each GPU. The one metric whose figures are counts, not bytes.
inline constexpr std::string_view throughputMetric = "tokens_per_s_per_gpu";

/// Bytes of whole tensors that the collectives of a step carry.
struct WireMetric
{
    std::string_view name;
    std::string_view operation; ///< as files name it; empty: all of them
    CollectiveOp op = CollectiveOp::AllReduce;
};
inline constexpr std::array<WireMetric, 6> wireMetrics{{
    {"all_gather_bytes", "all_gather", CollectiveOp::AllGather},
    {"reduce_scatter_bytes", "reduce_scatter", CollectiveOp::ReduceScatter},
    {"all_reduce_bytes", "all_reduce", CollectiveOp::AllReduce},
    {"all_to_all_bytes", "all_to_all", CollectiveOp::AllToAll},
    {"send_receive_bytes", "send_receive", CollectiveOp::SendReceive},
    {"wire_bytes", ""},
}};

/// An all-reduce scatters and gathers: among all operations it counts twice.
constexpr int timesCounted(const WireMetric &metric, CollectiveOp op)
{
    return metric.operation.empty() && op == CollectiveOp::AllReduce ? 2 : 1;
}

/// Null: the metric is not one of them.
constexpr const WireMetric *findWireMetric(std::string_view name)
{
    for (const WireMetric &metric : wireMetrics) {
        if (metric.name == name)
            return &metric;
    }
    return nullptr;
}

/// What a GPU holds, and not how fast it is or what it sends.
constexpr bool isMemory(std::string_view metric)
{
    return metric != throughputMetric && !findWireMetric(metric);
}

struct Measurement
{
    std::string metric{}; ///< "peak_bytes", "forward_peak", "reserved", ...
    Bytes bytes{};
};

/// One input of a run, under its key in `core/scenario/keys.h`.
struct Setting
{
    std::string_view key{}; ///< the id in the key table, which outlives every run
    Json value{};
    std::string why{}; ///< why this value was filled in; empty: the source states it

    bool isAssumed() const { return !why.empty(); }
};

/// Why no scenario stands for a case.
struct Unmapped
{
    std::string reason{};
};
using Mapping = std::variant<Scenario, Unmapped>;

/// What a case is counted under: dimension ("method") and value ("lora").
using Tag = std::pair<std::string, std::string>;

/// One measured run.
struct Case
{
    std::string id{};
    CaseFormat format = CaseFormat::Steps;
    std::vector<Setting> settings{}; ///< that the scenario was made of
    Mapping mapping = Unmapped{};
    std::vector<Measurement> measured{};
    std::string confidence = "high"; ///< in the measurement, as its source was judged
    std::vector<Tag> tags{};
    bool knowsGpu = false; ///< the scenario's GPU is the one of the run
    bool ranOnGpu = false; ///< a step of a followed one's format that was not followed
    bool ranOutOfMemory = false;
    std::optional<int> stage{}; ///< of a pipeline, whose rank was measured; none: the fullest
    int addedTokens = 0; ///< to the vocabulary, by whoever ran it
    Json::Object origin{}; ///< where the run stands, notes, and what its source printed
};

/// The scenario that stands for a case, with the tokens that were added to its model's vocabulary.
std::optional<Scenario> scenarioOf(const Case &item, const Catalog &catalog);

} // namespace shardscope
