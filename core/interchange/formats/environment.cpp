// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"

#include <array>

// Variables that launchers, PyTorch and Unsloth read: torch/distributed/run.py, LLaMA-Factory's
// cli.py, c10/core/AllocatorConfig.h.

namespace shardscope {

namespace {

std::optional<Json> allocator(const Json &value)
{
    const std::string *text = value.string();
    if (!text || text->find("expandable_segments:") == std::string::npos)
        return std::nullopt;
    return Json(
        text->find("expandable_segments:True") != std::string::npos ? "expandable" : "default");
}

/// Any text but "0" (unsloth_zoo ce232d6c, vllm_utils.py).
std::optional<Json> standby(const Json &value)
{
    return Json(value == Json("0") || value == Json(0.0) ? "off" : "on");
}

constexpr std::array rows{
    KeyRow{"NPROC_PER_NODE", "gpus_per_node"},
    KeyRow{"NNODES", "nodes"},
    KeyRow{"WORLD_SIZE", "gpus"},
    KeyRow{"CUDA_VISIBLE_DEVICES", "gpus_per_node"}, // how many
    KeyRow{"PYTORCH_CUDA_ALLOC_CONF", "hardware.allocator", {}, allocator},
    KeyRow{"PYTORCH_ALLOC_CONF", "hardware.allocator", {}, allocator},
    KeyRow{"MAX_PIXELS", "image_pixels"}, // of qwen_vl_utils, and ms-swift
    KeyRow{"UNSLOTH_VLLM_STANDBY", "rollout.sleep", {}, standby},
};

constexpr auto notModelled = std::to_array<std::string_view>(
    {"NCCL_ALGO", "NCCL_PROTO", "NCCL_BUFFSIZE", "NCCL_MAX_NCHANNELS", "NCCL_MIN_NCHANNELS"});

constexpr auto withoutEffect = std::to_array<std::string_view>(
    {"FORCE_TORCHRUN", "NODE_RANK", "MASTER_ADDR", "MASTER_PORT", "RANK", "LOCAL_RANK"});

} // namespace

constexpr Format environmentFormat{
    .id = "environment",
    .name = english("formats", "the environment"),
    .rank = Rank::Launcher,
    .signs = {},
    .rows = rows,
    .notModelled = notModelled,
    .withoutEffect = withoutEffect,
    .defaults = {},
};

} // namespace shardscope
