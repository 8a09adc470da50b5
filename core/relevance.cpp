// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/relevance.h"

#include "core/frameworks/convention.h"
#include "core/frameworks/offload/offload.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

struct Condition
{
    bool (*holds)(const Scenario &);
    std::string_view words; ///< what is expected where it does not hold
};

bool isDetailed(const Scenario &scenario)
{
    return scenario.estimator == EstimatorKind::Detailed;
}
bool hasAdapters(const Scenario &scenario)
{
    return scenario.training.method != Method::Full;
}
bool runs(const Scenario &scenario, Framework framework)
{
    return isDetailed(scenario) && frameworkFor(scenario.parallel) == framework;
}
bool usesDeepSpeed(const Scenario &scenario)
{
    return runs(scenario, Framework::DeepSpeed);
}
bool usesFsdp(const Scenario &scenario)
{
    return runs(scenario, Framework::Fsdp1) || runs(scenario, Framework::Fsdp2);
}
bool hasData(const Scenario &scenario)
{
    return scenario.run.tokens > 0 || scenario.run.examples > 0;
}

constexpr Condition always{[](const Scenario &) { return true; }, {}};
constexpr Condition never{
    [](const Scenario &) { return false; }, "an input that changes a figure of the sweep"};
constexpr Condition detailed{isDetailed, "estimator detailed"};
constexpr Condition scaled{[](const Scenario &scenario) { return scenario.model.isScaled(); },
    "a scaled model in place of a real one"};
constexpr Condition adapters{hasAdapters, "training.method lora or qlora"};
constexpr Condition detailedAdapters{
    [](const Scenario &scenario) { return isDetailed(scenario) && hasAdapters(scenario); },
    "training.method lora or qlora with estimator detailed"};
constexpr Condition peftAdapters{[](const Scenario &scenario) {
                                     return runs(scenario, Framework::Trainer)
                                         && hasAdapters(scenario);
                                 },
    "training.method lora or qlora without sharding, with estimator detailed"};
constexpr Condition quantized{[](const Scenario &scenario) {
                                  return isDetailed(scenario)
                                      && scenario.training.method == Method::Qlora;
                              },
    "training.method qlora with estimator detailed"};
constexpr Condition adapterShare{
    [](const Scenario &scenario) { return !isDetailed(scenario) && hasAdapters(scenario); },
    "training.method lora or qlora with estimator worksheet"};
constexpr Condition deepSpeed{usesDeepSpeed, "parallel.strategy zero1, zero2 or zero3"};
constexpr Condition zero3{[](const Scenario &scenario) {
                              return usesDeepSpeed(scenario)
                                  && scenario.parallel.strategy == Strategy::Zero3;
                          },
    "parallel.strategy zero3"};
constexpr Condition stages{[](const Scenario &scenario) {
                               return usesDeepSpeed(scenario)
                                   && scenario.parallel.strategy != Strategy::Ddp
                                   && scenario.parallel.strategy != Strategy::Zero3;
                           },
    "parallel.strategy zero1 or zero2"};
constexpr Condition fsdp{usesFsdp, "parallel.strategy fsdp, fsdp-grad-op or hsdp"};
constexpr Condition hybrid{[](const Scenario &scenario) {
                               return isDetailed(scenario)
                                   && scenario.parallel.strategy == Strategy::Hsdp;
                           },
    "parallel.strategy hsdp"};
constexpr Condition sharding{
    [](const Scenario &scenario) { return usesDeepSpeed(scenario) || usesFsdp(scenario); },
    "a parallel.strategy that shards"};
constexpr Condition shardingAtAll{[](const Scenario &scenario) {
                                      const Framework framework = frameworkFor(scenario.parallel);
                                      return framework != Framework::Trainer
                                          && framework != Framework::Megatron;
                                  },
    "a parallel.strategy that shards"};
constexpr Condition offloading{[](const Scenario &scenario) {
                                   return isDetailed(scenario)
                                       && offloadFor(scenario.parallel) != Offload::None;
                               },
    "a parallel.offload that the strategy can do"};
constexpr Condition estimatedFragmentation{[](const Scenario &scenario) {
                                               return isDetailed(scenario)
                                                   && scenario.hardware.fragmentationPercent < 0;
                                           },
    "hardware.fragmentation_percent -1 with estimator detailed"};
constexpr Condition noTokens{
    [](const Scenario &scenario) { return scenario.run.tokens <= 0; }, "run.tokens 0"};
constexpr Condition data{hasData, "run.tokens or run.examples above 0"};

struct Row
{
    std::string_view key;
    const Condition &memory;
    const Condition &speed;
};

/// What is not listed here always counts. A test holds each row against what plans say.
constexpr std::array<Row, 42> rows{{
    {"model.parameters", scaled, scaled},
    {"model.hidden_size", scaled, scaled},
    {"model.layers", scaled, scaled},
    {"training.lora_rank", detailedAdapters, adapters},
    {"training.lora_targets", detailedAdapters, adapters},
    {"training.lora_dropout", detailedAdapters, adapters},
    {"training.lora_precision", peftAdapters, adapters},
    {"training.kbit_preparation", quantized, never},
    {"training.quant_storage", never, never}, // breaks sharding, costs nothing
    {"training.lora_percent", adapterShare, adapterShare},
    {"training.optimizer", detailed, always},
    {"training.accumulation", detailed, always},
    {"training.attention", detailed, always},
    {"training.loss", detailed, always},
    {"training.kernels", detailed, never},
    {"training.stack", detailed, never},
    {"training.outputs", detailed, never},
    {"training.fusion", never, always},
    {"parallel.framework", detailed, always},
    {"parallel.gpus_per_node", detailed, always},
    {"parallel.shard_group", hybrid, hybrid},
    {"parallel.wrap", fsdp, fsdp},
    {"parallel.gradient_precision", sharding, detailed},
    {"parallel.reduce_bucket", deepSpeed, deepSpeed},
    {"parallel.allgather_bucket", never, stages},
    {"parallel.prefetch_bucket", zero3, never},
    {"parallel.persistence_threshold", zero3, never},
    {"parallel.sub_group", zero3, never},
    {"parallel.overlap", sharding, detailed},
    {"parallel.offload", sharding, shardingAtAll},
    {"parallel.zeropp", never, zero3},
    {"parallel.algorithm", never, detailed},
    {"hardware.link", never, always},
    {"hardware.reserve_gib", always, never},
    {"hardware.host_gib", offloading, never},
    {"hardware.allocator", estimatedFragmentation, never},
    {"hardware.fragmentation_percent", detailed, never},
    {"hardware.context_mib", detailed, never},
    {"hardware.nccl_mib", detailed, never},
    {"hardware.workspace_mib", detailed, never},
    {"hardware.correction_gib", detailed, never},
    {"model.name", never, never},
}};

/// Inputs of the run: never of memory, and what they are good for depends on the data.
struct RunRow
{
    std::string_view key;
    const Condition &speed;
};
constexpr std::array<RunRow, 7> runRows{{
    {"run.tokens", always},
    {"run.examples", noTokens},
    {"run.epochs", data},
    {"run.price_per_gpu_hour", data},
    {"run.disk_gb_s", never},
    {"run.learning_rate", never},
    {"run.reference_batch", never},
}};

const Condition &conditionOf(std::string_view key, Answer answer)
{
    const auto isNamed = [key](const auto &row) { return row.key == key; };
    const bool isMemory = answer == Answer::Memory;
    if (const auto row = std::find_if(rows.begin(), rows.end(), isNamed); row != rows.end())
        return isMemory ? row->memory : row->speed;
    if (const auto row = std::find_if(runRows.begin(), runRows.end(), isNamed);
        row != runRows.end())
        return isMemory ? never : row->speed;
    return always;
}

} // namespace

std::optional<std::string_view> missingFor(
    std::string_view key, const Scenario &scenario, Answer answer)
{
    const Condition &condition = conditionOf(key, answer);
    if (condition.holds(scenario))
        return std::nullopt;
    return condition.words;
}

} // namespace shardscope
