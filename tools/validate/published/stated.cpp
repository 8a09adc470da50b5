// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/validate/published/stated.h"

#include "tools/validate/printed.h"

#include <algorithm>
#include <array>

namespace shardscope {

namespace {

/// What a GPU showed, under a name that says what it counts.
constexpr std::array<std::string_view, 6> knownMetrics{
    "allocated", "between_steps", "reserved", "nvidia_smi", "nvidia_smi_delta", throughputMetric};

bool isNvidiaSmi(const Measurement &measured)
{
    return measured.metric.starts_with("nvidia_smi");
}

/// nvidia-smi counts what the GPU's driver takes.
bool saysWhatWasMeasured(const Case &item)
{
    return item.ranOutOfMemory
        || std::any_of(
            item.measured.begin(), item.measured.end(), [&item](const Measurement &measured) {
                const bool isKnown
                    = std::find(knownMetrics.begin(), knownMetrics.end(), measured.metric)
                    != knownMetrics.end();
                return isKnown && (item.knowsGpu || !isNvidiaSmi(measured));
            });
}

} // namespace

bool statesSettings(const Case &item)
{
    if (std::holds_alternative<Scenario>(item.mapping))
        return true;
    const auto printed = std::find_if(item.origin.begin(), item.origin.end(),
        [](const auto &member) { return member.first == "printed"; });
    if (printed == item.origin.end())
        return true;
    const Printed run(printed->second);
    return run.size("seq_len") > 0 && run.size("micro_batch") > 0
        && std::max(run.size("sharding.num_gpus"), run.size("sharding.dp")) > 0
        && saysWhatWasMeasured(item);
}

} // namespace shardscope
