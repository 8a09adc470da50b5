// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/gpucount.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

std::optional<double> tasksOf(const FactList &facts, std::string_view said, std::string_view tasks)
{
    const std::optional<double> count = facts.number(said);
    const std::optional<double> each = facts.number("gpus_per_task");
    const std::optional<double> all = facts.number(tasks);
    return count || !all || !each ? count : std::optional(*all * *each);
}

} // namespace

std::optional<double> gpusOfNode(const FactList &facts)
{
    return tasksOf(facts, "gpus_per_node", "tasks_per_node");
}

std::optional<double> gpusOfAll(const FactList &facts)
{
    return tasksOf(facts, "gpus", "tasks");
}

bool shardsAtAll(const FactList &facts)
{
    return facts.number("zero_stage").value_or(0) > 0 || facts.is("engine", "fsdp")
        || facts.is("engine", "megatron") || facts.isSaid("fsdp_sharding")
        || facts.number("data_shards").value_or(1) != 1;
}

double gpusForBatch(const FactList &facts)
{
    const std::optional<double> all = facts.number("sequences_per_step");
    if (!all || !facts.isSaid("sequences_per_step"))
        return wholeNode;
    const auto said = [&facts](std::string_view id) {
        return facts.isSaid(id) ? facts.number(id).value_or(1) : 1;
    };
    const double each = std::max(1.0, said("training.micro_batch") * said("training.accumulation"));
    for (double gpus = wholeNode; gpus >= 1; gpus /= 2) {
        if (*all > 0 && std::fmod(*all, gpus * each) == 0)
            return gpus;
    }
    return wholeNode;
}

} // namespace shardscope
