// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/interchange/formats/formats.h"

#include <array>

// Keys: huggingface_hub, serialization/_base.py; transformers 5.12.1, modeling_utils.py.

namespace shardscope {

namespace {

constexpr auto signs = std::to_array<std::string_view>({"weight_map", "metadata.total_size"});

// Hand edits round total_size or count the headers: no more than a hint.
constexpr std::array rows{
    KeyRow{"metadata.total_parameters", "file_parameters"},
    KeyRow{"metadata.total_size", "file_bytes"},
};

constexpr auto withoutEffect = std::to_array<std::string_view>({"metadata.format", "weight_map"});

} // namespace

constexpr Format indexFormat{
    .id = "safetensors-index",
    .name = english("formats", "safetensors index"),
    .rank = Rank::Index,
    .signs = signs,
    .rows = rows,
    .notModelled = {},
    .withoutEffect = withoutEffect,
    .defaults = {},
};

} // namespace shardscope
