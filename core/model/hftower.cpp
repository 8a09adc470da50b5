// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hftower.h"

#include "core/model/hfgemmatower.h"

#include <algorithm>
#include <array>
#include <string>

namespace shardscope {

namespace {

double sizeIn(const Json &config, std::string_view key, double usual)
{
    const Json *value = config.find(key);
    return value && value->number() ? *value->number() : usual;
}

/// transformers 5.12.1 modeling_qwen3_5.py, Qwen3_5VisionModel: patches, a table of positions,
/// blocks with LayerNorm and biases, and a merger of neighbours. Defaults: Qwen3_5VisionConfig.
double qwenTower(const Json &config)
{
    const double h = sizeIn(config, "hidden_size", 1152);
    const double width = sizeIn(config, "intermediate_size", 4304);
    const double side = sizeIn(config, "patch_size", 16);
    const double merged = sizeIn(config, "spatial_merge_size", 2);
    const double out = sizeIn(config, "out_hidden_size", 3584);
    const double patch
        = sizeIn(config, "in_channels", 3) * sizeIn(config, "temporal_patch_size", 2) * side * side;
    const double positions = sizeIn(config, "num_position_embeddings", 2304) * h;
    const double attention = (h + 1) * 3 * h + (h + 1) * h;
    const double mlp = (h + 1) * width + (width + 1) * h;
    const double norms = 4 * h;
    const double wide = h * merged * merged;
    const double merger = 2 * h + (wide + 1) * wide + (wide + 1) * out;
    return (patch + 1) * h + positions + sizeIn(config, "depth", 27) * (attention + mlp + norms)
        + merger;
}

} // namespace

bool hasTower(const Json &root)
{
    constexpr std::array<std::string_view, 7> towers{"vision_config", "audio_config",
        "vision_tower", "mm_vision_tower", "visual", "vision_tower_config", "speech_config"};
    return std::any_of(towers.begin(), towers.end(), [&root](std::string_view name) {
        const Json *tower = root.find(name);
        return tower && !tower->isNull();
    });
}

double towerParameters(const Json &root)
{
    const Json *vision = root.find("vision_config");
    const Json *type = root.find("model_type");
    const std::string *name = type ? type->string() : nullptr;
    if (name && *name == "gemma4")
        return gemmaTowers(root);
    const bool isQwens = name && (*name == "qwen3_5" || *name == "qwen3_5_moe");
    return isQwens && vision && vision->isObject() ? qwenTower(*vision) : 0;
}

} // namespace shardscope
