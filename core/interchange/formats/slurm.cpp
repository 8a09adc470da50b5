// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/number.h"
#include "core/interchange/formats/formats.h"

#include <array>
#include <string>

// Keys: src/common/slurm_opt.c (Slurm 26.11), those of sbatch, srun and salloc. Forms of values:
// doc/man/man1/sbatch.1.

namespace shardscope {

namespace {

std::optional<Json> number(const Json &value)
{
    return value.number() ? std::optional(value) : std::nullopt;
}

/// "2-4" gets as many nodes as are free: the larger, which the job is meant for.
std::optional<Json> mostNodes(const Json &value)
{
    if (value.number())
        return value;
    if (!value.string() || value.string()->find(',') != std::string::npos)
        return std::nullopt;
    const std::string &text = *value.string();
    const auto most = parseNumber(std::string_view(text).substr(text.find('-') + 1));
    return most ? std::optional<Json>(*most) : std::nullopt;
}

/// GPUs of one kind.
struct Request
{
    double count = 0;
    std::string_view name{}; ///< "h100"; may be empty
};

/// "h100:8", "8", "h100"; "8(S:0-1)" says of which sockets too.
Request requestOf(std::string_view text)
{
    text = text.substr(0, text.find('('));
    const std::size_t colon = text.rfind(':');
    const std::string_view last = text.substr(colon == std::string_view::npos ? 0 : colon + 1);
    if (const auto count = parseNumber(last))
        return {*count, text.substr(0, colon == std::string_view::npos ? 0 : colon)};
    return {1, text};
}

/// All GPUs of a list of requests, each behind one of the words before it: "gpu:h100:8,nvme:1".
Request sum(std::string_view list, bool named)
{
    Request result;
    while (!list.empty()) {
        const std::size_t end = list.find(',');
        std::string_view one = list.substr(0, end);
        list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
        if (one.starts_with("gres/") || one.starts_with("gres:"))
            one.remove_prefix(5);
        const bool gpu = one == "gpu" || one.starts_with("gpu:") || one.starts_with("gpu=");
        if (named && !gpu)
            continue;
        if (named)
            one.remove_prefix(one.size() > 3 ? 4 : 3);
        const Request request = one.empty() ? Request{1} : requestOf(one);
        result.count += request.count;
        result.name = request.name;
    }
    return result;
}

std::optional<Json> count(const Json &value, bool named)
{
    if (value.number())
        return named ? std::nullopt : std::optional(value);
    const Request request = value.string() ? sum(*value.string(), named) : Request{};
    return request.count > 0 ? std::optional<Json>(request.count) : std::nullopt;
}

std::optional<Json> nameOf(const Json &value, bool named)
{
    const Request request = value.string() ? sum(*value.string(), named) : Request{};
    return request.name.empty() ? std::nullopt : std::optional<Json>(request.name);
}

std::optional<Json> gpus(const Json &value)
{
    return count(value, false);
}

std::optional<Json> gpuName(const Json &value)
{
    return nameOf(value, false);
}

std::optional<Json> resourceGpus(const Json &value)
{
    return count(value, true);
}

std::optional<Json> resourceGpuName(const Json &value)
{
    return nameOf(value, true);
}

/// "512G" of a node; megabytes without a letter, 0: all of it.
std::optional<Json> hostGib(const Json &value)
{
    constexpr double mibInGib = 1024;
    double mib = value.number() ? *value.number() : 0;
    if (value.string() && value.string()->size() > 1) {
        std::string_view text = *value.string();
        text = text.substr(0, text.size() - (text.ends_with('B') ? 1 : 0));
        const auto size = parseNumber(text.substr(0, text.size() - 1));
        const char unit = text.back();
        const double factor = unit == 'K' || unit == 'k' ? 1 / mibInGib
            : unit == 'M' || unit == 'm'                 ? 1
            : unit == 'G' || unit == 'g'                 ? mibInGib
            : unit == 'T' || unit == 't'                 ? mibInGib * mibInGib
                                                         : 0;
        mib = size ? *size * factor : 0;
    }
    return mib > 0 ? std::optional<Json>(mib / mibInGib) : std::nullopt;
}

constexpr std::array rows{
    KeyRow{"nodes", "nodes", {}, mostNodes, number},
    KeyRow{"gpus_per_node", "gpus_per_node", {}, gpus, number},
    KeyRow{"gpus_per_node", "gpu_name", {}, gpuName},
    KeyRow{"gres", "gpus_per_node", {}, resourceGpus},
    KeyRow{"gres", "gpu_name", {}, resourceGpuName},
    KeyRow{"gpus", "gpus", {}, gpus, number},
    KeyRow{"gpus", "gpu_name", {}, gpuName},
    KeyRow{"gpus_per_task", "gpus_per_task", {}, gpus},
    KeyRow{"gpus_per_task", "gpu_name", {}, gpuName},
    KeyRow{"tres_per_task", "gpus_per_task", {}, resourceGpus},
    KeyRow{"tres_per_task", "gpu_name", {}, resourceGpuName},
    KeyRow{"ntasks", "tasks", {}, number},
    KeyRow{"ntasks_per_node", "tasks_per_node", {}, number},
    KeyRow{"tasks_per_node", "tasks_per_node", {}, number},
    KeyRow{"mem", "hardware.host_gib", {}, hostGib},
};

// A constraint is a word of the cluster, which often names a GPU.
constexpr auto notModelled = std::to_array<std::string_view>({
    "constraint",
    "prefer",
    "gpus_per_socket",
    "ntasks_per_gpu",
    "ntasks_per_tres",
    "het_group",
    "pack_group",
    "multi_prog",
    "distribution=block",
    "resources",
});

constexpr auto withoutEffect = std::to_array<std::string_view>({
    "accel_bind",
    "account",
    "acctg_freq",
    "array",
    "argv",
    "async",
    "batch",
    "bbf",
    "autocomplete",
    "bcast",
    "bcast_exclude",
    "begin",
    "bell",
    "bb",
    "consolidate_segments",
    "cluster_constraint",
    "chdir",
    "clusters",
    "cluster",
    "comment",
    "compress",
    "container",
    "container_id",
    "runtime",
    "context",
    "contiguous",
    "core_spec",
    "cores_per_socket",
    "cpu_bind",
    "cpu_freq",
    "cpus_per_gpu",
    "cpus_per_task",
    "deadline",
    "debugger_test",
    "delay_boot",
    "environment",
    "dependency",
    "disable_status",
    "epilog",
    "error",
    "exclude",
    "exclusive",
    "exact",
    "export",
    "export_file",
    "external",
    "external_launcher",
    "extra",
    "extra_node_info",
    "get_user_env",
    "gid",
    "gpu_bind",
    "tres_bind",
    "gpu_freq",
    "treewidth",
    "gres_flags",
    "help",
    "hint",
    "hold",
    "ignore_pbs",
    "ignore_signals",
    "immediate",
    "input",
    "interactive",
    "jobid",
    "job_name",
    "kill_command",
    "kill_on_bad_exit",
    "kill_on_invalid_dep",
    "label",
    "licenses",
    "mail_type",
    "mail_user",
    "threads",
    "mcs_label",
    "oom_kill_step",
    "mem_bind",
    "mem_per_cpu",
    "mem_per_gpu",
    "mem_update",
    "mincpus",
    "mpi",
    "msg_timeout",
    "network",
    "nice",
    "no_allocate",
    "no_bell",
    "no_kill",
    "no_requeue",
    "no_shell",
    "nodefile",
    "nodelist",
    "ntasks_per_core",
    "ntasks_per_socket",
    "open_mode",
    "output",
    "overcommit",
    "overlap",
    "oversubscribe",
    "parsable",
    "partition",
    "preserve_env",
    "priority",
    "profile",
    "prolog",
    "propagate",
    "pty",
    "qos",
    "quiet",
    "quit_on_interrupt",
    "reboot",
    "relative",
    "requeue",
    "reservation",
    "resv_ports",
    "segment",
    "send_libs",
    "signal",
    "slurmd_debug",
    "sockets_per_node",
    "spread_job",
    "spread_segments",
    "stepmgr",
    "switches",
    "task_epilog",
    "task_prolog",
    "test_only",
    "thread_spec",
    "threads_per_core",
    "time",
    "time_min",
    "tmp",
    "uid",
    "unbuffered",
    "use_min_nodes",
    "usage",
    "verbose",
    "version",
    "wait",
    "wait_all_nodes",
    "wait_for_children",
    "wckey",
    "whole",
    "wrap",
    "x11",
});

} // namespace

// No defaults: the flags of an srun are those of a step of the job.
constexpr Format slurmFormat{
    .id = "slurm",
    .name = english("formats", "Slurm"),
    .rank = Rank::Launcher,
    .signs = {},
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = {},
};

} // namespace shardscope
