// SPDX-License-Identifier: GPL-3.0-or-later
// transformers 5.12.1 modeling_gemma4.py: Gemma4VisionModel, Gemma4AudioModel,
// Gemma4MultimodalEmbedder; modeling_gemma3n.py: Gemma3nAudioEncoder, Gemma3nMultimodalEmbedder;
// defaults of configuration_gemma4.py and configuration_gemma3n.py.
#include "core/model/hfgemmatower.h"

#include "core/model/configvalues.h"

#include <cmath>

namespace shardscope {

namespace {

double sizeIn(const Json &config, std::string_view key, double usual)
{
    const Json *value = config.find(key);
    return value && value->number() ? *value->number() : usual;
}

/// Two convolutions that leave a quarter of the steps, and conformer layers: two MLPs around
/// attention and a convolution over time.
double audioTower(const Json &config)
{
    const double h = sizeIn(config, "hidden_size", 1024);
    const Json *channels = config.find("subsampling_conv_channels");
    const Json::Array *list = channels ? channels->array() : nullptr;
    const auto channel = [list](std::size_t i, double usual) {
        return list && list->size() > i && (*list)[i].number() ? *(*list)[i].number() : usual;
    };
    const double first = channel(0, 128);
    const double second = channel(1, 32);
    constexpr double kernel = 9;
    const double entry
        = (kernel + 1) * first + (kernel * first + 1) * second + first / 4 * second * h;
    const double mlps = 2 * (8 * h * h + 2 * h);
    const double attention = 5 * h * h + h / sizeIn(config, "num_attention_heads", 8);
    const double convolution = 3 * h * h + (sizeIn(config, "conv_kernel_size", 5) + 2) * h;
    const double out = (h + 1) * sizeIn(config, "output_proj_dims", 1536);
    return entry
        + sizeIn(config, "num_hidden_layers", 12) * (mlps + attention + convolution + 3 * h) + out;
}

} // namespace

namespace {

/// Of numbers along a list, as a rule the second.
double listed(const Json &config, std::string_view key, std::size_t i, double usual)
{
    const Json *value = config.find(key);
    const Json::Array *list = value ? value->array() : nullptr;
    return list && list->size() > i && (*list)[i].number() ? *(*list)[i].number() : usual;
}

/// Two convolutions over time and frequency with norms, and conformer layers: two MLPs around
/// attention and a convolution over time, as Gemma 4's, with a scale for each number of a head and
/// one more norm.
double olderAudioTower(const Json &config)
{
    const double h = sizeIn(config, "hidden_size", 1536);
    const double first = listed(config, "sscp_conv_channel_size", 0, 128);
    const double second = listed(config, "sscp_conv_channel_size", 1, 32);
    const double frequencies = std::floor(sizeIn(config, "input_feat_size", 128) / 4);
    constexpr double kernel = 9;
    const double entry
        = (kernel + 1) * first + (kernel * first + 1) * second + frequencies * second * h;
    const double mlps = 2 * (8 * h * h + 2 * h);
    const double attention = 5 * h * h + h / sizeIn(config, "conf_num_attention_heads", 8);
    const double convolution = 3 * h * h + (sizeIn(config, "conf_conv_kernel_size", 5) + 2) * h;
    return entry
        + sizeIn(config, "conf_num_hidden_layers", 12) * (mlps + attention + convolution + 3 * h);
}

/// What embeds tokens of images or sounds as well: a table, its norm and the features', and a
/// projection.
double embedder(const Json &config, double hidden, double width)
{
    const double h = sizeIn(config, "hidden_size", hidden);
    return sizeIn(config, "vocab_size", 128) * h + 2 * h + h * width;
}

} // namespace

double gemma3nTowers(const Json &root)
{
    // mobilenetv5_300m_enc of timm, the one that there is: what the published files of E2B and E4B
    // (5,439,438,272 and 7,849,978,192 parameters) hold beside everything else.
    constexpr double mobileNet = 294126912;
    const Json *text = root.find("text_config");
    const double width = text ? sizeIn(*text, "hidden_size", 2048) : 2048;
    double sum = 0;
    if (const Json *vision = root.find("vision_config"); vision && vision->isObject())
        sum += mobileNet + embedder(*vision, 2048, width);
    if (const Json *audio = root.find("audio_config"); audio && audio->isObject())
        sum += olderAudioTower(*audio) + embedder(*audio, 1536, width);
    return sum;
}

TowerSpec gemmaTower(const Json &root, const Json &vision, std::int64_t hidden)
{
    TowerSpec tower{.code = TowerCode::Gemma4, .exit = TowerExit::Pooled};
    tower.hidden = countIn(vision, "hidden_size", 768);
    tower.intermediate = countIn(vision, "intermediate_size", 3072);
    tower.layers = countIn(vision, "num_hidden_layers", 16);
    tower.heads = countIn(vision, "num_attention_heads", 12);
    tower.patch = countIn(vision, "patch_size", 16);
    tower.merge = countIn(vision, "pooling_kernel_size", 3);
    tower.positions = 2 * countIn(vision, "position_embedding_size", 10240); // along both sides
    tower.places = countIn(root, "vision_soft_tokens_per_image", 280) * tower.merged();
    tower.out = hidden;
    tower.clips = isTrue(vision, "use_clipped_linears");
    tower.standardizes = isTrue(vision, "standardize");
    return tower;
}

bool isGemmaTowerKnown(const Json &vision)
{
    const std::int64_t heads = countIn(vision, "num_attention_heads", 12);
    const std::int64_t dim = countIn(vision, "head_dim", 64);
    return countIn(vision, "num_key_value_heads", 12) == heads
        && dim * heads == countIn(vision, "hidden_size", 768);
}

double unknownGemmaTowers(const Json &root)
{
    const Json *text = root.find("text_config");
    const std::int64_t width = text ? countIn(*text, "hidden_size", 2304) : 2304;
    double sum = 0;
    const Json *vision = root.find("vision_config");
    if (vision && vision->isObject() && !isGemmaTowerKnown(*vision))
        sum += countTower(gemmaTower(root, *vision, width)).total();
    const Json *audio = root.find("audio_config");
    if (audio && audio->isObject())
        sum += audioTower(*audio)
            + sizeIn(*audio, "output_proj_dims", 1536) * static_cast<double>(width);
    return sum;
}

} // namespace shardscope
