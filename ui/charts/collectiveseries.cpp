// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/collectiveseries.h"

#include "core/plan/plan.h"
#include "ui/text/names.h"

#include <algorithm>
#include <optional>

namespace shardscope {

namespace {

/// One colour; where a pass gathers another amount than the others, each pass has its own hatch.
int weightsStyle(std::optional<Pass> only)
{
    if (!only || *only == Pass::Forward)
        return 2;
    return *only == Pass::Backward ? 10 : 11;
}

} // namespace

int collectiveStyle(const Collective &collective)
{
    switch (collective.op) {
    case CollectiveOp::AllReduce:
        return collective.payload == Payload::Shards ? 4 : 0;
    case CollectiveOp::ReduceScatter:
        return 1;
    case CollectiveOp::AllGather:
        return collective.payload == Payload::Weights ? weightsStyle(collective.only) : 3;
    case CollectiveOp::SendReceive:
    case CollectiveOp::Broadcast:
    case CollectiveOp::AllToAll:
        return 5;
    case CollectiveOp::CopyToHost:
        return 6;
    case CollectiveOp::CopyToGpu:
        return 7;
    }
    return 0;
}

ChartSeries seriesOf(const Collective &collective, std::size_t bars)
{
    return {.id = toText(collective.id()),
        .label = collectiveName(collective),
        .style = collectiveStyle(collective),
        .values = std::vector<double>(bars, 0),
        .details = std::vector<QString>(bars)};
}

ChartSeries &seriesFor(
    std::vector<ChartSeries> &all, const Collective &collective, std::size_t bars)
{
    const QString id = toText(collective.id());
    const auto found = std::find_if(
        all.begin(), all.end(), [&id](const ChartSeries &series) { return series.id == id; });
    return found != all.end() ? *found : all.emplace_back(seriesOf(collective, bars));
}

} // namespace shardscope
