// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/hftower.h"

#include "core/model/configvalues.h"
#include "core/model/hfgemmatower.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace shardscope {

namespace {

std::vector<std::int64_t> numbersIn(
    const Json &config, std::string_view key, std::vector<std::int64_t> usual)
{
    const Json::Array *list = listIn(config, key);
    if (!list)
        return usual;
    std::vector<std::int64_t> numbers;
    for (const Json &each : *list) {
        if (each.number())
            numbers.push_back(static_cast<std::int64_t>(*each.number()));
    }
    return numbers;
}

/// What Qwen's towers have in common, with the bounds of the published processors
/// (preprocessor_config.json: min_pixels and max_pixels, or shortest_edge and longest_edge).
TowerSpec qwens(const Json &config, TowerCode code, std::int64_t hidden)
{
    TowerSpec tower{.code = code};
    tower.layers = countIn(config, "depth", 32);
    tower.heads = countIn(config, "num_heads", 16);
    tower.channels = countIn(config, "in_channels", countIn(config, "in_chans", 3));
    tower.frames = countIn(config, "temporal_patch_size", 2);
    tower.patch = countIn(config, "patch_size", 14);
    tower.merge = countIn(config, "spatial_merge_size", 2);
    tower.out = hidden;
    tower.leastPixels = 56.0 * 56;
    tower.mostPixels = 28.0 * 28 * 16384;
    return tower;
}

/// transformers 5.12.1 modeling_qwen2_vl.py, Qwen2VisionTransformerPretrainedModel.
TowerSpec qwen2(const Json &config, std::int64_t hidden)
{
    TowerSpec tower = qwens(config, TowerCode::Qwen2Vl, hidden);
    tower.hidden = countIn(config, "embed_dim", 1280);
    tower.intermediate = tower.hidden * countIn(config, "mlp_ratio", 4);
    const std::string *act = textIn(config, "hidden_act");
    tower.gelu = act && *act != "quick_gelu";
    return tower;
}

/// modeling_qwen2_5_vl.py, Qwen2_5_VisionTransformerPretrainedModel.
TowerSpec qwen25(const Json &config, std::int64_t hidden)
{
    TowerSpec tower = qwens(config, TowerCode::Qwen25Vl, hidden);
    tower.hidden = countIn(config, "hidden_size", 3584);
    tower.intermediate = countIn(config, "intermediate_size", 3420);
    tower.out = countIn(config, "out_hidden_size", 3584);
    tower.window = countIn(config, "window_size", 112);
    tower.fullBlocks = numbersIn(config, "fullatt_block_indexes", {7, 15, 23, 31});
    return tower;
}

/// modeling_qwen3_vl.py, Qwen3VLVisionModel; Qwen3.5's class is the same without features for
/// single layers.
TowerSpec qwen3(const Json &config, std::int64_t hidden, bool isDeep)
{
    TowerSpec tower = qwens(config, TowerCode::Qwen3Vl, hidden);
    tower.layers = countIn(config, "depth", 27);
    tower.patch = countIn(config, "patch_size", 16);
    tower.hidden = countIn(config, "hidden_size", 1152);
    tower.intermediate = countIn(config, "intermediate_size", 4304);
    tower.out = countIn(config, "out_hidden_size", 3584);
    tower.positions = countIn(config, "num_position_embeddings", 2304);
    if (isDeep)
        tower.deepBlocks = numbersIn(config, "deepstack_visual_indexes", {8, 16, 24});
    tower.leastPixels = 65536;
    tower.mostPixels = 16777216;
    return tower;
}

/// A size, or the first of two that are given for both sides.
std::int64_t sideIn(const Json &config, std::string_view key, std::int64_t usual)
{
    const Json *value = config.find(key);
    const Json::Array *sides = value ? value->array() : nullptr;
    if (!sides || sides->empty())
        return countIn(config, key, usual);
    return countIn(Json(Json::Object{{std::string(key), sides->front()}}), key, usual);
}

/// Sizes of a class that its config leaves out: published files do where they are these.
struct UsualSizes
{
    std::int64_t hidden = 0;
    std::int64_t intermediate = 0;
    std::int64_t layers = 0;
    std::int64_t heads = 0;
    std::int64_t image = 0;
    std::int64_t patch = 0;
};
// configuration_siglip.py, configuration_internvl.py, configuration_pixtral.py.
constexpr UsualSizes siglipSizes{768, 3072, 12, 12, 224, 16};
constexpr UsualSizes internVitSizes{1024, 4096, 24, 16, 448, 14};
// configuration_idefics3.py, configuration_smolvlm.py, configuration_clip.py.
constexpr UsualSizes ideficsSizes{1152, 3072, 12, 16, 224, 32};
constexpr UsualSizes clipSizes{768, 3072, 12, 12, 224, 32};
// configuration_llama4.py.
constexpr UsualSizes llama4Sizes{768, 5632, 34, 16, 448, 14};
// configuration_mllama.py.
constexpr UsualSizes llama32Sizes{1280, 5120, 32, 16, 448, 14};
constexpr UsualSizes pixtralSizes{1024, 4096, 24, 16, 1024, 16};

/// What towers have in common whose configs name sizes as decoders' do.
TowerSpec laterTower(
    const Json &config, TowerCode code, const UsualSizes &usual, std::int64_t hidden)
{
    TowerSpec tower{.code = code};
    tower.hidden = countIn(config, "hidden_size", usual.hidden);
    tower.intermediate = countIn(config, "intermediate_size", usual.intermediate);
    tower.layers = countIn(config, "num_hidden_layers", usual.layers);
    tower.heads = countIn(config, "num_attention_heads", usual.heads);
    tower.channels = countIn(config, "num_channels", 3);
    tower.patch = sideIn(config, "patch_size", usual.patch);
    tower.out = hidden;
    return tower;
}

/// Of images in one size, with a table of positions.
TowerSpec squareTower(
    const Json &config, TowerCode code, const UsualSizes &usual, std::int64_t hidden)
{
    TowerSpec tower = laterTower(config, code, usual, hidden);
    tower.side = sideIn(config, "image_size", usual.image);
    const std::int64_t patches = tower.side / tower.patch;
    tower.positions = patches * patches + (tower.hasClass() ? 1 : 0);
    return tower;
}

/// modeling_siglip.py, SiglipVisionModel, without the head that pools (vision_use_head false).
std::optional<TowerSpec> siglip(const Json &config, TowerExit exit, std::int64_t hidden)
{
    if (isTrue(config, "vision_use_head", true))
        return std::nullopt;
    TowerSpec tower = squareTower(config, TowerCode::Siglip, siglipSizes, hidden);
    tower.exit = exit;
    tower.normsEnd = true;
    return tower;
}

/// modeling_gemma3.py, Gemma3MultiModalProjector: neighbours are averaged to so many tokens.
std::optional<TowerSpec> gemma3(const Json &root, const Json &config, std::int64_t hidden)
{
    std::optional<TowerSpec> tower = siglip(config, TowerExit::Averaged, hidden);
    if (!tower)
        return tower;
    const auto tokens = static_cast<double>(countIn(root, "mm_tokens_per_image", 256));
    const auto perSide = static_cast<std::int64_t>(std::sqrt(tokens));
    const std::int64_t patches = tower->side / tower->patch;
    tower->merge = patches / perSide;
    return tower->merge * perSide == patches ? tower : std::nullopt;
}

/// modeling_internvl.py, InternVLVisionModel; the tower of the largest ones, which normalises query
/// and key, has other blocks.
std::optional<TowerSpec> internvl(const Json &root, const Json &config, std::int64_t hidden)
{
    const std::string *norm = textIn(config, "norm_type");
    if (isTrue(config, "use_qk_norm", false) || (norm && *norm != "layer_norm")
        || !isTrue(config, "use_absolute_position_embeddings", true)
        || !isTrue(config, "attention_bias", false))
        return std::nullopt;
    TowerSpec tower = squareTower(config, TowerCode::InternVit, internVitSizes, hidden);
    tower.exit = TowerExit::Shuffled;
    tower.normsEnd = !isTrue(config, "use_mean_pooling", true);
    tower.mostTiles = 12; // processing_internvl.py: crop_to_patches, max_patches of its processor
    const Json *ratio = root.find("downsample_ratio");
    tower.merge = std::llround(1 / (ratio && ratio->number() ? *ratio->number() : 0.5));
    return tower;
}

/// modeling_idefics3.py, Idefics3VisionTransformer and Idefics3Connector; modeling_smolvlm.py has
/// the same with another way to put features in place.
TowerSpec idefics3(const Json &root, const Json &config, std::int64_t hidden, bool isSmol)
{
    TowerSpec tower = squareTower(config, TowerCode::Idefics3, ideficsSizes, hidden);
    tower.exit = TowerExit::Joined;
    tower.normsEnd = true;
    tower.merge = countIn(root, "scale_factor", 2);
    tower.tiling = Tiling::Stretched;
    tower.mostTiles = 17; // four by four, and the whole image
    tower.mergesByIndex = isSmol;
    return tower;
}

/// modeling_pixtral.py, PixtralVisionModel. `merge`: patches along a side of one token.
TowerSpec pixtral(const Json &config, std::int64_t merge, std::int64_t hidden)
{
    TowerSpec tower = laterTower(config, TowerCode::Pixtral, pixtralSizes, hidden);
    tower.longest = sideIn(config, "image_size", pixtralSizes.image);
    tower.merge = merge;
    const std::string *act = textIn(config, "hidden_act");
    tower.gelu = !act || *act == "gelu";
    tower.leastPixels = 1;
    tower.mostPixels = static_cast<double>(tower.longest) * static_cast<double>(tower.longest);
    return tower;
}

/// modeling_llava.py, LlavaModel around PixtralVisionModel: features of all patches, of the last
/// layer.
std::optional<TowerSpec> llavaAroundPixtral(
    const Json &root, const Json &config, std::int64_t hidden)
{
    const std::string *strategy = textIn(root, "vision_feature_select_strategy");
    const Json *layer = root.find("vision_feature_layer");
    const bool isLast = layer && layer->number() && *layer->number() == -1;
    if (!strategy || *strategy != "full" || !isLast
        || !isTrue(root, "multimodal_projector_bias", true))
        return std::nullopt;
    TowerSpec tower = pixtral(config, 1, hidden);
    tower.exit = TowerExit::TwoLayers;
    return tower;
}

/// modeling_llava.py, LlavaModel around CLIPVisionModel (modeling_clip.py): features of patches,
/// of one layer counted from the end, and LlavaMultiModalProjector. CLIPImageProcessor crops each
/// image to the one size.
std::optional<TowerSpec> llava(const Json &root, const Json &config, std::int64_t hidden)
{
    const std::string *type = textIn(config, "model_type");
    if (type && *type == "pixtral")
        return llavaAroundPixtral(root, config, hidden);
    const std::string *strategy = textIn(root, "vision_feature_select_strategy");
    const Json *layer = root.find("vision_feature_layer");
    const double last = layer && layer->number() ? *layer->number() : -2;
    if ((type && *type != "clip_vision_model") || (strategy && *strategy != "default")
        || (layer && !layer->number()) || last >= 0
        || !isTrue(root, "multimodal_projector_bias", true))
        return std::nullopt;
    TowerSpec tower = squareTower(config, TowerCode::Clip, clipSizes, hidden);
    tower.exit = TowerExit::TwoLayers;
    tower.normsEnd = true;
    tower.unread = -static_cast<std::int64_t>(last) - 1;
    const std::string *act = textIn(config, "hidden_act");
    tower.gelu = act && *act != "quick_gelu";
    return tower.unread < tower.layers ? std::optional(tower) : std::nullopt;
}

/// modeling_pixtral.py, PixtralVisionModel, with modeling_mistral3.py, Mistral3MultiModalProjector
/// of the last layer's features.
std::optional<TowerSpec> mistral3(const Json &root, const Json &config, std::int64_t hidden)
{
    const std::string *type = textIn(config, "model_type");
    const Json *layer = root.find("vision_feature_layer");
    const bool isLast = !layer || (layer->number() && *layer->number() == -1);
    if ((type && *type != "pixtral") || !isLast || isTrue(root, "multimodal_projector_bias", false))
        return std::nullopt;
    TowerSpec tower = pixtral(config, countIn(root, "spatial_merge_size", 2), hidden);
    tower.exit = TowerExit::Unfolded;
    return tower;
}

/// modeling_llama4.py, Llama4VisionModel and Llama4MultiModalProjector, whose matrices fit where
/// the config's widths do.
std::optional<TowerSpec> llama4(const Json &config, std::int64_t hidden)
{
    TowerSpec tower = squareTower(config, TowerCode::Llama4, llama4Sizes, hidden);
    tower.exit = TowerExit::Adapted;
    tower.tiling = Tiling::BestFit;
    tower.normsEnd = true;
    tower.givesHalf = true;
    tower.mostTiles = 16; // image_processing_llama4.py, max_patches
    const Json *ratio = config.find("pixel_shuffle_ratio");
    tower.merge = std::llround(1 / (ratio && ratio->number() ? *ratio->number() : 0.5));
    tower.adapter = countIn(config, "projector_output_dim", 4096);
    const bool fits = countIn(config, "projector_input_dim", 4096) == tower.adapter
        && countIn(config, "vision_output_dim", 7680) == tower.adapter
        && tower.intermediate == tower.hidden * tower.merged();
    return fits ? std::optional(tower) : std::nullopt;
}

/// modeling_mllama.py, MllamaVisionModel, and the projector of MllamaModel.
std::optional<TowerSpec> llama32(const Json &config, std::int64_t hidden)
{
    TowerSpec tower = squareTower(config, TowerCode::Llama32, llama32Sizes, hidden);
    tower.exit = TowerExit::Stacked;
    tower.tiling = Tiling::Always;
    tower.normsEnd = true;
    tower.heads = countIn(config, "attention_heads", tower.heads);
    tower.gated = countIn(config, "num_global_layers", 8);
    tower.layers += tower.gated;
    tower.mostTiles = countIn(config, "max_num_tiles", 4);
    tower.deepBlocks = numbersIn(config, "intermediate_layers_indices", {3, 7, 15, 23, 30});
    const Json *shapes = config.find("supported_aspect_ratios");
    constexpr std::int64_t usual = 8; // of four tiles
    tower.shapes
        = shapes && shapes->array() ? static_cast<std::int64_t>(shapes->array()->size()) : usual;
    const std::int64_t encoded = tower.layers - tower.gated;
    const bool fits = countIn(config, "vision_output_dim", 7680) == tower.stacked() * tower.hidden
        && std::all_of(tower.deepBlocks.begin(), tower.deepBlocks.end(),
            [encoded](std::int64_t block) { return block >= 0 && block < encoded; });
    return fits ? std::optional(tower) : std::nullopt;
}

bool isBuildable(const TowerSpec &tower)
{
    const bool isWhole
        = tower.side == 0 || (tower.merge > 0 && tower.side / tower.patch % tower.merge == 0);
    return isWhole && tower.hidden > 0 && tower.heads > 0 && tower.hidden % tower.heads == 0;
}

std::optional<TowerSpec> towerCalled(
    std::string_view type, const Json &root, const Json &vision, std::int64_t hidden)
{
    if (type == "gemma3")
        return gemma3(root, vision, hidden);
    if (type == "gemma4" && isGemmaTowerKnown(vision))
        return gemmaTower(root, vision, hidden);
    if (type == "paligemma")
        return siglip(vision, TowerExit::Single, hidden);
    if (type == "mistral3")
        return mistral3(root, vision, hidden);
    if (type == "internvl")
        return internvl(root, vision, hidden);
    if (type == "idefics3" || type == "smolvlm")
        return idefics3(root, vision, hidden, type == "smolvlm");
    if (type == "llama4")
        return llama4(vision, hidden);
    if (type == "mllama")
        return llama32(vision, hidden);
    if (type == "llava")
        return llava(root, vision, hidden);
    if (type == "qwen2_vl")
        return qwen2(vision, hidden);
    if (type == "qwen2_5_vl")
        return qwen25(vision, hidden);
    if (type == "qwen3_vl" || type == "qwen3_vl_moe")
        return qwen3(vision, hidden, true);
    if (type == "qwen3_5" || type == "qwen3_5_moe")
        return qwen3(vision, hidden, false);
    return std::nullopt;
}

bool hasTower(const Json &root)
{
    constexpr std::array<std::string_view, 7> towers{"vision_config", "audio_config",
        "vision_tower", "mm_vision_tower", "visual", "vision_tower_config", "speech_config"};
    return std::any_of(towers.begin(), towers.end(), [&root](std::string_view name) {
        const Json *tower = root.find(name);
        return tower && !tower->isNull();
    });
}

/// Of towers that formulas do not know, as far as their parameters are.
double otherTowers(const Json &root)
{
    const std::string *type = textIn(root, "model_type");
    if (type && *type == "gemma3n")
        return gemma3nTowers(root);
    return type && *type == "gemma4" ? unknownGemmaTowers(root) : 0;
}

std::optional<TowerSpec> visionTower(const Json &root, std::int64_t hidden)
{
    const Json *vision = root.find("vision_config");
    const std::string *type = textIn(root, "model_type");
    if (!type || !vision || !vision->isObject())
        return std::nullopt;
    std::optional<TowerSpec> tower = towerCalled(*type, root, *vision, hidden);
    return tower && isBuildable(*tower) ? tower : std::nullopt;
}

} // namespace

void readTowers(const Json &root, ModelSpec &spec)
{
    spec.hasOtherParts = hasTower(root);
    spec.tower = visionTower(root, spec.hidden);
    spec.unknownTowers = otherTowers(root);
    spec.otherParameters = spec.unknownTowers + (spec.tower ? countTower(*spec.tower).total() : 0);
}

void readOuterHead(const Json &root, ModuleTraits &traits)
{
    const std::string *type = textIn(root, "model_type");
    const bool isLlama = type && *type == "llama4";
    traits.picksLogits = isLlama || (type && *type == "gemma3");
    traits.castNoLogits |= isLlama;
    if (type && *type == "paligemma")
        traits.logitSoftcap = 0;
}

} // namespace shardscope
