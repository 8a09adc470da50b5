// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/interchange/formats/formats.h"

#include <array>
#include <string>

// Keys: torch/distributed/run.py and launch.py (torch 2.14.1).

namespace shardscope {

namespace {

/// "2:4" runs with any number of nodes between: the larger, which the run is meant for.
std::optional<Json> mostNodes(const Json &value)
{
    if (value.number())
        return value;
    if (!value.string())
        return std::nullopt;
    const std::string &text = *value.string();
    const auto most = parseNumber(std::string_view(text).substr(text.find(':') + 1));
    return most ? std::optional<Json>(*most) : std::nullopt;
}

/// "gpu" and "auto" are the GPUs of the machine, whatever their number.
std::optional<Json> number(const Json &value)
{
    return value.number() ? std::optional(value) : std::nullopt;
}

constexpr std::array rows{
    KeyRow{"nnodes", "nodes", {}, mostNodes, number},
    KeyRow{"nproc_per_node", "gpus_per_node", {}, number, number},
    KeyRow{"nproc", "gpus_per_node", {}, number}, // shortened, and Composer's
    KeyRow{"world_size", "gpus", {}, number}, // Composer's
};

constexpr auto withoutEffect = std::to_array<std::string_view>({
    "rdzv_backend",
    "rdzv_endpoint",
    "rdzv_id",
    "rdzv_conf",
    "standalone",
    "max_restarts",
    "monitor_interval",
    "start_method",
    "event_log_handler",
    "role",
    "module",
    "no_python",
    "run_path",
    "log_dir",
    "redirects",
    "tee",
    "log_line_prefix_template",
    "local_ranks_filter",
    "duplicate_stdout_filters",
    "duplicate_stderr_filters",
    "node_rank",
    "master_addr",
    "master_port",
    "local_addr",
    "logs_specs",
    "numa_binding",
    "signals_to_handle",
    "shutdown_timeout",
    "virtual_local_rank",
    "print_completion",
    "use_env",
    "help",
});

constexpr std::array defaults{
    FormatDefault{"nodes", "1"},
    FormatDefault{"gpus_per_node", "1"},
};

} // namespace

constexpr Format torchrunFormat{
    .id = "torchrun",
    .name = english("formats", "torchrun"),
    .rank = Rank::Launcher,
    .signs = {},
    .rows = rows,
    .notModelled = {},
    .withoutEffect = withoutEffect,
    .defaults = defaults,
};

} // namespace shardscope
