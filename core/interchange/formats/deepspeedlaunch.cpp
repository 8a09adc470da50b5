// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"

#include <algorithm>
#include <array>
#include <string>

// Keys: deepspeed/launcher/runner.py (0.19.6).

namespace shardscope {

namespace {

/// -1: as many as there are.
std::optional<Json> positive(const Json &value)
{
    return value.number() && *value.number() > 0 ? std::optional(value) : std::nullopt;
}

/// "worker-0@worker-1:0,2": two nodes.
std::optional<Json> includedNodes(const Json &value)
{
    if (!value.string() || value.string()->empty())
        return std::nullopt;
    const std::string &text = *value.string();
    return 1 + static_cast<int>(std::count(text.begin(), text.end(), '@'));
}

/// "worker-0:0,2@worker-1:0,2": two of each. Nothing where nodes differ, or are taken whole.
std::optional<Json> includedSlots(const Json &value)
{
    if (!value.string() || value.string()->empty())
        return std::nullopt;
    std::string_view rest = *value.string();
    std::optional<int> slots;
    while (true) {
        const std::size_t end = rest.find('@');
        const std::string_view node = rest.substr(0, end);
        const std::size_t colon = node.find(':');
        if (colon == std::string_view::npos)
            return std::nullopt;
        const int count = 1 + static_cast<int>(std::count(node.begin(), node.end(), ','));
        if (slots && *slots != count)
            return std::nullopt;
        slots = count;
        if (end == std::string_view::npos)
            return *slots;
        rest.remove_prefix(end + 1);
    }
}

constexpr std::array rows{
    KeyRow{"num_nodes", "nodes", {}, positive, positive},
    KeyRow{"num_gpus", "gpus_per_node", {}, positive, positive},
    KeyRow{"num_accelerators", "gpus_per_node", {}, positive},
    KeyRow{"include", "nodes", {}, includedNodes},
    KeyRow{"include", "gpus_per_node", {}, includedSlots},
};

// A hostfile says nodes and GPUs, but stands on the cluster.
constexpr auto notModelled = std::to_array<std::string_view>({
    "hostfile=/job/hostfile",
    "exclude",
    "min_elastic_nodes=-1",
    "max_elastic_nodes=-1",
    "elastic_training",
    "autotuning",
});

constexpr auto withoutEffect = std::to_array<std::string_view>({
    "master_port",
    "master_addr",
    "node_rank",
    "launcher",
    "launcher_args",
    "module",
    "no_python",
    "no_local_rank",
    "no_ssh",
    "no_ssh_check",
    "force_multi",
    "save_pid",
    "enable_each_rank_log",
    "bind_cores_to_rank",
    "bind_core_list",
    "ssh_port",
    "venv_script",
    "log_level",
    "quiet",
    "help",
});

// Without a hostfile; then all GPUs of the machine, whatever their number.
constexpr std::array defaults{
    FormatDefault{"nodes", "1"},
};

} // namespace

constexpr Format deepSpeedLaunchFormat{
    .id = "deepspeed-launch",
    .name = english("formats", "DeepSpeed's launcher"),
    .rank = Rank::Launcher,
    .signs = {},
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
